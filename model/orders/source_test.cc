// model/orders/source_test.cc -- the reader of sources finds each access, its function and orders.

#include "model/orders/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace model::orders {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<FoundAccess> In(std::string text) { return AccessesIn({"core/a.cc", std::move(text)}); }

TEST(OrderSource, AnAccessHasItsFunctionItsOperationAndItsOrder) {
  const auto found =
      In("namespace gc {\n\nvoid Lock::Leave() {\n  if (x) {\n"
         "    word_.fetch_sub(1, std::memory_order_release);\n  }\n}\n}\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].line, 5u);
  EXPECT_EQ(found[0].function, "Lock::Leave");
  EXPECT_EQ(found[0].on, "word_");
  EXPECT_EQ(found[0].operation, "fetch_sub");
  EXPECT_EQ(found[0].order, std::memory_order_release);
  EXPECT_FALSE(found[0].failure);
}

TEST(OrderSource, AFunctionInAClassHasTheNameOfTheClass) {
  const auto found =
      In("class A final : public B {\n public:\n  int F() const { return w_.load(); }\n"
         "  struct In {\n    void G() { w_.store(1, std::memory_order::release); }\n  };\n"
         "  A& operator=(const A& a) {\n    w_.store(a.w_.load());\n  }\n};\n");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].function, "A::F");
  EXPECT_EQ(found[1].function, "A::In::G");
  EXPECT_EQ(found[1].order, std::memory_order_release);
  EXPECT_EQ(found[2].function, "A::operator=");
}

TEST(OrderSource, AnAccessThatNamesNoOrderHasTheStrongest) {
  EXPECT_EQ(In("void F() { a.b->c[0].load(); }")[0].order, std::memory_order_seq_cst);
  EXPECT_EQ(In("void F() { a.b->c[0].load(); }")[0].on, "a.b->c[0]");
}

TEST(OrderSource, AComparisonHasAnOrderForFailure) {
  const auto two =
      In("void F() { a.compare_exchange_weak(x, f(y), std::memory_order_release,\n"
         "                                   std::memory_order_acquire); }");
  EXPECT_EQ(two[0].order, std::memory_order_release);
  EXPECT_EQ(two[0].failure, std::memory_order_acquire);
  const auto one = In("void F() { a.compare_exchange_strong(x, y, std::memory_order_acq_rel); }");
  EXPECT_EQ(one[0].failure, std::memory_order_acquire);
}

TEST(OrderSource, AFenceIsAnAccess) {
  const auto found = In("void F() { std::atomic_thread_fence(std::memory_order_acq_rel); }");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].operation, "atomic_thread_fence");
}

TEST(OrderSource, CommentsStringsAndOtherCallsAreNoAccesses) {
  EXPECT_THAT(In("void F() {\n  // a.load()\n  g(\"a.load()\", 'x'); /* a.store(1) */\n"
                 "  std::exchange(a, 1);\n  a.loads();\n  Load();\n}\n"),
              IsEmpty());
}

TEST(OrderSource, AConstructorsListBelongsToTheConstructor) {
  EXPECT_EQ(In("A::A(int x)\n    : x_(x), y_(z.load()) {}\n")[0].function, "A::A");
}

TEST(OrderSource, ALockThatAFunctionTakesIsFoundInThatFunctionOnly) {
  const SourceFile file{"core/a.cc",
                        "void A::F() {\n  const TableLock  lock(heap);\n}\nvoid A::G() {}\n"};
  EXPECT_TRUE(FunctionHas(file, "A::F", "TableLock lock(heap)"));
  EXPECT_FALSE(FunctionHas(file, "A::G", "TableLock lock(heap)"));
  EXPECT_TRUE(FunctionHas(file, "A::F", "TableLock ... heap"));
  EXPECT_FALSE(FunctionHas(file, "A::F", "heap ... TableLock"));
}

TEST(OrderSource, AnAtomicThatIsUsedByAnOperatorIsSeen) {
  const auto uses = [](const std::string& code) {
    return OperatorsOnAtomics(
        {{"core/a.h", "class A {\n  std::atomic<int> word_{0};\n};\n"}, {"core/a.cc", code}});
  };
  EXPECT_THAT(uses("void A::F() { word_.load(); }"), IsEmpty());
  EXPECT_THAT(uses("void A::F() {\n  word_ += 1; }"), ElementsAre("core/a.cc:2: word_"));
  EXPECT_THAT(uses("void A::F() { ++word_; }"), ElementsAre("core/a.cc:1: word_"));
  EXPECT_THAT(uses("int A::F() { return word_; }"), ElementsAre("core/a.cc:1: word_"));
}

}  // namespace
}  // namespace model::orders
