// properties/verifying/cells.h -- objects with which a program goes behind the collector's back.
//
// Included by core_verifying.cc, twins.cc and the sources of damage.

#pragma once

#include "core/gc.h"

namespace properties::verifying {

inline constexpr const char* kFieldNames[] = {"left", "right"};

struct Cell : gc::Object {
  explicit Cell(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<Cell>& Field(std::size_t i) { return i == 0 ? left : right; }
  const gc::ObjectPtr<Cell>& Field(std::size_t i) const { return i == 0 ? left : right; }
  gc::ObjectPtr<Cell> left, right;
  Cell* hidden = nullptr;  // no line lists it
  static const gc::Class kClass;
};
inline const gc::Reference kCellReferences[] = {gc::Reference::To(&Cell::left, "left"),
                                                gc::Reference::To(&Cell::right, "right")};
inline const gc::Class Cell::kClass = gc::Describe<Cell>("Cell", kCellReferences);

// Is ready to finish when its heap's program says so.
struct Lingering : Cell {
  Lingering(const gc::Birth& birth, const bool& program) : Cell(birth), may_end(program) {}
  bool IsReadyForFinishDestroy() noexcept { return may_end; }
  const bool& may_end;
  static const gc::Class kClass;
};
inline const gc::Class Lingering::kClass = gc::Describe<Lingering>("Lingering", kCellReferences);

struct Inner final : gc::Referencer {
  explicit Inner(gc::Heap& heap) : Referencer(heap, Kind::kRaw, "inner") { Register(); }
  ~Inner() override { Unregister(); }
  void Report(gc::Reporter&) const override {}
};
struct Confused : Cell {
  Confused(const gc::Birth& birth, gc::Heap& heap) : Cell(birth), inner(heap) {}
  Inner inner;
  static const gc::Class kClass;
};
inline const gc::Class Confused::kClass = gc::Describe<Confused>("Confused", kCellReferences);

class Whole : public gc::NamedObject {
 public:
  explicit Whole(const gc::Birth& birth) : NamedObject(birth) {
    part = CreateDefaultSubobject<gc::Package>("Part");
  }
  gc::ObjectPtr<gc::NamedObject> part;
  static const gc::Class kClass;
};
inline const gc::Reference kWholeReferences[] = {gc::Reference::To(&Whole::part, "part")};
inline const gc::Class Whole::kClass =
    gc::DescribeNamed<Whole>("Whole", gc::NamedObject::kClass, kWholeReferences);

}  // namespace properties::verifying
