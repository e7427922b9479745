// properties/inspection/stage.h -- the objects of a judged heap, and the clock that their ends
// move.
//
// Each class has its references in another form, so that each kind of line is walked. What is
// called at the end of an object takes a time of its own, which is told to the paper.
//
// Included by core_inspection.cc only.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/gc.h"
#include "core/heap/named_object.h"
#include "reference/inspection/paper_records.h"

namespace properties::inspection {
namespace {

namespace paper = reference::inspection;

// Nothing but this moves the time.
struct StageClock {
  gc::Nanoseconds now = 1'000;
  paper::PaperLog* log = nullptr;

  void Spend(paper::Unit unit, gc::Nanoseconds time) {
    now += time;
    if (log != nullptr) log->Took(unit, time);
  }
};
inline StageClock* stage_clock = nullptr;

struct StageObject : gc::Object {
  explicit StageObject(const gc::Birth& birth) : Object(birth) {}
  ~StageObject() { stage_clock->Spend(paper::Unit::kFree, 31'000); }
  void BeginDestroy() noexcept { stage_clock->Spend(paper::Unit::kBegin, 23'000); }
  bool IsReadyForFinishDestroy() const noexcept { return ready; }
  void FinishDestroy() noexcept { stage_clock->Spend(paper::Unit::kPoll, 29'000); }
  bool ready = true;
};

using Slot = gc::ObjectPtr<gc::Object>;

// Its outer is named as that of a named object, by which a search for leaks knows what is inside.
struct Box : StageObject {
  explicit Box(const gc::Birth& birth) : StageObject(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  Slot left, right, outer;
  static const gc::Class kClass;
};
const char* const kOuter = gc::NamedSchema::kNamed[1].name;
const gc::Reference kBoxReferences[] = {gc::Reference::To(&Box::left, "left"),
                                        gc::Reference::To(&Box::right, "right"),
                                        gc::Reference::To(&Box::outer, kOuter).Immutable()};
const gc::Class Box::kClass = gc::Describe<Box>("Box", kBoxReferences);

struct Row : StageObject {
  explicit Row(const gc::Birth& birth) : StageObject(birth) {}
  Slot items[3];
  static const gc::Class kClass;
};
const gc::Reference kRowReferences[] = {gc::Reference::To(&Row::items, "items")};
const gc::Class Row::kClass = gc::Describe<Row>("Row", kRowReferences);

struct Bag : StageObject {
  explicit Bag(const gc::Birth& birth) : StageObject(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  gc::Vector<gc::Object> things;
  Slot to;
  static const gc::Class kClass;
};
const gc::Reference kBagReferences[] = {gc::Reference::To(&Bag::things, "things"),
                                        gc::Reference::To(&Bag::to, "to")};
const gc::Class Bag::kClass = gc::Describe<Bag>("Bag", kBagReferences);

struct Loner : StageObject {
  explicit Loner(const gc::Birth& birth) : StageObject(birth) {}
  bool CanBeInCluster() const noexcept { return false; }
  Slot to;
  static const gc::Class kClass;
};
const gc::Reference kLonerReferences[] = {gc::Reference::To(&Loner::to, "to")};
const gc::Class Loner::kClass = gc::Describe<Loner>("Loner", kLonerReferences);

struct Pile : StageObject {
  explicit Pile(const gc::Birth& birth) : StageObject(birth) {}
  static const gc::Class kClass;
};
const gc::Reference kPileReferences[] = {gc::Reference::Trailing<Pile>("tail")};
const gc::Class Pile::kClass = gc::Describe<Pile>("Pile", kPileReferences);

enum Kind : std::uint8_t { kBox, kRow, kBag, kLoner, kPile };
constexpr std::uint32_t kKinds = 5;
const std::array<paper::PaperClass, kKinds> kOnPaper = {
    paper::PaperClass{"Box",
                      {{.name = "left"}, {.name = "right"}, {.name = "outer", .immutable = true}},
                      true,
                      true},
    {"Row", {{.name = "items", .is_element = true}}, true, false},
    {"Bag", {{.name = "things", .is_element = true, .open = true}, {.name = "to"}}, true, true},
    {"Loner", {{.name = "to"}}, false, false},
    {"Pile", {{.name = "tail", .is_element = true}}, true, false}};

// The slots of a line; those of a bag's things are written by Put and Edit only.
std::span<const Slot> SlotsOf(const gc::Object* object, Kind kind, std::size_t line) {
  switch (kind) {
    case kBox:
      return {&static_cast<const Box*>(object)->left + line, 1};
    case kRow:
      return static_cast<const Row*>(object)->items;
    case kBag:
      if (line == 0) return *static_cast<const Bag*>(object)->things;
      return {&static_cast<const Bag*>(object)->to, 1};
    case kLoner:
      return {&static_cast<const Loner*>(object)->to, 1};
    case kPile:
      break;
  }
  return gc::Tail(*const_cast<Pile*>(static_cast<const Pile*>(object)));
}

void Write(gc::Object* object, Kind kind, std::size_t line, std::size_t slot, gc::Object* to) {
  if (kind == kBag && line == 0) {
    static_cast<Bag*>(object)->things.Edit([&](auto& things) { things[slot] = to; });
  } else {
    const_cast<Slot&>(SlotsOf(object, kind, line)[slot]) = to;
  }
}

// Reports its slots, and keeps garbage in those that it protects.
class StageReferencer : public gc::Referencer {
 public:
  StageReferencer(gc::Heap& heap, const char* name, std::size_t unprotected)
      : Referencer(heap, Kind::kWrapper, name), unprotected_(unprotected) {
    Register();
  }
  ~StageReferencer() override { Unregister(); }
  void Report(gc::Reporter& to) const override {
    for (std::size_t slot = 0; slot < std::size(slots); ++slot) {
      to.Protect(slot >= unprotected_);
      to(slots[slot]);
    }
    to.Protect(false);
  }
  Slot slots[2];

 private:
  const std::size_t unprotected_;
};

}  // namespace
}  // namespace properties::inspection
