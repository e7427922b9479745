#include "properties/verifying/twins.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/inspect/verify/fingerprint.h"
#include "properties/base/random.h"
#include "properties/subjects/core/list_memory.h"
#include "properties/verifying/cells.h"

namespace properties::verifying {
namespace {

enum class Deed : std::uint8_t {
  kMake,
  kRoot,
  kUnroot,
  kStore,
  kStart,
  kTick,
  kPurge,
  kCollect,
  kReady
};
// How often each is drawn.
constexpr std::array<std::uint32_t, 9> kDeeds = {6, 2, 5, 5, 2, 7, 2, 3, 1};

struct Done {
  Deed deed = Deed::kMake;
  std::array<std::uint32_t, 3> numbers{};
  bool scarce = false;  // no list finds memory
};
using History = std::vector<Done>;

History DrawHistory(Random& random, std::uint32_t length, bool scarce) {
  History history(length);
  for (Done& one : history) {
    one.deed = DrawnVerb<Deed>(random, kDeeds);
    for (std::uint32_t& number : one.numbers) number = random.Below(64);
    one.scarce = scarce && random.Chance(1, 3);
  }
  return history;
}

class Twin {
 public:
  explicit Twin(const gc::HeapOptions& options) : heap_(options) {
    heap_.SetEventSink({.publish = Hear, .context = this});
  }
  Twin(const Twin&) = delete;
  Twin& operator=(const Twin&) = delete;

  void DoAll(const History& history) {
    for (const Done& one : history) Do(one);
  }
  // What it told and answered since the last call.
  std::string TakeLog() { return std::exchange(log_, {}); }
  // With what is no part of a heap: the classes of its objects, and the program's own.
  std::uint64_t State() const {
    gc::Hasher hasher;
    gc::AddState(heap_, hasher);
    ForEachCell([&hasher](const Cell& cell) { hasher.Add(cell.header().type == &Cell::kClass); });
    hasher.Add(may_end_);
    return hasher.Value();
  }

 private:
  static void Hear(void* self, const gc::Event& event) {
    const gc::Index index = event.object != nullptr ? event.object->header().index : gc::kNoIndex;
    static_cast<Twin*>(self)->Note(std::to_string(static_cast<int>(event.kind)) + ":" +
                                   std::to_string(event.flag) + ":" + std::to_string(event.detail) +
                                   ":" + std::to_string(index));
  }
  void Note(const std::string& what) { log_ += what + ' '; }

  void Do(const Done& one) {
    if (one.scarce) heap_.Trim();
    const NoListMemory none(one.scarce);
    const auto [which, other, way] = one.numbers;
    const std::vector<Cell*> cells = Reachable();
    Cell* const cell = cells.empty() ? nullptr : cells[which % cells.size()];
    switch (one.deed) {
      case Deed::kMake:
        return Make(cell, way);
      case Deed::kRoot:
        if (cell != nullptr) heap_.AddRoot(cell);
        return;
      case Deed::kUnroot:
        if (cell != nullptr && heap_.IsRoot(cell)) heap_.RemoveRoot(cell);
        return;
      case Deed::kStore:
        if (cell != nullptr) {
          cell->Field(way % 2) = way % 3 == 0 ? nullptr : cells[other % cells.size()];
        }
        return;
      case Deed::kStart:
        return Note(heap_.Start() ? "starts" : "goes on");
      case Deed::kTick:
        return Note(std::to_string(heap_.Tick(1 + which % 3)));
      case Deed::kPurge:
        return Note(heap_.Purge(1 + which % 2) ? "purged" : "purges");
      case Deed::kCollect:
        return heap_.Collect();
      case Deed::kReady:
        may_end_ = which % 2 == 0;
        return;
    }
  }
  void Make(Cell* holder, std::uint32_t way) {
    if (heap_.ObjectCount() >= kMost) return;
    Cell* const made = way % 5 == 0 ? heap_.New<Lingering>(may_end_) : heap_.New<Cell>();
    Note("makes " + std::to_string(made->header().index));
    if (holder == nullptr || way % 2 == 0) return heap_.AddRoot(made);
    holder->Field(way % 3 == 0) = made;
  }

  template <class See>
  void ForEachCell(const See& see) const {
    const gc::Table& table = heap_.collector().population.table;
    for (gc::Index index = table.First(); index < table.End(); ++index) {
      const auto* const cell = static_cast<const Cell*>(table[index].Occupant());
      if (cell != nullptr) see(*cell);
    }
  }
  // In the order in which they are found from the roots, by their indices.
  std::vector<Cell*> Reachable() {
    std::vector<Cell*> found;
    const auto meet = [&found](const Cell* cell) {
      if (cell == nullptr || std::ranges::find(found, cell) != found.end()) return;
      found.push_back(const_cast<Cell*>(cell));
    };
    ForEachCell([&](const Cell& cell) {
      if (heap_.IsRoot(&cell)) meet(&cell);
    });
    for (std::size_t at = 0; at < found.size(); ++at) {
      for (std::size_t field = 0; field < 2; ++field) meet(found[at]->Field(field).Get());
    }
    return found;
  }

  static constexpr std::uint32_t kMost = 5;  // objects: few, so that states come again
  bool may_end_ = false;
  std::string log_;
  gc::Heap heap_;
};

class TwinsJudge {
 public:
  TwinsJudge(std::uint64_t seed, bool lies, PaperVerdict& verdict)
      : random_(Mix(seed)), lies_(lies), verdict_(verdict) {
    options_.deferred_stores = random_.Chance(1, 2) ? 2 : 0;
    options_.begin_in_slices = random_.Chance(1, 2);
    beside_.New<Cell>();
  }

  void Judge() {
    std::map<std::uint64_t, std::vector<History>> known;
    const bool scarce = NoListMemory::kWorks && random_.Chance(1, 2);
    History history;
    for (int tries = 0; tries < kHistories && verdict_.difference.empty(); ++tries) {
      history = tries % 6 == 0 ? DrawHistory(random_, random_.Between(4, kLongest), scarce)
                               : Alike(history);
      Twin twin(options_);
      twin.DoAll(history);
      std::vector<History>& same = known[twin.State()];
      if (!same.empty()) Compare(random_.Pick(std::span<const History>(same)), history);
      same.push_back(history);
    }
  }

 private:
  static constexpr int kHistories = 240;
  static constexpr std::uint32_t kLongest = 20, kAfter = 24;

  // Nearly the same, which may lead to the same state, or to one that is nearly the same.
  History Alike(History history) {
    for (std::uint32_t times = random_.Between(1, 3); times > 0; --times) {
      const auto length = static_cast<std::uint32_t>(history.size());
      const std::uint32_t at = random_.Below(length);
      if (length > 2 && random_.Chance(1, 2)) {
        history.erase(history.begin() + at);
      } else {
        std::swap(history[at], history[random_.Below(length)]);
      }
    }
    return history;
  }

  void Compare(const History& one, const History& other) {
    ++verdict_.applied;
    const History after = DrawHistory(random_, kAfter, false);
    const std::string should = LogAfter(one, after);
    verdict_.Same("what follows two states with one fingerprint",
                  lies_ ? std::string("nothing") : LogAfter(other, after), should);
  }
  std::string LogAfter(const History& before, const History& after) const {
    Twin twin(options_);
    twin.DoAll(before);
    twin.TakeLog();
    twin.DoAll(after);
    return twin.TakeLog();
  }

  Random random_;
  const bool lies_;
  PaperVerdict& verdict_;
  gc::HeapOptions options_;
  // Has an object, so that the region that the twins use does not go back to the system with each,
  // which clears two megabytes for the next.
  gc::Heap beside_;
};

}  // namespace

void JudgeTwins(std::uint64_t seed, bool lies, PaperVerdict& verdict) {
  TwinsJudge(seed, lies, verdict).Judge();
}

}  // namespace properties::verifying
