// reference/oracle.h -- what a collector owes its mutator, said as plainly as we can.
//
// THE ORACLE IS WRITTEN TO BE BELIEVED. It is a heap of names and edges and a set of roots; it has
// no colours, barriers or budgets, and shares no code with any collector. It decides two things:
//
//   Allows(operation)       whether the mutator could do this at all; if not, everybody skips it
//   Apply(operation, ...)   what the operation means, and whether what the subject answered and
//                           published is permitted
//
// Where the specification leaves room, the oracle names the permitted answers and adopts the one
// that the subject gave; hence one oracle for each subject and run.
//
// What it holds a subject to:
//   safety        nothing reachable or held is gathered, begun, finished or freed
//   fields        (compared by the judge, from Reachable() and Fields())
//   completeness  what was unreachable at the flip, and not in the closure of a read answered
//   between
//                 flip and end check, is gathered in this cycle, and freed by the end of its purge
//                 if it was ready; for a subject without units, gone after enough collects
//   weak-answer   a weak read answers its object if that is reachable; if not, the object or null;
//                 null is for ever, and what an answer led to is not gathered in this cycle; after
//                 the end check what must go in this cycle is answered with null only
//   order         in a batch all begin before any finish before any free, each once
//   progress      a tick does a unit while work is left; a cycle ends within a bound; no object is
//                 scanned twice in a cycle
//   pause         a tick does no more units than its budget
//
// What the mutator can name: what was reachable at the last collector step, or was created or
// weakly read since, with what these led to when read. Cutting an edge does not unname before the
// next step.
//
// Checked by: oracle_test.cc (reachability against transitive closure on every small heap).

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/subject.h"
#include "reference/trace.h"

namespace reference {

// The properties that a run can violate. The last three are the judge's other eyes.
enum class Property : std::uint8_t {
  kSafety,
  kFields,
  kCompleteness,
  kWeakAnswer,
  kOrder,
  kProgress,
  kPause,
  kExpectation,
  kTricolour,
  kVerifier,
  kSelfCheck,
};
inline constexpr std::array<std::string_view, 11> kPropertyWords = {
    "safety", "fields",      "completeness", "weak-answer", "order",     "progress",
    "pause",  "expectation", "tri-colour",   "verifier",    "self-check"};
constexpr std::string_view WordOf(Property property) {
  return kPropertyWords[static_cast<std::size_t>(property)];
}

// A property that does not hold, the object it was seen on, and one sentence.
struct Violation {
  Property property = Property::kSafety;
  Name object = kNull;
  std::string message;
};

// Where an object is in its life, as far as the subject has said.
enum class Life : std::uint8_t { kUnborn, kAlive, kGathered, kBegun, kFinished, kFreed };

class Oracle {
 public:
  // Forgets everything and starts a run of a subject with these promises.
  void Reset(const TraceHeader& header, const Promises& promises);

  // Whether the mutator could do this now.
  bool Allows(const Operation& operation) const;

  // Applies an allowed operation (expectations included) and what the subject said of it. Returns
  // the first violation. After one, the oracle's state is no longer meaningful.
  std::optional<Violation> Apply(const Operation& operation, const Answer& answer,
                                 std::span<const Event> events);

  // What is reachable from roots, strong counts, referencers and held locals: for each name 1 or 0.
  // Valid until the next Apply.
  const std::vector<char>& Reachable() const;
  bool IsReachable(Name object) const;

  // What generators and explanations want to know.
  std::size_t NameCount() const { return objects_.size(); }  // names are below this
  bool Exists(Name object) const;                            // created and not freed
  Life LifeOf(Name object) const;
  const std::vector<Name>& Fields(Name object) const { return objects_[object].fields; }
  bool CanName(Name object) const;
  bool IsRoot(Name object) const;
  std::uint32_t StrongCount(Name object) const;
  bool IsHeld(Name object) const;
  bool IsReady(Name object) const;
  // The referent of wN, kNull if it was never made. It may be dead.
  Name WeakTarget(std::uint32_t weak) const;
  std::size_t WeakCount() const { return weaks_.size(); }
  // What rN reports, kNull if it is not registered.
  Name ReferencerTarget(std::uint32_t referencer) const;
  bool ReferencerIsRaw(std::uint32_t referencer) const;
  std::size_t ReferencerCount() const { return referencers_.size(); }
  Locals locals() const { return header_.locals; }
  // Between a flip and the end check; between the end check and the end of the gather.
  bool Tracing() const { return stage_ == Stage::kTracing; }
  bool Gathering() const { return stage_ == Stage::kGathering; }
  // The shortest path from a root to the object, as "root -> a.1 -> d"; empty if there is none.
  std::string PathTo(Name object) const;

  // A fingerprint of everything that decides what the oracle will permit from now on.
  std::uint64_t Fingerprint() const;

 private:
  enum class Stage : std::uint8_t { kIdle, kTracing, kGathering };

  struct Object {
    std::vector<Name> fields;
    Life life = Life::kUnborn;
    std::uint32_t strong = 0;
    bool root = false;
    bool held = false;
    bool ready = true;
    bool denied = false;  // a weak read answered null: it is doomed for ever
    // (more members as needed by the implementation)
    std::uint32_t batch = 0;
  };
  struct Referencer {
    Name target = kNull;
    bool raw = false;
  };

  // The implementation may change the private part of this class freely.
  TraceHeader header_;
  Promises promises_;
  std::vector<Object> objects_;
  std::vector<Name> weaks_;
  std::vector<Referencer> referencers_;
  Stage stage_ = Stage::kIdle;
  mutable std::vector<char> reachable_;
  mutable bool reachable_known_ = false;
};

}  // namespace reference
