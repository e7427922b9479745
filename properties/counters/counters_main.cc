// properties/counters/counters_main.cc -- counts the collector's work anew, and writes the
// baseline.
//
//     counters "why there is more work, or less"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include "properties/counters/counters.h"
#include "properties/subjects/core/core_subject.h"

int main(int count, char** words) {
  if (count != 2 || *words[1] == '\0' || *words[1] == '-') {
    std::fputs("usage: counters \"why there is more work, or less\"\n", stderr);
    return 2;
  }
  const char* const path = TRICOLOUR_SOURCE_DIR "/properties/counters/baseline.json";
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto read = properties::ReadCounterBaseline(text);
  if (const auto* wrong = std::get_if<std::string>(&read)) {
    fmt::print(stderr, "{}: {}\n", path, *wrong);
    return 2;
  }
  properties::CounterBaseline baseline = std::get<properties::CounterBaseline>(read);
  const auto subject = properties::MakeCoreSubject();
  std::map<std::string, properties::WorkCounts> counted;
  for (const auto& [name, trace] : properties::FixedTraces(TRICOLOUR_SOURCE_DIR)) {
    const auto work = properties::CountWork(trace, *subject);
    if (const auto* wrong = std::get_if<std::string>(&work)) {
      fmt::print(stderr, "{} disagrees, so nothing is written: {}\n", name, *wrong);
      return 1;
    }
    counted[name] = std::get<properties::WorkCounts>(work);
    const std::string difference = DifferenceOf(counted[name], baseline.traces[name]);
    if (!difference.empty()) fmt::print("{}: {}\n", name, difference);
  }
  baseline.traces = counted;
  char date[16] = {};
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  baseline.reasons.push_back({date, words[1]});
  std::ofstream out(path, std::ios::binary);
  out << TextOf(baseline);
  if (out.flush()) return 0;
  fmt::print(stderr, "cannot write {}\n", path);
  return 2;
}
