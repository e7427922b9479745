# properties/install_test.cmake -- what is installed suffices to judge a collector of one's own.
#
# A user who has the package and no sources compiles the example, and judges it with the program, the
# header and the traces that were installed.
#
# cmake -DBUILD= -DSCRATCH= -DCOMPILER= -P properties/install_test.cmake

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
set(prefix ${SCRATCH}/prefix)

# Runs a command; stops the test unless its status is this and its output has the pattern.
function(run status pattern)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SCRATCH} RESULT_VARIABLE ended
                  OUTPUT_VARIABLE output ERROR_VARIABLE output COMMAND_ECHO STDOUT)
  if(NOT ended EQUAL ${status} OR NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "exit code ${ended}, wanted ${status} and '${pattern}'\n${output}")
  endif()
endfunction()

run(0 "" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/made)
file(RENAME ${SCRATCH}/made ${prefix})  # a package may not remember where it was made
set(program ${prefix}/bin/tricolour)
run(0 "" ${COMPILER} -shared -fPIC -I ${prefix}/include -o ${SCRATCH}/my.so
    ${prefix}/share/tricolour/mark_sweep.c)
run(0 "" ${program} subject check ./my.so)

set(judge ${program} verify --quick --cases 500 --subject ./my.so --out ${SCRATCH}/out)
run(0 "AGREE" ${judge})
run(1 "store-without-shading" ${judge} --without store-without-shading)

# The corpus is the one that was installed: what lies there is read, and what is no trace is seen.
foreach(corpus corpus schedule/corpus)
  file(GLOB traces ${prefix}/share/tricolour/properties/${corpus}/*.trace)
  if(NOT traces)
    message(FATAL_ERROR "no traces in share/tricolour/properties/${corpus}")
  endif()
endforeach()
file(WRITE ${prefix}/share/tricolour/properties/corpus/none.trace "this is no trace\n")
run(4 "none[.]trace" ${judge})
file(REMOVE ${prefix}/share/tricolour/properties/corpus/none.trace)

# A collector that Debian packages is judged by its name, if its adapter was built.
if(EXISTS ${prefix}/share/tricolour/subjects/mruby.so)
  file(RENAME ${prefix}/share/tricolour/subjects/mruby.so ${SCRATCH}/mruby.so)
  file(WRITE ${prefix}/share/tricolour/subjects/mruby.so "no library")
  run(2 "mruby[.]so" ${program} subject check mruby)
  file(RENAME ${SCRATCH}/mruby.so ${prefix}/share/tricolour/subjects/mruby.so)
  run(0 "" ${program} subject check mruby)
endif()
