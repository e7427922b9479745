// fuzz/witnesses_main.cc -- writes the model's witnesses, from which the fuzzers start, to files.
//
//     fuzz_witnesses FOLDER [RULE/VARIANT...]      all faults if none is named
//
// For each fault, the file is the shortest run that shows it while locals are dead; if there is
// none, the shortest run in the next discipline in which there is one. This takes a minute.

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/io/files.h"
#include "properties/base/fault_names.h"
#include "properties/corpus/corpus.h"
#include "properties/matrix/witnesses.h"

namespace {

using reference::Locals;

std::optional<properties::CorpusEntry> FirstWitnessOf(gc::Fault fault) {
  for (const Locals locals : {Locals::kDead, Locals::kRescanned, Locals::kBlack}) {
    if (auto witness = properties::WitnessOf(fault, locals)) return witness;
  }
  return std::nullopt;
}

int Complain(const std::string& text) {
  fmt::print(stderr, "fuzz_witnesses: {}\n", text);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return Complain("usage: fuzz_witnesses FOLDER [RULE/VARIANT...]");
  const std::filesystem::path folder = argv[1];
  std::vector<gc::Fault> faults;
  for (const std::string_view name : std::vector<std::string_view>(argv + 2, argv + argc)) {
    const auto fault = properties::FaultNamed(name);
    if (!fault) return Complain("there is no fault " + std::string(name));
    faults.push_back(*fault);
  }
  if (faults.empty()) {
    for (const gc::FaultEntry& entry : gc::kFaults) faults.push_back(entry.fault);
  }
  for (const gc::Fault fault : faults) {
    const auto witness = FirstWitnessOf(fault);
    fmt::print("{}: {}\n", properties::NameOf(fault), witness ? witness->name : "no witness");
    if (!witness) continue;
    const auto file = folder / (witness->name + ".trace");
    if (!fuzz::WriteText(file, TextOf(*witness))) return Complain("cannot write " + file.string());
  }
  return 0;
}
