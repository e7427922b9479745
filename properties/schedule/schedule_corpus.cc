// properties/schedule/schedule_corpus.cc -- reads a folder.

#include "properties/schedule/schedule_corpus.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

#include "reference/schedule/schedule_text.h"

namespace properties::schedule {

ScheduleCorpus LoadScheduleCorpus(const std::string& folder) {
  ScheduleCorpus corpus;
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder, error)) {
    if (file.path().extension() == ".trace") files.push_back(file.path());
  }
  if (error || files.empty()) corpus.problems.push_back(folder + " has no runs of a scheduler");
  std::ranges::sort(files);
  for (const std::filesystem::path& file : files) {
    auto loaded = reference::schedule::Load(file.string());
    if (const auto* wrong = std::get_if<reference::ParseError>(&loaded)) {
      corpus.problems.push_back(wrong->Text());
    } else {
      corpus.entries.push_back(
          {file.filename().string(), std::get<reference::schedule::Trace>(std::move(loaded))});
    }
  }
  return corpus;
}

}  // namespace properties::schedule
