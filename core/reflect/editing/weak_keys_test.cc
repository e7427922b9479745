// core/reflect/editing/weak_keys_test.cc -- a weak reference that is a key stays, and is reported;
// and one to an object of another heap is none to this heap's.
//
// Rows: S3.5, S3.14.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/gc.h"
#include "core/reflect/editing/replace_references.h"
#include "core/reflect/reflected.h"

namespace weak_keys {

using Seen = gc::WeakPtr<gc::NamedObject>;

class Page : public gc::NamedObject {
  GC_REFLECTED(Page, gc::NamedObject)
  explicit Page(const gc::Birth& birth) : NamedObject(birth) {}
};
class Ledger : public gc::NamedObject {
  GC_REFLECTED(Ledger, gc::NamedObject)
  explicit Ledger(const gc::Birth& birth) : NamedObject(birth) {
    page = CreateDefaultSubobject<Page>("Page");
  }
  gc::ObjectPtr<Page> page;
  std::unordered_map<Seen, Seen> heirs;
  std::unordered_set<Seen> known;
  std::vector<Seen> list;
};

}  // namespace weak_keys

GC_DESCRIBE(weak_keys::Page, "/Script/WeakKeys")
GC_DESCRIBE(weak_keys::Ledger, "/Script/WeakKeys", GC_PROPERTY_OF(page), GC_PROPERTY_OF(heirs),
            GC_PROPERTY_OF(known), GC_PROPERTY_OF(list))

namespace weak_keys {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)
using testing::ElementsAre;

class WeakKeys : public testing::Test {
 protected:
  Heap heap;
  Factory make{heap};
  Ledger* ledger = make.New<Ledger>({.name = "Ledger"});
  Page* from = make.New<Page>({.name = "Old"});
  Page* to = make.New<Page>({.name = "New"});
};

// S3.14: its place in the map is that of the object that it led to when it was put there.
TEST_F(WeakKeys, StayAndAreToldAndWhatTheyStandForIsReplaced) {
  ledger->heirs[Seen(from)] = Seen(from);
  ledger->heirs[Seen(ledger)] = Seen(from);
  ledger->known = {Seen(from), Seen(ledger)};
  const Replaced replaced = ReplaceReferences(heap, *from, to);
  EXPECT_EQ(replaced.strong, 0u);
  EXPECT_EQ(replaced.weak, 2u);
  EXPECT_FALSE(replaced.ran_out);
  std::vector<std::string> told;
  for (const LeftReference& left : replaced.left) told.push_back(DescriptionOf(heap, left));
  const std::string holder = "Ledger " + std::to_string(ledger->header().index);
  const std::string why =
      ", 1 times: it is a key, and its container has the new one already or cannot move it";
  EXPECT_THAT(told, ElementsAre(holder + ".heirs" + why, holder + ".known" + why));
  EXPECT_EQ(replaced.LeftFor(WhyLeft::kKeyTaken), 2u);
  ASSERT_EQ(ledger->heirs.size(), 2u);
  EXPECT_EQ(ledger->heirs.at(Seen(from)).Get(), to);
  EXPECT_EQ(ledger->heirs.at(Seen(ledger)).Get(), to);
  EXPECT_EQ(ledger->known.size(), 2u);
  EXPECT_TRUE(ledger->known.contains(Seen(from)));
}

// S3.5: and in the same way where a new object takes the values of its template.
TEST_F(WeakKeys, OfATemplateStay) {
  auto& defaults = *static_cast<Ledger*>(make.ClassOf<Ledger>()->default_object());
  const Seen page(defaults.page.Get());
  defaults.heirs[page] = page;
  defaults.known = {page};
  defaults.list = {page};
  Ledger* const made = make.New<Ledger>();
  const Seen own(made->page.Get());
  ASSERT_NE(own, page);
  EXPECT_THAT(made->list, ElementsAre(own));
  ASSERT_EQ(made->heirs.size(), 1u);
  EXPECT_EQ(made->heirs.at(page), own);
  ASSERT_EQ(made->known.size(), 1u);
  EXPECT_TRUE(made->known.contains(page));
}

// S3.14: two heaps have an object of the same index each.
TEST_F(WeakKeys, OneToAnObjectOfAnotherHeapStays) {
  Heap other;
  Factory there(other);
  there.New<Ledger>({.name = "Ledger"});
  Page* const namesake = there.New<Page>({.name = "Old"});
  ASSERT_EQ(namesake->header().index, from->header().index);
  ledger->list = {Seen(namesake), Seen(from)};
  EXPECT_EQ(ReplaceReferences(heap, *from, to).weak, 1u);
  EXPECT_THAT(ledger->list, ElementsAre(Seen(namesake), Seen(to)));
}

}  // namespace
}  // namespace weak_keys
