// properties/crowds/crowd_loans.h -- what one section makes on another thread, beside what one
// thread alone would get.
//
// Indices and slots are lent to a section by the dozen, so that it does not take the table's lock
// for each object. Afterwards everything must be as if there had been no loan: which indices the
// objects have, which one is given next, how many objects and bytes there are. And while the
// section is open, an index that it was lent and has not used can be claimed.
//
// Included by core_crowds.cc only.

#pragma once

#include <algorithm>
#include <cstdint>
#include <latch>
#include <thread>
#include <vector>

#include "properties/crowds/crowd_heap.h"
#include "properties/crowds/crowd_together.h"

namespace properties::crowds {
namespace {

class Loans {
 public:
  Loans(CrowdHeap& crowd, std::uint32_t many, Random& random)
      : crowd_(crowd),
        random_(random.Next()),
        script_{.many = 1 + many % 150,
                .pause = random_.Below(2 + many % 150),
                .claims = random_.Chance(1, 2),
                .mixed = random_.Chance(1, 2),
                .collects = random_.Chance(1, 2)},
        table_(crowd.heap->collector().population.table),
        first_(crowd.paper.Size()) {}

  void Compare() {
    next_ = NextIndices(script_.many + kAfterwards + 1);
    const gc::Collector& collector = crowd_.heap->collector();
    const gc::Sharing& sharing = collector.population.sharing;
    const std::uint64_t taken = sharing.TimesTaken();
    bytes_ = collector.memory.bytes();
    std::thread beside([this] { MakeBeside(); });
    paused_.wait();
    crowd_.Same("bytes in the midst of a section", collector.BytesOfObjects(), bytes_);
    crowd_.Same("objects in the midst of a section", crowd_.heap->ObjectCount() - before_,
                script_.pause);
    if (script_.claims) Claim();
    const std::uint64_t taken_here = claimed_ != nullptr ? kOfClaim : kOfQuestions;
    go_on_.count_down();
    beside.join();
    crowd_.Same("bytes when a section has ended", collector.memory.bytes(), bytes_);
    if (Lends()) {
      crowd_.Same(
          "a section takes the lock of the table seldom",
          sharing.TimesTaken() - taken <= taken_here + 12 + others_ + asked_ + script_.many / 16,
          true);
    }
    if (others_ == 0 && crowd_.options.warn_at_objects == 0) CompareIndices();
    if (!script_.collects || AllOutliveACollection()) Enter();
  }

 private:
  static constexpr std::uint32_t kAfterwards = 20;
  static constexpr std::uint32_t kTail = 3;
  static constexpr std::uint64_t kOfQuestions = 2, kOfClaim = 8;  // times that the lock is taken

  // Those that one thread alone would get, one after the other.
  std::vector<gc::Index> NextIndices(std::uint32_t some) const {
    std::vector<gc::Index> next;
    if (crowd_.options.reuse_indices) {
      table_.Free().ForEach([&next](gc::Index index) { next.push_back(index); });
      std::ranges::reverse(next);
    }
    for (gc::Index index = table_.End(); next.size() < some; ++index) next.push_back(index);
    next.resize(some);
    return next;
  }
  // Where objects died, a run of slots may be short, and be lent for a few births only.
  bool Lends() const {
    return crowd_.options.reuse_indices && crowd_.options.warn_at_objects == 0 &&
           !crowd_.listening && !gc::kFaulty && !gc::kAddressesWatched &&
           crowd_.paper.Size() == before_;
  }
  void MakeBeside() {
    const gc::Section section(crowd_.lock);
    for (std::uint32_t i = 0; i < script_.many; ++i) {
      if (i == script_.pause) Pause();
      MakeOne(first_ + i);
    }
    if (script_.pause == script_.many) Pause();
  }
  // Of some kinds nothing is lent, and nothing for an object with flags.
  void MakeOne(Id id) {
    constexpr Kind kOthers[] = {Kind::kLarge, Kind::kHuge, Kind::kTailed, Kind::kEnder};
    const bool other = script_.mixed && random_.Chance(1, 12);
    const bool flagged = other && random_.Chance(1, 4);
    const Kind kind = other && !flagged ? kOthers[random_.Below(4)] : Kind::kPlain;
    const std::uint32_t tail = kind == Kind::kTailed ? kTail : 0;
    others_ += other;
    if (flagged) return Flagged(id);
    Being* const body = crowd_.MakeOne(kind, id, tail);
    Note(body, kind, tail);
  }
  // The lock of the table is taken to ask what is lent.
  void Flagged(Id id) {
    const auto lent = [this] { return crowd_.heap->collector().births.loans().Lent().indices; };
    const std::uint64_t before = lent();
    Being* const body = crowd_.MakeOne(Kind::kPlain, id, 0, {.flags = gc::object_flag::kTransient});
    // Where a notice is near, all are taken back.
    if (crowd_.options.warn_at_objects == 0) {
      crowd_.Same("indices that are lent, when an object with flags was made", lent(), before);
    }
    asked_ += 2;
    Note(body, Kind::kPlain, 0);
  }
  void Note(Being* body, Kind kind, std::uint32_t tail) {
    made_.push_back({body, kind, body->header().index});
    bytes_ += BytesOf(kind) + tail * sizeof(void*);
  }
  void Pause() {
    paused_.count_down();
    go_on_.wait();
  }
  // The index that the section would have used next, if it has used none for others.
  void Claim() {
    const gc::Index index = next_[script_.pause];
    if (others_ != 0) return;
    const gc::Serial serial = crowd_.heap->collector().serials.Last() + 1;  // no other has it
    const gc::Identity identity{.index = index, .serial = serial};
    claimed_ = crowd_.heap->TryMake<Plain>({.identity = &identity}, first_ + script_.many);
    crowd_.Same("an index that is lent and not used can be claimed", claimed_ != nullptr, true);
    if (claimed_ == nullptr) return;
    crowd_.Same("the index that was claimed", claimed_->header().index, index);
    bytes_ += BytesOf(Kind::kPlain);
    crowd_.heap->AddRoot(claimed_);
    next_.erase(next_.begin() + script_.pause);
  }

  // What is not lent takes its index from behind those that are; nothing is where a notice is near.
  void CompareIndices() {
    for (std::uint32_t i = 0; i < script_.many; ++i) {
      crowd_.Same("the index of what a section makes", made_[i].index, next_[i]);
    }
    const std::vector<gc::Index> afterwards(next_.begin() + script_.many,
                                            next_.begin() + script_.many + kAfterwards);
    crowd_.Same("the indices that come next are as without a loan",
                NextIndices(kAfterwards) == afterwards, true);
  }
  // Nothing refers to what was made, and each is kept until it is handed over.
  bool AllOutliveACollection() {
    crowd_.Step([this] { crowd_.heap->Collect(); });
    crowd_.Step([this] { return crowd_.heap->FinishPurge({}); });
    const bool all = std::ranges::all_of(
        made_, [this](const Made& one) { return table_[one.index].Occupant() == one.body; });
    crowd_.Same("what a section made is kept until it is handed over", all, true);
    return all;
  }
  void Enter() {
    for (std::uint32_t i = 0; i < script_.many; ++i) {
      const Made& one = made_[i];
      crowd_.Enter(one.kind, one.body, one.kind == Kind::kTailed ? kTail : 0, i == 0);
      if (i > 0) crowd_.Store(first_ + i - 1, 0, first_ + i);
    }
    for (const Made& one : made_) crowd_.heap->HandOver(one.body);
    if (claimed_ != nullptr) crowd_.Enter(Kind::kPlain, claimed_, 0, true);
  }

  CrowdHeap& crowd_;
  Random random_;
  const struct Script {
    std::uint32_t many;   // objects that the section makes
    std::uint32_t pause;  // behind so many of them
    bool claims;          // then an index is claimed
    bool mixed;           // not all objects are plain
    bool collects;        // before anything is handed over
  } script_;
  const gc::Table& table_;
  const Id first_;
  const std::uint32_t before_ = crowd_.heap->ObjectCount();
  std::vector<gc::Index> next_;
  struct Made {
    Being* body;
    Kind kind;
    gc::Index index;
  };
  std::vector<Made> made_;    // by the section
  std::size_t bytes_ = 0;     // that there should be
  std::uint32_t others_ = 0;  // objects of which none is lent
  std::uint32_t asked_ = 0;   // how often the section asked what is lent
  Being* claimed_ = nullptr;
  std::latch paused_{1}, go_on_{1};
};

inline void CompareLoans(CrowdHeap& crowd, std::uint32_t many, Random& random) {
  if (!SharedByThreads::HasRoom(crowd)) return;
  const SharedByThreads shared(crowd, random.Chance(1, 4));
  crowd.Step([&] { crowd.heap->Trim(); });  // what was released without memory is listed
  Loans(crowd, many, random).Compare();
}

}  // namespace
}  // namespace properties::crowds
