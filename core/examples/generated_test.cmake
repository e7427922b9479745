# core/examples/generated_test.cmake -- what stands beside the annotated header is what the header
# tool writes of it. With TRICOLOUR_UPDATE_GOLDEN=1 it is written anew.
#
# cmake -DTOOL= -DSOURCE= -DSCRATCH= -P generated_test.cmake

execute_process(COMMAND ${TOOL} --module Example --out ${SCRATCH} core/examples/game.h -- -I.
                WORKING_DIRECTORY ${SOURCE} COMMAND_ERROR_IS_FATAL ANY)
foreach(name game.generated.h game.generated.cc)
  set(kept ${SOURCE}/core/examples/${name})
  if("$ENV{TRICOLOUR_UPDATE_GOLDEN}")
    file(COPY_FILE ${SCRATCH}/${name} ${kept} ONLY_IF_DIFFERENT)
  endif()
  file(READ ${SCRATCH}/${name} written)
  file(READ ${kept} there)
  if(NOT written STREQUAL there)
    message(FATAL_ERROR "core/examples/${name} is not what the header tool writes of game.h:\n${written}")
  endif()
endforeach()
