// properties/base/paper_run.h -- what runs that are held against a table on paper have in common.
//
// Names, worlds, settings and memory of core are judged by runs of their own. Each has its verbs,
// its table and its comparisons; but a verb is drawn, a run is made shorter, and a verdict is given
// in the same way by all.
//
// Read next: properties/naming/naming_run.h.

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "properties/base/random.h"

namespace properties {

struct PaperVerdict {
  std::uint64_t applied = 0;   // operations
  std::uint64_t compared = 0;  // answers
  std::size_t step = 0;        // behind which they differ, if the run counts its steps
  std::string difference;      // one sentence; empty: all agree

  // The first that differs is told. Most comparisons find the same, and there are millions: so a
  // text is made for a difference only, and `what` may be a function that makes it.
  void Same(std::string_view what, std::string_view said, std::string_view should) {
    ++compared;
    if (said != should) Differ(what, said, should);
  }
  void Same(std::string_view what, std::uint64_t said, std::uint64_t should) {
    ++compared;
    if (said != should) Differ(what, std::to_string(said), std::to_string(should));
  }
  template <std::invocable What>
  void Same(const What& what, const auto& said, const auto& should) {
    if (said == should) {
      ++compared;
    } else {
      Same(what(), said, should);
    }
  }
  void Differ(std::string_view what, std::string_view said, std::string_view should) {
    if (!difference.empty()) return;
    difference.append(what).append(": core says ").append(said);
    difference.append(", and the table ").append(should);
  }
  // What the collector's own checker says of the whole heap: nothing, if it is sound.
  template <class Failure>
  void Sound(const std::optional<Failure>& breach) {
    Same("what the verifier says", breach ? breach->sentence : "nothing", "nothing");
  }
  // A check of core's has failed, and its heap has stopped: that is told, and not what a heap
  // answers that has stopped. Null: none has.
  template <class Failure>
  void NoteStop(const Failure* failure) {
    if (failure != nullptr)
      difference = std::string("core stopped: ") + failure->sentence + " (" + failure->where + ")";
  }
};

// Some judges are compiled twice: over the build of core that ships, and over the one with faults,
// of which none is committed. That one checks itself, keeps what is freed from being used again,
// and stops at what it finds wrong. Answers the verdict of both.
template <class Judge>
PaperVerdict AndWithChecks(PaperVerdict shipped, const Judge& judge_checked) {
  if (!shipped.difference.empty()) return shipped;
  const PaperVerdict checked = judge_checked();
  shipped.applied += checked.applied;
  shipped.compared += checked.compared;
  shipped.step = checked.step;
  if (!checked.difference.empty()) shipped.difference = checked.difference + ", with checks";
  return shipped;
}

// One of the verbs, as often as its weight says.
template <class Verb, std::size_t kVerbs>
Verb DrawnVerb(Random& random, const std::array<std::uint32_t, kVerbs>& weights) {
  std::uint32_t drawn =
      random.Below(std::accumulate(weights.begin(), weights.end(), std::uint32_t{0}));
  std::size_t verb = 0;
  while (drawn >= weights[verb]) drawn -= weights[verb++];
  return static_cast<Verb>(verb);
}

// With as few elements as leaving some out gives, while it still fails: first halves are left out,
// then quarters, and so on.
template <class Run, class Fails>
Run Shortened(Run run, Fails&& fails) {
  for (std::size_t length = run.size(); length >= 1; length /= 2) {
    for (std::size_t from = 0; from + length <= run.size();) {
      Run shorter = run;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(from),
                    shorter.begin() + static_cast<std::ptrdiff_t>(from + length));
      if (fails(shorter)) {
        run = std::move(shorter);
      } else {
        from += length;
      }
    }
  }
  return run;
}

// A line for each operation: its word and its numbers.
template <class Run, std::size_t kVerbs>
std::string LinesOf(const Run& run, const std::array<std::string_view, kVerbs>& words) {
  std::string text;
  for (const auto& operation : run) {
    text += words[static_cast<std::size_t>(operation.verb)];
    for (const auto number : operation.numbers) text += ' ' + std::to_string(number);
    text += '\n';
  }
  return text;
}

}  // namespace properties
