#include "properties/starting/defaults.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <string_view>

#include "core/cluster/cluster.h"
#include "core/collect/gatherer.h"
#include "core/gc.h"
#include "core/heap/selection.h"
#include "core/inspect/report/class_counts.h"
#include "core/inspect/report/cleared_slots.h"
#include "core/inspect/report/cluster_report.h"
#include "core/inspect/report/cycle_record.h"
#include "core/inspect/report/graph_history.h"
#include "core/inspect/report/inspector.h"
#include "core/inspect/search/edge.h"
#include "core/inspect/search/heap_graph.h"
#include "core/inspect/search/reference_search.h"
#include "core/inspect/verify/snapshot.h"
#include "core/inspect/verify/unlisted.h"
#include "core/inspect/verify/verification.h"
#include "core/mark/mark_batch.h"
#include "core/memory/blocks.h"
#include "core/object/table.h"
#include "core/purge/doomed.h"
#include "core/purge/unready.h"
#include "core/reflect/editing/class_view.h"
#include "core/reflect/editing/reference_walk.h"
#include "core/reflect/editing/reload.h"
#include "core/reflect/editing/replace_references.h"
#include "core/reflect/reflected.h"
#include "core/schedule/collection_requests.h"
#include "core/schedule/collection_run.h"
#include "core/schedule/configuration.h"
#include "core/schedule/decision.h"
#include "core/schedule/start_up.h"
#include "core/world/departures.h"
#include "core/world/worlds.h"

namespace properties::starting {
namespace {

class DefaultsJudge {
 public:
  DefaultsJudge(bool lies, PaperVerdict& verdict) : lies_(lies), verdict_(verdict) {}

  void Judge() {
    CompareHeap();
    CompareReports();
    CompareReflection();
    CompareSchedule();
  }

 private:
  // Where a T stands that was made without a word, in memory that was all zeroes.
  template <class T>
  class Made {
   public:
    Made() {
      std::memset(memory_, 0, sizeof memory_);
      made_ = new (memory_) T;
    }
    ~Made() { made_->~T(); }
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;

    T& operator*() { return *made_; }
    T* operator->() { return made_; }
    bool IsZero() const {
      return std::all_of(memory_, memory_ + sizeof memory_,
                         [](std::byte one) { return one == std::byte{0}; });
    }

   private:
    alignas(T) std::byte memory_[sizeof(T)];
    T* made_;
  };

  void Same(std::string_view what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }
  template <class T>
  void Zero(const char* name) {
    Same(std::string(name) + " that nothing is said of is all zeroes", Made<T>().IsZero(), true);
  }
  // A member that begins otherwise, which is zero from here on.
  template <class Member, class Value>
  void Begins(const char* name, Member& member, const Value& as) {
    Same(std::string(name) + " is what it is said to be", member == as, !lies_);
    member = Member{};
  }
  // A text that is empty, and null from here on.
  void Empty(const char* name, const char*& text) {
    Same(std::string(name) + " is empty", text != nullptr && *text == 0, true);
    text = nullptr;
  }
  template <class T>
  void RestIsZero(const char* name, const Made<T>& made) {
    Same(std::string("the rest of ") + name + " is all zeroes", made.IsZero(), true);
  }

  void CompareHeap() {
    Made<gc::HeapOptions> heap;
    Begins("max_objects", heap->max_objects, 2u * 1024 * 1024);
    Begins("max_bytes", heap->max_bytes, std::numeric_limits<std::size_t>::max());
    Begins("locals", heap->locals, gc::Locals::kDead);
    Begins("raw_fields", heap->raw_fields, gc::RawFields::kRefuse);
    Begins("workers", heap->workers, 1u);
    Begins("parallel", heap->parallel, true);
    Begins("task_objects", heap->task_objects, 20u);
    Begins("destroy_off_thread", heap->destroy_off_thread, true);
    Begins("begin_in_slices", heap->begin_in_slices, true);
    Begins("deferred_stores", heap->deferred_stores, 128u);
    Begins("reuse_indices", heap->reuse_indices, true);
    Begins("when_full", heap->when_full, gc::WhenFull::kFinishPurge);
    Begins("clusters.create", heap->clusters.create, true);
    Begins("clusters.min_objects", heap->clusters.min_objects, 5u);
    for (const gc::Origin origin : {gc::Origin::kCode, gc::Origin::kScript}) {
      Same("references are cleared by default", heap->eliminate.Has(origin), true);
    }
    heap->eliminate = gc::Origins::None();
    RestIsZero("heap options", heap);
    Made<gc::TableOptions> table;
    Begins("reuse", table->reuse, true);
    RestIsZero("table options", table);
    Zero<gc::BirthOptions>("options of a birth");
    Zero<gc::Identity>("an identity");
    Zero<gc::Cluster>("a cluster");
    Zero<gc::ClusterCounts>("counts of clusters");
    Zero<gc::MarkProgress>("progress of marking");
    Made<gc::CapacityNotice> notice;
    Empty("the setting of a notice", notice->setting);
    Empty("what was tried", notice->tried);
    RestIsZero("a notice of capacity", notice);
    Zero<gc::Event>("an event");
    Zero<gc::Deadline>("a deadline");
    Zero<gc::Doomed>("what is doomed");
    Zero<gc::Unready>("what is not ready");
    Zero<gc::Unready::Culprit>("what is named of it");
    Zero<gc::Blocks::ClassStatistics>("statistics of blocks");
    Made<gc::Entries::Shape> shape;
    Begins("fits", shape->fits, true);
    Begins("is_flat", shape->is_flat, true);
    RestIsZero("the shape of a schema", shape);
    Made<gc::Reference> line;
    Begins("the count of a line", line->count, 1u);
    Begins("the origin of a line", line->origin, gc::Origin::kCode);
    Empty("the name of a line", line->name);
    RestIsZero("a line", line);
    Made<gc::Selection> selection;
    Begins("which classes are shown", selection->derived, gc::Lookup::Derived::kIncluded);
    Begins("how deep a visit goes", selection->depth, gc::Lookup::Depth::kAtAnyDepth);
    RestIsZero("a selection", selection);
  }

  void CompareReports() {
    Zero<gc::ClassCount>("a count of a class");
    Zero<gc::ClassChange>("a change of it");
    Zero<gc::SliceFigures>("figures of slices");
    Zero<gc::CycleChange>("a change of a cycle");
    Zero<gc::ClusterFigures>("figures of clusters");
    Zero<gc::Snapshot>("a snapshot");
    const gc::UnlistedHolder holder;
    Same("a holder that no line lists", holder.holder + holder.target + holder.offset, 0);
    Made<gc::VerificationOptions> verification;
    Begins("seed", verification->seed, std::uint64_t{1});
    RestIsZero("options of verification", verification);
    Zero<gc::CycleRecord>("a record of a cycle");
    Zero<gc::HeapGraph::Node>("a node of a graph");
    Made<gc::GraphLimits> limits;
    Begins("most_bytes", limits->most_bytes, std::size_t{64} << 20);
    RestIsZero("limits of graphs", limits);
    Made<gc::InspectorOptions> inspector;
    Begins("most_graph_bytes", inspector->most_graph_bytes, std::size_t{64} << 20);
    Begins("the log's cycles", inspector->log.cycles, true);
    Begins("the seed of verification", inspector->verify.seed, std::uint64_t{1});
    RestIsZero("options of an inspector", inspector);
    Made<gc::ClearedSlots> cleared;
    Empty("the class of cleared slots", cleared->class_name);
    Empty("their field", cleared->field);
    RestIsZero("cleared slots", cleared);
    Made<gc::Edge> edge;
    Empty("the name of an edge", edge->name);
    RestIsZero("an edge", edge);
    Made<gc::SearchBounds> bounds;
    Begins("chains", bounds->chains, std::size_t{16});
    Begins("steps", bounds->steps, std::uint64_t{1'000'000});
    RestIsZero("bounds of a search", bounds);
    Made<gc::Chains> chains;
    Begins("whether chains are complete", chains->complete, true);
    RestIsZero("chains", chains);
    Made<gc::LogSink> log;
    Begins("cycles", log->cycles, true);
    RestIsZero("a log", log);
  }

  void CompareReflection() {
    Made<gc::LeftReference> left;
    Empty("the field of a reference that was left", left->field);
    RestIsZero("a reference that was left", left);
    Zero<gc::Replaced>("what was replaced");
    Zero<gc::Reloaded>("what was reloaded");
    Made<gc::LostValue> lost;
    Empty("the property of a lost value", lost->property);
    RestIsZero("a lost value", lost);
    Made<gc::ValueType> value;
    Empty("the name of an enumeration", value->enumeration);
    RestIsZero("a type of values", value);
    Made<gc::Comparing> comparing;
    Begins("with_transient", comparing->with_transient, true);
    RestIsZero("how values are compared", comparing);
    Made<gc::MetReferences> met;
    Begins("is_complete", met->is_complete, true);
    RestIsZero("references that were met", met);
  }

  void CompareSchedule() {
    Zero<gc::Frame>("a frame");
    Zero<gc::FrameReport>("a report of a frame");
    Zero<gc::Situation>("a situation");
    Made<gc::StartUp> start;
    start->settings.~Settings();
    std::memset(static_cast<void*>(&start->settings), 0, sizeof start->settings);
    RestIsZero("what is said at the start", start);
    Zero<gc::SpawnPlan>("a plan of an actor");
    Same("the cycle of a leak", gc::LevelLeak().since, 0);
    Made<gc::Load> load;
    Begins("players", load->players, true);
    RestIsZero("the load", load);
    Made<gc::Demand> demand;
    Begins("full", demand->full, true);
    Begins("wait", demand->wait, true);
    RestIsZero("a demand", demand);
  }

  const bool lies_;
  PaperVerdict& verdict_;
};

}  // namespace

void CompareDefaults(bool lies, PaperVerdict& verdict) { DefaultsJudge(lies, verdict).Judge(); }

}  // namespace properties::starting
