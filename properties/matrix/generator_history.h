// properties/matrix/generator_history.h -- how many traces directed random needs to catch each
// fault, from version to version.
//
// A generator that is changed for one purpose may get worse for another, and nothing fails: each
// fault is still caught, only later, until one is not. So the traces until each fault is caught are
// kept in the repository, one entry for each change of the generator, and a test measures them
// anew. One number is luck, so it is the median over several seeds.
//
//     { "cap": 20000, "seeds": 7, "entries": [
//       { "date": "2026-11-22", "change": "what was changed", "faults": {
//         "insertion-barrier/store-without-shading": 12, "mark-once/win-twice": null, ... } } ] }
//
// null: most seeds caught nothing within `cap` traces. The entries stand in the order of time.
// To add one: `generator_history "what was changed"` prints it (properties/CMakeLists.txt).
//
// Read next: properties/search/directed/directed.h.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/faults.h"
#include "reference/trace/trace.h"

namespace properties {

struct GeneratorEntry {
  std::string date;  // year-month-day
  std::string change;
  std::map<gc::Fault, std::optional<std::uint64_t>> traces;  // until it was caught
};

struct GeneratorHistory {
  std::uint64_t cap = 0;  // traces at most
  unsigned seeds = 0;     // 1, 2, ...
  std::vector<GeneratorEntry> entries;
};

// Reads the text of a generator_history.json. The alternative is a sentence that says what is wrong
// with it.
std::variant<GeneratorHistory, std::string> ReadGeneratorHistory(std::string_view text);

// An entry as text, to be added to the file.
std::string EntryText(const GeneratorEntry& entry);

// The first discipline in which a mutator can notice the fault.
reference::Locals DisciplineOf(gc::Fault fault);

// The median over the seeds of the traces of directed random until the faulty core is caught with
// this fault in that discipline; empty if most seeds caught nothing.
std::optional<std::uint64_t> TracesUntilCaught(gc::Fault fault, const GeneratorHistory& how);

// Two entries compared over the faults that both caught.
struct GeneratorChange {
  std::size_t faults = 0;           // that were compared
  double ratio = 1;                 // the geometric mean of later over earlier; above 1 is worse
  std::vector<std::string> lost;    // faults that the earlier one caught and the later did not
  std::vector<std::string> slower;  // more than `factor` times as many traces, and why in words
};
GeneratorChange Compare(const GeneratorEntry& earlier, const GeneratorEntry& later, double factor);

}  // namespace properties
