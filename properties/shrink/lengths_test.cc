// properties/shrink/lengths_test.cc -- wherever a failure was found, it is shrunk to about the
// same.
//
// A broken rule has a shortest run, which the corpus and the model's witnesses are near. A directed
// run that fails by chance has up to 120 operations; a shrinker that stops half-way makes its
// reader look at operations that have nothing to do with the rule.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "properties/base/fault_names.h"
#include "properties/corpus/corpus.h"
#include "properties/search/directed/directed.h"
#include "properties/shrink/shrink.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Locals;
using reference::Property;

constexpr JudgeOptions kToTheEnd{.stop_at_first = false};

// By fault and property, the fewest operations of a kept trace that shows it.
using Lengths = std::map<std::pair<gc::Fault, Property>, std::size_t>;

// Under `locals dead`.
const Lengths& PublishedLengthsOfTraces() {
  static const Lengths kLengths = [] {
    Lengths lengths;
    for (const char* const folder : {"/properties/corpus", "/fuzz/witnesses"}) {
      const Corpus corpus = LoadCorpus(std::string(TRICOLOUR_SOURCE_DIR) + folder);
      for (const CorpusEntry& entry : corpus.entries) {
        if (!entry.fault || entry.trace.header.locals != Locals::kDead) continue;
        const auto core = MakeFaultyCoreSubject(gc::FaultSet(*entry.fault));
        const Verdict verdict = Judge(entry.trace, *core, kToTheEnd);
        if (verdict.First() == nullptr) continue;
        const auto length = verdict.First()->step + 1;
        const auto [at, is_new] =
            lengths.try_emplace({*entry.fault, verdict.First()->property}, length);
        at->second = std::min(at->second, length);
      }
    }
    return lengths;
  }();
  return kLengths;
}

// A directed run in which the fault is noticed, shrunk; empty if none was found.
std::optional<ShrinkResult> FoundAndShrunk(gc::Fault fault, std::uint64_t seed, std::size_t& found,
                                           Locals locals = Locals::kDead) {
  const auto factory = [fault] { return MakeFaultyCoreSubject(gc::FaultSet(fault)); };
  SearchOptions search{.judge = kToTheEnd, .max_traces = 800};
  search.until = {.outcome = true};
  const SearchResult result = SearchDirected(factory, seed, {.locals = locals}, search);
  const std::optional<Catch>& caught = result.By(Checker::kOutcome);
  if (!caught) return std::nullopt;
  found = caught->trace.operations.size();
  const auto subject = factory();
  return Shrink(caught->trace, *subject, caught->verdict, {}, kToTheEnd);
}

TEST(ShrunkLengths, ReachThoseThatAreKeptOfEachFault) {
  std::size_t runs = 0, compared = 0, shrunk_in_all = 0, kept_in_all = 0;
  std::string table = "fault, property: found > shrunk, kept\n";
  for (const gc::FaultEntry& entry : gc::kFaults) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      std::size_t found = 0;
      const auto shrunk = FoundAndShrunk(entry.fault, seed, found);
      if (!shrunk) continue;
      const Property property = shrunk->verdict.First()->property;
      const auto kept = PublishedLengthsOfTraces().find({entry.fault, property});
      if (kept == PublishedLengthsOfTraces().end()) continue;
      const std::size_t length = shrunk->trace.operations.size();
      const std::string line = fmt::format("{}, {}: {} > {}, {}\n", NameOf(entry.fault),
                                           WordOf(property), found, length, kept->second);
      table += line;
      EXPECT_TRUE(shrunk->complete) << line;
      // A half more, for what the collector does when a cycle is as long as a frame.
      EXPECT_LE(2 * length, 3 * kept->second + 1) << line << reference::PrintTrace(shrunk->trace);
      runs += shrunk->runs;
      shrunk_in_all += length;
      kept_in_all += kept->second;
      ++compared;
    }
  }
  EXPECT_GE(compared, 100u) << table;
  EXPECT_LE(shrunk_in_all, kept_in_all) << table;
  EXPECT_LE(runs, 280 * compared) << "the time of a shrinking grows with its runs";
}

// The README's example. The corpus has it in 8 operations.
TEST(ShrunkLengths, ShowAMissingBarrierInEightOperationsAtMost) {
  int losses = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    std::size_t found = 0;
    const auto shrunk = FoundAndShrunk(gc::Fault::kStoreWithoutShading, seed, found);
    if (!shrunk || shrunk->verdict.First()->property != Property::kSafety) continue;
    EXPECT_LE(shrunk->trace.operations.size(), 8u) << reference::PrintTrace(shrunk->trace);
    ++losses;
  }
  EXPECT_GE(losses, 6);
}

// Failures of one cause fall into one bucket only if they shrink to one trace.
TEST(ShrunkLengths, MostFailuresOfOneCauseShrinkToOneTrace) {
  for (const gc::Fault fault : {gc::Fault::kStoreWithoutShading, gc::Fault::kRootWithoutShading,
                                gc::Fault::kKeepSerial, gc::Fault::kAnswerDoomed}) {
    std::map<Property, std::map<std::string, int>> traces;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      std::size_t found = 0;
      const auto shrunk = FoundAndShrunk(fault, seed, found);
      ASSERT_TRUE(shrunk.has_value()) << NameOf(fault) << " " << seed;
      const Property property = shrunk->verdict.First()->property;
      ++traces[property][reference::PrintTrace(shrunk->trace)];
    }
    for (const auto& [property, of_property] : traces) {
      int all = 0, most = 0;
      std::string shown;
      for (const auto& [trace, count] : of_property) {
        all += count;
        most = std::max(most, count);
        shown += fmt::format("{} times\n{}", count, trace);
      }
      EXPECT_GE(3 * most, 2 * all) << NameOf(fault) << ", " << WordOf(property) << "\n" << shown;
    }
  }
}

}  // namespace
}  // namespace properties
