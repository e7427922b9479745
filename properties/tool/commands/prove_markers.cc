// properties/tool/commands/prove_markers.cc -- what is proved of the markers, as text.

#include "properties/tool/commands/prove_markers.h"

#include <algorithm>
#include <vector>

#include "model/threads/litmus/table.h"
#include "model/threads/marker/table.h"
#include "model/threads/ownership/ownership.h"
#include "properties/tool/process/output.h"

namespace tool {

namespace {

namespace marker = model::threads::marker;

bool ProveLitmus(bool drawn) {
  const auto rows = model::threads::LitmusTable();
  const auto known = std::ranges::count_if(rows, &model::threads::LitmusRow::IsAsKnown);
  const bool all = known == std::ssize(rows);
  if (drawn || !all) Print("\n{}", LitmusText(rows));
  Print("\nthe memory gives the known verdict of {} of {} litmus tests\n", known, rows.size());
  return all;
}

bool ProveOwners(marker::Mark mark, const char* title) {
  const marker::OwnershipProof proof = marker::ProveOwnership({.mark = mark});
  Print("\n{}\n{}", title, OwnershipText(proof));
  return proof.Holds();
}

}  // namespace

Markers ProveMarkers(bool drawn, bool deep) {
  const marker::Depth depth = deep ? marker::Depth::kDeep : marker::Depth::kGate;
  Markers result{.holds = ProveLitmus(drawn)};
  Print("\nmarkers without a mutex, which core does not have:\n");
  const auto sound = marker::MarkerSoundTable(depth);
  Print("{}\n", marker::SoundText(sound));
  const auto faults = marker::MarkerFaultTable();
  Print("their faults:\n{}", FaultText(faults, drawn));
  const auto weakened = marker::WeakenedTable(depth);
  Print("\ntheir memory orders, each weakened in turn:\n{}", WeakenedText(weakened, drawn));
  const bool atomic =
      ProveOwners(marker::Mark::kAtomic, "their owners, for any number of workers and objects:");
  const bool plain = ProveOwners(marker::Mark::kPlain, "and with a mark that is a plain store:");
  result.holds = result.holds && atomic && plain &&
                 std::ranges::all_of(sound, &model::threads::SoundRow::Holds);
  result.witnessed =
      std::ranges::all_of(faults, [](const auto& row) { return row.bad.has_value(); }) &&
      std::ranges::all_of(
          weakened, [](const auto& row) { return row.bad.has_value() || !ReasonFor(row).empty(); });
  return result;
}

}  // namespace tool
