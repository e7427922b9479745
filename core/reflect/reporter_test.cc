// core/reflect/reporter_test.cc -- a reflected class reports slots that no description can express.
//
// Rows: S4.19.

#include <gtest/gtest.h>

#include "core/heap/factory.h"
#include "core/reflect/reflected.h"

namespace reporter {

class Shelf : public gc::NamedObject {
  GC_REFLECTED(Shelf, gc::NamedObject)
  explicit Shelf(const gc::Birth& birth) : NamedObject(birth) {}
  void VisitReferences(const gc::SlotVisitor& visit) { visit(reported); }
  gc::ObjectPtr<Shelf> described;
  gc::ObjectPtr<Shelf> reported;
};
class Wide : public Shelf {
  GC_REFLECTED(Wide, Shelf)
  explicit Wide(const gc::Birth& birth) : Shelf(birth) {}
  void VisitReferences(const gc::SlotVisitor& visit) {
    Shelf::VisitReferences(visit);
    visit(second);
  }
  gc::ObjectPtr<Shelf> second;
};

}  // namespace reporter

GC_DESCRIBE(reporter::Shelf, "/Script/Reporter", GC_PROPERTY_OF(described), GC_REST)
GC_DESCRIBE(reporter::Wide, "/Script/Reporter", GC_REST)

namespace gc {
namespace {

using reporter::Shelf;
using reporter::Wide;

TEST(Reporters, KeepWhatNoDescriptionSays) {
  Heap heap;
  Factory make(heap);
  Shelf* const shelf = make.New<Shelf>();
  heap.AddRoot(shelf);
  shelf->described = make.New<Shelf>();
  shelf->reported = make.New<Shelf>();
  const auto before = heap.ObjectCount();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), before);
  shelf->reported = nullptr;
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), before - 1);
}

TEST(Reporters, OfADerivedClassCallThatOfTheParent) {
  Heap heap;
  Factory make(heap);
  Wide* const wide = make.New<Wide>();
  heap.AddRoot(wide);
  wide->described = make.New<Shelf>();
  wide->reported = make.New<Shelf>();
  wide->second = make.New<Shelf>();
  const auto before = heap.ObjectCount();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), before);
}

}  // namespace
}  // namespace gc
