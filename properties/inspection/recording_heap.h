// properties/inspection/recording_heap.h -- core's records of cycles beside those on paper, and how
// one differs from the one before.
//
// Included by core_inspection.cc only.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "core/inspect/report/cycle_record.h"
#include "properties/inspection/reporting_heap.h"

namespace properties::inspection {
namespace {

using paper::PaperRecord;

class RecordingHeap : protected ReportingHeap {
 protected:
  using ReportingHeap::ReportingHeap;

  void CompareRecord(const std::string& which, const gc::CycleRecord& said,
                     const PaperRecord& should, bool total);
  void CompareChange(const gc::CycleChange& said, const PaperRecord& before,
                     const PaperRecord& after);
};

void RecordingHeap::CompareRecord(const std::string& which, const gc::CycleRecord& said,
                                  const PaperRecord& should, bool total) {
  const auto same = [&](const char* what, std::uint64_t one, std::uint64_t other) {
    if (one != other) return Same(which + ": " + what, one, other);
    Same(which, one, other);
  };
  same("cycle", said.cycle, should.cycle);
  same("full", said.full, should.full);
  for (std::size_t part = 0; part < paper::kParts; ++part) {
    same(paper::kPartNames[part], said.units[part], should.units[part]);
    same("time of a part", said.time[part], should.time[part]);
  }
  same("slices", said.slices.count, should.slices);
  same("units of slices", said.slices.units, should.Units());
  same("most units", said.slices.most_units, should.most_units);
  same("time of slices", said.slices.time, should.Time());
  same("slowest", said.slices.slowest, should.slowest);
  same("objects at the end", said.objects_at_end, should.objects_at_end);
  same("roots", said.roots, should.roots);
  same("initial references", said.initial_references, should.initial_references);
  same("barrier objects", said.barrier_objects, should.barrier_objects);
  same("barrier passes", said.barrier_passes, should.barrier_passes);
  same("scanned", said.scanned, should.scanned);
  same("end checks", said.end_checks, should.end_checks);
  same("doomed", said.doomed, should.doomed);
  same("begun", said.begun, should.begun);
  same("polled", said.polled, should.polled);
  same("not ready", said.not_ready, should.not_ready);
  same("freed", said.freed, should.freed);
  same("all units", said.Units(), should.Units());
  same("all time", said.Time(), should.Time());
  if (total) return;
  same("start", said.started_at, should.started_at);
  same("end", said.ended_at + Lies(InspectionLie::kIsLate), should.ended_at);
  same("objects at the start", said.objects_at_start, should.objects_at_start);
  CompareClasses(which + ": classes", said.classes, should.classes);
  Same(which + ": text", gc::TextOf(said), TextOf(should));
}

void RecordingHeap::CompareChange(const gc::CycleChange& said, const PaperRecord& before,
                                  const PaperRecord& after) {
  const auto same = [&](const char* what, std::int64_t change, std::uint64_t from,
                        std::uint64_t to) {
    Same(std::string("change of ") + what, std::to_string(change),
         std::to_string(static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from)));
  };
  same("objects", said.objects, before.objects_at_end, after.objects_at_end);
  same("doomed", said.doomed, before.doomed, after.doomed);
  same("freed", said.freed, before.freed, after.freed);
  same("barrier objects", said.barrier_objects, before.barrier_objects, after.barrier_objects);
  same("units", said.units, before.Units(), after.Units());
  same("time", said.time, before.Time(), after.Time());
  std::map<std::string_view, std::pair<std::int64_t, std::int64_t>> grown;
  for (const auto& [list, sign] : {std::pair{&before, -1}, {&after, 1}}) {
    for (const paper::PaperCount& count : list->classes) {
      grown[count.type].first += sign * std::int64_t{count.objects};
      grown[count.type].second += sign * static_cast<std::int64_t>(count.bytes);
    }
  }
  std::erase_if(grown, [](const auto& one) { return one.second == std::pair(0L, 0L); });
  Same("classes that changed", said.classes.size(), grown.size());
  for (std::size_t i = 0; i < said.classes.size(); ++i) {
    const gc::ClassChange& one = said.classes[i];
    const auto at = grown.find(one.type->name);
    if (at == grown.end()) return Holds("a class has changed", false);
    Holds("how a class has changed", at->second == std::pair(one.objects, one.bytes));
    if (i == 0) continue;
    const gc::ClassChange& more = said.classes[i - 1];
    Holds("classes that have grown most come first",
          more.objects > one.objects ||
              (more.objects == one.objects && std::string_view(more.type->name) < one.type->name));
  }
}

}  // namespace
}  // namespace properties::inspection
