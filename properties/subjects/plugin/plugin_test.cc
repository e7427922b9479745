// properties/subjects/plugin/plugin_test.cc -- a collector in a library is judged as one of this
// tree is, and what is wrong with a library is said.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "properties/judge/judge.h"
#include "properties/search/directed/directed.h"
#include "properties/subjects/plugin/plugin_subject.h"
#include "properties/subjects/plugin/quarantine.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::kDangling;
using reference::kNull;
using testing::HasSubstr;

const PluginLibrary& Example() {
  const auto loaded = LoadPlugin(TRICOLOUR_EXAMPLE_PLUGIN);
  return *std::get<const PluginLibrary*>(loaded);
}

Verdict JudgedWith(const PluginLibrary& library, const std::string& operations,
                   std::uint32_t fault = 0) {
  const auto subject = MakePluginSubject(library, fault);
  const auto trace =
      std::get<reference::Trace>(reference::ParseTrace("tricolour trace 2\n" + operations));
  return Judge(trace, *subject, {.stop_at_first = false});
}

std::string Said(const Verdict& verdict) {
  return verdict.First() == nullptr ? "" : verdict.First()->message;
}

TEST(PluginExample, AgreesOnDirectedRuns) {
  SearchOptions search;
  search.max_traces = 3000;
  const auto make = [] { return MakePluginSubject(Example()); };
  const SearchResult found = SearchDirected(make, 3, {}, search);
  EXPECT_EQ(found.First(), nullptr) << found.First()->verdict.First()->message;
  EXPECT_GT(found.operations, 30'000u);
}

TEST(PluginExample, IsCaughtWithEachOfItsRulesBroken) {
  ASSERT_EQ(Example().faults.size(), 4u);
  for (std::uint32_t fault = 1; fault <= Example().faults.size(); ++fault) {
    SearchOptions search;
    search.max_traces = 3000;
    const auto make = [fault] { return MakePluginSubject(Example(), fault); };
    const SearchResult found = SearchDirected(make, 3, {}, search);
    EXPECT_NE(found.First(), nullptr) << Example().faults[fault - 1];
  }
}

TEST(PluginExample, ShowsTheInvariantThatAStoreBreaks) {
  const std::string run =
      "create a 0\ncreate b 1\nroot b\nstore b.0 a\nstart\ncreate c 1\nstore c.0 a\nroot c\n"
      "store b.0 null\ncollect\n";
  EXPECT_EQ(Said(JudgedWith(Example(), run)), "");
  const Verdict caught = JudgedWith(Example(), run, Example().FaultNamed("store-without-shading"));
  EXPECT_EQ(caught.Of(Checker::kInvariant)->message, "black to white: c.0 -> a");
  EXPECT_THAT(caught.Of(Checker::kOutcome)->message, HasSubstr("a reachable object was freed"));
}

// A table whose functions are changed one at a time.
class Changed {
 public:
  Changed() {
    const auto loaded = LoadPlugin(TRICOLOUR_EXAMPLE_PLUGIN);
    table = std::get<const PluginLibrary*>(loaded)->table;
    promises = std::get<const PluginLibrary*>(loaded)->said;
    said_ = &promises;
    table.promises = [] { return static_cast<const tricolour_promises*>(said_); };
  }
  std::string Wrong() {
    const auto checked = CheckPlugin("x.so", &table);
    const auto* wrong = std::get_if<std::string>(&checked);
    return wrong == nullptr ? "" : *wrong;
  }
  PluginLibrary Library() { return std::get<PluginLibrary>(CheckPlugin("x.so", &table)); }

  tricolour_subject table;
  tricolour_promises promises;

 private:
  static inline const tricolour_promises* said_ = nullptr;
};

TEST(PluginTable, SaysWhatIsWrongWithIt) {
  EXPECT_EQ(Changed().Wrong(), "");
  Changed old;
  old.table.abi = 7;
  EXPECT_EQ(old.Wrong(), "x.so: it has version 7 of the interface, and expected is 1");
  Changed blind;
  blind.table.peek = nullptr;
  EXPECT_EQ(blind.Wrong(), "x.so: its table has no function peek");
  Changed colourless;
  colourless.table.observe = nullptr;
  EXPECT_EQ(colourless.Wrong(), "x.so: it promises colours and has no function observe");
  Changed small;
  small.promises.verbs &= ~TRICOLOUR_HAS(TRICOLOUR_ROOT);
  EXPECT_THAT(small.Wrong(), HasSubstr("it does not promise root"));
  Changed large;
  large.promises.verbs |= TRICOLOUR_HAS(63);
  EXPECT_EQ(large.Wrong(), "x.so: it promises verb 63, which there is not");
  Changed claims;
  claims.promises.verbs |= TRICOLOUR_HAS(static_cast<unsigned>(reference::Verb::kExpectGone));
  EXPECT_THAT(claims.Wrong(), HasSubstr("expect gone, which a plug-in cannot have"));
  Changed lazy;
  lazy.promises.lazy_sweep = 1;
  EXPECT_THAT(lazy.Wrong(), HasSubstr("expected collects_until_gone of 2 or more"));
  Changed nameless;
  nameless.promises.name = nullptr;
  EXPECT_EQ(nameless.Wrong(), "x.so: its promises have no name");
}

// A library of a version that had fewer promises has no limits.
TEST(PluginPromises, OfLimitsAreReadAsFarAsTheirSizeSays) {
  Changed limited;
  limited.promises.most_objects = 9;
  limited.promises.most_fields = 2;
  limited.promises.weak = TRICOLOUR_WEAK_UNTIL_FREED;
  EXPECT_EQ(limited.Library().promises.most_objects, 9u);
  EXPECT_EQ(limited.Library().promises.most_fields, 2u);
  EXPECT_TRUE(limited.Library().promises.weak_until_freed);
  limited.promises.size = offsetof(tricolour_promises, most_objects);
  EXPECT_EQ(limited.Library().promises.most_objects, 0u);
  EXPECT_FALSE(limited.Library().promises.weak_until_freed);
  Changed odd;
  odd.promises.weak = 2;
  EXPECT_THAT(odd.Wrong(), HasSubstr("expected is one of enum tricolour_weak"));
}

// The example has room for any number; a table of three would be overrun by any search.
TEST(PluginLimits, KeepEverySearchWithinThem) {
  Changed limited;
  limited.promises.most_objects = 3;
  limited.promises.most_fields = 1;
  static std::uint32_t alive, most_alive, most_fields;
  alive = most_alive = most_fields = 0;
  static void (*apply)(tricolour_heap*, const tricolour_operation*, tricolour_answer*);
  static const tricolour_subject* example;
  static tricolour_subject shown;
  shown = limited.table;
  example = &shown;
  apply = limited.table.apply;
  limited.table.apply = [](tricolour_heap* heap, const tricolour_operation* operation,
                           tricolour_answer* answer) {
    apply(heap, operation, answer);
    alive = 0;
    tricolour_name fields[64];
    for (tricolour_name name = 0; name < 64; ++name) {
      const std::int32_t count = example->peek(heap, name, fields, 64);
      if (count < 0) continue;
      most_alive = std::max(most_alive, ++alive);
      most_fields = std::max(most_fields, static_cast<std::uint32_t>(count));
    }
  };
  const PluginLibrary library = limited.Library();
  SearchOptions search;
  search.max_traces = 300;
  const auto directed = [&library](std::uint32_t fault) {
    return [&library, fault] { return MakePluginSubject(library, fault); };
  };
  const SearchResult agrees = SearchDirected(directed(0), 3, {}, search);
  EXPECT_EQ(agrees.First(), nullptr);
  EXPECT_EQ(agrees.inconclusive, 0u);
  EXPECT_EQ(most_alive, 3u);
  EXPECT_EQ(most_fields, 1u);
  search.max_traces = 3000;
  const std::uint32_t fault = library.FaultNamed("store-without-shading");
  EXPECT_NE(SearchDirected(directed(fault), 3, {}, search).First(), nullptr);
}

// An older table ends sooner: what it does not have is null, though there are bytes behind it.
TEST(PluginTable, IsReadAsFarAsItsSizeSays) {
  Changed shorter;
  shorter.table.size = offsetof(tricolour_subject, fault_name);
  EXPECT_TRUE(shorter.Library().faults.empty());
  EXPECT_EQ(Changed().Library().faults.size(), 4u);
}

TEST(PluginLibraries, ThatAreNoneAreRefused) {
  const auto none = LoadPlugin("./there-is-no-such.so");
  EXPECT_THAT(std::get<std::string>(none), HasSubstr("there-is-no-such.so"));
  const auto other = LoadPlugin("libm.so.6");
  EXPECT_TRUE(std::holds_alternative<std::string>(other));
}

TEST(PluginNames, ArePathsWithOrWithoutARule) {
  EXPECT_FALSE(PluginChoiceFrom("core"));
  EXPECT_FALSE(PluginChoiceFrom("lua:generational"));
  EXPECT_EQ(PluginChoiceFrom("my.so")->path, "my.so");
  EXPECT_EQ(PluginChoiceFrom("a/b.so@rule")->path, "a/b.so");
  EXPECT_EQ(PluginChoiceFrom("a/b.so@rule")->fault, "rule");
  EXPECT_EQ(PluginChoiceFrom("a/b.so@rule/variant")->path, "a/b.so");
  EXPECT_EQ(PluginChoiceFrom("a/b.so@rule/variant")->fault, "rule/variant");
  EXPECT_EQ(PluginChoiceFrom("/home/me@work/b.so")->path, "/home/me@work/b.so");
}

// What an adapter does wrong is told as its own mistake, and not as the collector's.
struct Misuses {
  static inline const tricolour_host* host = nullptr;
  static inline void* memory = nullptr;
  static tricolour_heap* Create(const tricolour_host* given, const tricolour_header*) {
    host = given;
    memory = nullptr;
    return reinterpret_cast<tricolour_heap*>(&host);
  }
  static void Destroy(tricolour_heap*) {}
  static std::int32_t Peek(const tricolour_heap*, tricolour_name, tricolour_name*, std::uint32_t) {
    return 0;
  }
};

// The verdict on a run of one `create`, at which the table's apply does what it does.
Verdict AtACreate(void (*apply)(tricolour_heap*, const tricolour_operation*, tricolour_answer*),
                  const std::string& run = "create a 0\n") {
  Changed changed;
  changed.table.create = &Misuses::Create;
  changed.table.destroy = &Misuses::Destroy;
  changed.table.peek = &Misuses::Peek;
  changed.table.apply = apply;
  changed.promises.colours = 0;
  static PluginLibrary library;
  library = changed.Library();
  return JudgedWith(library, run);
}

TEST(PluginMisuse, IsTheAdaptersMistake) {
  const Verdict twice =
      AtACreate([](tricolour_heap*, const tricolour_operation*, tricolour_answer*) {
        void* const memory = Misuses::host->allocate(Misuses::host->judge, 0, 8);
        Misuses::host->release(Misuses::host->judge, memory);
        Misuses::host->release(Misuses::host->judge, memory);
      });
  EXPECT_EQ(Said(twice), "it released the memory of an object twice");
  EXPECT_EQ(twice.First()->rule, "adapter");
  const Verdict foreign =
      AtACreate([](tricolour_heap*, const tricolour_operation*, tricolour_answer*) {
        Misuses::host->release(Misuses::host->judge, &Misuses::memory);
      });
  EXPECT_EQ(Said(foreign), "it released memory that is no object's");
  const Verdict unknown =
      AtACreate([](tricolour_heap*, const tricolour_operation*, tricolour_answer*) {
        tricolour_event event = {};
        TRICOLOUR_INIT(event);
        event.kind = 99;
        Misuses::host->publish(Misuses::host->judge, &event);
      });
  EXPECT_EQ(Said(unknown), "it published an event of kind 99, which there is not");
}

TEST(PluginMemory, ThatRunsOutIsNoVerdict) {
  const Verdict verdict =
      AtACreate([](tricolour_heap*, const tricolour_operation*, tricolour_answer* answer) {
        answer->kind = TRICOLOUR_EXHAUSTED;
      });
  EXPECT_EQ(verdict.outcome, Outcome::kInconclusive);
  EXPECT_EQ(verdict.inconclusive_because, "the subject had no memory left");
}

// Takes a hundred bytes for each object, and says so if there are none.
void TakeBytes(tricolour_heap*, const tricolour_operation* operation, tricolour_answer* answer) {
  if (operation->verb != TRICOLOUR_CREATE) return;
  if (Misuses::host->allocate(Misuses::host->judge, operation->object, 100) == nullptr) {
    answer->kind = TRICOLOUR_EXHAUSTED;
  }
}

TEST(PluginMemory, OfThePromisedSizeEndsARunWithTheVerdictUntilThere) {
  Changed small;
  small.table.create = &Misuses::Create;
  small.table.destroy = &Misuses::Destroy;
  small.table.peek = &Misuses::Peek;
  small.table.apply = &TakeBytes;
  small.promises.colours = 0;
  small.promises.most_bytes = 250;
  const PluginLibrary library = small.Library();
  const Verdict full = JudgedWith(library, "create a 0\ncreate b 0\ncreate c 0\ncreate d 0\n");
  EXPECT_EQ(full.outcome, Outcome::kAgree);
  EXPECT_EQ(full.applied, 3u) << "the run ends with c";
  EXPECT_EQ(JudgedWith(library, "create a 0\ncreate b 1\ncreate c 0\n").outcome, Outcome::kDisagree)
      << "b has no field in the end, and that was seen before";
}

// Frees an object that is dead while the mutator makes another.
void SweepLazily(tricolour_heap*, const tricolour_operation* operation, tricolour_answer*) {
  if (operation->verb == TRICOLOUR_CREATE && operation->object == 1) {
    Misuses::host->release(Misuses::host->judge, Misuses::memory);
  }
  if (operation->verb == TRICOLOUR_CREATE) {
    Misuses::memory = Misuses::host->allocate(Misuses::host->judge, operation->object, 8);
  }
}

TEST(LazySweep, IsNoDisagreementOfACollectorThatPromisesIt) {
  const std::string run = "create a 0\ncollect\ncreate b 0\n";
  EXPECT_THAT(Said(AtACreate(&SweepLazily, run)), HasSubstr("outlived 1 collect"));
  Changed lazy;
  lazy.table.create = &Misuses::Create;
  lazy.table.destroy = &Misuses::Destroy;
  lazy.table.peek = &Misuses::Peek;
  lazy.table.apply = &SweepLazily;
  lazy.promises.colours = 0;
  lazy.promises.lazy_sweep = 1;
  lazy.promises.collects_until_gone = 2;
  const PluginLibrary library = lazy.Library();
  EXPECT_EQ(Said(JudgedWith(library, run)), "");
  EXPECT_THAT(Said(JudgedWith(library, "create a 0\nroot a\ncollect\ncreate b 0\n")),
              HasSubstr("a reachable object was freed"));
  EXPECT_THAT(Said(JudgedWith(library, "create a 0\ncreate b 0\n")),
              HasSubstr("which the mutator has just made or read"));
}

TEST(QuarantineTest, PoisonsAndKnowsWhatWasReleased) {
  Quarantine quarantine;
  auto* const a = static_cast<unsigned char*>(quarantine.Allocate(0, 20));
  auto* const b = static_cast<unsigned char*>(quarantine.Allocate(1, 0));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a) % 16, 0u);
  EXPECT_NE(a, b);
  EXPECT_EQ(a[19], 0);
  EXPECT_EQ(quarantine.NameOf(b), 1u);
  EXPECT_EQ(quarantine.Release(a), 0u);
  EXPECT_EQ(a[0], 0xDD);
  EXPECT_EQ(a[19], 0xDD);
  EXPECT_EQ(quarantine.NameOf(a), kDangling);
  EXPECT_EQ(quarantine.Release(a), kDangling);
  EXPECT_EQ(quarantine.NameOf(nullptr), kNull);
  EXPECT_EQ(quarantine.Release(a + 1), kNull);
  EXPECT_NE(quarantine.Allocate(2, 20), a) << "what is released is not used again";
  quarantine.Clear();
  EXPECT_EQ(quarantine.Allocate(0, 20), a) << "each run has the same addresses";
  EXPECT_EQ(quarantine.Allocate(1, Quarantine::kMostBytes), nullptr);
}

}  // namespace
}  // namespace properties
