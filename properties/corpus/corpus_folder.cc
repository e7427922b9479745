#include "properties/corpus/corpus_folder.h"

#include <algorithm>
#include <system_error>

#include "properties/base/own_program.h"

namespace properties {

namespace fs = std::filesystem;

namespace {

bool IsThere(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(folder, error);
}

}  // namespace

std::vector<fs::path> CorpusFolders(const fs::path& sources, const fs::path& program,
                                    const std::string& in_sources) {
  return {ShareFolderOf(program) / in_sources, sources / in_sources,
          program.parent_path() / in_sources};
}

fs::path CorpusFolder(const fs::path& sources, const std::string& in_sources) {
  const std::vector<fs::path> folders = CorpusFolders(sources, OwnProgram(), in_sources);
  const auto there = std::ranges::find_if(folders, IsThere);
  return there == folders.end() ? sources / in_sources : *there;
}

std::string WhyNoCorpus(const fs::path& sources, const std::string& in_sources) {
  if (IsThere(CorpusFolder(sources, in_sources))) return {};
  std::string text = "there are no kept traces: looked in ";
  const std::vector<fs::path> folders = CorpusFolders(sources, OwnProgram(), in_sources);
  for (std::size_t i = 0; i < folders.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == folders.size() ? " and " : ", ") + folders[i].string();
  }
  return text;
}

}  // namespace properties
