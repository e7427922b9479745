#include "properties/corpus/corpus.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>
#include <variant>

#include "properties/base/fault_names.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

// What follows `key` on a comment line of the file; empty if no line has the key.
std::string CommentOf(std::istream& in, std::string_view key) {
  const std::string wanted = "# " + std::string(key) + ": ";
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(wanted, 0) != 0) continue;
    std::string value = line.substr(wanted.size());
    while (!value.empty() && (value.back() == '\r' || value.back() == ' ')) value.pop_back();
    return value;
  }
  return {};
}

void Load(const std::filesystem::path& path, Corpus& corpus) {
  auto parsed = reference::LoadTrace(path.string());
  if (const auto* error = std::get_if<reference::ParseError>(&parsed)) {
    corpus.problems.push_back(error->Text());
    return;
  }
  CorpusEntry entry{.name = path.stem().string(),
                    .trace = std::get<reference::Trace>(std::move(parsed)),
                    .fault = std::nullopt};
  std::ifstream in(path);
  const std::string fault = CommentOf(in, "fault");
  in.clear();
  in.seekg(0);
  entry.seen_by = CommentOf(in, "seen by");
  in.clear();
  in.seekg(0);
  const std::string subject = CommentOf(in, "subject");
  if (!subject.empty()) entry.subject = subject;
  if (!fault.empty()) {
    entry.fault = FaultNamed(fault);
    if (!entry.fault) {
      corpus.problems.push_back(path.string() + ":1:1: no fault is called \"" + fault + "\"");
      return;
    }
  }
  corpus.entries.push_back(std::move(entry));
}

}  // namespace

Corpus LoadCorpus(const std::filesystem::path& folder) {
  Corpus corpus;
  std::error_code error;
  std::vector<std::filesystem::path> paths;
  for (const auto& file : std::filesystem::directory_iterator(folder, error)) {
    if (file.path().extension() == ".trace") paths.push_back(file.path());
  }
  if (error) corpus.problems.push_back(folder.string() + ":1:1: " + error.message());
  std::sort(paths.begin(), paths.end());
  for (const std::filesystem::path& path : paths) Load(path, corpus);
  return corpus;
}

std::string TextOf(const CorpusEntry& entry) {
  const std::string text = reference::PrintTrace(entry.trace);
  const std::size_t first_line = text.find('\n') + 1;
  std::string comments;
  if (entry.fault) comments += "# fault: " + NameOf(*entry.fault) + "\n";
  if (!entry.seen_by.empty()) comments += "# seen by: " + entry.seen_by + "\n";
  if (entry.subject != "core") comments += "# subject: " + entry.subject + "\n";
  return text.substr(0, first_line) + comments + text.substr(first_line);
}

}  // namespace properties
