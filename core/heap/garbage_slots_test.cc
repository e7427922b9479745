// core/heap/garbage_slots_test.cc -- which slots that hold garbage are cleared.
//
// That depends on the origin of the class. The tests cover named objects and every container too.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <variant>

#include "core/inspect/verify/verifier.h"
#include "core/pointer/container_keys.h"
#include "core/testing/crowd.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;

struct Mixed : Object {
  explicit Mixed(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> code;
  ObjectPtr<Node> script;
  ObjectPtr<Node> fixed;
  ObjectPtr<Node> fixed_by_script;
  static const Class kClass;
};
const Reference kMixedReferences[] = {
    Reference::To(&Mixed::code, "code"),
    Reference::To(&Mixed::script, "script").From(Origin::kScript),
    Reference::To(&Mixed::fixed, "fixed").Immutable(),
    Reference::To(&Mixed::fixed_by_script, "fixed_by_script").From(Origin::kScript).Immutable()};
const Class Mixed::kClass = Describe<Mixed>("Mixed", kMixedReferences);

// S9.24: each combination of origin and elimination. S9.7: an immutable slot is never cleared,
// whatever its origin.
class GarbageOrigin : public testing::TestWithParam<std::tuple<bool, bool>> {};
INSTANTIATE_TEST_SUITE_P(Origins, GarbageOrigin,
                         testing::Combine(testing::Bool(), testing::Bool()));

TEST_P(GarbageOrigin, DecidesWhetherASlotIsCleared) {
  const auto [code, script] = GetParam();
  Origins eliminate = Origins::None();
  if (code) eliminate = eliminate + Origins::Only(Origin::kCode);
  if (script) eliminate = eliminate + Origins::Only(Origin::kScript);
  Heap heap({.eliminate = eliminate});
  Mixed* const mixed = heap.New<Mixed>();
  heap.AddRoot(mixed);
  for (auto* const slot : {&mixed->code, &mixed->script, &mixed->fixed, &mixed->fixed_by_script}) {
    *slot = heap.New<Node>('g');
    heap.MarkGarbage(slot->Get());
  }
  heap.Collect();
  EXPECT_EQ(mixed->code == nullptr, code);
  EXPECT_EQ(mixed->script == nullptr, script);
  EXPECT_NE(mixed->fixed, nullptr);
  EXPECT_NE(mixed->fixed_by_script, nullptr);
  EXPECT_EQ(heap.ObjectCount(), 3u + !code + !script);
  Verifier verifier;
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
}

// S9.7, S3.3, immutable-is-followed: an outer that is marked garbage lives on through all cycles,
// and so do a class, its super class and its default object.
TEST(GarbageNamed, ClassAndOuterAreKeptAndNotCleared) {
  Workshop shop;
  Thing* const outer = shop.make.New<Thing>({.name = "outer"});
  Thing* const inner = shop.make.New<Thing>({.outer = outer, .name = "inner"});
  Thing* const beside = shop.make.New<Thing>({.name = "beside"});
  beside->left = outer;
  shop.heap.AddRoot(inner);
  shop.heap.AddRoot(beside);
  shop.heap.MarkGarbage(outer);
  ClassObject* const type = inner->type();
  NamedObject* const defaults = type->default_object();
  shop.heap.MarkGarbage(defaults);
  for (int cycle = 0; cycle < 3; ++cycle) {
    shop.heap.Collect();
    EXPECT_EQ(inner->outer(), outer);
    EXPECT_EQ(inner->type(), type);
    EXPECT_EQ(type->default_object(), defaults);
    EXPECT_EQ(beside->left, nullptr);
  }
  shop.heap.RemoveRoot(inner);
  const WeakPtr<Thing> weak(outer);
  shop.heap.Collect();
  EXPECT_FALSE(weak.IsValid(IfGarbage::kThere));
}

// S5.20: an element that holds garbage becomes null, and the size stays. A container with keys says
// how many of its keys became null.
TEST(GarbageInContainers, ElementsAreClearedAndSizesStay) {
  Heap heap;
  Crowd* const crowd = heap.New<Crowd>();
  heap.AddRoot(crowd);
  Node* const garbage = heap.New<Node>('g');
  Node* const kept = heap.New<Node>('k');
  crowd->vector.assign({garbage, kept, garbage});
  crowd->set.insert(garbage);
  crowd->set.insert(kept);
  crowd->by_object[garbage] = 1;
  crowd->by_object[kept] = 2;
  crowd->hash_by_object[kept] = garbage;
  crowd->hash_map["g"] = garbage;
  crowd->nested.emplace_back().push_back(garbage);
  crowd->edges.push_back({.to = garbage, .weight = 3});
  crowd->maybe.emplace_back(garbage);
  crowd->variant = Slot(garbage);
  crowd->pair.second = garbage;
  Slot only_shown = garbage;
  crowd->hidden = &only_shown;
  heap.MarkGarbage(garbage);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
  EXPECT_THAT(*crowd->vector, ElementsAre(nullptr, kept, nullptr));
  EXPECT_EQ(crowd->set.size(), 2u);
  EXPECT_EQ(CountNullKeys(crowd->set), 1u);
  EXPECT_EQ(CountNullKeys(crowd->by_object), 1u);
  EXPECT_EQ(crowd->hash_by_object.size(), 1u);
  EXPECT_EQ((*crowd->hash_by_object).begin()->second, nullptr);
  EXPECT_EQ((*crowd->hash_map).at("g"), nullptr);
  EXPECT_THAT(*(*crowd->nested)[0], ElementsAre(nullptr));
  EXPECT_EQ((*crowd->edges)[0].to, nullptr);
  EXPECT_EQ((*crowd->edges)[0].weight, 3);
  EXPECT_EQ(*(*crowd->maybe)[0], nullptr);
  EXPECT_EQ(std::get<Slot>(crowd->variant), nullptr);
  EXPECT_EQ(crowd->pair.second, nullptr);
  EXPECT_EQ(only_shown, nullptr);
  EXPECT_EQ(DropNullKeys(crowd->by_object), 1u);
  EXPECT_EQ((*crowd->by_object).at(kept), 2);
  Verifier verifier;
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
}

}  // namespace
}  // namespace gc
