// properties/matrix/witnesses.cc -- searches a counterexample and names what is found.

#include "properties/matrix/witnesses.h"

#include <fmt/format.h>

#include "model/explorer/counterexample_search.h"
#include "properties/corpus/corpus.h"

namespace properties {

std::optional<CorpusEntry> WitnessOf(gc::Fault fault, reference::Locals locals) {
  const model::Counterexample search = model::FindCounterexample(fault, locals);
  if (!search.witness) return std::nullopt;
  const gc::FaultEntry& entry = gc::EntryOf(fault);
  std::string name = fmt::format("witness--{}--{}", gc::EntryOf(entry.rule).name, entry.variant);
  if (locals != reference::Locals::kDead) name += fmt::format("--{}", WordOf(locals));
  return CorpusEntry{.name = std::move(name), .trace = search.witness->trace, .fault = fault};
}

}  // namespace properties
