// properties/verifying/damaging.h -- damages a heap in one place, asks the verifier, and mends it.
//
// Included by the sources of damage only.

#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/inspect/verify/fingerprint.h"
#include "core/inspect/verify/verifier.h"
#include "properties/base/paper_run.h"
#include "properties/base/random.h"
#include "properties/verifying/cells.h"

namespace properties::verifying {

// Makes writable what a component lets be read only.
template <class T>
T& Writable(const T& shown) {
  return const_cast<T&>(shown);
}

// A heap of cells. Each kind of damage derives from it.
class Damaging {
 protected:
  Damaging(std::uint64_t seed, bool lies, PaperVerdict& verdict, const gc::HeapOptions& options)
      : random_(Mix(seed)),
        lies_(lies),
        verdict_(verdict),
        heap_(options),
        freed_(elsewhere_.New<Cell>()) {}
  Damaging(const Damaging&) = delete;
  Damaging& operator=(const Damaging&) = delete;
  ~Damaging() = default;

  gc::Collector& collector() { return heap_.collector(); }
  gc::Population& population() { return collector().population; }
  gc::Phase phase() const { return heap_.phase(); }
  bool IsAtRest() const { return phase() == gc::Phase::kIdle && !heap_.PurgePending(); }
  bool Differs() const { return !verdict_.difference.empty(); }
  void Same(std::string_view what, std::string_view said, std::string_view should) {
    verdict_.Same(what, said, should);
  }

  std::string Said() {
    if (lies_) return "nothing";
    const std::optional<gc::Failure> breach = verifier_.Verify(heap_);
    return breach ? TextOf(std::string(gc::EntryOf(breach->rule).name) + ": " + breach->sentence,
                           breach->index)
                  : "nothing";
  }
  static std::string TextOf(const std::string& sentence, gc::Index index) {
    return sentence + (index == gc::kNoIndex ? "" : ", at " + std::to_string(index));
  }
  // Damages the heap, and mends it.
  template <class Damage, class Mend>
  void Try(const std::string& sentence, gc::Index index, const Damage& damage, const Mend& mend) {
    if (Differs()) return;
    ++verdict_.applied;
    damage();
    const std::string said = Said();
    mend();
    Same("what the verifier says of damage", said, TextOf(sentence, index));
    if (index == gc::kNoIndex && verifier_.edge().holder != gc::kNoIndex) {
      Same("the reference that it is about", "one of another breach", "none");
    }
    Same("what it says when that is mended", Said(), "nothing");
  }
  // What a search knows this state by.
  std::uint64_t State() const {
    gc::Hasher hasher;
    gc::AddState(heap_, hasher);
    return hasher.Value();
  }
  // Changes something, and changes it back. It `matters` if the future depends on it.
  template <class Change, class Undo>
  void Tells(std::string_view what, bool matters, const Change& change, const Undo& undo) {
    if (Differs()) return;
    ++verdict_.applied;
    const std::uint64_t before = State();
    change();
    const bool told = State() != before;
    undo();
    const auto word = [](bool is) { return is ? "yes" : "no"; };
    Same("the fingerprint tells " + std::string(what), word(told), word(matters));
    Same("and is as before without that", word(State() == before), "yes");
  }
  template <class List>
  void TellsLast(std::string_view what, const List& shown) {
    if (shown.empty()) return;
    List& list = Writable(shown);
    const auto last = list.back();
    Tells(
        what, true, [&] { list.pop_back(); }, [&] { list.push_back(last); });
  }
  // A store past the barrier.
  void TryStore(const char* sentence, gc::Index at, gc::ObjectPtr<Cell>& slot, Cell* target) {
    Cell* const before = slot.Get();
    const auto store = [&slot](Cell* cell) {
      std::memcpy(static_cast<void*>(&slot), static_cast<const void*>(&cell), sizeof cell);
    };
    Try(
        sentence, at, [&] { store(target); }, [&] { store(before); });
  }
  // The object gets this mark, in its header and in the map.
  void TryMark(const char* sentence, gc::Index at, Cell& cell, gc::MarkBits bits) {
    gc::MarkByte& header = gc::Population::HeaderMark(cell);
    gc::MarkByte& map = population().table.Mark(IndexOf(cell));
    const gc::MarkBits in_header = header.Load(), in_map = map.Load();
    const auto mend = [&] {
      header.Store(in_header);
      map.Store(in_map);
    };
    Try(
        sentence, at, [&] { population().Give(cell, bits); }, mend);
  }
  template <class Flags, class Bits>
  static void Write(Flags& flags, Bits bits, bool set) {
    if (set) {
      flags.Set(bits);
    } else {
      flags.Clear(bits);
    }
  }
  void TryFlag(const char* sentence, gc::Index index, gc::FlagWord flag, bool set) {
    auto& flags = population().table[index].flags;
    Try(
        sentence, index, [&] { Write(flags, flag, set); }, [&] { Write(flags, flag, !set); });
  }

  // An object of which the condition holds, or null. None that is disregarded.
  template <class Condition>
  Cell* Pick(const Condition& holds) {
    std::vector<Cell*> some;
    for (gc::Index index = population().table.First(); index < population().table.End(); ++index) {
      auto* const cell = static_cast<Cell*>(population().table[index].Occupant());
      if (cell != nullptr && holds(*cell)) some.push_back(cell);
    }
    return some.empty() ? nullptr : random_.Pick(std::span(some));
  }
  Cell* Live() {
    return Pick([this](const Cell& cell) { return !population().IsDoomed(cell); });
  }
  Cell* Doomed() {
    return Pick([this](const Cell& cell) {
      return gc::Marks::IsUnreachable(population().MarkOf(cell)) &&
             !population().EntryOf(cell).flags.Has(gc::flag::kFinished);
    });
  }
  bool IsListed(const Cell& cell) {
    const gc::Wavefront& wavefront = collector().wavefront;
    return std::ranges::find(wavefront.work(), &cell) != wavefront.work().end() ||
           std::ranges::find(wavefront.barrier(), &cell) != wavefront.barrier().end();
  }
  bool IsHeld(const Cell& cell) {
    return Pick([&cell](const Cell& holder) {
             return holder.left == &cell || holder.right == &cell;
           }) != nullptr;
  }
  // kNoIndex: there is none.
  gc::Index Free() {
    std::vector<gc::Index> free;
    population().table.Free().ForEach([&free](gc::Index index) { free.push_back(index); });
    return free.empty() ? gc::kNoIndex : random_.Pick(std::span(free));
  }
  static gc::Index IndexOf(const Cell& cell) { return cell.header().index; }

  gc::Verifier verifier_;
  Random random_;
  const bool lies_;
  PaperVerdict& verdict_;
  gc::Heap heap_;
  gc::Heap elsewhere_;
  Cell* const freed_;  // an object of another heap, which stands for freed memory
};

}  // namespace properties::verifying
