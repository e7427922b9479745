// properties/pointers/compared_pointers.h -- what each pointer answers, beside the paper.
//
// While marking, a read of a weak pointer would keep its object: so it is only asked whether it is
// valid then.
//
// Included by core_pointers.cc only.

#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "properties/pointers/pointed_heap.h"
#include "properties/pointers/pointers_run.h"

namespace properties::pointers {

class ComparedPointers {
 public:
  ComparedPointers(const PointedHeap& at, PointerLie lie, PointerVerdict& verdict)
      : at_(at), lie_(lie), verdict_(verdict) {}

  void All() {
    std::unordered_set<gc::StrongPtr<Cell>> distinct;
    for (std::size_t i = 0; i < kEach; ++i) CompareStrong(i, distinct);
    for (std::size_t i = 0; i < kEach; ++i) CompareWeak(i);
    for (std::size_t i = 0; i < kEach; ++i) CompareChecked(i);
    for (std::size_t i = 0; i < kEach; ++i) CompareHolders(i);
    const Cell* before = nullptr;
    for (const Id id : at_.paper.Living()) {
      if (!at_.IsCell(id)) continue;
      CompareCell(id);
      const Cell* const cell = at_.BodyOf(id);
      if (before != nullptr) CompareOrder(before->next, cell->next);
      before = cell;
    }
  }

 private:
  void Same(const char* what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }
  // What an object can be known to be: there, gone, or either.
  enum class Known : std::uint8_t { kThere, kGone, kGarbage, kUnknown };
  Known KnownOf(Id id) const {
    if (id == kNobody || !at_.paper.At(id).there) return Known::kGone;
    if (!at_.paper.Lives(id)) return Known::kUnknown;
    return at_.paper.At(id).garbage ? Known::kGarbage : Known::kThere;
  }
  bool MayRead() const { return at_.heap.phase() != gc::Phase::kMarking; }

  // As their objects' indices are, and null first.
  void CompareOrder(const gc::ObjectPtr<Cell>& one, const gc::ObjectPtr<Cell>& other) {
    const auto index = [](const Cell* cell) { return cell == nullptr ? 0 : cell->header().index; };
    Same("a pointer comes before another", one < other, index(one.Get()) < index(other.Get()));
    Same("a pointer comes after another", one > other, index(one.Get()) > index(other.Get()));
  }

  void CompareStrong(std::size_t i, std::unordered_set<gc::StrongPtr<Cell>>& distinct) {
    const Id id = at_.paper.At(at_.strong_on_paper[i]).fields[0];
    const gc::StrongPtr<Cell>& one = at_.strong[i];
    Same("a strong pointer leads to its object", one.Get() == at_.BodyOf(id), true);
    Same("a strong pointer is not null", static_cast<bool>(one), id != kNobody);
    if (id == kNobody || !verdict_.difference.empty()) return;
    Same("the object of a strong pointer", one->id, id);
    Same("the same", (*one).id, id);
    bool is_new = true;
    for (std::size_t j = 0; j < i; ++j) {
      const bool same = at_.paper.At(at_.strong_on_paper[j]).fields[0] == id;
      Same("two strong pointers are equal", at_.strong[j] == one, same);
      is_new = is_new && !same;
    }
    Same("a hash table has it not yet", distinct.insert(one).second, is_new);
  }

  void CompareWeak(std::size_t i) {
    const auto& [one, id] = at_.weak[i];
    const bool revives = lie_ == PointerLie::kWeakRevives && id != kNobody;
    Same("a weak pointer is null", one.IsNull(), id == kNobody);
    std::unordered_map<gc::WeakPtr<Cell>, std::size_t> table = {{one, i}};
    for (std::size_t j = 0; j < kEach; ++j) {
      const bool same = at_.weak[j].id == id;
      const bool said = at_.weak[j].pointer == one || lie_ == PointerLie::kWeakEqual;
      Same("two weak pointers are equal", said, same);
      Same("a hash table finds the one by the other", table.contains(at_.weak[j].pointer), same);
    }
    const Known known = KnownOf(id);
    if (known == Known::kUnknown) {
      Same("it is stale or valid", one.IsStale() != one.IsValid(), true);
      // Gone or not, garbage is not there for those that do not ask for it.
      const bool garbage = at_.paper.At(id).garbage;
      Same("garbage that nothing holds is valid", garbage && one.IsValid(), false);
      if (garbage && MayRead()) Same("a weak pointer leads to it", one.Get() != nullptr, false);
      return;
    }
    const bool there = known == Known::kThere;
    Same("a weak pointer is valid", one.IsValid() || revives, there);
    Same("a weak pointer is stale", one.IsStale(), id != kNobody && !there);
    const bool as_garbage = there || known == Known::kGarbage;
    Same("it is valid if garbage counts", one.IsValid(gc::IfGarbage::kThere), as_garbage);
    Same("it is stale if garbage counts", one.IsStale(gc::IfGarbage::kThere),
         id != kNobody && !as_garbage);
    if (!MayRead()) return;
    Same("it leads to its object", one.Get() == (there ? at_.BodyOf(id) : nullptr), true);
    Same("it leads to garbage", one.GetEvenIfGarbage() == (as_garbage ? at_.BodyOf(id) : nullptr),
         true);
  }

  void CompareChecked(std::size_t i) {
    const auto& [one, id] = at_.checked[i];
    const Known known = KnownOf(id);
    Same("a checked pointer has its address", one.Address() == at_.BodyOf(id), true);
    if (known == Known::kUnknown) return;
    const bool there = known == Known::kThere;
    Same("a checked pointer is alive", one.IsAlive(), there);
    Same("it is its object's", one.Is(at_.BodyOf(id)), there);
    Same("it is another's", one.Is(reinterpret_cast<const Cell*>(&at_)), false);
    if (MayRead()) Same("it leads to it", one.Get() == (there ? at_.BodyOf(id) : nullptr), true);
  }

  void CompareHolders(std::size_t i) {
    if (at_.guards[i]) {
      const std::vector<Id>& held = at_.paper.At(at_.guard_on_paper[i]).fields;
      for (std::size_t at = 0; at < at_.guards[i]->size(); ++at) {
        Same("a guard holds what it was given", (*at_.guards[i])[at] == at_.BodyOf(held[at]), true);
      }
    }
    if (!at_.watchers[i]) return;
    const std::vector<Id>& held = at_.paper.At(at_.watcher_on_paper[i]).fields;
    for (std::size_t slot = 0; slot < kWatched; ++slot) {
      if (at_.watchers[i]->At(slot) == at_.BodyOf(held[slot])) continue;
      Same("a slot of a referencer holds what it was given", slot, kWatched);
    }
  }

  // References to garbage may have been cleared: which ones is not asked.
  void CompareCell(Id id) {
    const PaperCrowd::One& on_paper = at_.paper.At(id);
    const Cell& cell = *at_.BodyOf(id);
    Same("a cell has its number", cell.id, id);
    if (cell.id != id) return;
    Same("it is a root", at_.heap.IsRoot(&cell), on_paper.root);
    CompareField("a field", gc::ToRaw(cell.next), on_paper.fields[0]);
    for (std::size_t i = 0; i < kListed; ++i) {
      const Cell* const said = i < cell.list.size() ? (*cell.list)[i].Get() : nullptr;
      CompareField("an element of a list", said, on_paper.fields[1 + i]);
    }
  }
  void CompareField(const char* what, const Cell* said, Id should) {
    const bool cleared = said == nullptr && should != kNobody && at_.paper.At(should).garbage;
    if (!cleared) Same(what, said == at_.BodyOf(should), true);
  }

  const PointedHeap& at_;
  const PointerLie lie_;
  PointerVerdict& verdict_;
};

inline void Compare(const PointedHeap& at, PointerLie lie, PointerVerdict& verdict) {
  ComparedPointers(at, lie, verdict).All();
}

}  // namespace properties::pointers
