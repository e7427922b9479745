# tricolour_reflect.cmake -- lets the header tool read a target's annotated headers in each build.
#
#     tricolour_reflect(TARGET HEADER... [MODULE NAME] [RAW allow|log|refuse] [ARGUMENTS ...])
#
# Each HEADER gets a generated header and a generated source in the build folder, which belong to
# TARGET from then on; those that link TARGET find the generated headers too. Call it once for a
# target, with all of its headers. MODULE is the module in the paths of the types, /Script/NAME.Door;
# without it, it is TARGET. ARGUMENTS go to clang, beside the include folders and macros of TARGET.
#
# RAW says what is done about annotated plain pointers to objects. Without it,
# TRICOLOUR_REFLECT_RAW decides for all targets, and then `refuse`. Over both of them stand
# the entries of the list TRICOLOUR_REFLECT_RAW_OVERRIDES, such as game=log.
#
# A header is read again when it, or anything that it includes, has changed. Headers are read at the
# same time if the build has several jobs; no header waits for the generated one of another. What
# comes out as it was is not compiled again. Headers of one target may refer to each other's classes
# by declaring them only.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

function(tricolour_reflect target)
  cmake_parse_arguments(PARSE_ARGV 1 reflect "" "MODULE;RAW" "ARGUMENTS")
  set(headers ${reflect_UNPARSED_ARGUMENTS})
  if(NOT TARGET tricolour::reflect)
    message(FATAL_ERROR "tricolour_reflect: there is no tricolour-reflect, because libclang was not "
                        "found when tricolour was built (Debian: libclang-19-dev)")
  endif()
  if(NOT TARGET ${target} OR NOT headers)
    message(FATAL_ERROR "tricolour_reflect: expected a target and its headers, found '${ARGV}'")
  endif()
  get_target_property(before ${target} TRICOLOUR_REFLECTED)
  if(before)
    message(FATAL_ERROR "tricolour_reflect: called before for ${target}; name all headers at once")
  endif()
  set_target_properties(${target} PROPERTIES TRICOLOUR_REFLECTED ON)

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_reflected)
  set(module ${target})
  if(reflect_MODULE)
    set(module ${reflect_MODULE})
  endif()
  set(raw refuse)
  if(reflect_RAW)
    set(raw ${reflect_RAW})
  elseif(TRICOLOUR_REFLECT_RAW)
    set(raw ${TRICOLOUR_REFLECT_RAW})
  endif()
  set(overrides)
  foreach(entry ${TRICOLOUR_REFLECT_RAW_OVERRIDES})
    list(APPEND overrides --raw-override ${entry})
  endforeach()
  set(folders $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  set(macros $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)

  set(others)
  foreach(header ${headers})
    get_filename_component(path ${header} ABSOLUTE)
    list(APPEND others --with ${path})
  endforeach()
  set(generated)
  foreach(header ${headers})
    get_filename_component(path ${header} ABSOLUTE)
    get_filename_component(stem ${header} NAME_WLE)
    set(made ${folder}/${stem}.generated)
    if(${made}.h IN_LIST generated)
      message(FATAL_ERROR "tricolour_reflect: two headers of ${target} are named ${stem}.h")
    endif()
    list(APPEND generated ${made}.h)
    # The stamp is new after each run, and the files are new only if they changed: so a header is
    # not read again and again, and nothing is compiled for no reason.
    add_custom_command(
      OUTPUT ${made}.stamp
      BYPRODUCTS ${made}.h ${made}.cc
      COMMAND tricolour::reflect --module ${module} --out ${folder} --depfile ${made}.d
              --stamp ${made}.stamp --raw ${raw} --target ${target} ${overrides} ${others} ${path} --
              "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>"
              "$<$<BOOL:${macros}>:-D$<JOIN:${macros},;-D>>" ${reflect_ARGUMENTS}
      DEPENDS ${path} tricolour::reflect
      DEPFILE ${made}.d
      COMMENT "Reflecting ${header}"
      COMMAND_EXPAND_LISTS VERBATIM)
    target_sources(${target} PRIVATE ${made}.cc ${made}.stamp)
  endforeach()

  # Two types of one name are a mistake that no single header shows.
  add_custom_command(
    OUTPUT ${folder}/module.stamp
    COMMAND tricolour::reflect check ${generated}
    COMMAND ${CMAKE_COMMAND} -E touch ${folder}/module.stamp
    DEPENDS ${generated} tricolour::reflect
    COMMENT "Looking for types of one name in ${module}"
    VERBATIM)
  target_sources(${target} PRIVATE ${folder}/module.stamp)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${folder}>)
endfunction()

cmake_policy(POP)
