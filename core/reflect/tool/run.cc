#include "core/reflect/tool/run.h"

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

#include "core/reflect/tool/read/reader.h"
#include "core/reflect/tool/write/emit.h"
#include "core/reflect/tool/write/files.h"

namespace gc::header_tool {
namespace {

constexpr std::string_view kTypeLine = "// type ";

void Say(const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); }

// The folders of "-Ifolder", "-I folder" and of those that are spelled -isystem and -iquote.
std::vector<std::string> IncludeFolders(const std::vector<std::string>& arguments) {
  std::vector<std::string> folders;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    for (const std::string_view option : {"-I", "-isystem", "-iquote"}) {
      if (!arguments[at].starts_with(option)) continue;
      const bool stands_alone = arguments[at] == option;
      if (stands_alone && ++at == arguments.size()) return folders;
      folders.push_back(stands_alone ? arguments[at] : arguments[at].substr(option.size()));
      break;
    }
  }
  return folders;
}

// How a source in any folder includes the header: from the include folder that is nearest to it.
std::string IncludeOf(const std::string& header, const std::vector<std::string>& arguments) {
  const auto path = std::filesystem::absolute(header).lexically_normal();
  std::string shortest = path.string();
  for (const std::string& named : IncludeFolders(arguments)) {
    const auto folder = std::filesystem::absolute(named).lexically_normal();
    const std::string relative = path.lexically_relative(folder).generic_string();
    if (relative.empty() || relative.starts_with("..")) continue;
    if (relative.size() < shortest.size()) shortest = relative;
  }
  return shortest;
}

std::string Write(const Call& call, const Reading& reading) {
  const std::string& path = reading.header.path;
  const auto out = std::filesystem::path(call.out);
  const std::string header = (out / GeneratedHeaderOf(path)).string();
  const std::string source = (out / GeneratedSourceOf(path)).string();
  std::string wrong = WriteIfChanged(header, EmitHeader(reading.header, call.module));
  if (!wrong.empty()) return wrong;
  std::vector<std::string> others;
  for (const std::string& other : call.others) {
    if (other != path) others.push_back(IncludeOf(other, call.arguments));
  }
  wrong = WriteIfChanged(
      source, EmitSource(reading.header, call.module, IncludeOf(path, call.arguments), others));
  if (!wrong.empty() || call.depfile.empty()) return wrong;
  const std::vector<std::string> targets =
      call.stamp.empty() ? std::vector{header, source} : std::vector{call.stamp};
  return WriteIfChanged(call.depfile, DependencyFile(targets, reading.dependencies));
}

void SayTimes(const Reading& reading, std::clock_t all) {
  const auto milliseconds = [](std::clock_t time) {
    return 1e3 * static_cast<double>(time) / CLOCKS_PER_SEC;
  };
  std::fprintf(stderr, "%s: %.1f ms, of which %.1f ms in clang\n", reading.header.path.c_str(),
               milliseconds(all), milliseconds(reading.parsing));
}

// Two headers of one name would have one generated file, which each call would write twice.
bool HaveFilesOfTheirOwn(const std::vector<std::string>& headers) {
  std::map<std::string, std::string> first;
  bool have = true;
  for (const std::string& header : headers) {
    const auto [found, is_its_own] = first.emplace(GeneratedHeaderOf(header), header);
    if (is_its_own) continue;
    Say(header + ": error: " + found->first + " would be that of " + found->second +
        " too; remedy: rename one, or read them in two calls with another --out");
    have = false;
  }
  return have;
}

}  // namespace

int Run(const Call& call) {
  if (!HaveFilesOfTheirOwn(call.headers)) return kExitUsage;
  std::vector<Reading> readings;
  std::vector<std::clock_t> times;
  bool wrong = false;
  for (const std::string& header : call.headers) {
    const std::clock_t began = std::clock();
    readings.push_back(Read(header, call.arguments, call.raw));
    times.push_back(std::clock() - began);
    for (const Finding& finding : readings.back().findings) Say(Text(finding));
    wrong = wrong || HasErrors(readings.back().findings);
  }
  const Findings twice = TypesOfOneName(readings);
  for (const Finding& finding : twice) Say(Text(finding));
  wrong = wrong || !twice.empty();
  for (std::size_t at = 0; at < readings.size(); ++at) {
    const std::clock_t began = std::clock();
    if (!wrong) {
      const std::string failed = Write(call, readings[at]);
      if (!failed.empty()) {
        Say(failed);
        wrong = true;
      }
    }
    const std::clock_t all = times[at] + (std::clock() - began);
    if (call.timings) SayTimes(readings[at], all);
  }
  if (!wrong && !call.stamp.empty() && !Touch(call.stamp)) {
    Say(call.stamp + ": cannot be written");
    wrong = true;
  }
  return wrong ? kExitUsage : kExitDone;
}

int CheckModule(const std::vector<std::string>& generated_headers) {
  std::map<std::string, std::string> first;
  int code = kExitDone;
  for (const std::string& path : generated_headers) {
    const std::optional<std::string> text = ReadFile(path);
    if (!text) {
      Say(path + ": cannot be read");
      return kExitUsage;
    }
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(kTypeLine)) continue;
      const auto [found, inserted] = first.emplace(line.substr(kTypeLine.size()), path);
      if (inserted) continue;
      Say(path + ": error: the module has another type " + found->first + ", in " + found->second +
          "; remedy: rename one");
      code = kExitUsage;
    }
  }
  return code;
}

}  // namespace gc::header_tool
