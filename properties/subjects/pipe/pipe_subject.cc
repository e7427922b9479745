// properties/subjects/pipe/pipe_subject.cc -- asks, and reads what is answered.

#include "properties/subjects/pipe/pipe_subject.h"

#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include "core/faults.h"
#include "properties/base/child.h"
#include "properties/base/fault_names.h"
#include "properties/subjects/pipe/pipe_words.h"
#include "reference/trace/trace_printer.h"

namespace properties {
namespace {

using reference::Answer;
using reference::Colour;
using reference::Event;
using reference::EventKind;
using reference::kDangling;
using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Phase;
using reference::Verb;

// Longer than any answer takes; what hangs is noticed by the process that judges.
constexpr double kSeconds = 3600;

template <class Table>
std::optional<std::size_t> Find(const Table& words, std::string_view word) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

// A place in the sources of a program, for ever: events refer to it.
const char* PlaceForEver(std::string_view place) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> places;
  const std::lock_guard lock(mutex);
  return places.emplace(place).first->c_str();
}

class PipeSubject final : public reference::Subject {
 public:
  PipeSubject(std::string command, PipeHello hello, std::string rule)
      : command_(std::move(command)), hello_(std::move(hello)), rule_(std::move(rule)) {
    hello_.promises.obeys &= !rule_.empty() || hello_.promises.shapes;
    known_fault_ = FaultNamed(rule_);
  }

  std::string_view name() const override { return hello_.name; }
  const reference::Promises& promises() const override { return hello_.promises; }
  bool HasRule(std::string_view rule) const override {
    return std::ranges::any_of(hello_.rules, [rule](const std::string& one) {
      return one == rule || one.starts_with(std::string(rule) + "/");
    });
  }

  std::string OwnRuleBroken() const override { return known_fault_ ? "" : rule_; }
  std::string HowDone() const override { return how_; }

  void Reset(const reference::TraceHeader& header) override {
    looked_ = false;
    how_.clear();
    if (child_ == nullptr || !wrong_.empty()) {
      wrong_.clear();
      child_ = Child::Execute({"/bin/sh", "-c", command_});
      Ask("hello 1");
    }
    const std::string answer =
        Ask("reset " + std::string(WordOf(header.locals)) + " " + std::to_string(header.shape) +
            " " + (rule_.empty() ? "-" : rule_));
    if (answer != "ok") Wrong("reset", answer);
  }

  Answer Apply(const Operation& operation, std::vector<Event>& events) override {
    looked_ = false;
    how_.clear();
    std::string line = reference::PrintOperation(operation);
    if (!line.empty() && line.back() == '\n') line.pop_back();
    const std::string text = Ask(line);
    const std::vector<std::string_view> parts = Split(text, "; ");
    if (!wrong_.empty() || parts.empty()) return Stopped(line, text);
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (parts[i].starts_with(kHow)) {
        how_ = parts[i].substr(kHow.size());
        continue;
      }
      const std::optional<Event> event = EventIn(Split(parts[i], " "));
      if (!event) return Stopped(line, text);
      events.push_back(*event);
    }
    const Answer answer = AnswerIn(Split(parts[0], " "), line, text);
    Look();  // what it does wrong there is told at once
    return wrong_.empty() ? answer : Stopped(line, text);
  }

  bool Peek(Name object, std::vector<Name>& fields) const override {
    Look();
    fields.clear();
    if (object >= seen_.size() || !seen_[object].there) return false;
    fields = seen_[object].fields;
    return true;
  }

  void Observe(reference::Observation& observation) const override {
    Look();
    observation = observed_;
    observation.colours.clear();
    for (const Seen& one : seen_) observation.colours.push_back(one.colour);
  }

  std::optional<std::uint64_t> Fingerprint() const override {
    if (!hello_.fingerprints) return std::nullopt;
    const std::string answer = Ask("fingerprint");
    const auto number = NumberIn<std::uint64_t>(answer);
    if (!number) Wrong("fingerprint", answer);
    return number;
  }

  void ObeyAll(bool all) override {
    if (!hello_.promises.obeys) return;
    const std::string line = all ? "obey 1" : "obey 0";
    if (const std::string answer = Ask(line); answer != "ok") Wrong(line, answer);
  }

  std::optional<reference::Breach> Verify() const override {
    if (wrong_.empty()) return std::nullopt;
    return reference::Breach{broken_.empty() ? "adapter" : broken_, kNull, wrong_};
  }

 private:
  struct Seen {
    bool there = false;
    Colour colour = Colour::kNone;
    std::vector<Name> fields;
  };

  std::string Ask(const std::string& line) const {
    if (!wrong_.empty()) return {};
    const std::optional<std::string> answer = child_->Ask(line, kSeconds);
    if (!answer) wrong_ = "the program ended when it was asked \"" + line + "\"";
    return answer.value_or("");
  }

  void Wrong(const std::string& line, const std::string& answer) const {
    if (wrong_.empty()) wrong_ = "\"" + line + "\" was answered with \"" + answer + "\"";
  }
  Answer Stopped(const std::string& line, const std::string& answer) const {
    Wrong(line, answer);
    return {.kind = Answer::Kind::kStopped};
  }

  // A rule that was told to be broken was, here.
  std::optional<Event> BrokenRule(const Words& words) const {
    if (rule_.empty()) return std::nullopt;
    const auto fault =
        known_fault_ ? static_cast<std::uint8_t>(*known_fault_) : reference::kOwnRule;
    return Event{.kind = EventKind::kFaultCommitted,
                 .flag = fault,
                 .where = words.size() > 1 ? PlaceForEver(words[1]) : nullptr};
  }

  std::optional<Event> EventIn(const Words& words) const {
    if (!words.empty() && words[0] == "rule-broken") return BrokenRule(words);
    const auto kind = words.empty() ? std::nullopt : Find(reference::kEventWords, words[0]);
    if (!kind || *kind > static_cast<std::size_t>(EventKind::kDissolved)) return std::nullopt;
    Event event{.kind = static_cast<EventKind>(*kind)};
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (const auto number = NumberIn(words[i])) {
        event.flag = static_cast<std::uint8_t>(*number != 0);
        event.detail = *number;
      } else if (const auto name = NameIn(words[i])) {
        event.object = *name;
      } else {
        return std::nullopt;
      }
    }
    return event;
  }

  Answer AnswerIn(const Words& words, const std::string& line, const std::string& text) {
    const std::string_view what = words.empty() ? std::string_view() : words[0];
    if (what == "done") return {};
    if (what == "refused") return {.kind = Answer::Kind::kRefused};
    if (what == "exhausted") return {.kind = Answer::Kind::kExhausted};
    if (what == "broken" && words.size() > 1) broken_ = words[1];
    const auto name = what == "read" && words.size() > 1 ? NameIn(words[1]) : std::nullopt;
    if (!name) return Stopped(line, text);
    return {.kind = Answer::Kind::kRead, .object = *name};
  }

  // One question answers for all objects, until the next operation.
  void Look() const {
    if (looked_) return;
    looked_ = true;
    seen_.clear();
    observed_ = {};
    const std::string text = Ask("look");
    const std::vector<std::string_view> parts = Split(text, "; ");
    if (parts.empty()) return Wrong("look", text);
    for (const std::string_view word : Split(parts[0], " ")) {
      if (!TakePhase(word)) return Wrong("look", text);
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (!TakeObject(Split(parts[i], " "))) return Wrong("look", text);
    }
  }

  bool TakePhase(std::string_view word) const {
    if (word == "idle")
      observed_.phase = Phase::kIdle;
    else if (word == "marking")
      observed_.phase = Phase::kMarking;
    else if (word == "sweeping")
      observed_.phase = Phase::kGathering;
    else if (word == "unknown")
      observed_.phase = Phase::kUnknown;
    else if (word == "initial")
      observed_.initial_references_taken = true;
    else if (word == "purge")
      observed_.purge_pending = true;
    else
      return false;
    return true;
  }

  bool TakeObject(const Words& words) const {
    if (words.size() < 2) return false;
    const auto name = NameIn(words[0]);
    if (!name || *name >= reference::kNameLimit) return false;
    if (seen_.size() <= *name) seen_.resize(*name + 1);
    Seen& seen = seen_[*name];
    seen.there = true;
    static constexpr std::array<std::string_view, 5> kColours = {"-", "white", "grey", "black",
                                                                 "doomed"};
    const auto colour = Find(kColours, words[1]);
    if (!colour) return false;
    seen.colour = static_cast<Colour>(*colour);
    for (std::size_t i = 2; i < words.size(); ++i) {
      const auto field = NameIn(words[i]);
      if (!field) return false;
      seen.fields.push_back(*field);
    }
    return true;
  }

  static constexpr std::string_view kHow = "how ";  // and then the words

  const std::string command_;
  PipeHello hello_;
  const std::string rule_;
  std::optional<gc::Fault> known_fault_;  // the same, if it has a name of ours
  std::unique_ptr<Child> child_;
  std::string how_;                 // the last operation was done, in its words
  std::string broken_;              // the rule that the program says is broken
  mutable std::string wrong_;       // what it did wrong; empty: nothing
  mutable bool looked_ = false;     // what follows is of now
  mutable std::vector<Seen> seen_;  // by name
  mutable reference::Observation observed_;
};

}  // namespace

std::variant<PipeHello, std::string> GreetPipe(const std::string& command) {
  constexpr double kPatience = 20;
  const auto child = Child::Execute({"/bin/sh", "-c", command});
  const std::optional<std::string> answer = child->Ask("hello 1", kPatience);
  if (!answer) return "\"" + command + "\" ended, or did not answer hello";
  return ReadHello(*answer);
}

std::unique_ptr<reference::Subject> MakePipeSubject(const std::string& command,
                                                    const PipeHello& hello, std::string rule) {
  return std::make_unique<PipeSubject>(command, hello, std::move(rule));
}

namespace {

constexpr std::string_view kBeforeAnyRule = "@@";

}  // namespace

std::string WithRule(const std::string& subject, const std::string& rule) {
  const bool plain = !subject.starts_with("pipe:") || rule.find('/') == std::string::npos;
  return subject + (plain ? "@" : std::string(kBeforeAnyRule)) + rule;
}

std::optional<PipeChoice> PipeChoiceFrom(const std::string& name) {
  constexpr std::string_view kPrefix = "pipe:";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  PipeChoice choice{.command = name.substr(kPrefix.size()), .rule = {}};
  const std::size_t mark = choice.command.rfind(kBeforeAnyRule);
  if (mark != std::string::npos && choice.command.find(' ', mark) == std::string::npos) {
    choice.rule = choice.command.substr(mark + kBeforeAnyRule.size());
    choice.command.resize(mark);
    return choice;
  }
  const std::size_t at = choice.command.rfind('@');
  if (at != std::string::npos && choice.command.find_first_of(" /", at) == std::string::npos) {
    choice.rule = choice.command.substr(at + 1);
    choice.command.resize(at);
  }
  return choice;
}

}  // namespace properties
