// core/reflect/editing/transient_copies_test.cc -- a transient property of a struct has in a copy
// what a new object has, wherever the struct is.
//
// Rows: S2.17, S3.13.

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <variant>

#include "core/gc.h"
#include "core/reflect/editing/duplicate.h"
#include "core/reflect/reflected.h"

namespace transient_copies {

struct Note {
  GC_REFLECTED_STRUCT(Note)
  int kept = 0;
  int scribble = 3;                   // transient
  gc::WeakPtr<gc::NamedObject> seen;  // transient
};
// The value goes away when this is asked to become another.
struct Lost {
  GC_REFLECTED_STRUCT(Lost)
  Lost() = default;
  Lost(const Lost& other) : number(other.number) {
    if (throws) throw 1;
  }
  Lost& operator=(const Lost&) = default;
  static inline bool throws = false;
  int number = 0;
};
class Desk : public gc::NamedObject {
  GC_REFLECTED(Desk, gc::NamedObject)
  explicit Desk(const gc::Birth& birth) : NamedObject(birth) {}
  std::array<Note, 2> notes;
  std::variant<std::string, Note, Lost> either;
};

}  // namespace transient_copies

GC_DESCRIBE_STRUCT(transient_copies::Note, "/Script/TransientCopies", GC_PROPERTY_OF(kept),
                   GC_PROPERTY_OF(scribble, gc::property::kTransient),
                   GC_PROPERTY_OF(seen, gc::property::kTransient))
GC_DESCRIBE_STRUCT(transient_copies::Lost, "/Script/TransientCopies", GC_PROPERTY_OF(number))
GC_DESCRIBE(transient_copies::Desk, "/Script/TransientCopies", GC_PROPERTY_OF(notes),
            GC_PROPERTY_OF(either))

namespace transient_copies {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)

class TransientCopies : public testing::Test {
 protected:
  Desk* Copy() {
    Desk* const copy = Duplicate(heap, *desk, {}, error);
    EXPECT_NE(copy, nullptr) << error;
    return copy;
  }

  Heap heap;
  Factory make{heap};
  std::string error;
  Desk* defaults = static_cast<Desk*>(make.ClassOf<Desk>()->default_object());
  Desk* desk = make.New<Desk>({.name = "Desk"});
};

// S2.17: and it is not led to the copy, as it says nothing of the original.
TEST_F(TransientCopies, AWeakReferenceLeadsWhereThatOfANewObjectDoes) {
  defaults->notes[1].seen = desk;
  desk->notes[1].kept = 4;
  desk->notes[1].scribble = 9;
  desk->notes[1].seen = nullptr;
  const Desk* const copy = Copy();
  EXPECT_EQ(copy->notes[1].kept, 4);
  EXPECT_EQ(copy->notes[1].scribble, 3);
  EXPECT_EQ(copy->notes[1].seen.Get(), desk);
}

// S2.17
TEST_F(TransientCopies, OfAVariantItIsAsInANewStruct) {
  desk->either = Note{.kept = 4, .scribble = 9, .seen = {}};
  const Note& copied = std::get<Note>(Copy()->either);
  EXPECT_EQ(copied.kept, 4);
  EXPECT_EQ(copied.scribble, 3);
  desk->either = "text";
  EXPECT_EQ(std::get<std::string>(Copy()->either), "text");
}

// S3.13: a variant of which an exception took the value has none in the copy.
TEST_F(TransientCopies, AVariantWithoutAValueHasNoneInTheCopy) {
  const Lost lost;
  Lost::throws = true;
  EXPECT_ANY_THROW(desk->either.emplace<Lost>(lost));
  Lost::throws = false;
  ASSERT_TRUE(desk->either.valueless_by_exception());
  EXPECT_TRUE(Copy()->either.valueless_by_exception());
}

}  // namespace
}  // namespace transient_copies
