// core/reflect/scarce_default_test.cc -- a new object takes over what its default object has, and
// there is no memory for it.
//
// Rows: S3.5, S1.31.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/gc.h"
#include "core/reflect/reflected.h"
#include "core/testing/failing_memory.h"

namespace scarce {

class Leaf : public gc::NamedObject {
  GC_REFLECTED(Leaf, gc::NamedObject)
  explicit Leaf(const gc::Birth& birth) : NamedObject(birth) {}
  std::string text;
  gc::Container<std::vector<gc::ObjectPtr<gc::NamedObject>>> others;
};

}  // namespace scarce

GC_DESCRIBE(scarce::Leaf, "/Script/Scarce", GC_PROPERTY_OF(text), GC_PROPERTY_OF(others))

namespace scarce {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)

// S3.5, S1.31: null, and nothing is found under the name.
TEST(ScarceDefaults, WithoutMemoryForAValueThereIsNoObject) {
  if (!FailingMemory::kWorks) return;  // the sanitizer has operators of its own
  Heap heap;
  Factory make(heap);
  auto* const usual = static_cast<Leaf*>(make.ClassOf<Leaf>()->default_object());
  usual->text = "a text that is too long for a string's own room";
  usual->others.emplace_back(usual);
  make.TransientPackage();  // for which there is memory
  int refused = 0;
  for (int from = 0;; ++from) {
    Leaf* leaf = nullptr;
    bool failed = false;
    {
      const FailingMemory failing(from, 1);
      leaf = make.TryNew<Leaf>({.name = "Leaf"});
      failed = failing.failed() > 0;
    }
    EXPECT_EQ(make.FindPath("Transient/Leaf"), leaf) << from;
    if (leaf != nullptr) {
      EXPECT_EQ(leaf->text, usual->text);
      EXPECT_EQ(leaf->others.size(), 1u);
      make.Rename(*leaf, {.name = "Leaf" + std::to_string(from)});
    }
    refused += leaf == nullptr;
    heap.Collect();
    if (!failed) break;
  }
  EXPECT_GT(refused, 2);
}

}  // namespace
}  // namespace scarce
