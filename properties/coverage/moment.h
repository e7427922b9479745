// properties/coverage/moment.h -- what is known of one judged operation, before and after it.
//
// Whether a search has tried what it ought to try cannot be told from the number of its traces. It
// is told from what its operations met: a store is one thing between two black objects, and another
// if a black object takes a white one. So the judge's session is looked at before and after each
// operation, and what may matter is written down here.
//
// Looking changes nothing (reference/oracle/subject.h).
//
// Read next: properties/coverage/situations.h.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "properties/judge/judge.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {

// Where a collection stands when an operation comes.
enum class When : std::uint8_t {
  kIdle,              // nothing is pending
  kPurging,           // a purge alone
  kMarking,           //
  kMarkingPurging,    // and the purge of an older cycle beside it
  kGathering,         //
  kGatheringPurging,  // and the purge of an older cycle beside it
};
inline constexpr std::size_t kWhenCount = 6;
inline constexpr std::array<std::string_view, kWhenCount> kWhenWords = {
    "idle", "purging", "marking", "marking+purging", "gathering", "gathering+purging"};

// An object that an operation names or meets, as it was before the operation.
struct SeenObject {
  reference::Name name = reference::kNull;  // kNull: there is none
  reference::Colour colour = reference::Colour::kNone;
  reference::Heap::Object is;  // without its fields

  bool Is(reference::Colour one) const { return name != reference::kNull && colour == one; }
  bool White() const { return Is(reference::Colour::kWhite); }
  bool Grey() const { return Is(reference::Colour::kGrey); }
  bool Black() const { return Is(reference::Colour::kBlack); }
  bool Doomed() const { return Is(reference::Colour::kDoomed); }
  bool Gone() const { return name != reference::kNull && is.life == reference::Life::kFreed; }
  bool InCluster() const { return is.cluster != reference::kNull; }
  bool IsClusterRoot() const { return name != reference::kNull && is.cluster == name; }
};

// What was open when an operation came.
struct Pending {
  bool initial_references = false;  // taken in this marking
  bool waiting = false;             // objects wait to be ready
  bool constructing = false;        // a constructor runs
  bool section = false;             // of another lane is open
};

// What an operation came to.
struct Deeds {
  reference::Answer answer;
  std::array<std::uint32_t, reference::kEventWords.size()> events{};  // by kind
  std::uint32_t doomed = 0;         // indices that a gather found doomed
  std::uint32_t passed = 0;         // and those with an object that it did not
  std::uint32_t unready = 0;        // polls that were answered no
  std::uint32_t failed_ends = 0;    // end checks that did not end marking
  std::uint32_t barrier_taken = 0;  // the most that was taken of a barrier's list at a time
  bool resurrected = false;         // an object that was to store itself began its destruction
  bool begun_by_hand = false;       // an object was freed that had been begun by hand
};

struct Moment {
  // Before the operation.
  reference::Operation operation;
  When when = When::kIdle;
  Pending pending;
  std::size_t clusters = 0;
  SeenObject object;              // that the operation names first
  SeenObject target;              // that it names second, or a weak reference's
  SeenObject old;                 // what the named field of `object` holds
  SeenObject other;               // what the named field of `target` holds
  std::uint32_t holds_white = 0;  // fields of `object` with a white object
  std::uint32_t takes_white = 0;  // the same of `target`
  std::uint32_t flagged = 0;      // of a step with a mask: white objects with a flag
  // After it.
  Deeds did;
  std::size_t clusters_after = 0;
  std::uint32_t masked_after = 0;  // of a step with a mask: objects that it names
  When after = When::kIdle;

  bool Marking() const { return when == When::kMarking || when == When::kMarkingPurging; }
  bool Gathering() const { return when == When::kGathering || when == When::kGatheringPurging; }
  bool Saw(reference::EventKind kind) const {
    return did.events[static_cast<std::size_t>(kind)] > 0;
  }
  std::uint32_t Of(reference::EventKind kind) const {
    return did.events[static_cast<std::size_t>(kind)];
  }
};

// Fills in moments from a session, one after the other. One thread at a time.
class MomentWatch {
 public:
  // A run begins.
  void Begin() { seen_ = false; }
  // Looks before the session steps.
  void Before(JudgeSession& session, const reference::Operation& operation);
  // Looks after it; valid until the next Before.
  const Moment& After(JudgeSession& session);

 private:
  SeenObject See(const reference::Oracle& oracle, reference::Name name) const;
  std::uint32_t White(const reference::Oracle& oracle, reference::Name name) const;
  std::uint32_t Flagged(const reference::Oracle& oracle) const;
  void Count(const reference::Oracle& oracle, const reference::Event& event);

  Moment moment_;
  reference::Observation observation_;
  bool seen_ = false;  // observation_ is of now
};

}  // namespace properties
