// properties/tool/failures/failure_files.cc -- writes files, and removes those of the run before.

#include "properties/tool/failures/failure_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <vector>

#include "properties/report/explanation_text.h"
#include "properties/tool/failures/failure_page.h"

namespace tool {

using properties::ReportFailure;

namespace {

namespace fs = std::filesystem;

// Each run leaves this file behind. If a folder has it, its numbered files are from a run, and may
// be removed.
constexpr const char* kOurs = "report.json";

bool IsOurs(const std::string& name) {
  static const std::regex ours(
      "([0-9]+|soak)\\.trace|[0-9]+\\.(txt|html)|run\\.html|report\\.(json|txt|xml|sarif|md)");
  return std::regex_match(name, ours);
}

// The trace's text, with what is known of the failure as comments below its first line. Each
// operation has a line, and the last of them is the last line.
std::string Annotated(const ReportFailure& failure) {
  const std::size_t first_line = failure.trace.find('\n') + 1;
  std::string comments = "# " + failure.explanation.heading + "\n# found: " + failure.origin +
                         "\n# replay: " + failure.replay + "\n";
  return failure.trace.substr(0, first_line) + comments + failure.trace.substr(first_line);
}

}  // namespace

void PrepareFolder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw UsageError("cannot make the folder " + folder + ": " + error.message());
  const fs::path probe = fs::path(folder) / ".probe";
  if (!std::ofstream(probe)) throw UsageError("cannot write in the folder " + folder);
  fs::remove(probe, error);
}

void ClearFolder(const std::string& folder) {
  std::error_code error;
  if (!fs::exists(fs::path(folder) / kOurs, error)) return;
  std::vector<fs::path> old;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_regular_file() && IsOurs(entry.path().filename())) old.push_back(entry.path());
  }
  for (const fs::path& path : old) fs::remove(path, error);
}

void WriteFailure(const std::string& folder, std::size_t number, const Choices& choices,
                  ReportFailure& failure) {
  const fs::path base = fs::path(folder) / std::to_string(number);
  failure.trace_file = base.string() + ".trace";
  failure.text_file = base.string() + ".txt";
  failure.page_file = base.string() + ".html";
  failure.replay = ProgramName() + " replay " + Quoted(failure.trace_file) + choices.Text();
  const std::string annotated = Annotated(failure);
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(annotated, '\n'));
  failure.first_line = lines >= failure.operations ? lines - failure.operations + 1 : 0;
  WriteFile(failure.trace_file, annotated);
  WriteFile(failure.text_file, FailureText(failure, properties::Style()) + "\n" + failure.trace);
  WriteFile(failure.page_file, PageOf(failure, choices));
}

void WriteFile(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  if (!out.flush()) throw UsageError("cannot write " + path);
}

}  // namespace tool
