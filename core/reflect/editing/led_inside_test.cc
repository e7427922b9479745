// core/reflect/editing/led_inside_test.cc -- where the weak references and plain pointers of a copy
// lead.
//
// Rows: S3.5, S3.13.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <variant>

#include "core/reflect/editing/duplicate.h"
#include "core/reflect/raw_property.h"
#include "core/testing/duplicated.h"

namespace duplicated {

// Has nothing but a plain pointer, which collections with the world stopped follow.
class Signpost : public gc::NamedObject {
  GC_REFLECTED(Signpost, gc::NamedObject)
  explicit Signpost(const gc::Birth& birth) : NamedObject(birth) {}
  gc::NamedObject* to = nullptr;
};

class Guard : public Crane {
  GC_REFLECTED(Guard, Crane)
  explicit Guard(const gc::Birth& birth) : Crane(birth) {}
  std::variant<int, gc::WeakPtr<gc::NamedObject>> watches;
};

}  // namespace duplicated

template <>
struct gc::Reflector<duplicated::Signpost> {
  static constexpr const char* kName = "Signpost";
  static constexpr const char* kModule = "/Script/Duplicated";
  static gc::Properties Properties() {
    static const gc::Property kProperties[] = {
        gc::RawPropertyOf(&duplicated::Signpost::to, "to"),
    };
    return kProperties;
  }
};
GC_DEFINE_REFLECTED(duplicated::Signpost)

template <>
struct gc::Reflector<duplicated::Guard> {
  static constexpr const char* kName = "Guard";
  static constexpr const char* kModule = "/Script/Duplicated";
  static gc::Properties Properties() {
    static const gc::Property kProperties[] = {
        gc::PropertyOf(&duplicated::Guard::watches, "watches"),
    };
    return kProperties;
  }
};
GC_DEFINE_REFLECTED(duplicated::Guard)

namespace duplicated {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)
using testing::HasSubstr;

// S3.5: also those in a container.
TEST_F(Duplicating, WeakReferencesToAPartOfTheTemplateLeadToTheOwnPart) {
  Crane& defaults = *static_cast<Crane*>(make.ClassOf<Crane>()->default_object());
  defaults.watched = {WeakPtr<NamedObject>(lamp), WeakPtr<NamedObject>(defaults.cabin.Get())};
  defaults.weak = defaults.cabin.Get();
  const Crane* const made = make.New<Crane>();
  ASSERT_NE(made->cabin, defaults.cabin);
  EXPECT_EQ(made->weak.Get(), made->cabin.Get());
  ASSERT_EQ(made->watched.size(), 2u);
  EXPECT_EQ(made->watched[0].Get(), lamp);
  EXPECT_EQ(made->watched[1].Get(), made->cabin.Get());
}

// S3.13: the same of what a variant has at the time.
TEST_F(Duplicating, AWeakReferenceInAVariantLeadsToTheCopyOfWhatIsInside) {
  Guard* const guard = make.New<Guard>({.name = "Guard"});
  guard->watches = 7;
  EXPECT_EQ(std::get<int>(Copy(*guard, {.name = "First"})->watches), 7);
  guard->watches = WeakPtr<NamedObject>(make.New<Cabin>({.outer = guard, .name = "Inside"}));
  const Guard* const copy = Copy(*guard, {.name = "Second"});
  ASSERT_NE(make.FindPath("Transient/Second/Inside"), nullptr);
  EXPECT_EQ(std::get<1>(copy->watches).Get(), make.FindPath("Transient/Second/Inside"));
}

// S3.5: the same of what a variant has at the time.
TEST_F(Duplicating, AWeakReferenceInAVariantLeadsToTheOwnPart) {
  Guard& defaults = *static_cast<Guard*>(make.ClassOf<Guard>()->default_object());
  EXPECT_EQ(std::get<int>(make.New<Guard>()->watches), 0);
  defaults.watches = WeakPtr<NamedObject>(defaults.cabin.Get());
  const Guard* const made = make.New<Guard>();
  ASSERT_NE(made->cabin, defaults.cabin);
  EXPECT_EQ(std::get<1>(made->watches).Get(), made->cabin.Get());
}

// S3.13: the target has died, and its index is that of an object inside, which has a copy.
TEST_F(Duplicating, AWeakReferenceThatIsStaleLeadsToNoCopy) {
  heap.AddRoot(crane);
  Cabin* const gone = make.New<Cabin>({.outer = crane->cabin.Get(), .name = "Gone"});
  const Index index = gone->header().index;
  crane->watched = {WeakPtr<NamedObject>(gone)};
  crane->weak = gone;
  heap.Collect();
  Cabin* const spare = make.New<Cabin>({.outer = crane->cabin.Get(), .name = "Spare"});
  ASSERT_EQ(spare->header().index, index);
  ASSERT_FALSE(crane->weak.IsValid());
  const Crane* const copy = Copy(*crane, {.name = "Second"});
  ASSERT_NE(make.FindPath("Transient/Second/Cabin/Spare"), nullptr);
  EXPECT_EQ(copy->weak.Get(), nullptr);
  EXPECT_EQ(copy->watched[0].Get(), nullptr);
}

// S3.5: the same of a template. One of the two indices is that of its part.
TEST_F(Duplicating, AWeakReferenceOfATemplateThatIsStaleLeadsToNoPart) {
  heap.AddRoot(lamp);
  const WeakPtr<NamedObject> gone[] = {WeakPtr<NamedObject>(make.New<Cabin>()),
                                       WeakPtr<NamedObject>(make.New<Cabin>())};
  heap.Collect();
  Crane* const like = make.New<Crane>();
  const Index part = like->cabin->header().index;
  ASSERT_TRUE(part == gone[0].index() || part == gone[1].index());
  like->watched = {gone[0], gone[1]};
  const Crane* const made = make.New<Crane>({.values_of = like});
  ASSERT_EQ(made->watched.size(), 2u);
  for (const WeakPtr<NamedObject>& weak : made->watched) EXPECT_EQ(weak.Get(), nullptr);
}

// S3.13: nobody can say which plain pointers there are to the copy, so none of them is led there.
TEST_F(Duplicating, APlainPointerMayLeadOutsideAndNotInside) {
  Signpost* const post = make.New<Signpost>({.name = "Post"});
  const Signpost* const empty = Copy(*post);
  EXPECT_EQ(empty->to, nullptr);
  post->to = lamp;
  const Signpost* const copy = Copy(*post);
  EXPECT_EQ(copy->to, lamp);
  post->to = make.New<Cabin>({.outer = post, .name = "Inside"});
  EXPECT_THAT(WhyNot(*post), HasSubstr("Transient/Post to: a plain pointer leads inside"));
}

}  // namespace
}  // namespace duplicated
