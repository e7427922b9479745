// properties/subjects/plugin/packaged_test.cc -- packaged collectors agree with the oracle, and
// what their adapters can break is noticed: an adapter that is blind would agree as well.

#include "properties/subjects/plugin/packaged.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cctype>
#include <string>
#include <variant>
#include <vector>

#include "properties/judge/judge.h"
#include "properties/search/directed/directed.h"
#include "properties/subjects/plugin/adapter_check.h"
#include "properties/subjects/plugin/plugin_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Locals;

// The shortest runs that were found, each for a rule that the adapter can break.
struct Witness {
  const char* subject;
  const char* rule;
  const char* trace;
};
constexpr Witness kShown[] = {
    {"cppgc", "store-without-barrier",
     "create a 1\nroot a\nstart\ntick 1\ncreate b 0\nstore a.0 b\ncollect\n"},
    {"cppgc", "store-without-barrier",
     "shape 1\ncreate a 1\nroot a\nstart\ntick 1\ncreate b 0\nstore a.0 b\ntick 2\n"},
    {"cppgc", "store-without-barrier",
     "shape 8\ncreate a 1\nroot a\nstart\ntick 1\ncreate b 0\nstore a.0 b\ncollect\n"},
    {"cppgc", "store-without-barrier",
     "shape 24\ncreate a 1\nroot a\nstart\ntick 1\ncreate b 0\nstore a.0 b\ncollect\n"},
    // The marker has seen a.0, and not a.1.
    {"cppgc", "move-without-barrier",
     "shape 2\ncreate a 2\ncreate b 0\nroot a\nstore a.1 b\nstart\ntick 1\nmove a.0 a.1\n"
     "collect\n"},
    {"cppgc", "grow-without-barrier",
     "create a 0\nroot a\nstart\ntick 2\ncreate b 0\nappend a b\ncollect\n"},
    {"cppgc", "resolve-without-barrier",
     "create a 1\ncreate b 0\nroot a\nweak-make w0 b\nstart\ntick 1\nresolve a.0 w0\n"
     "collect\n"},
    {"cppgc", "trace-misses-the-last-field",
     "create a 0\ncreate b 1\nroot b\nstore b.0 a\ncollect\n"},
    {"cppgc", "root-is-not-persistent", "create a 0\nroot a\ncollect\n"},
    {"cppgc", "weak-member-is-not-traced",
     "shape 4\ncreate a 0\nweak-make w0 a\ncollect\nweak-read w0\n"},
    {"libgc", "store-without-dirtying",
     "locals dead\nshape 525420\ncreate a 1\nroot a\nstart\ncreate b 0\nstore a.0 b\nstart\n"},
    {"libgc", "move-without-dirtying",
     "locals dead\nshape 203356\ncreate a 1\ncreate b 1\nroot a\nroot b\nstart\ncreate c 0\n"
     "store b.0 c\nmove a.0 b.0\nstart\n"},
    {"libgc", "grow-without-dirtying",
     "locals dead\nshape 788006\ncreate b 0\nroot b\ncreate c 0\ncollect\ncreate e 0\n"
     "append b e\nstart\n"},
    {"libgc", "descriptor-misses-the-last-field",
     "create a 0\ncreate b 1\nroot b\nstore b.0 a\nstart\n"},
    {"libgc", "root-is-not-searched", "create a 1\nroot a\ncollect\n"},
    {"libgc", "local-is-not-searched", "locals rescanned\ncreate a 0\nhold a\nstart\n"},
    {"lua5.3", "roots-are-not-marked", "shape 1\ncreate a 0\nroot a\ncollect\n"},
    // Objects so large that one is scanned in a step, or this would agree.
    {"lua5.3", "rawset-without-barrier",
     "locals rescanned\nshape 723064\ncreate d 1\ncreate e 0\ncreate h 1\nroot e\nstore d.0 h\n"
     "referencer-hold r1 d\nstart\ncreate k\nstore h.0 k\ntick 2\nunroot e\nstore k.1 e\ntick 2\n"},
    {"lua5.3", "finalizer-called-twice", "shape 194294\ncreate a 1\ncollect\n"},
    {"lua5.3", "block-leaked", "shape 261569\ncollect\n"},
    {"mruby", "store-without-barrier",
     "locals dead\nshape 390984\ncreate a 0\ncreate b 1\ncreate c 0\nroot a\nroot b\n"
     "strong-take c\nstart\nstore b.0 c\nstrong-drop c\ntick 1\n"},
    {"mruby", "append-without-barrier",
     "locals dead\nshape 292205\ncreate a 0\nroot a\nstart\ncreate b 0\nappend a b\nstart\n"},
    {"mruby", "root-is-no-variable", "create a 0\nroot a\nstart\n"},
};

// Null where its package was not installed when this was built, and of what is not packaged: a Lua
// 5.5 has to be loaded first (lua_program_test.cc).
const PluginLibrary* Built(const std::string& name) {
  const std::string path = *PathOfPackaged(name);
  if (access(path.c_str(), R_OK) != 0 || name == "lua5.5") return nullptr;
  return std::get<const PluginLibrary*>(LoadPlugin(path));
}

reference::Trace TraceOfText(const std::string& lines) {
  return std::get<reference::Trace>(reference::ParseTrace("tricolour trace 2\n" + lines));
}

class Packaged : public testing::TestWithParam<PackagedSubject> {
 protected:
  const PluginLibrary* library_ = Built(std::string(GetParam().name));
};

TEST_P(Packaged, AgreesOnDirectedRuns) {
  if (library_ == nullptr || GetParam().name == "lua5.3") return;  // as it is, it has a known bug
  for (const Locals locals : library_->locals) {
    SearchOptions search;
    search.max_traces = 500;
    DirectedOptions directed;
    directed.locals = locals;
    const auto make = [this] { return MakePluginSubject(*library_); };
    const SearchResult found = SearchDirected(make, 17, directed, search);
    EXPECT_EQ(found.First(), nullptr) << found.First()->verdict.First()->message << "\n"
                                      << reference::PrintTrace(found.First()->trace);
    EXPECT_EQ(found.inconclusive, 0u);
    EXPECT_GT(found.operations, 5000u);
  }
}

TEST_P(Packaged, HasAnAdapterWithWhichNothingIsWrong) {
  if (library_ == nullptr) return;
  const auto make = [this] { return MakePluginSubject(*library_); };
  for (const AdapterAnswer& answer : CheckAdapter(make, {}, [](const std::string&) {})) {
    EXPECT_EQ(answer.wrong, "") << answer.question;
  }
}

TEST_P(Packaged, IsCaughtWhereItsAdapterBreaksARule) {
  if (library_ == nullptr) return;
  std::size_t shown = 0;
  for (const Witness& witness : kShown) {
    if (!GetParam().name.starts_with(witness.subject)) continue;
    const std::uint32_t fault = library_->FaultNamed(witness.rule);
    ASSERT_NE(fault, 0u) << witness.rule;
    const reference::Trace trace = TraceOfText(witness.trace);
    EXPECT_EQ(Judge(trace, *MakePluginSubject(*library_)).outcome, Outcome::kAgree) << witness.rule;
    EXPECT_EQ(Judge(trace, *MakePluginSubject(*library_, fault)).outcome, Outcome::kDisagree)
        << witness.rule;
    ++shown;
  }
  EXPECT_GE(shown, 3u);
}

INSTANTIATE_TEST_SUITE_P(All, Packaged, testing::ValuesIn(kPackagedSubjects),
                         [](const auto& tested) {
                           std::string name(tested.param.name);
                           std::erase_if(name, [](char c) { return std::isalnum(c) == 0; });
                           return name;
                         });

TEST(PackagedNames, AreThoseOfTheLibraries) {
  EXPECT_FALSE(PathOfPackaged("core"));
  EXPECT_FALSE(PathOfPackaged("libg"));
  EXPECT_THAT(*PathOfPackaged("libgc"), testing::EndsWith("/libgc.so"));
  const auto choice = PluginChoiceFrom("mruby@store-without-barrier");
  ASSERT_TRUE(choice);
  EXPECT_THAT(choice->path, testing::EndsWith("/mruby.so"));
  EXPECT_EQ(choice->fault, "store-without-barrier");
  EXPECT_THAT(*PathOfPackaged("cppgc"), testing::EndsWith("/cppgc.so"));
  EXPECT_THAT(WhyNotBuilt("libgc"), testing::HasSubstr("install the package libgc-dev"));
  EXPECT_THAT(WhyNotBuilt("cppgc"), testing::HasSubstr("bench --install-peers"));
}

}  // namespace
}  // namespace properties
