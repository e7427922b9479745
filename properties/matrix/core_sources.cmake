# properties/matrix/core_sources.cmake -- writes the sources of core as a source: ROOT, OUT.
#
# Only files that ship, and of these only those that read or write an entry, or have an
# atomic access, a lock or a task.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/core/*.h ${ROOT}/core/*.cc)
list(FILTER files EXCLUDE REGEX "_test[.]cc$|^core/(testing|bench|examples)/")
list(SORT files)
set(out "#include \"properties/matrix/core_sources.h\"\n
namespace properties {\n
const std::vector<model::orders::SourceFile>& CoreSources() {
  static const std::vector<model::orders::SourceFile> files = {\n")
foreach(file ${files})
  file(READ ${ROOT}/${file} text)
  if(text MATCHES "(\\.|->)(load|store|exchange|fetch_[a-z]+|compare_exchange_[a-z]+)\\(|atomic|[lL]ock [a-z]+\\(|lock_guard|Hold\\(\\)|Occupant\\(\\)|tbb::")
    string(APPEND out "{\"${file}\", R\"tricolour(${text})tricolour\"},\n")
  endif()
endforeach()
string(APPEND out "  };\n  return files;\n}\n\n}  // namespace properties\n")
file(WRITE ${OUT} "${out}")
