# properties/bench/peers/peers.cmake -- the programs of those peers that are installed.
#
# Nothing here is required: a peer that is not found is not built, and its rows say so.

# A program that is the peer NAME; the program tricolour is built with it.
function(bench_peer name source)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE tricolour_bench_serve ${ARGN} tricolour_warnings)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  add_dependencies(bench_peers ${name})
endfunction()

add_custom_target(bench_peers)

# V8's collector for C++ objects, from libnode-dev and libnode.
include(${PROJECT_SOURCE_DIR}/properties/subjects/cppgc/find_cppgc.cmake)
if(CPPGC_INCLUDE AND CPPGC_LIBRARY AND NOT TRICOLOUR_SANITIZE)
  bench_peer(cppgc_peer peers/cppgc_main.cc)
  tricolour_uses_cppgc(cppgc_peer)
endif()

find_package(PkgConfig)
pkg_check_modules(BDWGC IMPORTED_TARGET bdw-gc)
if(BDWGC_FOUND AND NOT TRICOLOUR_SANITIZE)
  bench_peer(libgc_peer peers/libgc_main.cc PkgConfig::BDWGC)
endif()

if(LUA_FOUND)
  bench_peer(lua_peer peers/lua_main.cc PkgConfig::LUA)
endif()

find_program(GO go NO_CACHE)
if(GO)
  add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/go_peer
                     COMMAND ${CMAKE_COMMAND} -E env GO111MODULE=off
                             GOCACHE=${CMAKE_CURRENT_BINARY_DIR}/go_cache
                             ${GO} build -o ${CMAKE_CURRENT_BINARY_DIR}/go_peer
                             ${CMAKE_CURRENT_SOURCE_DIR}/peers/peer.go
                     DEPENDS peers/peer.go COMMENT "Compiling the peer of Go")
  add_custom_target(peer_of_go DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/go_peer)
  add_dependencies(bench_peers peer_of_go)
endif()

find_program(JAVAC javac NO_CACHE)
if(JAVAC)
  add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/java/Peer.class
                     COMMAND ${JAVAC} -d ${CMAKE_CURRENT_BINARY_DIR}/java
                             ${CMAKE_CURRENT_SOURCE_DIR}/peers/Peer.java
                     DEPENDS peers/Peer.java COMMENT "Compiling the peer of OpenJDK")
  add_custom_target(java_peer DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/java/Peer.class)
  add_dependencies(bench_peers java_peer)
endif()
