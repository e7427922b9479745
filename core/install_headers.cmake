# core/install_headers.cmake -- installs the public headers and what they include, as it is then.
#
# Run by `cmake --install` with TRICOLOUR_SOURCE_DIR and TRICOLOUR_INCLUDE_DIR set.
include(${TRICOLOUR_SOURCE_DIR}/core/public_headers.cmake)
core_with_included(headers ${TRICOLOUR_SOURCE_DIR} "${core_public_headers}")
foreach(header IN LISTS headers)
  get_filename_component(folder ${header} DIRECTORY)
  file(INSTALL DESTINATION ${CMAKE_INSTALL_PREFIX}/${TRICOLOUR_INCLUDE_DIR}/${folder}
       TYPE FILE FILES ${TRICOLOUR_SOURCE_DIR}/${header})
endforeach()
