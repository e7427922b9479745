# core/reflect/page_test.cmake -- the page for a first program is one that works.
#
# The files are written from the blocks of the page, the commands are run where the library was
# installed, and the program must print what the page says.
#
# cmake -DBUILD= -DSCRATCH= -DGENERATOR= -DCOMPILER= -DSANITIZE= -P page_test.cmake

file(REMOVE_RECURSE ${SCRATCH})
file(READ ${CMAKE_CURRENT_LIST_DIR}/first_program.md page)

# The text of the block behind `before`, without its fences.
function(text_behind before out)
  string(FIND "${page}" "${before}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "the page has no '${before}'")
  endif()
  string(SUBSTRING "${page}" ${at} -1 rest)
  string(FIND "${rest}" "\n```" begin)
  math(EXPR begin "${begin} + 4")
  string(SUBSTRING "${rest}" ${begin} -1 rest)
  string(FIND "${rest}" "\n" begin)  # behind the word of the language
  math(EXPR begin "${begin} + 1")
  string(FIND "${rest}" "\n```" end)
  math(EXPR length "${end} + 1 - ${begin}")
  string(SUBSTRING "${rest}" ${begin} ${length} text)
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

foreach(name CMakeLists.txt yard.h yard.cc main.cc)
  text_behind("`${name}`:\n" text)
  file(WRITE ${SCRATCH}/yard/${name} "${text}")
endforeach()

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD}/core --prefix ${SCRATCH}/prefix
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(ENV{CMAKE_GENERATOR} ${GENERATOR})
set(ENV{CXX} ${COMPILER})
list(JOIN SANITIZE " " flags)
set(ENV{CXXFLAGS} "-Wall -Wextra -Wpedantic -Werror ${flags}")

text_behind("## 5. Run it" commands)
string(REPLACE "/where/tricolour/was/installed" "${SCRATCH}/prefix" commands "${commands}")
string(STRIP "${commands}" commands)
string(REPLACE "\n" ";" commands "${commands}")
foreach(command IN LISTS commands)
  execute_process(COMMAND sh -c "${command}" WORKING_DIRECTORY ${SCRATCH}/yard
                  RESULT_VARIABLE status OUTPUT_VARIABLE printed ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${command}: exit code ${status}\n${printed}${said}")
  endif()
endforeach()

text_behind("It prints:" expected)
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "the program prints\n${printed}and the page says\n${expected}")
endif()
file(REMOVE_RECURSE ${SCRATCH})
