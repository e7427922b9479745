# core/reflect/tool/consumer_test.cmake -- another project lets the header tool read its headers.
#
# From an installed package, by g++ and by clang++: headers are read, what was generated is compiled
# and linked, and the program uses its classes by name. Then the headers change, and only what has
# to be is made again; and mistakes stop the build where they are.
#
# cmake -DSOURCE= -DBUILD= -DSCRATCH= -DGENERATOR= -DCOMPILERS= -DSANITIZE= -P consumer_test.cmake

file(REMOVE_RECURSE ${SCRATCH})
set(flags -Wall -Wextra -Wpedantic -Wshadow -Werror ${SANITIZE})
list(JOIN flags " " flags)
set(game ${SCRATCH}/source/game)
set(expected "width 7, How .wide., Game, collected 1")

# Runs a command; fails unless its exit code is `wanted` (0, or 1 for any other) and its output, which
# it leaves in `output`, has the pattern.
function(run what wanted pattern)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text
                  COMMAND_ECHO STDOUT)
  if(status)
    set(status 1)
  endif()
  if(NOT status EQUAL wanted OR NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "${what}: exit code ${status}, wanted ${wanted} and '${pattern}'\n${text}")
  endif()
  set(output "${text}" PARENT_SCOPE)
endfunction()

# Replaces text in a header, so that its time is newer than that of all that was made of it.
function(edit header from to)
  execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1.1)
  file(READ ${game}/${header} text)
  string(REPLACE "${from}" "${to}" changed "${text}")
  if(changed STREQUAL text)
    message(FATAL_ERROR "${header} has no '${from}'")
  endif()
  file(WRITE ${game}/${header} "${changed}")
endfunction()

run("install" 0 "" ${CMAKE_COMMAND} --install ${BUILD}/core --prefix ${SCRATCH}/made)
file(RENAME ${SCRATCH}/made ${SCRATCH}/prefix)

foreach(name door.h room.h main.cc)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/testing/consumer/${name}.in ${game}/${name} COPYONLY)
endforeach()
file(WRITE ${game}/names.h "#pragma once\n")
file(WRITE ${SCRATCH}/source/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.25)
project(reflects LANGUAGES CXX)
find_package(tricolour 0.1 CONFIG REQUIRED)
add_library(game STATIC)
target_include_directories(game PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(game PUBLIC tricolour::core)
tricolour_reflect(game game/door.h game/room.h MODULE Game)
add_executable(reflects game/main.cc)
target_link_libraries(reflects PRIVATE game)
]])

foreach(compiler ${COMPILERS})
  get_filename_component(name ${compiler} NAME)
  set(build ${SCRATCH}/${name})
  run("configure with ${name}" 0 "" ${CMAKE_COMMAND} -G ${GENERATOR} -S ${SCRATCH}/source -B ${build}
      -DCMAKE_CXX_COMPILER=${compiler} -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS=${flags}"
      -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix)
  run("build with ${name}" 0 "Reflecting game/door.h" ${CMAKE_COMMAND} --build ${build} -j 2)
  run("run of ${name}" 0 "${expected}" ${build}/reflects)
endforeach()

# From here on the build folder of the last compiler.
set(again ${CMAKE_COMMAND} --build ${build})
set(made ${build}/game_reflected)
run("build without a change" 0 "" ${again})
if(output MATCHES "Reflecting|Building")
  message(FATAL_ERROR "something is made again, and nothing has changed:\n${output}")
endif()

# A comment changes nothing that is described: one header is read, and no generated file is new.
file(TIMESTAMP ${made}/door.generated.h before)
edit(door.h "namespace game {" "// A comment.\nnamespace game {")
run("build after a comment" 0 "Reflecting game/door.h" ${again})
if(output MATCHES "Reflecting game/room.h")
  message(FATAL_ERROR "another header was read too:\n${output}")
endif()
file(TIMESTAMP ${made}/door.generated.h after)
if(NOT before STREQUAL after)
  message(FATAL_ERROR "the generated header was written again, and is the same")
endif()

# What a header includes is part of it.
edit(names.h "once" "once\n// A comment.")
run("build after a change of what a header includes" 0 "Reflecting game/door.h" ${again})
if(output MATCHES "Reflecting game/room.h")
  message(FATAL_ERROR "a header was read that does not include names.h:\n${output}")
endif()

edit(door.h "  int visits = 0;" "  GC_PROPERTY() int visits = 0;")
run("build after a new property" 0 "Reflecting game/door.h" ${again})
file(READ ${made}/door.generated.cc text)
if(NOT text MATCHES "\"visits\"")
  message(FATAL_ERROR "the new property is not described:\n${text}")
endif()
run("run after a new property" 0 "${expected}" ${build}/reflects)

edit(door.h "int visits = 0;" "int visits : 4;")
run("build with a mistake" 1
    "game/door.h:[0-9]+:21: error: the property 'visits' is a bit field" ${again})
edit(door.h "int visits : 4;" "int visits = 0;")
edit(room.h "namespace game {" "namespace yard {
struct GC_STRUCT() Slot {
  GC_BODY(Slot)
};
}

namespace game {")
run("build with two types of one name" 1
    "error: the module has another type /Script/Game.Slot" ${again})

file(REMOVE_RECURSE ${SCRATCH})
