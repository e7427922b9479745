// properties/pointers/core_pointers.cc -- the operations of a run, done to pointers and on paper.

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/inspect/verify/verifier.h"
#include "properties/pointers/compared_pointers.h"
#include "properties/pointers/pointed_heap.h"
#include "properties/pointers/pointers_run.h"
#include "properties/pointers/shelf.h"

namespace properties::pointers {
namespace {

class PointerJudge {
 public:
  explicit PointerJudge(PointerLie lie)
      : lie_(lie), shelf_(at_, lie == PointerLie::kLosesShelved, verdict_) {}

  PointerVerdict Judge(const PointerRun& run) {
    for (const PointerOperation& operation : run) {
      Apply(operation);
      ++verdict_.applied;
      Compare(at_, lie_, verdict_);
      verdict_.Sound(verifier_.Verify(at_.heap));
      if (operation.verb == PointerVerb::kShelve) shelf_.Compare();
      if (!verdict_.difference.empty()) return verdict_;
    }
    Collect();
    Compare(at_, lie_, verdict_);
    shelf_.Compare();
    verdict_.Sound(verifier_.Verify(at_.heap));
    return verdict_;
  }

 private:
  PaperCrowd& paper() { return at_.paper; }

  void Apply(const PointerOperation& operation) {
    const std::size_t which = operation.numbers[0] % kEach;
    random_ = Random(operation.numbers[1]);
    switch (operation.verb) {
      case PointerVerb::kMake:
        return Make();
      case PointerVerb::kStrong:
        return SetStrong(which, Some());
      case PointerVerb::kStrongCopy:
        return CopyStrong(which);
      case PointerVerb::kStrongMove:
        return MoveStrong(which);
      case PointerVerb::kStrongSwap:
        return SwapStrong(which);
      case PointerVerb::kStrongDrop:
        return DropStrong(which);
      case PointerVerb::kPin:
        return Pin(which);
      case PointerVerb::kWeak:
        return SetWeak(which);
      case PointerVerb::kWeakCopy:
        at_.weak[which] = at_.weak[random_.Below(kEach)];
        return;
      case PointerVerb::kWeakDrop:
        at_.weak[which].pointer.Reset();
        at_.weak[which].id = kNobody;
        return;
      case PointerVerb::kChecked:
        return SetChecked(which);
      case PointerVerb::kLater:
        return SetLater(which);
      case PointerVerb::kCall:
        return Call(which);
      case PointerVerb::kGuardOne:
        return Guard(which, 1);
      case PointerVerb::kGuardMany:
        return Guard(which, random_.Below(kListed + 1));
      case PointerVerb::kGuardDrop:
        return DropGuard(which);
      case PointerVerb::kWatch:
        return Watch(which);
      case PointerVerb::kWatchStore:
        return StoreWatched(which);
      case PointerVerb::kNext:
        return Store(/*viewed=*/false);
      case PointerVerb::kView:
        return Store(/*viewed=*/true);
      case PointerVerb::kViewList:
        return ViewList();
      case PointerVerb::kShelve:
        return shelf_.Change([this] { return Some(); }, random_);
      case PointerVerb::kRoot:
        return Root(true);
      case PointerVerb::kUnroot:
        return Root(false);
      case PointerVerb::kGarbage:
        return Garbage();
      case PointerVerb::kStart:
        at_.heap.Start();
        return;
      case PointerVerb::kTick:
        at_.heap.Tick(random_.Between(1, 12));
        return;
      case PointerVerb::kCollect:
        return Collect();
    }
  }

  // A cell that may be touched, or none.
  Id Some() {
    const std::vector<Id> cells = at_.Cells();
    return cells.empty() || random_.Chance(1, 12) ? kNobody : random_.Pick(std::span(cells));
  }

  // What nothing holds may die at once.
  void Make() {
    const Id id = at_.NewCell();
    const bool root = random_.Chance(1, 2);
    if (root) SetRoot(id, true);
    if (!root && random_.Chance(2, 3)) SetStrong(random_.Below(kEach), id);
  }

  void SetStrong(std::size_t which, Id id) {
    paper().Store(at_.strong_on_paper[which], 0, id);
    if (lie_ == PointerLie::kLosesCount) return;
    if (random_.Chance(1, 2)) {
      at_.strong[which].Reset(at_.BodyOf(id));
    } else {
      at_.strong[which] = gc::StrongPtr<Cell>(at_.BodyOf(id));
    }
  }
  void CopyStrong(std::size_t which) {
    const std::size_t from = random_.Below(kEach);
    paper().Store(at_.strong_on_paper[which], 0, HeldBy(from));
    at_.strong[which] = at_.strong[from];
  }
  void MoveStrong(std::size_t which) {
    const std::size_t from = random_.Below(kEach);
    const Id id = HeldBy(from);
    if (from != which) paper().Store(at_.strong_on_paper[from], 0, kNobody);
    paper().Store(at_.strong_on_paper[which], 0, id);
    gc::StrongPtr<Cell> moved(std::move(at_.strong[from]));
    at_.strong[which] = std::move(moved);
  }
  void SwapStrong(std::size_t which) {
    const std::size_t other = random_.Below(kEach);
    const Id id = HeldBy(which);
    paper().Store(at_.strong_on_paper[which], 0, HeldBy(other));
    paper().Store(at_.strong_on_paper[other], 0, id);
    if (other != which) swap(at_.strong[which], at_.strong[other]);
  }
  void DropStrong(std::size_t which) {
    paper().Store(at_.strong_on_paper[which], 0, kNobody);
    if (lie_ != PointerLie::kKeepsCount) at_.strong[which].Reset();
  }
  Id HeldBy(std::size_t which) { return paper().At(at_.strong_on_paper[which]).fields[0]; }

  // What is not reachable and not collected yet may be there or not; then it is or it is not.
  void Pin(std::size_t which) {
    const auto& weak = at_.weak[random_.Below(kEach)];
    gc::StrongPtr<Cell> pin = gc::Pin(weak.pointer);
    const bool lives = weak.id != kNobody && paper().Lives(weak.id);
    const bool may_be = weak.id != kNobody && paper().At(weak.id).there;
    const bool garbage = weak.id != kNobody && paper().At(weak.id).garbage;
    if (lives && !garbage) verdict_.Same("a pin leads to what lives", pin != nullptr, true);
    if (!may_be) verdict_.Same("a pin leads to nothing", pin == nullptr, true);
    paper().Store(at_.strong_on_paper[which], 0, pin == nullptr ? kNobody : weak.id);
    at_.strong[which] = std::move(pin);
  }

  bool OnlyFieldsHold(Id id) {
    if (paper().At(id).root) return false;
    for (Id holder = 0; holder < at_.first; ++holder) {
      const std::vector<Id>& fields = paper().At(holder).fields;
      if (std::ranges::find(fields, id) != fields.end()) return false;
    }
    return true;
  }

  void SetWeak(std::size_t which) { PointWeaklyAt(which, Some()); }
  void PointWeaklyAt(std::size_t which, Id id) {
    at_.weak[which].id = id;
    if (random_.Chance(1, 2)) {
      at_.weak[which].pointer = at_.BodyOf(id);
    } else {
      at_.weak[which].pointer = gc::WeakPtr<Cell>(at_.BodyOf(id));
    }
  }
  void SetChecked(std::size_t which) {
    const Id id = Some();
    at_.checked[which] = {gc::CheckedPtr<Cell>(at_.BodyOf(id)), id};
  }
  void SetLater(std::size_t which) {
    const Id id = Some();
    at_.later[which] = {
        gc::WhenAlive(at_.BodyOf(id),
                      [this](Cell& cell, Id should) { called_ += cell.id == should ? 1 : 100; }),
        id};
  }
  void Call(std::size_t which) {
    auto& [callback, id] = at_.later[which];
    if (!callback) return;
    const bool lives = id != kNobody && paper().Lives(id) && !paper().At(id).garbage;
    const bool gone = id == kNobody || !paper().At(id).there || paper().At(id).garbage;
    if (!lives && !gone) return;  // it may be there, and nothing says so
    called_ = 0;
    const bool alive = callback(id) || lie_ == PointerLie::kCallsLate;
    verdict_.Same("a callback has its object", alive, lives);
    verdict_.Same("calls with it", called_, lives ? 1 : 0);
  }

  void Guard(std::size_t which, std::size_t many) {
    DropGuard(which);
    std::vector<Cell*> cells;
    for (std::size_t i = 0; i < many; ++i) {
      const Id id = Some();
      paper().Store(at_.guard_on_paper[which], i, id);
      cells.push_back(at_.BodyOf(id));
    }
    if (lie_ == PointerLie::kForgetsGuard) return;
    if (many == 1) {
      at_.guards[which].emplace(at_.heap, cells[0]);
    } else {
      at_.guards[which].emplace(at_.heap, std::span<Cell* const>(cells));
    }
    verdict_.Same("objects of a guard", at_.guards[which]->size(), many);
  }
  void DropGuard(std::size_t which) {
    for (std::size_t i = 0; i < kListed; ++i) paper().Store(at_.guard_on_paper[which], i, kNobody);
    at_.guards[which].reset();
  }

  void Watch(std::size_t which) {
    if (at_.watchers[which]) {
      for (std::size_t i = 0; i < kWatched; ++i) {
        paper().Store(at_.watcher_on_paper[which], i, kNobody);
      }
      at_.watchers[which].reset();
      return;
    }
    const bool named = random_.Chance(1, 2);
    at_.watchers[which].emplace(at_.heap, static_cast<gc::Referencer::Kind>(random_.Below(3)),
                                named ? "a watcher" : nullptr);
    const gc::Referencer& one = *at_.watchers[which];
    verdict_.Same("the referencer is registered", one.IsRegistered(), true);
    const std::string name = one.name();
    verdict_.Same("the name of a referencer",
                  named || name.find("Watcher") == name.npos ? name : "its type's",
                  named ? "a watcher" : "its type's");
  }
  void StoreWatched(std::size_t which) {
    if (!at_.watchers[which]) return;
    const std::size_t slot = random_.Below(kWatched);
    const Id id = Some();
    paper().Store(at_.watcher_on_paper[which], slot, id);
    if (lie_ != PointerLie::kLosesWatched) at_.watchers[which]->Store(slot, at_.BodyOf(id));
  }

  void Store(bool viewed) {
    const Id holder = Some(), id = Some();
    if (holder == kNobody) return;
    paper().Store(holder, 0, id);
    gc::ObjectPtr<Cell>& field = at_.BodyOf(holder)->next;
    if (viewed) {
      gc::RawView view(field);
      if (lie_ != PointerLie::kLosesView) *view = at_.BodyOf(id);
    } else {
      field.Reset(at_.BodyOf(id));
    }
  }
  void ViewList() {
    const Id holder = Some();
    if (holder == kNobody) return;
    std::vector<Id> ids;
    {
      gc::RawView view(at_.BodyOf(holder)->list);
      std::vector<Cell*>& raw = *view;
      std::erase_if(raw, [&](Cell*) { return random_.Chance(1, 4); });
      while (raw.size() < kListed && random_.Chance(2, 3)) raw.push_back(at_.BodyOf(Some()));
      if (random_.Chance(1, 3)) std::reverse(raw.begin(), raw.end());
      for (const Cell* const one : raw) ids.push_back(one == nullptr ? kNobody : one->id);
    }
    ids.resize(kListed, kNobody);
    for (std::size_t i = 0; i < kListed; ++i) paper().Store(holder, 1 + i, ids[i]);
  }

  void Root(bool root) {
    const Id id = Some();
    if (id != kNobody) SetRoot(id, root);
  }
  void SetRoot(Id id, bool root) {
    paper().SetRoot(id, root);
    if (root) {
      at_.heap.AddRoot(at_.BodyOf(id));
    } else {
      at_.heap.RemoveRoot(at_.BodyOf(id));
    }
  }
  // Of what only fields hold, which are cleared then; or of a new one. A weak pointer may be to it.
  void Garbage() {
    Id id = Some();
    if (id == kNobody || !OnlyFieldsHold(id)) id = at_.NewCell();
    if (random_.Chance(1, 2)) PointWeaklyAt(random_.Below(kEach), id);
    paper().MarkGarbage(id);
    at_.heap.MarkGarbage(at_.BodyOf(id));
  }

  void Collect() {
    at_.heap.Collect();
    at_.heap.FinishPurge({});
    paper().Settle();
    std::uint64_t cells = 0;  // beside the shelves
    for (const Id id : paper().Living()) cells += at_.IsCell(id);
    verdict_.Same("objects after a collection", at_.heap.ObjectCount(), cells + kShelves);
  }

  const PointerLie lie_;
  PointerVerdict verdict_;
  Random random_{0};
  std::uint32_t called_ = 0;
  PointedHeap at_;
  ShelfJudge shelf_;
  gc::Verifier verifier_;
};

}  // namespace

PointerVerdict JudgePointers(const PointerRun& run, PointerLie lie) {
  return PointerJudge(lie).Judge(run);
}

}  // namespace properties::pointers
