// properties/subjects/pipe/pipe_hello.cc -- what a program promises when it is greeted.

#include <algorithm>
#include <array>

#include "properties/base/least_verbs.h"
#include "properties/subjects/pipe/pipe_subject.h"
#include "properties/subjects/pipe/pipe_words.h"

namespace properties {
namespace {

using reference::Promises;
using reference::Verb;

std::string ReadVerbs(const Words& words, reference::VerbSet& verbs) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto entry = std::ranges::find(reference::kVerbs, words[i], &reference::VerbEntry::word);
    if (entry == reference::kVerbs.end()) return "there is no verb " + std::string(words[i]);
    verbs.Add(entry->verb);
  }
  return WhyTooFew(verbs);
}

// A promise that is kept if its word is there.
struct Kept {
  std::string_view word;
  bool Promises::*promise;
};
constexpr auto kKept = std::to_array<Kept>({
    {"exact", &Promises::exact},
    {"colours", &Promises::colours},
    {"units", &Promises::units},
    {"staged", &Promises::staged_destruction},
    {"lazy", &Promises::lazy_sweep},
    {"shapes", &Promises::shapes},
    {"obeys", &Promises::obeys},
    {"weak-until-freed", &Promises::weak_until_freed},
});

// A number behind its word, which is not zero.
struct Counted {
  std::string_view word;
  std::uint32_t Promises::*promise;
};
constexpr auto kCounted = std::to_array<Counted>({
    {"cycles", &Promises::collects_until_gone},
    {"objects", &Promises::most_objects},
    {"fields", &Promises::most_fields},
});

// Takes one part of the answer to hello; what is wrong with it, or nothing.
std::string TakePart(const Words& words, PipeHello& hello) {
  const std::string_view what = words[0];
  const std::string_view first = words.size() > 1 ? words[1] : std::string_view();
  const auto kept = std::ranges::find(kKept, what, &Kept::word);
  if (kept != kKept.end()) {
    hello.promises.*kept->promise = true;
    return {};
  }
  const std::uint32_t number = NumberIn(first).value_or(0);
  const auto counted = std::ranges::find(kCounted, what, &Counted::word);
  if (counted != kCounted.end() && number > 0) {
    hello.promises.*counted->promise = number;
  } else if (what == "slow" && number > 0) {
    hello.slowness = number;
  } else if (what == "hello") {
    hello.name = first;
  } else if (what == "version") {
    hello.version = first;
  } else if (what == "verbs") {
    return ReadVerbs(words, hello.promises.verbs);
  } else if (what == "rules") {
    hello.rules.assign(words.begin() + 1, words.end());
  } else if (what == "fingerprints") {
    hello.fingerprints = true;
  } else {
    return "\"" + std::string(what) + "\" is none of its parts, or lacks a number";
  }
  return {};
}

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

}  // namespace properties
