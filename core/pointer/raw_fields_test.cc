// core/pointer/raw_fields_test.cc -- a class that lists a plain pointer cannot be marked in slices,
// and an unlisted plain pointer keeps nothing alive.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Legacy : Object {
  explicit Legacy(const Birth& birth) : Object(birth) {}
  Node* owner = nullptr;
  std::vector<Node*> children;
  Node* unlisted = nullptr;
  ObjectPtr<Node> modern;
  static const Class kClass;
};
const Reference kLegacyReferences[] = {Reference::To(&Legacy::modern, "modern"),
                                       Reference::ToRaw(&Legacy::owner, "owner"),
                                       Reference::ToRaw(&Legacy::children, "children")};
const Class Legacy::kClass = Describe<Legacy>("Legacy", kLegacyReferences);

struct Older : Object {
  explicit Older(const Birth& birth) : Object(birth) {}
  Node* next = nullptr;
  static const Class kClass;
};
const Reference kOlderReferences[] = {Reference::ToRaw(&Older::next, "next")};
const Class Older::kClass = Describe<Older>("Older", kOlderReferences);

// Records the fields that a heap logs.
struct Logged {
  RawFieldSink Sink() {
    return {
        .say = [](void* self,
                  const RawField& field) { static_cast<Logged*>(self)->fields.push_back(field); },
        .context = this};
  }
  std::vector<RawField> fields;
};

// S5.10: legal where the mutator never runs while marking.
TEST(RawFieldsTest, KeepWhatTheyHoldWhenTheWorldIsStopped) {
  Heap heap;
  Legacy* const legacy = heap.New<Legacy>();
  heap.AddRoot(legacy);
  legacy->owner = heap.New<Node>('a');
  legacy->children = {heap.New<Node>('b'), nullptr, heap.New<Node>('c')};
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 4u);
  legacy->owner = nullptr;
  legacy->children.pop_back();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

// S5.10: a store goes past the barrier, and the verifier sees the result.
TEST(RawFieldsTest, AStoreWhileMarkingIsCaughtByTheVerifier) {
  Heap heap({.raw_fields = RawFields::kAllow});
  Node* const root = heap.New<Node>('r');
  Legacy* const legacy = heap.New<Legacy>();
  heap.AddRoot(root);
  heap.AddRoot(legacy);
  Node* const white = heap.New<Node>('w');
  root->left = white;
  heap.Start();
  heap.Tick(2);  // `legacy` is black
  legacy->children.push_back(white);
  root->left = nullptr;
  Verifier verifier;
  const std::optional<Failure> breach = verifier.Verify(heap);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->rule, Rule::kInsertionBarrier);
  EXPECT_EQ(breach->index, legacy->header().index);
}

// S5.22: refused before the first cycle, or allowed by policy, and named either way.
TEST(RawFieldsDeathTest, ATraceInSlicesIsRefusedAndEveryFieldNamed) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Heap heap;
  EXPECT_THAT(heap.FindRawFields(), IsEmpty());
  heap.New<Legacy>();
  heap.New<Older>();
  heap.New<Legacy>();
  EXPECT_THAT(heap.FindRawFields(),
              ElementsAre(RawField{"Legacy", "owner"}, RawField{"Legacy", "children"},
                          RawField{"Older", "next"}));
  EXPECT_DEATH(heap.Start(),
               "needs a wrapper in every field.*: Legacy.owner, Legacy.children, Older.next\n"
               ".*rule insertion-barrier");
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST(RawFieldsDeathTest, AnObjectWithOneIsRefusedWhileATraceIsPending) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Heap heap;
  ASSERT_TRUE(heap.Start());
  EXPECT_DEATH(heap.New<Legacy>(), "Legacy.owner");
}

TEST(RawFieldsTest, AllowedByPolicyATraceInSlicesBegins) {
  Heap heap({.raw_fields = RawFields::kAllow});
  heap.New<Legacy>();
  EXPECT_TRUE(heap.Start());
}

// S5.22: by policy each field is named once, before the first cycle or when it comes up.
TEST(RawFieldsTest, LoggedByPolicyEachIsNamedOnceAndTheTraceBegins) {
  Logged logged;
  Heap heap({.raw_fields = RawFields::kLog, .raw_field_log = logged.Sink()});
  heap.AddRoot(heap.New<Legacy>());
  EXPECT_THAT(logged.fields, IsEmpty()) << "nothing is wrong until slices are asked for";
  ASSERT_TRUE(heap.Start());
  EXPECT_THAT(logged.fields,
              ElementsAre(RawField{"Legacy", "owner"}, RawField{"Legacy", "children"}));
  heap.New<Older>();
  EXPECT_EQ(logged.fields.size(), 3u);
  EXPECT_EQ(logged.fields.back(), (RawField{"Older", "next"}));
  heap.New<Older>();
  heap.Tick(kUnlimited);
  ASSERT_TRUE(heap.Start());
  EXPECT_EQ(logged.fields.size(), 3u);
}

// S5.22: a heap without a sink says so where a user may see it.
TEST(RawFieldsTest, LoggedByPolicyWithoutASinkTheyAreNamedOnTheStandardError) {
  Heap heap({.raw_fields = RawFields::kLog});
  heap.New<Older>();
  testing::internal::CaptureStderr();
  heap.Start();
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "gc: Older.next is a plain pointer: a store into it while marking goes unseen\n");
}

// S5.10: with the world stopped they are legal, whatever the policy.
TEST(RawFieldsTest, ACycleThatIsMarkedAtOnceIsNotRefused) {
  Logged logged;
  for (const RawFields policy : {RawFields::kRefuse, RawFields::kLog}) {
    Heap heap({.raw_fields = policy, .raw_field_log = logged.Sink()});
    Legacy* const legacy = heap.New<Legacy>();
    heap.AddRoot(legacy);
    legacy->owner = heap.New<Node>('a');
    heap.New<Node>('b');
    ASSERT_TRUE(heap.Start(object_flag::kNone, Heap::Marking::kAtOnce));
    while (heap.Tick(kUnlimited) != 0) continue;
    EXPECT_EQ(heap.ObjectCount(), 2u);
  }
  EXPECT_THAT(logged.fields, IsEmpty());
}

TEST(RawFieldsTest, AHeapThatNeverMadeOneIsFreeOfThem) {
  Heap first;
  first.New<Legacy>();
  Heap second;
  EXPECT_THAT(second.FindRawFields(), IsEmpty());
  EXPECT_TRUE(second.Start());
}

TEST(RawFieldsTest, LettingGoClearsThem) {
  Heap heap;
  Legacy* const legacy = heap.New<Legacy>();
  legacy->owner = heap.New<Node>('a');
  legacy->children = {legacy->owner};
  ForEachSlot(*legacy, [](ObjectSlot& slot) { slot.Clear(); });
  EXPECT_EQ(legacy->owner, nullptr);
  EXPECT_EQ(legacy->children, std::vector<Node*>{nullptr});
}

// S5.1: a wrapper has the size of a plain pointer, and its schema line differs only in its tag.
TEST(RawFieldsTest, AWrapperIsLikeAPlainPointerButForItsTag) {
  static_assert(sizeof(ObjectPtr<Node>) == sizeof(Node*));
  static_assert(alignof(ObjectPtr<Node>) == alignof(Node*));
  struct Both : Object {
    union {
      Node* raw;
      ObjectPtr<Node> wrapper;
    };
  };
  const Reference wrapper = Reference::To(&Both::wrapper, "field");
  const Reference raw = Reference::ToRaw(&Both::raw, "field");
  EXPECT_EQ(wrapper.offset, raw.offset);
  EXPECT_STREQ(wrapper.name, raw.name);
  EXPECT_EQ(wrapper.kind, ReferenceKind::kOne);
  EXPECT_EQ(raw.kind, ReferenceKind::kRaw);
}

// S5.19
TEST(UnlistedPointers, ParametersLocalsAndUnlistedMembersKeepNothingAlive) {
  Heap heap;
  Legacy* const legacy = heap.New<Legacy>();
  heap.AddRoot(legacy);
  legacy->unlisted = heap.New<Node>('a');
  const ObjectPtr<Node> local = heap.New<Node>('b');
  [&heap](const Node*) { heap.Collect(); }(heap.New<Node>('c'));
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// The function that a delete-expression needs. (g++ 12 ignores its access in a requires-expression;
// core/pointer/builds/refused shows that it is refused when such an expression is compiled.)
template <class T>
concept CanBeDeleted = requires(void* memory) {
  T::operator delete(memory);
};

// S5.21: std::shared_ptr and std::unique_ptr would have to delete the object, so they do not
// compile.
TEST(OwningPointers, ToAManagedObjectDoNotCompile) {
  static_assert(!CanBeDeleted<Node>);
  static_assert(!CanBeDeleted<Object>);
  static_assert(!std::is_constructible_v<Node, char>, "std::make_shared has no Birth to give");
}

TEST(RawFieldNames, AreEqualIfClassAndFieldAre) {
  const std::string type = "Type", field = "field";  // texts, not addresses, are compared
  EXPECT_EQ((RawField{"Type", "field"}), (RawField{type.c_str(), field.c_str()}));
  EXPECT_NE((RawField{"Type", "field"}), (RawField{"Type", "other"}));
  EXPECT_NE((RawField{"Type", "field"}), (RawField{"Other", "field"}));
}

}  // namespace
}  // namespace gc
