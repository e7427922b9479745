# properties/subjects/cppgc/find_cppgc.cmake -- where V8's collector for C++ objects is: it is judged
# here and measured by the command `bench`.
#
# It comes with libnode-dev and libnode. They are found where they are installed, or below
# TRICOLOUR_PEERS, where packages can be unpacked that cannot be installed beside others.
set(TRICOLOUR_PEERS ${PROJECT_BINARY_DIR}/peers CACHE PATH "Unpacked packages of peers")
find_path(CPPGC_INCLUDE cppgc/testing.h NO_CACHE
          PATHS ${TRICOLOUR_PEERS}/usr/include/nodejs/deps/v8/include
                /usr/include/nodejs/deps/v8/include NO_DEFAULT_PATH)
find_library(CPPGC_LIBRARY NAMES libnode.so.108 NO_CACHE
             PATHS ${TRICOLOUR_PEERS}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}
                   /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE} NO_DEFAULT_PATH)

# Makes the target a user of cppgc. The libraries that libnode needs lie beside it.
function(tricolour_uses_cppgc target)
  get_filename_component(folder ${CPPGC_LIBRARY} DIRECTORY)
  target_link_libraries(${target} PRIVATE ${CPPGC_LIBRARY})
  target_include_directories(${target} SYSTEM PRIVATE ${CPPGC_INCLUDE})
  target_compile_options(${target} PRIVATE -fno-rtti)  # as V8 is compiled
  target_link_options(${target} PRIVATE -Wl,-rpath-link,${folder}
                                        -Wl,--disable-new-dtags,-rpath,${folder})
endfunction()
