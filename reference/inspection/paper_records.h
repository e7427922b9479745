// reference/inspection/paper_records.h -- the records of cycles on paper: sums over a list of
// units.
//
// Core keeps sums as units come, and two open records, as marking may begin before a purge is over.
// Here each unit is written down with the cycle that it belongs to and the step that it was done
// in; when a purge ends, the lines of its cycle are added up. A unit of the purge belongs to the
// cycle that was gathered last, or, if there is none since the last end, to a round of waiting
// objects. What belongs to a cycle that had begun before anyone listened is not written.
//
// Read next: reference/inspection/paper_history.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reference/inspection/paper_heap.h"

namespace reference::inspection {

enum class Unit : std::uint8_t {
  kFlip,
  kInitialReferences,
  kBarrierList,
  kScan,
  kEndCheck,
  kGather,
  kBegin,
  kPoll,
  kFree,
};

inline constexpr std::size_t kParts = 6;
inline constexpr std::array<const char*, kParts> kPartNames = {"start", "trace",  "gather",
                                                               "begin", "finish", "free"};

struct PaperRecord {
  std::uint64_t cycle = 0;  // 0: a round
  bool full = false;
  std::array<std::uint64_t, kParts> units = {};
  std::array<std::uint64_t, kParts> time = {};
  std::uint64_t slices = 0, most_units = 0, slowest = 0;
  std::uint64_t started_at = 0, ended_at = 0;
  std::uint64_t objects_at_start = 0, objects_at_end = 0, roots = 0;
  std::uint64_t initial_references = 0, barrier_objects = 0, barrier_passes = 0;
  std::uint64_t scanned = 0, end_checks = 0, doomed = 0, begun = 0;
  std::uint64_t polled = 0, not_ready = 0, freed = 0;
  std::vector<PaperCount> classes = {};

  std::uint64_t Units() const;
  std::uint64_t Time() const;
};

// "cycle 3 (full): 4 objects, ...", as it is logged.
std::string TextOf(const PaperRecord& record);
// The lines of a list of classes: the first `most`, and one for the rest.
std::string TextOf(const std::vector<PaperCount>& counts, std::size_t most);
// "2 references to garbage were cleared in .left of Box 3".
std::string TextOf(const PaperHeap& heap, const PaperCleared& cleared);

class PaperLog {
 public:
  // Untimed: there is no clock, and all times are 0.
  explicit PaperLog(bool timed) : timed_(timed) {}

  void StepBegins(bool collect);
  void StepEnds() { --depth_; }
  // A unit of `what`; `detail` and `flag`: as it is published.
  void Write(Unit what, bool flag, std::uint64_t detail);
  // How the flip found the heap.
  struct Beginning {
    std::uint64_t cycle = 0, now = 0, objects = 0, roots = 0;
  };
  void Flip(const Beginning& beginning);
  // Time that went by for a unit of this kind.
  void Took(Unit what, std::uint64_t time);
  // Whether the purge is that of a cycle whose gather was heard.
  bool KnowsPurge() const { return purged_ != 0; }
  PaperRecord Ends(std::uint64_t now, const PaperHeap& heap, bool classes);

  // Sums over all records, with the cycle and the objects of the last one.
  const PaperRecord& total() const { return total_; }
  std::uint64_t cycles() const { return cycles_; }
  double last_start() const { return last_start_; }
  double last_duration() const { return last_duration_; }

 private:
  struct Line {
    std::uint64_t cycle = 0, step = 0;
    Unit what = Unit::kFlip;
    bool flag = false;
    bool unit = true;  // false: time only
    std::uint64_t number = 0;
  };
  static constexpr std::uint64_t kUnheard = ~std::uint64_t{0};
  std::uint64_t OwnerOf(Unit what) const { return what >= Unit::kBegin ? purged_ : marked_; }
  void AddToTotal(const PaperRecord& record);

  const bool timed_;
  std::vector<Line> lines_;
  std::map<std::uint64_t, PaperRecord> begun_;
  std::uint64_t marked_ = kUnheard;  // the cycle of the last flip
  std::uint64_t purged_ = 0;
  std::uint64_t step_ = 0;
  std::uint32_t depth_ = 0;
  bool collect_ = false;
  PaperRecord total_;
  std::uint64_t cycles_ = 0;
  double last_start_ = -1;
  double last_duration_ = -1;
};

}  // namespace reference::inspection
