# core/consumer_test.cmake -- other people's projects use tricolour::core in the three ways there are.
#
# A package that only its own tree ever used is a promise. So the library is installed and moved, and
# a foreign project finds it by find_package and by pkg-config; another one embeds it with
# add_subdirectory. Both are stricter than we are about warnings, older in their language level, and
# have none of the packages that our tests need.
#
# cmake -DSOURCE= -DBUILD= -DSCRATCH= -DGENERATOR= -DCOMPILER= -DSANITIZE= -P core/consumer_test.cmake

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
set(consumer_flags -Wall -Wextra -Wpedantic -Wshadow -Werror ${SANITIZE})
list(JOIN consumer_flags " " consumer_flags_text)
set(configure ${CMAKE_COMMAND} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
              -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS=${consumer_flags_text}")

# Runs a command and stops the test if it fails; with a pattern, also if its output lacks it.
function(run what pattern)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output
                  ERROR_VARIABLE output COMMAND_ECHO STDOUT)
  if(NOT status EQUAL 0 OR NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "${what}: exit code ${status}, wanted '${pattern}'\n${output}")
  endif()
endfunction()

set(program ${CMAKE_CURRENT_LIST_DIR}/consumer_test.cc.in)

# Installed, then moved: a package may not remember where it was made.
run("install" "" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/made)
file(RENAME ${SCRATCH}/made ${SCRATCH}/prefix)

configure_file(${program} ${SCRATCH}/finds/main.cc COPYONLY)
file(WRITE ${SCRATCH}/finds/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.25)
project(finds LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(tricolour 0.1 CONFIG REQUIRED)
add_executable(finds main.cc)
target_link_libraries(finds PRIVATE tricolour::core)
]])
run("find_package" "" ${configure} -S ${SCRATCH}/finds -B ${SCRATCH}/finds/build
    -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix)
run("build with find_package" "" ${CMAKE_COMMAND} --build ${SCRATCH}/finds/build)
run("run with find_package" "collected 1 of 2" ${SCRATCH}/finds/build/finds)

# The file of settings comes along.
if(NOT EXISTS ${SCRATCH}/prefix/share/tricolour/tricolour.cfg)
  message(FATAL_ERROR "share/tricolour/tricolour.cfg is not installed")
endif()

# The same by pkg-config.
file(GLOB_RECURSE pc ${SCRATCH}/prefix/*/tricolour.pc)
get_filename_component(pc_dir ${pc} DIRECTORY)
execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${pc_dir}
                        pkg-config --cflags --libs tricolour
                OUTPUT_VARIABLE package OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(package UNIX_COMMAND "${package}")
run("build with pkg-config" "" ${COMPILER} -std=c++20 ${consumer_flags} ${SCRATCH}/finds/main.cc
    ${package} -o ${SCRATCH}/by_pkg_config)
run("run with pkg-config" "collected 1 of 2" ${SCRATCH}/by_pkg_config)

# All public headers together, and of what is installed nothing that is not for users. That each can
# be included alone is asked where they are built (VERIFY_INTERFACE_HEADER_SETS); that no two of them
# have different things of one name is asked here.
include(${SOURCE}/core/public_headers.cmake)
set(includes)
foreach(header IN LISTS core_public_headers)
  string(APPEND includes "#include \"${header}\"\n")
endforeach()
file(WRITE ${SCRATCH}/headers.cc "${includes}")
set(compile_options ${package})
list(FILTER compile_options EXCLUDE REGEX "^-[lL]|^-Wl,")
run("all public headers" "" ${COMPILER} -std=c++20 -fsyntax-only ${consumer_flags}
    ${compile_options} ${SCRATCH}/headers.cc)
file(GLOB_RECURSE installed ${SCRATCH}/prefix/*.h)
foreach(header IN LISTS installed)
  file(STRINGS ${header} tests REGEX "#include <(gtest|gmock)")
  if(tests OR header MATCHES "/testing/|/collector[.]h$")
    message(FATAL_ERROR "${header} is not for users, and is installed")
  endif()
endforeach()

# Embedded. Whatever we set must stay with us, and nothing of ours but the library may be built. It
# is merged into few files there, as large projects do.
configure_file(${program} ${SCRATCH}/embeds/main.cc COPYONLY)
file(WRITE ${SCRATCH}/embeds/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.25)
project(embeds LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 17)
foreach(package GTest rapidcheck fmt PkgConfig CLI11 nlohmann_json pugixml benchmark)
  set(CMAKE_DISABLE_FIND_PACKAGE_${package} ON)
endforeach()

set(properties COMPILE_OPTIONS COMPILE_DEFINITIONS LINK_OPTIONS INCLUDE_DIRECTORIES TESTS)
set(variables CMAKE_CXX_FLAGS CMAKE_CXX_STANDARD CMAKE_CXX_STANDARD_REQUIRED CMAKE_CXX_EXTENSIONS
              CMAKE_CXX_COMPILER_LAUNCHER CMAKE_EXPORT_COMPILE_COMMANDS BUILD_SHARED_LIBS
              CMAKE_VERIFY_INTERFACE_HEADER_SETS)
function(what_is_set out)
  set(text)
  foreach(property ${properties})
    get_directory_property(value ${property})
    string(APPEND text "${property}=${value};")
  endforeach()
  foreach(variable ${variables})
    string(APPEND text "${variable}=${${variable}};")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

what_is_set(before)
add_subdirectory(${SOURCE} tricolour)
what_is_set(after)
if(NOT before STREQUAL after)
  message(FATAL_ERROR "add_subdirectory changed something:\n${before}\n${after}")
endif()
foreach(target tricolour_core tricolour_rules)
  foreach(property INTERFACE_COMPILE_OPTIONS INTERFACE_COMPILE_DEFINITIONS INTERFACE_LINK_OPTIONS)
    get_target_property(value ${target} ${property})
    if(value)
      message(FATAL_ERROR "${target} forces ${property} on what links it: ${value}")
    endif()
  endforeach()
endforeach()
get_target_property(warnings tricolour_warnings INTERFACE_COMPILE_OPTIONS)
if(warnings)
  message(FATAL_ERROR "our warnings are on in a foreign build: ${warnings}")
endif()

add_executable(embeds main.cc)
target_link_libraries(embeds PRIVATE tricolour::core)
]])
run("embed" "" ${configure} -S ${SCRATCH}/embeds -B ${SCRATCH}/embeds/build -DSOURCE=${SOURCE}
    -DCMAKE_UNITY_BUILD=ON)
run("build embedded" "" ${CMAKE_COMMAND} --build ${SCRATCH}/embeds/build)
run("run embedded" "collected 1 of 2" ${SCRATCH}/embeds/build/embeds)
file(GLOB_RECURSE libraries RELATIVE ${SCRATCH}/embeds/build ${SCRATCH}/embeds/build/*.a)
if(NOT libraries STREQUAL "tricolour/core/libtricolour_core.a")
  message(FATAL_ERROR "embedding builds more than the library: ${libraries}")
endif()

file(REMOVE_RECURSE ${SCRATCH})
