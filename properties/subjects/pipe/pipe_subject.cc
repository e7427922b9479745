// properties/subjects/pipe/pipe_subject.cc -- asks, and reads what is answered.

#include "properties/subjects/pipe/pipe_subject.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <functional>
#include <string_view>
#include <utility>

#include "properties/base/child.h"
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
using Words = std::vector<std::string_view>;

// Longer than any answer takes; what hangs is noticed by the process that judges.
constexpr double kSeconds = 3600;

std::vector<std::string_view> Split(std::string_view text, std::string_view at) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(at);
    const std::string_view part = text.substr(0, end);
    if (!part.empty()) parts.push_back(part);
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + at.size());
  }
}

std::optional<std::uint32_t> NumberIn(std::string_view word) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool whole = error == std::errc() && end == word.data() + word.size();
  return whole ? std::optional(number) : std::nullopt;
}

std::optional<Name> NameIn(std::string_view word) {
  if (word == "null") return kNull;
  if (word == "dangling") return kDangling;
  if (word.size() == 1 && word[0] >= 'a' && word[0] <= 'z') return static_cast<Name>(word[0] - 'a');
  if (word.size() < 2 || word[0] != 'o') return std::nullopt;
  return NumberIn(word.substr(1));
}

template <class Table>
std::optional<std::size_t> Find(const Table& words, std::string_view word) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

std::string ReadVerbs(const Words& words, reference::VerbSet& verbs) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto entry = std::ranges::find(reference::kVerbs, words[i], &reference::VerbEntry::word);
    if (entry == reference::kVerbs.end()) return "there is no verb " + std::string(words[i]);
    verbs.Add(entry->verb);
  }
  for (const Verb needed :
       {Verb::kCreate, Verb::kStore, Verb::kRoot, Verb::kUnroot, Verb::kCollect}) {
    if (!verbs.Has(needed)) {
      return "it does not promise " + std::string(WordOf(needed)) +
             "; create, store, root, unroot and collect are the least";
    }
  }
  return {};
}

// Takes one part of the answer to hello; what is wrong with it, or nothing.
std::string TakePart(const Words& words, PipeHello& hello) {
  reference::Promises& promises = hello.promises;
  const std::string_view what = words[0];
  const std::string_view first = words.size() > 1 ? words[1] : std::string_view();
  if (what == "hello")
    hello.name = first;
  else if (what == "version")
    hello.version = first;
  else if (what == "verbs")
    return ReadVerbs(words, promises.verbs);
  else if (what == "exact")
    promises.exact = true;
  else if (what == "colours")
    promises.colours = true;
  else if (what == "units")
    promises.units = true;
  else if (what == "staged")
    promises.staged_destruction = true;
  else if (what == "lazy")
    promises.lazy_sweep = true;
  else if (what == "rules")
    hello.rules.assign(words.begin() + 1, words.end());
  else if (what == "cycles" && NumberIn(first).value_or(0) > 0) {
    promises.collects_until_gone = *NumberIn(first);
  } else {
    return "\"" + std::string(what) + "\" is none of its parts, or lacks a number";
  }
  return {};
}

class PipeSubject final : public reference::Subject {
 public:
  PipeSubject(std::string command, PipeHello hello, std::string rule)
      : command_(std::move(command)), hello_(std::move(hello)), rule_(std::move(rule)) {
    std::signal(SIGPIPE, SIG_IGN);  // a program that ended is a finding
  }

  std::string_view name() const override { return hello_.name; }
  const reference::Promises& promises() const override { return hello_.promises; }
  bool HasRule(std::string_view rule) const override {
    return std::ranges::any_of(hello_.rules, [rule](const std::string& one) {
      return one == rule || one.starts_with(std::string(rule) + "/");
    });
  }

  void Reset(const reference::TraceHeader& header) override {
    looked_ = false;
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
    std::string line = reference::PrintOperation(operation);
    if (!line.empty() && line.back() == '\n') line.pop_back();
    const std::string text = Ask(line);
    const std::vector<std::string_view> parts = Split(text, "; ");
    if (!wrong_.empty() || parts.empty()) return Stopped(line, text);
    for (std::size_t i = 1; i < parts.size(); ++i) {
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

  static std::optional<Event> EventIn(const Words& words) {
    const auto kind = words.empty() ? std::nullopt : Find(reference::kEventWords, words[0]);
    if (!kind || *kind > static_cast<std::size_t>(EventKind::kFreed)) return std::nullopt;
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

  const std::string command_;
  const PipeHello hello_;
  const std::string rule_;
  std::unique_ptr<Child> child_;
  std::string broken_;              // the rule that the program says is broken
  mutable std::string wrong_;       // what it did wrong; empty: nothing
  mutable bool looked_ = false;     // what follows is of now
  mutable std::vector<Seen> seen_;  // by name
  mutable reference::Observation observed_;
};

}  // namespace

std::variant<PipeHello, std::string> ReadHello(const std::string& answer) {
  PipeHello hello;
  hello.promises.exact = false;
  for (const std::string_view part : Split(answer, "; ")) {
    const Words words = Split(part, " ");
    if (words.empty()) continue;
    if (std::string wrong = TakePart(words, hello); !wrong.empty()) {
      return "hello was answered with \"" + answer + "\": " + wrong;
    }
  }
  if (hello.name.empty()) {
    return "hello was answered with \"" + answer + "\"; expected \"hello NAME; verbs ...\"";
  }
  if (std::string wrong = ReadVerbs({"verbs"}, hello.promises.verbs); !wrong.empty()) return wrong;
  if (hello.promises.lazy_sweep && hello.promises.collects_until_gone < 2) {
    return std::string("it promises lazy, so expected is `cycles` of 2 or more");
  }
  return hello;
}

std::variant<PipeHello, std::string> GreetPipe(const std::string& command) {
  std::signal(SIGPIPE, SIG_IGN);
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
