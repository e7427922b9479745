// properties/subjects/plugin/core_plugin_test.cc -- the C interface leaves nothing out: our own
// collector shows the same through it as without it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "properties/base/fault_names.h"
#include "properties/corpus/corpus.h"
#include "properties/explain/explain.h"
#include "properties/judge/judge.h"
#include "properties/search/directed/directed.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/plugin/adapter_check.h"
#include "properties/subjects/plugin/plugin_subject.h"
#include "reference/trace/trace_text.h"

#ifdef TRICOLOUR_CORE_PLUGIN  // sanitizers are built without the library

namespace properties {
namespace {

using reference::Answer;
using reference::Event;
using reference::Name;
using reference::Operation;

class CorePlugin : public testing::Test {
 protected:
  static const PluginLibrary& Library() {
    return *std::get<const PluginLibrary*>(LoadPlugin(TRICOLOUR_CORE_PLUGIN));
  }
  static std::unique_ptr<reference::Subject> Make(const std::string& fault = "") {
    return MakePluginSubject(Library(), fault.empty() ? 0 : Library().FaultNamed(fault));
  }
};

std::string TextOf(const Event& event) {
  return std::string(WordOf(event.kind)) + " " + std::to_string(event.object) + " " +
         std::to_string(event.flag) + " " + std::to_string(event.detail);
}

// Two subjects that are given the same, and must show the same.
class Both final : public reference::Subject {
 public:
  Both(std::unique_ptr<reference::Subject> one, std::unique_ptr<reference::Subject> other)
      : one_(std::move(one)), other_(std::move(other)) {}

  std::string_view name() const override { return "two"; }
  const reference::Promises& promises() const override { return one_->promises(); }
  void Reset(const reference::TraceHeader& header) override {
    one_->Reset(header);
    other_->Reset(header);
  }
  Answer Apply(const Operation& operation, std::vector<Event>& events) override {
    std::vector<Event> others;
    const std::size_t before = events.size();
    const Answer answer = one_->Apply(operation, events);
    EXPECT_EQ(answer, other_->Apply(operation, others));
    EXPECT_EQ(events.size() - before, others.size());
    for (std::size_t i = 0; i < std::min(others.size(), events.size() - before); ++i) {
      EXPECT_EQ(TextOf(events[before + i]), TextOf(others[i]));
    }
    return answer;
  }
  bool Peek(Name object, std::vector<Name>& fields) const override {
    const bool there = one_->Peek(object, fields);
    std::vector<Name> others;
    EXPECT_EQ(there, other_->Peek(object, others));
    EXPECT_EQ(fields, others);
    return there;
  }
  void Observe(reference::Observation& seen) const override {
    one_->Observe(seen);
    reference::Observation other;
    other_->Observe(other);
    EXPECT_EQ(seen.phase, other.phase);
    EXPECT_EQ(seen.initial_references_taken, other.initial_references_taken);
    EXPECT_EQ(seen.purge_pending, other.purge_pending);
    other.colours.resize(seen.colours.size());
    EXPECT_EQ(seen.colours, other.colours);
    looks_ += 1;
  }
  std::optional<std::uint64_t> Fingerprint() const override {
    EXPECT_EQ(one_->Fingerprint(), other_->Fingerprint());
    return one_->Fingerprint();
  }

  static inline std::uint64_t looks_ = 0;

 private:
  std::unique_ptr<reference::Subject> one_;
  std::unique_ptr<reference::Subject> other_;
};

TEST_F(CorePlugin, ShowsWhatCoreShowsWithoutTheDetour) {
  for (const reference::Locals locals :
       {reference::Locals::kDead, reference::Locals::kRescanned, reference::Locals::kBlack}) {
    SearchOptions search;
    search.max_traces = 300;
    DirectedOptions directed;
    directed.locals = locals;
    const auto both = [] { return std::make_unique<Both>(MakeCoreSubject(), Make()); };
    const SearchResult found = SearchDirected(both, 11, directed, search);
    EXPECT_EQ(found.First(), nullptr);
  }
  EXPECT_GT(Both::looks_, 10'000u);
}

TEST_F(CorePlugin, HasEveryVerbAndPromiseOfCore) {
  const auto core = MakeCoreSubject();
  const reference::Promises& ours = core->promises();
  const reference::Promises& others = Library().promises;
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    EXPECT_EQ(ours.verbs.Has(entry.verb), others.verbs.Has(entry.verb)) << entry.word;
  }
  for (const reference::SettingEntry& entry : reference::kSettings) {
    EXPECT_EQ(ours.settings.Has(entry.setting), others.settings.Has(entry.setting)) << entry.word;
  }
  EXPECT_EQ(ours.exact, others.exact);
  EXPECT_EQ(ours.units, others.units);
  EXPECT_EQ(ours.staged_destruction, others.staged_destruction);
  EXPECT_EQ(ours.colours, others.colours);
  EXPECT_EQ(Library().faults.size(), gc::kFaultCount);
}

TEST_F(CorePlugin, IsCaughtWithEachFaultOfTheCorpus) {
  const Corpus corpus = LoadCorpus(TRICOLOUR_SOURCE_DIR "/properties/corpus");
  std::size_t caught = 0;
  for (const CorpusEntry& entry : corpus.entries) {
    if (entry.subject != "core") continue;
    EXPECT_EQ(Judge(entry.trace, *Make()).outcome, Outcome::kAgree) << entry.name;
    if (!entry.fault) continue;
    const Verdict faulty = Judge(entry.trace, *Make(NameOf(*entry.fault)));
    EXPECT_EQ(faulty.outcome, Outcome::kDisagree) << entry.name;
    ++caught;
  }
  EXPECT_GT(caught, 50u);
}

// The rule, the place in the source and what would have saved the object come over the interface.
TEST_F(CorePlugin, IsExplainedAsCoreIs) {
  const Corpus corpus = LoadCorpus(TRICOLOUR_SOURCE_DIR "/properties/corpus");
  const auto entry = std::ranges::find(
      corpus.entries, std::string("insertion-barrier--store-without-shading"), &CorpusEntry::name);
  ASSERT_NE(entry, corpus.entries.end());
  const auto plugin = Make(NameOf(*entry->fault));
  const auto core = MakeFaultyCoreSubject(gc::FaultSet(*entry->fault));
  const Explanation through = Explain(entry->trace, *plugin);
  const Explanation without = Explain(entry->trace, *core);
  EXPECT_EQ(through.heading, without.heading);
  EXPECT_THAT(through.blame, testing::HasSubstr("insertion-barrier"));
  EXPECT_EQ(through.why, without.why);
  EXPECT_EQ(through.saves, without.saves);
  ASSERT_EQ(through.rows.size(), without.rows.size());
  for (std::size_t i = 0; i < through.rows.size(); ++i) {
    EXPECT_EQ(through.rows[i].where, without.rows[i].where);
    EXPECT_EQ(through.rows[i].colours, without.rows[i].colours);
  }
}

// Core has memory of its own, so that nothing can be asked of memory that the judge refuses.
TEST_F(CorePlugin, HasAnAdapterWithWhichNothingIsWrong) {
  const StarvedAdapter starved{[] { return MakePluginSubject(Library(), 0, 10'000); },
                               &WasRefusedMemory};
  const auto answers = CheckAdapter([] { return Make(); }, starved, [](const std::string&) {});
  for (const AdapterAnswer& answer : answers) EXPECT_EQ(answer.wrong, "") << answer.question;
  EXPECT_FALSE(answers.back().asked);
}

}  // namespace
}  // namespace properties

#endif
