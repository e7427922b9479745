// properties/tool/verify/sections.cc -- corpus, small heaps and directed random as sections.

#include "properties/tool/verify/sections.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <utility>

#include "properties/base/fault_names.h"
#include "properties/corpus/corpus.h"
#include "properties/corpus/corpus_folder.h"
#include "properties/corpus/seen_by.h"
#include "properties/judge/conforming.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "properties/scarce/scarce_runs.h"
#include "properties/search/directed/directed.h"
#include "properties/search/exhaustive/alphabets.h"
#include "properties/search/exhaustive/distinct_groups.h"
#include "properties/search/exhaustive/small_heaps.h"
#include "properties/search/exhaustive/variant_alphabets.h"
#include "properties/tool/verify/section_findings.h"
#include "reference/trace/trace_printer.h"

namespace tool {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SectionResult, section, failures, coverage)

namespace {

using properties::AlphabetGroup;
using properties::Catch;
using properties::Grouped;
using properties::ReportSection;
using reference::Locals;

std::string TriedText(const properties::SmallHeapResult& result,
                      const properties::AlphabetSize& size) {
  const std::string heap = properties::SizeText(size.objects, size.fields);
  const std::string states = Grouped(result.states) + " states";
  if (result.exhausted) return fmt::format("every run there is: {}, {}", heap, states);
  return fmt::format("every run of {} operations, some longer: {}, {}", result.depth_completed,
                     heap, states);
}

// Ends a search whose share of the budget is used up, but none that has tried less than the quick
// run does.
class Share {
 public:
  Share(const VerifyOptions& options, std::uint64_t traces, std::uint64_t Effort::*part,
        SectionClock::time_point began)
      : seconds_(options.share),
        traces_(traces),
        floor_(FloorOf(options, traces, part)),
        began_(began) {}

  void Limit(properties::SearchOptions& search) {
    if (seconds_ <= 0) return;
    search.progress = [this](const properties::SearchProgress& at) { seen_ = at.traces; };
    search.stop = [this, stop = search.stop] {
      return (seen_ >= floor_ && SecondsSince(began_) >= seconds_) || (stop && stop());
    };
  }
  void Tell(const properties::SearchResult& search, ReportSection& head) const {
    if (seconds_ <= 0 || !search.stopped) return;
    head.remarks.push_back(
        fmt::format("{}{} of {} traces", kShareUsedUp, Grouped(search.traces), Grouped(traces_)));
  }

 private:
  double seconds_;
  std::uint64_t traces_;
  std::uint64_t floor_;
  SectionClock::time_point began_;
  std::uint64_t seen_ = 0;
};

SectionResult RunSmallHeaps(ReportSection head, const properties::Alphabet& alphabet,
                            std::uint64_t traces, const VerifyOptions& options,
                            RunRecorder& recorder) {
  const auto began = SectionClock::now();
  const std::string name = options.choices.subject;
  const properties::SubjectFactory factory = [&] {
    return recorder.Recorded(MakeSubject(name, {}));
  };
  SectionFindings findings(factory());
  properties::SmallHeapOptions explore;
  const properties::AlphabetSize size = properties::DefaultSize(alphabet.group);
  explore.alphabet = alphabet;
  explore.search.max_traces = traces;
  explore.search.until = {};
  explore.search.on_finding = [&](const Catch& caught) { return findings.Take(caught); };
  Share share(options, traces, &Effort::small_traces, began);
  share.Limit(explore.search);
  const properties::SmallHeapResult found = properties::ExploreSmallHeaps(factory, explore);
  SectionResult result;
  const auto origin = [&](const Catch& caught) {
    return fmt::format("trace {} of {} ({}, locals {})", Grouped(caught.traces), head.group,
                       head.name, head.locals);
  };
  findings.Give(head.id, origin, result);
  head.states = found.states;
  head.tried = TriedText(found, size);
  if (IsTriedWithDeadLocals(options, alphabet.group, alphabet.header.locals)) {
    head.tried += "; the rest is as with dead locals";
  }
  share.Tell(found.search, head);
  if (findings.Full()) head.remarks.push_back("stopped after so many traces that disagree");
  Count(found.search, findings, began, result, head);
  if (found.alike) {
    head.status = properties::kDisagree;
    head.failed.emplace_back("fingerprint");
    head.remarks.push_back(fmt::format(
        "the fingerprint calls two states one that differ: after\n{}and after\n{}",
        reference::PrintTrace((*found.alike)[0]), reference::PrintTrace((*found.alike)[1])));
  }
  result.section = std::move(head);
  return result;
}

SectionResult RunRandom(ReportSection head, Locals locals, const VerifyOptions& options,
                        std::uint64_t cases, unsigned jobs, const std::function<bool()>& stop,
                        std::optional<properties::Profile> profile, RunRecorder& recorder) {
  const auto began = SectionClock::now();
  const properties::SubjectFactory factory = [&] {
    return recorder.Recorded(MakeSubject(options.choices.subject, {}));
  };
  SectionFindings findings(factory());
  properties::DirectedOptions directed;
  directed.locals = locals;
  directed.profile = profile;
  properties::Coverage coverage;
  if (factory()->promises().colours) directed.coverage = &coverage;
  properties::SearchOptions search;
  search.jobs = jobs;
  search.max_traces = cases;
  search.until = {};
  search.stop = stop;
  search.on_finding = [&](const Catch& caught) { return findings.Take(caught); };
  Share share(options, cases, &Effort::random_cases, began);
  share.Limit(search);
  const properties::SearchResult found =
      properties::SearchDirected(factory, options.seed, directed, search);
  SectionResult result;
  if (directed.coverage != nullptr) result.coverage = coverage.Numbers();
  const auto origin = [&](const Catch& caught) {
    return fmt::format("case {} of directed random, seed {:#x} (locals {})", caught.traces - 1,
                       options.seed, head.locals);
  };
  findings.Give(head.id, origin, result);
  head.tried = fmt::format("{} cases, seed {:#x}", Grouped(found.traces), options.seed);
  share.Tell(found, head);
  if (found.variants.unusual != 0) {
    head.tried += fmt::format("; {} on other heaps", Grouped(found.variants.unusual));
  }
  if (findings.Full()) head.remarks.push_back("stopped after so many cases that disagree");
  Count(found, findings, began, result, head);
  result.section = std::move(head);
  return result;
}

// Judges an entry of the corpus: it must agree on the subject, and still show its fault.
void TryEntry(const properties::CorpusEntry& entry, const VerifyOptions& options,
              RunRecorder& recorder, SectionFindings& findings, SectionResult& result) {
  ReportSection& section = result.section;
  const auto sound = recorder.Recorded(MakeSubject(options.choices.subject, {}));
  Catch caught{.traces = ++section.traces, .trace = entry.trace, .verdict = {}};
  caught.verdict = properties::JudgeConforming(entry.trace, *sound, true).verdict;
  section.operations += caught.verdict.applied;
  section.inconclusive += caught.verdict.outcome == properties::Outcome::kInconclusive ? 1 : 0;
  findings.Take(caught);
  if (!entry.fault || !properties::CanShowItsFault(entry)) return;
  const auto faulty = recorder.Recorded(MakeSubject("core", gc::FaultSet(*entry.fault)));
  const properties::Verdict verdict =
      properties::Judge(entry.trace, *faulty, {.stop_at_first = false});
  section.operations += verdict.applied;
  ++section.traces;
  for (const std::string& blind : properties::NotSeenBy(entry.seen_by, verdict)) {
    section.remarks.push_back(entry.name + ".trace: " + blind);
  }
  if (verdict.outcome == properties::Outcome::kDisagree) return;
  section.remarks.push_back(entry.name + ".trace no longer catches " +
                            properties::NameOf(*entry.fault));
}

bool HasDiscipline(const VerifyOptions& options, Locals locals) {
  const std::vector<Locals> disciplines = options.choices.Disciplines();
  return std::ranges::find(disciplines, locals) != disciplines.end();
}

// An entry as another collector is given it: what it claims of core need not hold where verbs are
// skipped, and its fault is one of core.
properties::CorpusEntry ForStrangers(properties::CorpusEntry entry) {
  entry.fault.reset();
  std::erase_if(entry.trace.operations, [](const reference::Operation& operation) {
    return reference::IsExpectation(operation.verb);
  });
  return entry;
}

// The groups of small heaps to be tried: of a stranger, those that say something with its verbs.
std::vector<AlphabetGroup> GroupsOf(const VerifyOptions& options, Locals locals) {
  const bool foreign = BreaksItsOwnRules(options.choices.subject);
  std::vector<AlphabetGroup> groups;
  if (foreign) {
    const auto subject = MakeSubject(options.choices.subject, {});
    groups =
        properties::DistinctGroups(subject->promises().verbs, locals,
                                   subject->promises().settings.Has(reference::Setting::kHands));
  } else {
    for (std::size_t i = 0; i < properties::kAlphabetGroupCount; ++i) {
      groups.push_back(static_cast<AlphabetGroup>(i));
    }
  }
  if (locals == Locals::kDead) std::erase(groups, AlphabetGroup::kLocals);
  return groups;
}

constexpr const char* kCorpus = "properties/corpus";

// Without one of its verbs there is nothing to be judged in a trace.
bool HasAnyVerbOf(const reference::Trace& trace, reference::VerbSet verbs) {
  return std::ranges::any_of(trace.operations, [&](const reference::Operation& operation) {
    return verbs.Has(operation.verb) && !reference::IsExpectation(operation.verb);
  });
}

SectionResult RunCorpus(ReportSection head, const VerifyOptions& options, RunRecorder& recorder) {
  const auto began = SectionClock::now();
  const properties::Corpus corpus =
      properties::LoadCorpus(properties::CorpusFolder(TRICOLOUR_SOURCE_DIR, kCorpus));
  SectionFindings findings(recorder.Recorded(MakeSubject(options.choices.subject, {})));
  SectionResult result;
  result.section = std::move(head);
  ReportSection& section = result.section;
  section.remarks = corpus.problems;
  const std::string none = properties::WhyNoCorpus(TRICOLOUR_SOURCE_DIR, kCorpus);
  if (!none.empty()) section.remarks = {none};
  std::size_t tried = 0;
  const bool foreign = BreaksItsOwnRules(options.choices.subject);
  const reference::VerbSet verbs = MakeSubject(options.choices.subject, {})->promises().verbs;
  for (const properties::CorpusEntry& entry : corpus.entries) {
    if (entry.subject != (foreign ? "core" : options.choices.subject)) continue;
    if (foreign && !HasDiscipline(options, entry.trace.header.locals)) continue;
    if (foreign && !HasAnyVerbOf(entry.trace, verbs)) continue;
    ++tried;
    TryEntry(foreign ? ForStrangers(entry) : entry, options, recorder, findings, result);
  }
  const auto origin = [&](const Catch&) { return std::string("a trace of the corpus"); };
  findings.Give(section.id, origin, result);
  section.tried = fmt::format("{} traces that once broke something{}", tried,
                              foreign ? " in core, as far as its verbs go" : "");
  section.seconds = SecondsSince(began);
  section.status = !result.failures.empty()   ? properties::kDisagree
                   : !section.remarks.empty() ? properties::kBaseline
                   : section.inconclusive > 0 ? properties::kInconclusive
                                              : properties::kAgree;
  RemarkOnNone(findings, section);
  return result;
}

// A section for each value of a setting but the usual one, in the first of the disciplines.
void AddVariants(const VerifyOptions& options, const reference::Promises& promises,
                 std::vector<Section>& sections) {
  const Locals locals = options.choices.Disciplines().front();
  for (const reference::SettingEntry& entry : reference::kSettings) {
    if (!promises.settings.Has(entry.setting)) continue;
    const std::uint64_t traces =
        properties::TracesFor(entry.setting, EffortOf(options).small_traces);
    for (std::size_t choice = 1; choice < entry.Values().size(); ++choice) {
      const ReportSection head =
          HeadOf("variants", fmt::format("{}={}", entry.word, entry.values[choice]),
                 std::string(WordOf(locals)));
      const properties::Alphabet alphabet = properties::MakeVariantAlphabet(
          entry.setting, static_cast<std::uint8_t>(choice), locals, promises.verbs);
      sections.push_back({head, [=](RunRecorder& recorder) {
                            return RunSmallHeaps(head, alphabet, traces, options, recorder);
                          }});
    }
  }
}

}  // namespace

bool IsTriedWithDeadLocals(const VerifyOptions& options, AlphabetGroup group, Locals locals) {
  return options.choices.subject == "core" && locals != Locals::kDead &&
         HasDiscipline(options, Locals::kDead) && properties::IsAsWithDeadLocals(group, locals);
}

std::uint64_t TracesOf(const VerifyOptions& options, AlphabetGroup group, Locals locals,
                       std::uint64_t traces, std::uint64_t part) {
  const bool again = IsTriedWithDeadLocals(options, group, locals);
  return TracesFor(group, traces) / (again ? part : 1);
}

std::vector<Section> FixedSections(const VerifyOptions& options) {
  const reference::Promises promises = MakeSubject(options.choices.subject, {})->promises();
  std::vector<Section> sections;
  const ReportSection corpus = HeadOf("corpus", "all", "");
  sections.push_back({corpus, [corpus, options](RunRecorder& recorder) {
                        return RunCorpus(corpus, options, recorder);
                      }});
  for (const Locals locals : options.choices.Disciplines()) {
    const std::vector<AlphabetGroup> groups = GroupsOf(options, locals);
    // What is not tried of other groups is tried of these.
    const std::uint64_t share =
        groups.empty() ? 1 : properties::kAlphabetGroupCount / groups.size();
    for (const AlphabetGroup group : groups) {
      const ReportSection head =
          HeadOf("small heaps", std::string(WordOf(group)), std::string(WordOf(locals)));
      const properties::Alphabet alphabet =
          MakeAlphabet(group, properties::DefaultSize(group), locals, promises.verbs);
      const std::uint64_t traces =
          TracesOf(options, group, locals, EffortOf(options).small_traces) * share;
      sections.push_back({head, [=](RunRecorder& recorder) {
                            return RunSmallHeaps(head, alphabet, traces, options, recorder);
                          }});
    }
  }
  AddVariants(options, promises, sections);
  return sections;
}

std::vector<Section> RandomSections(const VerifyOptions& options, std::uint64_t cases,
                                    unsigned jobs, const std::function<bool()>& stop,
                                    std::optional<properties::Profile> profile) {
  std::vector<Section> sections;
  const std::string& subject = options.choices.subject;
  if (BreaksItsOwnRules(subject) && OwnWordsOf(subject).one_heap) jobs = 1;
  const std::string name(profile ? WordOf(*profile) : "all profiles");
  for (const Locals locals : options.choices.Disciplines()) {
    const ReportSection head = HeadOf("directed random", name, std::string(WordOf(locals)));
    sections.push_back({head, [=](RunRecorder& recorder) {
                          return RunRandom(head, locals, options, cases, jobs, stop, profile,
                                           recorder);
                        }});
  }
  return sections;
}

double WeightOf(const ReportSection& section) {
  if (section.group == "corpus") return 0;
  if (section.group == "conformance") return 10;
  const auto is = [&section](const char* group) { return section.group == group; };
  if (is("names") || is("worlds") || is("settings") || is("memory")) return 0.5;
  if (is("reflection") || is("scheduler") || is("crowds") || is("inspection")) return 0.5;
  if (is("mistakes") || is("pointers") || is("resources") || is("starts") || is("verification"))
    return 0.5;
  return is("directed random") ? 4 : 1;
}

std::string Packed(const SectionResult& result) { return properties::Packed(result); }

SectionResult UnpackedSection(const std::string& text) {
  return properties::Unpacked<SectionResult>(text);
}

}  // namespace tool
