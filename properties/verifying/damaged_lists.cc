#include "properties/verifying/damaged_lists.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "core/purge/doomed.h"
#include "properties/subjects/core/list_memory.h"
#include "properties/verifying/damaging.h"

namespace properties::verifying {
namespace {

constexpr std::uint32_t kDisregarded = 3;

class DamagedLists : Damaging {
 public:
  DamagedLists(std::uint64_t seed, bool lies, PaperVerdict& verdict)
      : Damaging(seed, lies, verdict, {.max_disregarded = kDisregarded}) {
    for (std::uint32_t i = 0; i < kDisregarded; ++i) disregarded_.push_back(heap_.New<Cell>());
    heap_.CloseDisregardWindow();
    disregarded_[0]->left = disregarded_[1];
    for (std::uint32_t i = random_.Between(3, 9); i > 0; --i) Make();
    if (random_.Chance(1, 3)) heap_.Collect();
    for (std::uint32_t i = random_.Between(3, 9); i > 0; --i) Make();
    if (random_.Chance(3, 4)) heap_.Start();
    const bool scarce = random_.Chance(1, 3);  // what is doomed is chained then
    if (scarce) heap_.Trim();
    const NoListMemory none(scarce);
    for (std::uint32_t ticks = random_.Below(60); ticks > 0; --ticks) heap_.Tick(1);
  }

  void Judge() {
    Same("what the verifier says of a sound heap", Said(), "nothing");
    DamageDisregarded();
    DamageConstruction();
    DamageKept();
    DamageStored();
    DamageDoomed();
    DamageChained();
    DamageWaiting();
    CompareState();
    DamageShared();
  }

 private:
  // Some are kept, in one of three ways; the others hold one of them, or nothing, and perhaps wait
  // for their end.
  void Make() {
    static constexpr bool kNever = false;
    Cell* const cell = random_.Chance(1, 6) ? heap_.New<Lingering>(kNever) : heap_.New<Cell>();
    if (random_.Chance(1, 2) && !kept_.empty()) cell->left = random_.Pick(std::span(kept_));
    switch (random_.Below(6)) {
      case 0:
        heap_.AddRoot(cell);
        break;
      case 1:
        heap_.SetKeepFlags(cell, gc::flag::kNative);
        break;
      case 2:
        strong_.emplace_back(cell);
        break;
      default:
        return;
    }
    kept_.push_back(cell);
  }

  void DamageDisregarded() {
    Cell& cell = *disregarded_[random_.Below(kDisregarded)];
    const gc::Index index = IndexOf(cell);
    TryMark("mark-once: a disregarded object was marked", index, cell,
            random_.Chance(1, 2) ? population().marks().White() : population().marks().Reachable());
    TryStore("disregarded-is-deep: a disregarded object refers to freed memory", index, cell.left,
             freed_);
    Cell* const loose = Pick([this](const Cell& one) {
      return std::ranges::find(kept_, &one) == kept_.end() && !population().IsDoomed(one);
    });
    if (loose != nullptr) {
      TryStore(
          "disregarded-is-deep: a disregarded object refers to one that is neither disregarded nor "
          "rooted",
          index, cell.right, loose);
    }
    const auto mark = [&](bool set) {
      auto& flags = population().table[index].flags;
      gc::ObjectFlagWord& own = gc::Population::FlagsOf(cell);
      gc::MarkByte& header = gc::Population::HeaderMark(cell);
      Write(flags, gc::flag::kGarbage, set);
      Write(own, gc::object_flag::kMirroredGarbage, set);
      Write(header, gc::mark::kGarbage, set);
    };
    Try(
        "garbage-is-nulled: an object that is never collected is garbage", index,
        [&] { mark(true); }, [&] { mark(false); });
  }

  void DamageConstruction() {
    std::vector<gc::Object*>& pending = Writable(collector().construction.pending());
    const auto mend = [&] { pending.pop_back(); };
    Try(
        "construction-is-kept: an object was freed before its constructor ran", gc::kNoIndex,
        [&] { pending.push_back(freed_); }, mend);
    Cell* const cell = Live();
    if (cell == nullptr) return;
    Try(
        "end-needs-empty: a trace waits for an object that is constructed", IndexOf(*cell),
        [&] { pending.push_back(cell); }, mend);
    auto& flags = population().EntryOf(*cell).flags;
    Try(
        "end-needs-empty: an object is pending construction, and no trace would wait for it",
        gc::kNoIndex, [&] { flags.Set(gc::flag::kPendingConstruction); },
        [&] { flags.Clear(gc::flag::kPendingConstruction); });
    DamageReserved(*cell, pending);
  }
  // It is in the list and has its flag, as if its constructor were still to run.
  void DamageReserved(Cell& cell, std::vector<gc::Object*>& pending) {
    auto& flags = population().EntryOf(cell).flags;
    const gc::MarkBits before = gc::Population::HeaderMark(cell).Load();
    const auto reserve = [&](gc::MarkBits bits) {
      return [&flags, &pending, &cell, bits, this] {
        flags.Set(gc::flag::kPendingConstruction);
        pending.push_back(&cell);
        population().Give(cell, bits);
      };
    };
    const auto mend = [&] {
      flags.Clear(gc::flag::kPendingConstruction);
      pending.pop_back();
      population().Give(cell, before);
    };
    if (IsListed(cell)) {
      return Try(
          "construction-is-kept: an object waits to be scanned, and its constructor has not run",
          IndexOf(cell), reserve(before), mend);
    }
    Try("construction-is-kept: an object that is pending construction is not kept", IndexOf(cell),
        reserve(population().marks().White()), mend);
  }

  // To a black object that holds it, it would look like a store past the barrier.
  void DamageKept() {
    if (phase() != gc::Phase::kMarking) return;
    Cell* const kept = Pick([this](const Cell& cell) {
      return std::ranges::find(kept_, &cell) != kept_.end() && !IsHeld(cell) && !IsListed(cell);
    });
    if (kept == nullptr) return;
    const auto& entry = population().EntryOf(*kept);
    const std::string rule = entry.flags.Has(gc::flag::kRoot)     ? "root-barrier"
                             : entry.flags.Has(gc::flag::kNative) ? "keep-flags-are-roots"
                                                                  : "strong-barrier";
    TryMark((rule + ": a root, or a counted object, is not marked").c_str(), IndexOf(*kept), *kept,
            population().marks().White());
    const gc::Index index = IndexOf(*kept);
    Try(
        rule + ": a root, or a counted object, is not among those the flip greys", index,
        [&] { collector().roots.Forget(index); },
        [&] {
          heap_.AddRoot(kept);
          if (rule != "root-barrier") heap_.RemoveRoot(kept);
        });
  }

  // What stores left to be shaded, if there is something.
  void DamageStored() {
    if (phase() != gc::Phase::kMarking) return;
    Cell* const white = Pick([this](const Cell& cell) {
      return population().marks().IsWhite(population().MarkOf(cell));
    });
    Cell* const holder = Live();
    if (white != nullptr && holder != nullptr) holder->right = white;
    const std::span<gc::Object*> stored = Writable(collector().wavefront.stored()).Items();
    if (stored.empty()) return;
    gc::Object* const before = stored[0];
    Try(
        "grey-is-queued: a freed object is to be shaded soon", gc::kNoIndex,
        [&] { stored[0] = freed_; }, [&] { stored[0] = before; });
  }

  void DamageDoomed() {
    const gc::Purger& purger = collector().purger;
    const gc::PagedList<gc::Doomed>& gathered = collector().gatherer.gathered();
    if (!gathered.empty()) {
      DamageOneDoomed(Writable(gathered.back()));
      DamageStage(gathered.back().index, false);
      DamageStage(gathered.back().index, false, gc::flag::kFinished);
      const gc::Doomed last = gathered.back();
      Try(
          "wait-is-revisited: an unreachable object is in no list, and no tick will come back to "
          "it",
          gc::kNoIndex, [&] { Writable(gathered).pop_back(); },
          [&] { Writable(gathered).push_back(last); });
    }
    const auto batch = purger.batch();
    if (batch.size() > 0 && purger.stage() == gc::Stage::kBegin) {
      const std::size_t at = random_.Below(static_cast<std::uint32_t>(batch.size()));
      DamageOneDoomed(Writable(batch[at]));
      DamageStage(batch[at].index, at < purger.next());
    }
    const auto finished = purger.finished();
    if (finished.size() == purger.freed()) return;
    DamageOneDoomed(Writable(finished[finished.size() - 1]));
    DamageStage(finished[finished.size() - 1].index, true);
    DamageStage(finished[finished.size() - 1].index, true, gc::flag::kFinished);
  }
  void DamageOneDoomed(gc::Doomed& doomed) {
    gc::Object* const object = doomed.object;
    Try(
        "index-after-free: the entry of a doomed object is empty or another object's", doomed.index,
        [&] { doomed.object = freed_; }, [&] { doomed.object = object; });
  }
  void DamageStage(gc::Index index, bool has_it, gc::FlagWord flag = gc::flag::kBegun) {
    TryFlag("begin-finish-free: an object's stage is not what its list says", index, flag, !has_it);
  }

  // What is doomed and found no list goes through the same stages.
  void DamageChained() {
    const gc::DoomedChains& chains = collector().purger.chained();
    DamageStages(collector().gatherer.chained(),
                 {{gc::flag::kBegun, true}, {gc::flag::kFinished, true}});
    DamageStages(chains.finished, {{gc::flag::kBegun, false}, {gc::flag::kFinished, false}});
    DamageStages(chains.waiting, {{gc::flag::kBegun, false}, {gc::flag::kFinished, true}});
    if (chains.finished.empty()) return;
    TryFlag("root-barrier: a root, or a counted object, is not among those the flip greys",
            chains.finished.first(), gc::flag::kRoot, true);
  }
  struct Stage {
    gc::FlagWord flag;
    bool set;
  };
  void DamageStages(const gc::DoomedChain& chain, std::initializer_list<Stage> stages) {
    if (chain.empty()) return;
    for (const auto& [flag, set] : stages) {
      TryFlag("begin-finish-free: an object's stage is not what its list says", chain.first(), flag,
              set);
    }
  }
  void DamageWaiting() {
    const gc::PagedList<gc::Doomed>& waiting = collector().purger.waiting();
    if (waiting.empty()) return;
    const gc::Doomed one = waiting[random_.Below(static_cast<std::uint32_t>(waiting.size()))];
    Cell& cell = static_cast<Cell&>(*one.object);
    TryStore("waiting-lets-go: an object that waits still has references", one.index,
             random_.Chance(1, 2) ? cell.left : cell.right, disregarded_[0]);
  }

  // The fingerprint tells what stands in each list, and what an entry says of its object.
  void CompareState() {
    gc::Collector& of = collector();
    TellsLast("what waits to be scanned", of.wavefront.work());
    TellsLast("what stores have shaded", of.wavefront.barrier());
    TellsLast("what is gathered", of.gatherer.gathered());
    TellsLast("what waits to be asked again", of.purger.waiting());
    const auto finished = of.purger.finished();
    if (finished.size() > of.purger.freed()) {
      TellsDoomed("what has finished", Writable(finished[finished.size() - 1]));
    }
    const auto batch = of.purger.batch();
    const bool is_read = of.purger.stage() == gc::Stage::kBegin || of.purger.next() < batch.size();
    if (batch.size() > 0 && is_read) {
      TellsDoomed("what is begun or asked", Writable(batch[batch.size() - 1]));
    }
    Cell* const cell = Live();
    if (cell == nullptr) return;
    auto& entry = Writable(population().EntryOf(*cell));
    for (const gc::FlagWord flag :
         {gc::flag::kRoot, gc::flag::kBegun, gc::flag::kNative, gc::flag::kAsync,
          gc::flag::kLoading, gc::flag::kLoadingLate, gc::flag::kLoaderImport,
          gc::flag::kPendingConstruction, gc::flag::kDisregarded, gc::flag::kGarbage}) {
      const bool has = entry.flags.Has(flag);
      Tells(
          "a flag", true, [&] { Write(entry.flags, flag, !has); },
          [&] { Write(entry.flags, flag, has); });
    }
    const bool recycled = entry.flags.Has(gc::flag::kRecycled);
    Tells(
        "that an index had another object", false,
        [&] { Write(entry.flags, gc::flag::kRecycled, !recycled); },
        [&] { Write(entry.flags, gc::flag::kRecycled, recycled); });
    CompareColours(*cell);
    Tells(
        "how often an object is held", true, [&] { entry.strong.fetch_add(1); },
        [&] { entry.strong.fetch_sub(1); });
  }
  // Each of the three, and none.
  void CompareColours(Cell& cell) {
    gc::MarkByte& mark = population().table.Mark(IndexOf(cell));
    const gc::MarkBits before = mark.Load(), others = before & ~gc::mark::kColours;
    const gc::Marks& marks = population().marks();
    for (const gc::MarkBits colour : {gc::MarkBits{0}, marks.Reachable(), marks.White(),
                                      gc::MarkBits{gc::mark::kUnreachable}}) {
      const bool is_it = colour == (before & gc::mark::kColours);
      Tells(
          "a colour", !is_it, [&] { mark.Store(static_cast<gc::MarkBits>(others | colour)); },
          [&] { mark.Store(before); });
    }
  }
  // Its index, and whether that is free already.
  void TellsDoomed(const char* what, gc::Doomed& doomed) {
    const gc::Doomed before = doomed;
    const auto mend = [&] { doomed = before; };
    Tells(
        what, true, [&] { doomed.index += 1; }, mend);
    Tells(
        what, true, [&] { doomed.index_released = !doomed.index_released; }, mend);
  }

  // What other threads shaded.
  void DamageShared() {
    gc::Lock lock;
    heap_.ShareUnder(&lock);
    gc::Wavefront& wavefront = collector().wavefront;
    wavefront.TakeShared();  // what stores left to be shaded
    const std::vector<Cell*> sound = TwoWhite();
    const bool marks = phase() == gc::Phase::kMarking;
    const auto mend = [&] {
      wavefront.TakeShared();
      for (std::size_t i = 0; i < 1 + sound.size(); ++i) Writable(wavefront.barrier()).pop_back();
      for (Cell* const one : sound) population().Give(*one, population().marks().White());
    };
    if (!marks || sound.size() == 2) {
      Try(
          marks ? "grey-is-queued: a freed object waits to be scanned"
                : "end-needs-empty: an object waits to be scanned, and no trace is pending",
          gc::kNoIndex, [&] { QueueFreed(sound); }, mend);
    }
    heap_.ShareUnder(nullptr);
  }
  std::vector<Cell*> TwoWhite() {
    std::vector<Cell*> sound;
    while (phase() == gc::Phase::kMarking && sound.size() < 2) {
      Cell* const white = Pick([&](const Cell& cell) {
        return population().marks().IsWhite(population().MarkOf(cell)) &&
               std::ranges::find(sound, &cell) == sound.end();
      });
      if (white == nullptr) break;
      sound.push_back(white);
    }
    return sound;
  }
  // One of the sound objects stands before it, and one behind.
  void QueueFreed(const std::vector<Cell*>& sound) {
    gc::Wavefront& wavefront = collector().wavefront;
    for (Cell* const one : sound) population().Give(*one, population().marks().Reachable());
    if (!sound.empty()) wavefront.Queue(*sound.front());
    wavefront.Queue(*freed_);
    if (!sound.empty()) wavefront.Queue(*sound.back());
  }

  std::vector<Cell*> disregarded_, kept_;
  std::vector<gc::StrongPtr<Cell>> strong_;
};

}  // namespace

void JudgeDamagedLists(std::uint64_t seed, bool lies, PaperVerdict& verdict) {
  DamagedLists(seed, lies, verdict).Judge();
}

}  // namespace properties::verifying
