// properties/witnesses.cc -- a hunt, and a name for what it brings.

#include "properties/witnesses.h"

#include <fmt/format.h>

#include "model/explorer/hunt.h"

namespace properties {

std::optional<CorpusEntry> WitnessOf(gc::Fault fault, reference::Locals locals) {
  const model::Hunt hunt = model::HuntFor(fault, locals);
  if (!hunt.witness) return std::nullopt;
  const gc::FaultEntry& entry = gc::EntryOf(fault);
  std::string name = fmt::format("witness--{}--{}", gc::EntryOf(entry.rule).name, entry.variant);
  if (locals != reference::Locals::kDead) name += fmt::format("--{}", WordOf(locals));
  return CorpusEntry{.name = std::move(name), .trace = hunt.witness->trace, .fault = fault};
}

}  // namespace properties
