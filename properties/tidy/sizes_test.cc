// properties/tidy/sizes_test.cc -- no folder and no class outgrows one idea, and one that does is
// noticed.

#include "properties/tidy/sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

namespace properties::tidy {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

struct Exception {
  std::string_view path;
  std::string_view begins;  // how the finding begins
  std::string_view because;
};

// The exceptions, with their reasons.
constexpr std::array kAllowed = {
    Exception{"core/heap/heap.h", "Heap has", "it is what users call"},
    Exception{"core/schedule/settings.h", "Settings has", "it is a table: a setting a member"},
    Exception{"core/collect/heap_options.h", "HeapOptions has",
              "it is a table: an option a member"},
    Exception{"core/inspect/report/cycle_record.h", "CycleRecord has",
              "a record: a number a member"},
    Exception{"core/pointer/container.h", "Container has",
              "it has the standard containers' methods"},
    Exception{"reference/oracle/heap.h", "Object has", "a record: a fact of an object a member"},
    Exception{"reference/oracle/heap.h", "Heap has", "each fact of an object has its change"},
    Exception{"reference/oracle/cycle.h", "Cycle has", "it notes what each step owes"},
    Exception{"reference/oracle/oracle.h", "Oracle has", "a sentence of the contract a method"},
    Exception{"properties/matrix/thread_rows.h", "ThreadRow has", "a row: a column a member"},
    Exception{"properties/subjects/plugin/tricolour_subject.h", "tricolour_promises has",
              "a record: a promise a member"},
    Exception{"model/machine/state.h", "State has",
              "the relations of the model: a relation a member"},
};

std::vector<Finding> ButForExceptions(std::vector<Finding> findings) {
  const auto covers = [](const Finding& finding) {
    return [&](const Exception& exception) {
      return finding.path == exception.path && finding.message.starts_with(exception.begins);
    };
  };
  std::erase_if(findings, [&](const Finding& finding) {
    return std::ranges::any_of(kAllowed, covers(finding));
  });
  return findings;
}

std::vector<Finding> SaidOfClass(const std::string& body) {
  return LargeClasses({{"core/a.h", "namespace gc {\nclass A : public B<int> {\n public:\n" + body +
                                        "};\nenum class E { kOne };\n}\n"}});
}

std::string Times(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST(Sizes, NoFolderIsCrowded) { EXPECT_EQ(Text(ButForExceptions(CrowdedFolders(OurTree()))), ""); }

TEST(Sizes, NoClassIsLarge) { EXPECT_EQ(Text(ButForExceptions(LargeClasses(OurTree()))), ""); }

TEST(Sizes, ACrowdedFolderIsSeen) {
  Tree tree;
  for (std::size_t i = 0; i < kMostFiles; ++i) {
    tree.push_back({"core/a/" + std::to_string(i) + ".h", ""});
    tree.push_back({"core/a/" + std::to_string(i) + "_test.cc", ""});
  }
  EXPECT_THAT(CrowdedFolders(tree), IsEmpty());
  tree.push_back({"core/a/z.h", ""});
  EXPECT_THAT(CrowdedFolders(tree), ElementsAre(Field(&Finding::path, "core/a")));
}

TEST(Sizes, EveryKindOfMethodCounts) {
  for (const char* method :
       {"void F();\n", "A() : b_(1), c_{2} {}\n", "~A();\n", "int f() const { return b_; }\n",
        "static std::vector<int> F(int a = 1);\n", "A& operator=(const A&) = delete;\n",
        "bool operator()(int) const;\n", "template <class T> T G(T t) { return t; }\n",
        "[[nodiscard]] constexpr bool h() noexcept { return {}; }\n", "virtual void V() = 0;\n"}) {
    EXPECT_THAT(SaidOfClass(Times(kMostMethods, method)), IsEmpty()) << method;
    EXPECT_THAT(SaidOfClass(Times(kMostMethods + 1, method)),
                ElementsAre(Field(&Finding::message, "A has 41 methods")))
        << method;
  }
}

TEST(Sizes, EveryKindOfDataMemberCounts) {
  for (const char* member :
       {"int a_;\n", "int a_ = 0;\n", "std::map<int, std::string> a_{{1, \"one\"}};\n",
        "int a_[2];\n", "std::function<void(int)> f_;\n", "const Heap& heap_;\n",
        "int a_ = F(3);\n", "std::atomic<int> a_{0};\n", "mutable std::mutex m_;\n"}) {
    EXPECT_THAT(SaidOfClass(Times(kMostMembers, member)), IsEmpty()) << member;
    EXPECT_THAT(SaidOfClass(Times(kMostMembers + 1, member)),
                ElementsAre(Field(&Finding::message, "A has 16 data members")))
        << member;
  }
}

TEST(Sizes, WhatIsNeitherCountsForNothing) {
  for (const char* other :
       {"using B = int(int);\n", "friend class C;\n", "enum class D { kOne, kTwo };\n",
        "static_assert(sizeof(int) == 4);\n", "struct G;\n", "static constexpr int kSize = 4;\n",
        "struct H { int a = 0; void F(); };\n", "friend void F(int);\n", "// int a_;\n"}) {
    EXPECT_THAT(SaidOfClass(Times(kMostMethods + 1, other)), IsEmpty()) << other;
  }
}

TEST(Sizes, AClassWithinAClassIsMeasuredForItself) {
  EXPECT_THAT(SaidOfClass("struct Inner {\n" + Times(kMostMembers + 1, "int a;\n") + "};\n"),
              ElementsAre(Field(&Finding::message, HasSubstr("Inner has 16"))));
}

}  // namespace
}  // namespace properties::tidy
