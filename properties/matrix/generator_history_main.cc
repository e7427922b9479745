// properties/matrix/generator_history_main.cc -- measures directed random, and prints an entry of
// generator_history.json.
//
//     generator_history "what was changed"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include "properties/matrix/generator_history.h"

int main(int count, char** words) {
  if (count != 2) {
    std::fputs("usage: generator_history \"what was changed\"\n", stderr);
    return 2;
  }
  std::ifstream file(TRICOLOUR_SOURCE_DIR "/properties/matrix/generator_history.json");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto read = properties::ReadGeneratorHistory(text);
  if (const auto* wrong = std::get_if<std::string>(&read)) {
    fmt::print(stderr, "generator_history.json: {}\n", *wrong);
    return 2;
  }
  const auto& history = std::get<properties::GeneratorHistory>(read);
  char date[16] = {};
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  properties::GeneratorEntry entry{.date = date, .change = words[1], .traces = {}};
  for (const gc::FaultEntry& fault : gc::kFaults) {
    entry.traces[fault.fault] = properties::TracesUntilCaught(fault.fault, history);
  }
  fmt::print("{}", properties::EntryText(entry));
  return 0;
}
