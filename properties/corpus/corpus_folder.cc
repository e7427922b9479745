#include "properties/corpus/corpus_folder.h"

#include <algorithm>
#include <system_error>

namespace properties {

namespace fs = std::filesystem;

namespace {

bool IsThere(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(folder, error);
}

fs::path OwnProgram() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

}  // namespace

std::vector<fs::path> CorpusFolders(const fs::path& sources, const fs::path& program,
                                    const std::string& in_sources) {
  const fs::path beside = program.parent_path();
  return {sources / in_sources, beside / in_sources,
          beside.parent_path() / "share" / "tricolour" / in_sources};
}

fs::path CorpusFolder(const fs::path& sources, const std::string& in_sources) {
  const std::vector<fs::path> folders = CorpusFolders(sources, OwnProgram(), in_sources);
  const auto there = std::ranges::find_if(folders, IsThere);
  return there == folders.end() ? folders.front() : *there;
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
