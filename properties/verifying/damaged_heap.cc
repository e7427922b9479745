#include "properties/verifying/damaged_heap.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "properties/verifying/damaged_clusters.h"
#include "properties/verifying/damaged_lists.h"
#include "properties/verifying/damaged_names.h"
#include "properties/verifying/damaging.h"

namespace properties::verifying {
namespace {

// Reports one slot.
struct Told final : gc::Referencer {
  explicit Told(gc::Heap& heap, Kind kind = Kind::kWrapper) : Referencer(heap, kind, "told") {
    Register();
  }
  ~Told() override { Unregister(); }
  void Report(gc::Reporter& to) const override { to(slot); }
  gc::ObjectPtr<Cell> slot;
};

class DamagedHeap : Damaging {
 public:
  DamagedHeap(std::uint64_t seed, bool lies, PaperVerdict& verdict)
      : Damaging(seed, lies, verdict, {}) {
    Make(random_.Between(3, 10));
    heap_.Collect();
    Make(random_.Between(2, 6));
    early_.emplace(heap_);
    if (random_.Chance(2, 3)) heap_.Start();
    for (std::uint32_t ticks = random_.Below(24); ticks > 0; --ticks) heap_.Tick(1);
  }

  void Judge() {
    Same("what the verifier says of a sound heap", Said(), "nothing");
    DamageMarks();
    DamageLists();
    DamageEntries();
    DamageFreeIndices();
    DamageEdges();
    DamageReferencers();
    DamagePurge();
  }

 private:
  // Cells that refer to each other; some are roots, and some have a serial.
  void Make(std::uint32_t many) {
    std::vector<Cell*> made;
    for (std::uint32_t i = 0; i < many; ++i) {
      Cell* const cell = heap_.New<Cell>();
      made.push_back(cell);
      for (std::size_t field = 0; field < 2; ++field) {
        if (random_.Chance(1, 2)) cell->Field(field) = random_.Pick(std::span(made));
      }
      if (random_.Chance(1, 3)) heap_.AddRoot(cell);
      if (random_.Chance(1, 4)) weak_.emplace_back(cell);
    }
  }

  Cell* Black() {
    return Pick([this](const Cell& cell) {
      return population().marks().IsReachable(population().MarkOf(cell)) && !IsListed(cell);
    });
  }
  Cell* White() {
    return Pick([this](const Cell& cell) {
      return population().marks().IsWhite(population().MarkOf(cell));
    });
  }

  void DamageMarks() {
    Cell* const cell = Live();
    if (cell == nullptr) return;
    const gc::Index index = IndexOf(*cell);
    gc::MarkByte& mark = gc::Population::HeaderMark(*cell);
    const gc::MarkBits bits = mark.Load();
    const auto mend = [&] { mark.Store(bits); };
    const auto with = [&](gc::MarkBits other) { return [&mark, other] { mark.Store(other); }; };
    Try("mark-once: the header of an object and the map differ in its mark", index,
        with(bits ^ (gc::mark::kA | gc::mark::kB)), mend);
    Try("garbage-is-nulled: an object is marked garbage in its entry or in its mark, and not in "
        "both",
        index, with(bits | gc::mark::kGarbage), mend);
    Try("cluster-is-one: an object is a cluster's root in its entry or in its mark, and not in "
        "both",
        index, with(bits | gc::mark::kClusterRoot), mend);
    if (IsAtRest()) DamageColour();
  }
  // Of an object to which none refers: a reference to it could be what is wrong as well.
  void DamageColour() {
    Cell* const cell = Pick([this](const Cell& one) { return !IsHeld(one); });
    if (cell == nullptr) return;
    const gc::Index index = IndexOf(*cell);
    const gc::MarkBits bits = gc::Population::HeaderMark(*cell).Load();
    const auto give = [&](gc::MarkBits other) {
      return [this, cell, other] { population().Give(*cell, other); };
    };
    for (const gc::MarkBits wrong : {gc::MarkBits{gc::mark::kA | gc::mark::kB}, gc::MarkBits{0}}) {
      Try("birth-colour-idle: an object has both reachability bits, or none of the three", index,
          give(wrong), give(bits));
    }
    Try(index >= collector().gatherer.end()
            ? "birth-colour-idle: an object born outside a cycle is white"
            : "gather-covers-range: the gather has been at an index, and its object is white",
        index, give(population().marks().White()), give(bits));
  }

  void DamageLists() {
    gc::PagedList<gc::Object*>& list = Writable(
        random_.Chance(1, 2) ? collector().wavefront.work() : collector().wavefront.barrier());
    const auto mend = [&] { list.pop_back(); };
    const auto with = [&](Cell* cell) { return [&list, cell] { list.push_back(cell); }; };
    if (phase() != gc::Phase::kMarking) {
      if (Cell* const cell = Live()) {
        Try("end-needs-empty: an object waits to be scanned, and no trace is pending",
            IndexOf(*cell), with(cell), mend);
      }
      return;
    }
    Try("grey-is-queued: a freed object waits to be scanned", gc::kNoIndex, with(freed_), mend);
    Cell* const grey = Pick([this](const Cell& cell) { return IsListed(cell); });
    if (grey != nullptr) {
      Try("grey-is-queued: an object waits twice to be scanned", IndexOf(*grey), with(grey), mend);
    }
    if (Cell* const white = White()) {
      Try("flip-precondition: an object that waits to be scanned is white: a flip came in between",
          IndexOf(*white), with(white), mend);
    }
  }

  void DamageEntries() {
    if (Cell* const root = Pick([this](const Cell& cell) { return heap_.IsRoot(&cell); })) {
      Try(
          "root-barrier: a root, or a counted object, is not among those the flip greys",
          IndexOf(*root), [&] { collector().roots.Forget(IndexOf(*root)); },
          [&] {
            heap_.RemoveRoot(root);
            heap_.AddRoot(root);
          });
    }
    Cell* const cell = Live();
    if (cell == nullptr) return;
    gc::ObjectFlagWord& flags = gc::Population::FlagsOf(*cell);
    Try(
        "garbage-is-nulled: an object is marked garbage in its entry or in itself, and not in both",
        IndexOf(*cell), [&] { flags.Set(gc::object_flag::kMirroredGarbage); },
        [&] { flags.Clear(gc::object_flag::kMirroredGarbage); });
    auto& serial = population().EntryOf(*cell).serial;
    const gc::Serial before = serial;
    Try(
        "serial-moves-on: a serial is in use and will be given again", IndexOf(*cell),
        [&] { serial = collector().serials.Last() + 1; }, [&] { serial = before; });
  }

  void DamageFreeIndices() {
    const gc::Index index = Free();
    if (index == gc::kNoIndex) return;
    gc::Entry& entry = population().table[index];
    if (collector().serials.Last() != 0) {
      Try(
          "serial-moves-on: an index without an object has a serial", index,
          [&] { entry.serial = collector().serials.Last(); }, [&] { entry.serial = 0; });
    }
    const char* const says =
        "index-after-free: an index is to be reused, and says something of the object that it had";
    Try(
        says, index, [&] { entry.flags.Set(gc::flag::kRoot); },
        [&] { entry.flags.Clear(gc::flag::kRoot); });
    Try(
        says, index, [&] { population().table.Mark(index).Store(gc::mark::kUnreachable); },
        [&] { population().table.Mark(index).Store(0); });
  }

  void TryEdge(const char* sentence, Cell* holder, Cell* target) {
    if (holder == nullptr || target == nullptr) return;
    TryStore(sentence, IndexOf(*holder), holder->Field(random_.Below(2)), target);
  }
  void DamageEdges() {
    TryEdge("insertion-barrier: a live object refers to freed memory", Live(), freed_);
    TryEdge("waiting-lets-go: a doomed object that has not finished refers to freed memory",
            Doomed(), freed_);
    if (phase() == gc::Phase::kMarking) {
      TryEdge("insertion-barrier: a black object refers to a white one", Black(), White());
      return;
    }
    Cell* const doomed = Doomed();
    if (doomed == nullptr) return;
    const bool begun = population().EntryOf(*doomed).flags.Has(gc::flag::kBegun);
    TryEdge(begun
                ? "destroy-leaks-nothing: a live object refers to a doomed one whose end has begun"
                : "insertion-barrier: a live object refers to a doomed one",
            Black(), doomed);
  }

  void DamageReferencers() {
    const char* const gone =
        "referencer-barrier: a referencer reports an object that is doomed or freed";
    TryStore(gone, gc::kNoIndex, early_->slot, freed_);
    if (Cell* const doomed = Doomed()) TryStore(gone, IndexOf(*doomed), early_->slot, doomed);
    Cell* const white = phase() == gc::Phase::kMarking ? White() : nullptr;
    if (white == nullptr) return;
    const gc::Index index = IndexOf(*white);
    if (collector().marker.InitialReferencesTaken()) {
      TryStore(
          "initial-references-always: the initial references were taken, and a referencer reports "
          "a white object",
          index, early_->slot, white);
    }
    Told late(heap_);
    TryStore(
        "referencer-barrier: a referencer that registered in this trace reports a white object",
        index, late.slot, white);
    Told raw(heap_, gc::Referencer::Kind::kRaw);  // is asked again before marking ends
    TryStore("nothing", gc::kNoIndex, raw.slot, white);
  }

  void DamagePurge() {
    Cell* const doomed = Doomed();
    if (doomed == nullptr) return;
    const gc::Index index = IndexOf(*doomed);
    const auto give = [&](gc::MarkBits bits) {
      return [this, doomed, bits] { population().Give(*doomed, bits); };
    };
    const gc::MarkBits own = gc::Population::HeaderMark(*doomed).Load();
    const auto mend = [&] {
      gc::Population::HeaderMark(*doomed).Store(own);
      population().table.Mark(index).Store(gc::mark::kUnreachable);
    };
    Try("unreachable-is-final: an unreachable object was marked", index,
        give(population().marks().Reachable()), mend);
    Try("flip-leaves-unreachable: an unreachable object became white", index,
        give(population().marks().White()), mend);
    gc::Entry& entry = population().EntryOf(*doomed);
    Try(
        "begin-finish-free: an object's stage is not what its list says", index,
        [&] { entry.flags.Set(gc::flag::kFinished); },
        [&] { entry.flags.Clear(gc::flag::kFinished); });
  }

  std::vector<gc::WeakPtr<Cell>> weak_;
  std::optional<Told> early_;  // registered before the cycle began
};

}  // namespace

void JudgeDamages(std::uint64_t seed, bool lies, PaperVerdict& verdict) {
  DamagedHeap(seed, lies, verdict).Judge();
  JudgeDamagedLists(seed, lies, verdict);
  JudgeDamagedClusters(seed, lies, verdict);
  JudgeDamagedNames(seed, lies, verdict);
}

}  // namespace properties::verifying
