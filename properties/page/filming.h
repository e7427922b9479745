// properties/page/filming.h -- notes one run, step by step.
//
// Read next: properties/page/film.h.

#pragma once

#include <functional>
#include <map>
#include <vector>

#include "properties/explain/seen/watch.h"
#include "properties/judge/judge.h"
#include "properties/page/film.h"

namespace properties {

// Notes what judged runs of one trace show, into one film: they share its objects.
class Filming {
 public:
  Filming(const reference::Trace& trace, reference::Subject& subject, const JudgeOptions& options,
          const FilmLimits& limits, Film& film)
      : trace_(trace), subject_(subject), options_(options), limits_(limits), film_(film) {}

  // What is done around each step of a run that is made otherwise; both may be empty.
  struct Otherwise {
    std::function<void(std::size_t step)> before;
    std::function<bool(JudgeSession& session, std::size_t step)> after;  // whether it did anything
  };
  // Judges the trace and notes the steps from `first` to `last`, or to the end of the run.
  Verdict Run(std::size_t first, std::size_t last, const Otherwise& otherwise, FilmRun& run);

  // The index of an object in the film; kNotDrawn if there is no room. Names are given room in the
  // order in which they are asked for.
  int IndexOf(reference::Name name);

  // What every object was after the last step that was noted, by index.
  const std::vector<FilmedObject>& last() const { return last_; }

 private:
  void Note(const JudgeSession& session, std::size_t step, Sight sight, bool goes_on, FilmRun& run);
  void NoteObjects(const JudgeSession& session, std::size_t step, bool meaning, FilmStep& into);
  FilmedObject After(const JudgeSession& session, reference::Name name, int index, bool meaning);
  FilmedObject Seen(const JudgeSession& session, const reference::Heap& heap, reference::Name name);
  void SeeHolders(const JudgeSession& session, const reference::Heap& heap, reference::Name name,
                  FilmedObject& seen) const;
  void SeeMemory(reference::Name name, FilmedObject& seen);
  int Drawn(reference::Name target);

  const reference::Trace& trace_;
  reference::Subject& subject_;
  const JudgeOptions options_;
  const FilmLimits limits_;
  Film& film_;
  std::map<reference::Name, int> indices_;
  // Of the run that is being made.
  std::vector<FilmedObject> last_;
  reference::Observation before_, after_;
  std::vector<reference::Name> memory_;  // scratch
};

}  // namespace properties
