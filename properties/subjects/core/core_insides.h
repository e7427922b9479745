// properties/subjects/core/core_insides.h -- what core knows of itself, by the names of a trace.
//
// Everything is read from the lists and entries themselves, and through const calls alone, so that
// looking cannot shade an object or give it a serial.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "properties/subjects/core/core_driver.h"
#include "reference/oracle/insides.h"

namespace properties {
namespace {

class InsideView {
 public:
  InsideView(const gc::Heap& heap, const Driver& driver)
      : collector_(heap.collector()), driver_(driver) {}

  void Show(reference::Insides& into) const {
    ShowObjects(into);
    ShowTable(into);
    ShowLists(into);
    ShowClusters(into);
  }

 private:
  void ShowObjects(reference::Insides& into) const {
    into.objects.assign(driver_.names(), {});
    for (const reference::Name name : driver_.Present()) {
      const gc::Index index = driver_.Find(name)->header().index;
      into.objects[name] = {.index = index, .serial = SerialAt(index)};
    }
  }

  void ShowTable(reference::Insides& into) const {
    const gc::Table& table = collector_.population.table;
    into.first = table.First();
    into.end = table.End();
    into.last_serial = collector_.serials.Ordinal(collector_.serials.Last());
    into.stale.clear();
    for (gc::Index index = 1; index < into.end; ++index) {
      const bool empty = table[index].Occupant() == nullptr;
      if (empty && SerialAt(index) != 0) into.stale.push_back(index);
    }
    into.unvisited.clear();
    if (collector_.population.phase() != gc::Phase::kGathering) return;
    const gc::Gatherer& gatherer = collector_.gatherer;
    for (gc::Index index = gatherer.next(); index < gatherer.end(); ++index) {
      into.unvisited.push_back(index);
    }
  }

  void ShowLists(reference::Insides& into) const {
    const gc::Wavefront& wavefront = collector_.wavefront;
    const auto see_shaded = [&](const gc::Object* object) {
      if (IsLive(*object)) ++into.objects[JudgedAs(*object).name].in_shaded;
    };
    for (const gc::Object* object : wavefront.work()) {
      if (IsLive(*object)) ++into.objects[JudgedAs(*object).name].in_work;
    }
    for (const gc::Object* object : wavefront.barrier()) see_shaded(object);
    wavefront.ForEachShared(see_shaded);
    wavefront.ForEachDeferred(
        [&](const gc::Object& object) { ++into.objects[JudgedAs(object).name].in_shaded; });
    const gc::Purger& purger = collector_.purger;
    const bool polls = purger.stage() == gc::Stage::kPoll;
    for (std::size_t i = polls ? purger.next() : 0; i < purger.batch().size(); ++i) {
      Ask(purger.batch()[i], into);
    }
    if (purger.stage() == gc::Stage::kNone || polls) return;
    for (const gc::Doomed& waiting : purger.waiting()) {
      if (purger.stage() == gc::Stage::kBegin) Ask(waiting, into);
    }
  }

  // A cluster that refers to one that is about to be dissolved is about to be dissolved too.
  void ShowClusters(reference::Insides& into) const {
    into.clusters.clear();
    const gc::ClusterRecords& records = collector_.clusters.records();
    if (records.empty()) return;
    std::vector<char> ends(records.size(), 0);
    for (std::size_t id = 0; id < records.size(); ++id) ends[id] = Ends(records, id);
    for (bool more = true; more;) {
      more = false;
      for (std::size_t id = 0; id < records.size(); ++id) {
        const auto& others = records[static_cast<gc::ClusterId>(id)].refers_to;
        const bool with_another =
            std::any_of(others.begin(), others.end(), [&](auto other) { return ends[other] != 0; });
        if (ends[id] != 0 || !with_another) continue;
        ends[id] = 1;
        more = true;
      }
    }
    for (std::size_t id = 0; id < records.size(); ++id) {
      if (ends[id] == 0) ShowCluster(records, static_cast<gc::ClusterId>(id), into);
    }
  }

  bool Ends(const gc::ClusterRecords& records, std::size_t id) const {
    const gc::Cluster& cluster = records[static_cast<gc::ClusterId>(id)];
    return cluster.root == gc::kNoIndex || cluster.needs_dissolving ||
           gc::Marks::IsUnreachable(collector_.population.table.Mark(cluster.root));
  }

  void ShowCluster(const gc::ClusterRecords& records, gc::ClusterId id,
                   reference::Insides& into) const {
    const gc::Cluster& cluster = records[id];
    reference::Heap::Cluster shown{.root = NameAt(cluster.root)};
    shown.members.push_back(shown.root);
    for (const gc::Index member : cluster.members) shown.members.push_back(NameAt(member));
    for (const gc::Index outside : cluster.mutables) shown.outside.push_back(NameAt(outside));
    for (const auto other : cluster.refers_to) shown.others.push_back(NameAt(records[other].root));
    into.clusters.push_back(std::move(shown));
  }

  bool IsLive(const gc::Object& object) const { return collector_.population.IsLive(object); }

  void Ask(const gc::Doomed& doomed, reference::Insides& into) const {
    const reference::Name name = NameAt(doomed.index);
    if (name < into.objects.size()) into.objects[name].unasked = true;
  }

  std::uint32_t SerialAt(gc::Index index) const {
    const gc::Entry& entry = collector_.population.table[index];
    return collector_.serials.Ordinal(entry.serial.load(std::memory_order_relaxed));
  }

  // kDangling if the index has no object.
  reference::Name NameAt(gc::Index index) const {
    const gc::Object* const object = collector_.population.table[index].Occupant();
    return object == nullptr ? reference::kDangling : JudgedAs(*object).name;
  }

  const gc::Collector& collector_;
  const Driver& driver_;
};

}  // namespace
}  // namespace properties
