// properties/mutate/sites/operators_test.cc -- each kind of mistake is found where it could be
// made, and nowhere else.

#include "properties/mutate/sites/operators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "properties/mutate/sites/other_builds.h"

namespace properties::mutate {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

using Changes = std::vector<std::pair<std::string, std::string>>;

// What the mistakes of a kind change, and into what, in a file with this text.
Changes In(const std::string& text, Operator made) {
  Changes changes;
  for (const Site& site : SitesOf({"core/a.cc", text})) {
    if (site.made == made) changes.emplace_back(site.was, site.becomes);
  }
  return changes;
}
// The same in the body of a function.
Changes InBody(const std::string& body, Operator made) {
  return In("void F(int a, int b) {\n  " + body + "\n}\n", made);
}

TEST(Operators, DeleteCallsThatAreStatements) {
  EXPECT_THAT(InBody("heap_.Mark(a)->Go<int>(b);", Operator::kCallDeleted),
              ElementsAre(Pair("heap_.Mark(a)->Go<int>(b);", "")));
  EXPECT_THAT(InBody("if (a) One(); else Other();", Operator::kCallDeleted),
              ElementsAre(Pair("One();", ""), Pair("Other();", "")));
  for (const char* const other :
       {"const Type name(a);", "std::vector<int> list(a);", "return One();", "int x = One();",
        "for (One(); a; Other()) ++b;", "Type* p(a);", "GC_ASSERT(a, b);"}) {
    EXPECT_THAT(InBody(other, Operator::kCallDeleted), IsEmpty()) << other;
  }
}

TEST(Operators, DeleteAssignmentsAndSteps) {
  EXPECT_THAT(InBody("list[a].next = b;", Operator::kAssignmentDeleted),
              ElementsAre(Pair("list[a].next = b;", "")));
  EXPECT_THAT(InBody("*a |= b;", Operator::kAssignmentDeleted), ElementsAre(Pair("*a |= b;", "")));
  EXPECT_THAT(InBody("++count_;", Operator::kAssignmentDeleted),
              ElementsAre(Pair("++count_;", "")));
  EXPECT_THAT(InBody("int x = a; auto& y = b; Type* z = c; std::vector<int> v = d;",
                     Operator::kAssignmentDeleted),
              IsEmpty());
}

TEST(Operators, NegateConditions) {
  EXPECT_THAT(InBody("if (a < b) return;", Operator::kConditionNegated),
              ElementsAre(Pair("a < b", "!(a < b)")));
  EXPECT_THAT(InBody("while (a) --a;", Operator::kConditionNegated),
              ElementsAre(Pair("a", "!(a)")));
  EXPECT_THAT(InBody("for (int i = 0; i < a; ++i) b += i;", Operator::kConditionNegated),
              ElementsAre(Pair("i < a", "!(i < a)")));
  EXPECT_THAT(InBody("if (int i = a; i != b) return;", Operator::kConditionNegated),
              ElementsAre(Pair("i != b", "!(i != b)")));
  EXPECT_THAT(InBody("const int x = a == 0 ? b : 1;", Operator::kConditionNegated),
              ElementsAre(Pair("a == 0", "!(a == 0)")));
  EXPECT_THAT(InBody("if (int* i = Get()) return;", Operator::kConditionNegated), IsEmpty());
  EXPECT_THAT(InBody("for (int i : list) One(i);", Operator::kConditionNegated), IsEmpty());
}

TEST(Operators, DropOperandsOfConditions) {
  EXPECT_THAT(InBody("if (a && F(b && c) && d) return;", Operator::kOperandDropped),
              ElementsAre(Pair("a", "true"), Pair("F(b && c)", "true"), Pair("b", "true"),
                          Pair("c", "true"), Pair("d", "true")));
  EXPECT_THAT(InBody("return a == 1 || b;", Operator::kOperandDropped),
              ElementsAre(Pair("a == 1", "false"), Pair("b", "false")));
  EXPECT_THAT(InBody("Type&& x = a;", Operator::kOperandDropped), IsEmpty());
}

TEST(Operators, ShiftAndTurnComparisons) {
  EXPECT_THAT(InBody("return a + 1 < b;", Operator::kComparisonShifted),
              ElementsAre(Pair("a + 1 < b", "a + 1 <= b")));
  EXPECT_THAT(InBody("return a >= b && c;", Operator::kComparisonShifted),
              ElementsAre(Pair("a >= b", "a > b")));
  EXPECT_THAT(InBody("return a != b;", Operator::kComparisonTurned),
              ElementsAre(Pair("a != b", "a == b")));
  EXPECT_THAT(InBody("Get<int>(a); std::map<int, int> m;", Operator::kComparisonTurned), IsEmpty());
}

TEST(Operators, ChangeConstantsByOne) {
  EXPECT_THAT(InBody("a = 3;", Operator::kConstantChanged),
              ElementsAre(Pair("3", "3 + 1"), Pair("3", "3 - 1")));
  EXPECT_THAT(InBody("a = 0;", Operator::kConstantChanged), ElementsAre(Pair("0", "0 + 1")));
  EXPECT_THAT(InBody("a = true;", Operator::kConstantChanged), ElementsAre(Pair("true", "false")));
  EXPECT_THAT(In("class A {\n  int a_ = 7;\n  virtual int B() const = 0;\n};\n",
                 Operator::kConstantChanged),
              ElementsAre(Pair("7", "7 + 1"), Pair("7", "7 - 1")));
}

TEST(Operators, SwapArithmetic) {
  EXPECT_THAT(InBody("return a - b * 2;", Operator::kArithmeticSwapped),
              ElementsAre(Pair("a - b * 2", "a + b * 2"), Pair("b * 2", "b / 2")));
  EXPECT_THAT(InBody("a += b;", Operator::kArithmeticSwapped),
              ElementsAre(Pair("a += b", "a -= b")));
  EXPECT_THAT(InBody("++list[a].count;", Operator::kArithmeticSwapped),
              ElementsAre(Pair("++list[a].count", "--list[a].count")));
  EXPECT_THAT(InBody("Type* p = &x; F(*p, -1); auto& r = *p;", Operator::kArithmeticSwapped),
              IsEmpty());
}

TEST(Operators, DropElementsOfMasks) {
  EXPECT_THAT(InBody("a = kA | kB;", Operator::kMaskElementDropped),
              ElementsAre(Pair("kA | kB", "kA"), Pair("kA | kB", "kB")));
}

TEST(Operators, ReturnEarlyFromFunctionsThatSayWhatTheyReturn) {
  EXPECT_THAT(In("void A::F() { G(); }", Operator::kEarlyReturn),
              ElementsAre(Pair("{", "{ return;")));
  EXPECT_THAT(In("class A {\n  A(int b) : b_{b} { G(); }\n};", Operator::kEarlyReturn),
              ElementsAre(Pair("{", "{ return;")));
  EXPECT_THAT(In("int F() { return 3; }", Operator::kEarlyReturn),
              ElementsAre(Pair("{", "{ return {};")));
  EXPECT_THAT(In("template <typename T>\nT F() { return G<T>(); }", Operator::kEarlyReturn),
              ElementsAre(Pair("{", "{ return {};")));
  EXPECT_THAT(In("bool F() { return false; }", Operator::kEarlyReturn), IsEmpty())
      << "nothing would change";
  EXPECT_THAT(In("auto F() { return 3; }", Operator::kEarlyReturn), IsEmpty());
  EXPECT_THAT(In("const Type& F() { return a; }", Operator::kEarlyReturn), IsEmpty())
      << "it would refer to nothing, which no test is asked to notice";
}

TEST(Operators, LeaveTheEndOfWhatNeverReturns) {
  const std::string never = "[[noreturn]] void F() { G(); Abort(); }";
  EXPECT_THAT(In(never, Operator::kEarlyReturn), IsEmpty());
  EXPECT_THAT(In(never, Operator::kCallDeleted), ElementsAre(Pair("G();", "")));
}

TEST(Operators, SwapArgumentsThatStandSideBySide) {
  EXPECT_THAT(InBody("G(a, b + 1, c);", Operator::kArgumentsSwapped),
              ElementsAre(Pair("a, b + 1", "b + 1, a"), Pair("b + 1, c", "c, b + 1")));
  EXPECT_THAT(InBody("Type name(a, b); std::min(a, b); GC_CHECK(a, b); G(a, a);",
                     Operator::kArgumentsSwapped),
              IsEmpty());
  EXPECT_THAT(InBody("G(std::memory_order_acquire, std::memory_order_relaxed);",
                     Operator::kArgumentsSwapped),
              IsEmpty())
      << "the machine may order more than the code asks for";
}

TEST(Operators, RemoveLocks) {
  const std::vector<Site> sites =
      SitesOf({"core/a.cc", "void F() {\n  const std::lock_guard lock(mutex_);\n  G();\n}\n"});
  ASSERT_THAT(InBody("const std::lock_guard lock(mutex_);", Operator::kLockRemoved),
              ElementsAre(Pair("const std::lock_guard lock(mutex_);", "")));
  EXPECT_THAT(InBody("const TableLock lock(heap_.sharing);", Operator::kLockRemoved),
              ElementsAre(Pair("const TableLock lock(heap_.sharing);", "")));
  EXPECT_THAT(InBody("Clock clock(a);", Operator::kLockRemoved), IsEmpty());
}

TEST(Operators, ListWhatCanBeNoSwitch) {
  const auto has_switch = [](const std::string& text) {
    std::vector<bool> found;
    for (const Site& site : SitesOf({"core/a.cc", text})) found.push_back(!site.by_itself);
    return found;
  };
  EXPECT_THAT(has_switch("inline constexpr int kSome = 3;\n"), ElementsAre(false, false));
  EXPECT_THAT(has_switch("int F() { return f_.load(std::memory_order_acquire); }\n"),
              UnorderedElementsAre(true, false))
      << "the early return is one";
  EXPECT_THAT(has_switch("void F() { std::unique_lock lock(m); lock.unlock(); }\n"),
              UnorderedElementsAre(true, false, true));
}

// An object with such members may be a constant.
TEST(Operators, SwitchFirstValuesOnlyWhileTheProgramRuns) {
  const std::vector<Site> sites = SitesOf({"core/a.h", "struct A {\n  int most = 3;\n};\n"});
  ASSERT_EQ(sites.size(), 2u);
  for (const Site& site : sites) EXPECT_TRUE(site.computed && !site.by_itself);
}

TEST(Operators, LeaveAloneWhatOtherBuildsRead) {
  for (const char* const body :
       {"if constexpr (kFaulty) { G(); }", "if (kFaulty && a) G(1, 2);",
        "if (a && !heap_.Obeys(Rule::kX, Fault::kY, GC_HERE)) { a += 1; return; }",
        "if constexpr (kChecked) G();", "if (heap_.Stopped()) return;",
        "\n#if TRICOLOUR_FAULTY\n  G(a);\n#endif\n", "\n#ifdef GC_REFLECT_TOOL\n  G(a);\n#endif\n",
        "\n#if defined(__unix__)\n#else\n  G(a);\n#endif\n"}) {
    const std::vector<Site> sites =
        SitesOf({"core/a.cc", "void F() { " + std::string(body) + "\nH(); }\n"});
    for (const Site& site : sites) {
      EXPECT_TRUE(site.was == "H();" || site.made == Operator::kEarlyReturn)
          << body << ": " << site.Key();
    }
    EXPECT_THAT(InBody(std::string(body) + "\n  H();", Operator::kCallDeleted),
                ElementsAre(Pair("H();", "")))
        << body;
  }
  EXPECT_THAT(InBody("if constexpr (kFaulty) { G(); } else { H(); }", Operator::kCallDeleted),
              ElementsAre(Pair("H();", "")));
}

// Without the question whether a broken rule has stopped the heap nothing changes there.
TEST(Operators, DropNoQuestionThatOnlyOtherBuildsAnswer) {
  EXPECT_THAT(InBody("while (a && !heap.Stopped()) G();", Operator::kOperandDropped),
              ElementsAre(Pair("a", "true")));
  EXPECT_THAT(InBody("if (a || heap.Stopped()) G();", Operator::kOperandDropped),
              ElementsAre(Pair("a", "false")));
  EXPECT_THAT(InBody("if (a || heap.Stopped()) G();", Operator::kCallDeleted),
              ElementsAre(Pair("G();", "")));
}

// Looks is called where only other builds come by, Steps by Looks and by nothing else; Helps by
// Looks and by what ships, Tested by a test.
TEST(Operators, LeaveAloneWhatOnlyOtherBuildsCall) {
  const tidy::Tree tree = {{"core/a.cc",
                            "void Steps() { G(); }\nvoid Looks() { Steps(); Helps(); Tested(); }\n"
                            "void Helps() { G(); }\nvoid Tested() { G(); }\n"
                            "void Ships() { if (kChecked) { Looks(); Tested(); }\n  Helps(); }\n"},
                           {"core/a_test.cc", "TEST(A, B) { Tested(); }\n"},
                           {"model/a.cc", "const char* const kName = \"A\\\"::Looks\";\n"}};
  EXPECT_THAT(OfOtherBuilds(tree), UnorderedElementsAre("Looks", "Steps"));
  std::set<std::string> functions;
  for (const Site& site : SitesOfCore(tree)) functions.insert(site.function);
  EXPECT_THAT(functions, UnorderedElementsAre("Helps", "Tested", "Ships"));
}

TEST(Operators, LeaveAloneWhatTheCompilerComputes) {
  for (const char* const body :
       {"static_assert(sizeof(int) == 4 && a);", "constexpr int kSome = 1 + 2;", "Get<3>(a);",
        "std::array<int, 4> list;", "if constexpr (sizeof(int) == 4) b;", "char text[300];",
        "const void* range[2] = {};", "std::vector<int> lists[4];"}) {
    EXPECT_THAT(InBody(body, Operator::kConstantChanged), IsEmpty()) << body;
  }
  for (const char* const body : {"return list[3];", "a = b * list[3];", "G(list[3]);"}) {
    EXPECT_THAT(InBody(body, Operator::kConstantChanged), SizeIs(2)) << body;
  }
}

// What it returns may be called while the program runs.
TEST(Operators, LeaveAloneWhatOnlyTheCompilerCallsButNotTheLambdasInIt) {
  const std::string text =
      "consteval A F() {\n  A a = G(1);\n  if (a) b = true;\n"
      "  a.f = [](int i) -> int { return i + 2; };\n"
      "  a.g = [&] { H(); };\n  a.list = {{3, 4}};\n  return a;\n}\n";
  EXPECT_THAT(In(text, Operator::kConstantChanged),
              ElementsAre(Pair("2", "2 + 1"), Pair("2", "2 - 1")));
  EXPECT_THAT(In(text, Operator::kCallDeleted), ElementsAre(Pair("H();", "")));
  EXPECT_THAT(In(text, Operator::kEarlyReturn), IsEmpty());
  EXPECT_THAT(In(text, Operator::kConditionNegated), IsEmpty());
}

// What is joined to a broken rule is read where one can be broken only.
TEST(Operators, LeaveAloneWhatIsJoinedToABrokenRule) {
  EXPECT_THAT(InBody("return a && b && !heap_.Obeys(Rule::kX, Fault::kY, GC_HERE);",
                     Operator::kOperandDropped),
              IsEmpty());
  EXPECT_THAT(InBody("return a && b && c;", Operator::kOperandDropped), SizeIs(3));
}

// Without the call a function would end that has to answer something.
TEST(Operators, LeaveAloneACallThatDoesNotReturn) {
  EXPECT_THAT(In("bool F() {\n  G();\n  Abort(a);\n}\n", Operator::kCallDeleted),
              ElementsAre(Pair("G();", "")));
  EXPECT_THAT(In("void F() {\n  G();\n  Abort(a);\n}\n", Operator::kCallDeleted),
              ElementsAre(Pair("G();", ""), Pair("Abort(a);", "")));
}

TEST(Operators, LeaveCommentsAndLiteralsAlone) {
  EXPECT_THAT(SitesOf({"core/a.cc", "void F() {\n  // a = 3; if (a) G();\n}\n"}), IsEmpty());
  EXPECT_THAT(InBody("G(\"a = 3; H();\", '+');", Operator::kCallDeleted),
              ElementsAre(Pair("G(\"a = 3; H();\", '+');", "")));
}

TEST(Operators, NameASiteByItsFunctionAndText) {
  const std::vector<Site> sites =
      SitesOf({"core/a.cc", "void A::F() {\n  G();\n  G();\n}\nvoid B() { G(); }\n"});
  std::vector<std::string> keys;
  for (const Site& site : sites) keys.push_back(site.Key());
  EXPECT_THAT(keys, AllOf(Contains("core/a.cc | A::F | call-deleted | G(); | nothing"),
                          Contains("core/a.cc | A::F | call-deleted | G(); | nothing | 2"),
                          Contains("core/a.cc | B | call-deleted | G(); | nothing")));
}

TEST(Operators, LookAtWhatShipsOnly) {
  EXPECT_TRUE(IsOfCore("core/collect/gatherer.cc"));
  for (const char* const other :
       {"core/collect/gather_test.cc", "core/testing/nodes.h", "core/bench/mark_bench.cc",
        "core/examples/game.cc", "reference/oracle/heap.cc"}) {
    EXPECT_FALSE(IsOfCore(other)) << other;
  }
}

TEST(Operators, KnowTheLinesThatASiteChanges) {
  for (const Site& site : SitesOf({"core/a.cc", "void F() {\n  G(a,\n    b);\n}\n"})) {
    if (site.made != Operator::kCallDeleted) continue;
    EXPECT_EQ(site.line, 2u);
    EXPECT_EQ(site.last_line, 3u);
  }
}

// The tree itself: each folder and each kind of mistake has sites.
TEST(Operators, FindSitesInEveryFolderOfCoreAndOfEveryKind) {
  std::set<std::string> folders, kinds;
  for (const Site& site : SitesOfCore(tidy::OurTree())) {
    folders.insert(site.file.substr(0, site.file.rfind('/')));
    kinds.emplace(NameOf(site.made));
  }
  EXPECT_THAT(folders, AllOf(Contains("core/base"), Contains("core/mark"), Contains("core/pointer"),
                             Contains("core/world"), Contains("core/inspect/verify")));
  EXPECT_THAT(folders, Not(Contains("core/testing")));
  EXPECT_THAT(folders, Not(Contains("core/reflect/tool/read"))) << "it is in no collector";
  EXPECT_EQ(kinds.size(), kOperatorNames.size());
}

}  // namespace
}  // namespace properties::mutate
