// properties/subjects/core/core_totals.h -- what an inspector of a judged heap has counted.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <cstdint>

#include "core/inspect/report/statistics.h"
#include "reference/oracle/subject.h"

namespace properties {
namespace {

inline reference::Totals TotalsOf(const gc::Statistics& statistics) {
  using reference::Total;
  const gc::CycleRecord& sums = statistics.Total();
  reference::Totals totals{};
  const auto set = [&totals](Total total, std::uint64_t value) {
    totals[static_cast<std::size_t>(total)] = value;
  };
  const auto units = [&sums](gc::Spent spent) {
    return sums.units[static_cast<std::size_t>(spent)];
  };
  set(Total::kRecords, statistics.Cycles());
  set(Total::kStartUnits, units(gc::Spent::kStart));
  set(Total::kTraceUnits, units(gc::Spent::kTrace));
  set(Total::kGatherUnits, units(gc::Spent::kGather));
  set(Total::kInitialReferences, sums.initial_references);
  set(Total::kBarrierObjects, sums.barrier_objects);
  set(Total::kBarrierPasses, sums.barrier_passes);
  set(Total::kScanned, sums.scanned);
  set(Total::kEndChecks, sums.end_checks);
  set(Total::kDoomed, sums.doomed);
  set(Total::kBegun, sums.begun);
  set(Total::kPolled, sums.polled);
  set(Total::kNotReady, sums.not_ready);
  set(Total::kFreed, sums.freed);
  return totals;
}

}  // namespace
}  // namespace properties
