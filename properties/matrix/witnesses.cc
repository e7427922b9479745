// properties/matrix/witnesses.cc -- a hunt, and a name for what it brings.

#include "properties/matrix/witnesses.h"

#include <fmt/format.h>

#include "model/explorer/counterexample_search.h"

namespace properties {

std::optional<CorpusEntry> WitnessOf(gc::Fault fault, reference::Locals locals) {
  const model::Counterexample hunt = model::FindCounterexample(fault, locals);
  if (!hunt.witness) return std::nullopt;
  const gc::FaultEntry& entry = gc::EntryOf(fault);
  std::string name = fmt::format("witness--{}--{}", gc::EntryOf(entry.rule).name, entry.variant);
  if (locals != reference::Locals::kDead) name += fmt::format("--{}", WordOf(locals));
  return CorpusEntry{.name = std::move(name), .trace = hunt.witness->trace, .fault = fault};
}

}  // namespace properties
