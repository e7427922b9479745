// properties/page/film.h -- a judged run as pictures: the heap after each step, as what changed.
//
// A table of steps says what each step did, and its reader has to keep the heap in mind. A page can
// draw it instead, at every step, and beside it the run in which the object is saved. So each step
// of a run is noted as the judge saw it: what refers to what and what holds it, from the oracle;
// colours, phase and what the fields hold in memory, from the subject. Nothing is simulated here:
// one run more is judged, with the options of the run that is explained.
//
// Only what changed is kept for a step, so that a thousand steps of a hundred objects are small.
//
// Read next: properties/page/film_places.h (where objects are drawn), properties/page/trace_page.h.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "properties/explain/explain.h"
#include "reference/oracle/heap.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {

// How the holder of an object is called that only the mutator has: until the next step it can name
// the object, and nothing refers to it.
inline constexpr std::string_view kInHand = "in hand";

// An object as it is drawn after a step. Objects are meant by their index in Film::objects.
struct FilmedObject {
  static constexpr int kNothing = -1;      // the null reference
  static constexpr int kFreedMemory = -2;  // a reference to what is gone, as memory holds it
  static constexpr int kNotDrawn = -3;     // to an object for which the film has no room

  reference::Colour colour = reference::Colour::kNone;  // kNone also if the subject shows none
  reference::Life life = reference::Life::kUnborn;      // as far as the subject has said
  bool reachable = false;                               // by the oracle's edges
  std::vector<int> fields;                              // as the mutator has set them
  std::vector<std::string> held_by;    // "root", "r0", "strong 2", "local": what makes it a root
  std::vector<std::string> weak_by;    // "w0": weak references to it
  std::vector<std::string> is;         // "garbage", "container", "in the cluster of a"
  std::vector<std::string> in_memory;  // "a.0 holds null": where memory is not what it should be

  friend bool operator==(const FilmedObject&, const FilmedObject&) = default;
};

struct FilmChange {
  int object = 0;
  FilmedObject after;
};

struct FilmStep {
  StepRow row;
  std::string did;  // what the step did, where the note of the row says what was wrong with it
  reference::Phase phase = reference::Phase::kUnknown;
  bool seen = true;  // false: of this step there is no picture, and the heap is the one before it
  std::vector<FilmChange> changes;
};

// One run, from its step `first` on.
struct FilmRun {
  std::size_t first = 0;  // steps left out before it: of a very long run the last ones are shown
  std::vector<FilmStep> steps;
};

// The same trace with one thing done otherwise, which is judged as well.
struct FilmOtherwise {
  std::string what;  // "every rule is obeyed at 5"
  std::vector<std::size_t> steps;
  bool agrees = false;
  std::string verdict;  // "AGREE", or its finding
  FilmRun run;
};

struct Film {
  static constexpr std::size_t kNever = ~std::size_t{0};
  struct Object {
    std::string name;
    std::size_t born = kNever;   // the first step after which it is there, in any run
    std::size_t gone = 0;        // the last step that freed it; kNever if it outlived a run
    double column = 0, row = 0;  // where it is drawn (film_places.h)
  };
  std::vector<Object> objects;
  bool room = true;      // false: some objects are not drawn
  bool colours = false;  // the subject shows them
  FilmRun run;
  std::optional<FilmOtherwise> otherwise;
  int lost = FilmedObject::kNothing;   // the object that the finding is about
  std::vector<int> path;               // which leads from the root set to the lost object
  std::vector<std::string> unreached;  // operations behind the finding
};

struct FilmLimits {
  std::size_t steps = 5000;   // the last ones before the finding
  std::size_t objects = 400;  // the first ones that are made in them
};

// Judges the trace once more, and notes what is seen. `explanation` is that of the trace on this
// subject, as Explain has made it: what it claims to save the object is run too.
Film FilmOf(const reference::Trace& trace, reference::Subject& subject,
            const Explanation& explanation, const FilmLimits& limits = {});

// A film without pictures, of the rows alone: for a run of a scheduler, or one that has died.
Film FilmOf(const std::vector<StepRow>& rows);

}  // namespace properties
