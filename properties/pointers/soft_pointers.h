// properties/pointers/soft_pointers.h -- references by path, beside what they should remember.
//
// A soft pointer leads to the object that its path led to last, and when that is gone, to the one
// that has the path now. So the paper notes both: which cell each pointer remembers, and which cell
// has each path. Of a cell that is unreachable and not collected yet nothing says whether a read
// finds it; then what was found is noted.
//
// Included by core_pointers.cc only.

#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "core/pointer/path.h"
#include "core/pointer/soft_ptr.h"
#include "properties/pointers/pointed_heap.h"
#include "properties/pointers/pointers_run.h"

namespace properties::pointers {

inline constexpr std::string_view kNowhere = "nowhere";  // the path that leads to nothing

class SoftPointers final : public gc::Resolver {
 public:
  // `make`: a new cell that is a root, and its number.
  SoftPointers(PointedHeap& at, std::function<Id()> make) : at_(at), make_(std::move(make)) {}

  // `id`: the cell that gets the path, if the path is to be its own; else the path may lead
  // nowhere.
  void Set(std::size_t which, std::string_view path, Id id) {
    if (id != kNobody) Name(path, id);
    all_[which] = {gc::SoftPtr<Cell>(paths_.Intern(path)), std::string(path)};
  }
  void Drop(std::size_t which, PointerLie lie) {
    if (lie != PointerLie::kSoftForgets) all_[which].pointer.Reset();
    all_[which].path.clear();
    all_[which].last = kNobody;
  }
  void Load(std::size_t which, PointerVerdict& verdict) {
    Soft& soft = all_[which];
    if (soft.path.empty() || !MayRead()) return;
    const Expected should = ExpectedOf(soft);
    const Id next = at_.paper.Size();
    const Cell* const said = soft.pointer.Load();
    const bool must_make = should.known && should.id == kNobody && soft.path != kNowhere;
    if (must_make) {
      verdict.Same("what is gone is loaded anew", said == at_.BodyOf(next), true);
    } else if (should.known) {
      verdict.Same("what is loaded leads to its cell", said == at_.BodyOf(should.id), true);
    }
    soft.last = said == nullptr ? kNobody : said->id;
  }

  void Compare(PointerLie lie, PointerVerdict& verdict) {
    for (Soft& soft : all_) {
      const bool is_null = soft.path.empty();
      verdict.Same("a soft pointer is null", soft.pointer.IsNull(), is_null);
      verdict.Same("it has its path", soft.pointer.path() == soft.path, true);
      for (const Soft& other : all_) {
        const bool same = soft.path == other.path;
        verdict.Same("two soft pointers are equal", soft.pointer == other.pointer, same);
        if (same) verdict.Same("so are their hashes", HashOf(soft) == HashOf(other), true);
      }
      if (!MayRead() || !verdict.difference.empty()) continue;
      const Expected should = ExpectedOf(soft);
      const Cell* said = lie == PointerLie::kSoftLoads ? soft.pointer.Load() : soft.pointer.Get();
      if (should.known) {
        verdict.Same("a soft pointer leads to its cell", said == at_.BodyOf(should.id), true);
        verdict.Same("it waits for what is not loaded", soft.pointer.IsPending(),
                     !is_null && should.id == kNobody);
      }
      soft.last = said == nullptr ? kNobody : said->id;
    }
  }

  gc::Object* Find(std::string_view path, const gc::Class*) override {
    const auto found = weakly_.find(path);
    return found != weakly_.end() ? found->second.Get() : nullptr;
  }
  gc::Object* Load(std::string_view path, const gc::Class*) override {
    if (gc::Object* const found = Find(path, nullptr)) return found;
    if (path == kNowhere) return nullptr;
    const Id id = make_();
    Name(path, id);
    return at_.BodyOf(id);
  }

 private:
  struct Soft {
    gc::SoftPtr<Cell> pointer;
    std::string path;   // empty: it is null
    Id last = kNobody;  // the cell that it remembers
  };
  struct Expected {
    bool known = true;
    Id id = kNobody;
  };

  static std::size_t HashOf(const Soft& soft) {
    return std::hash<gc::SoftPtr<Cell>>{}(soft.pointer);
  }
  bool MayRead() const { return at_.heap.phase() != gc::Phase::kMarking; }
  void Name(std::string_view path, Id id) {
    named_.insert_or_assign(std::string(path), id);
    weakly_.insert_or_assign(std::string(path), gc::WeakPtr<Cell>(at_.BodyOf(id)));
  }

  // The cell that is remembered, then the one with the path, as far as they are there.
  Expected ExpectedOf(const Soft& soft) const {
    const auto named = named_.find(soft.path);
    for (const Id id : {soft.last, named != named_.end() ? named->second : kNobody}) {
      if (id == kNobody || !at_.paper.At(id).there || at_.paper.At(id).garbage) continue;
      return {.known = at_.paper.Lives(id), .id = id};
    }
    return {};
  }

  PointedHeap& at_;
  const std::function<Id()> make_;
  gc::PathTable paths_{*this};
  std::map<std::string, Id, std::less<>> named_;  // on paper
  std::map<std::string, gc::WeakPtr<Cell>, std::less<>> weakly_;
  std::array<Soft, kEach> all_;
};

}  // namespace properties::pointers
