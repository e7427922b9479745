// core/purge/purger.cc -- begin all, poll each, free all that finished.
//
// Upholds: begin-finish-free, finish-before-free, wait-is-revisited, waiting-lets-go,
// index-after-free, serial-moves-on.

#include "core/purge/purger.h"

#include <algorithm>
#include <utility>

#include "core/base/pool.h"
#include "core/object/finishing.h"
#include "core/purge/row.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Brings a list into an order that depends on the seed alone.
void Shuffle(PagedList<Doomed>& list, std::uint64_t seed) {
  for (std::size_t left = list.size(); left > 1; --left) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    std::swap(list[left - 1], list[(seed >> 33) % left]);
  }
}

// An object is freed in some 20 ns, so a thread waits for the table lock a few microseconds.
constexpr Work kFreedInAHold = 256;

// Notes the stage of an object in its entry.
inline void Enter(const Population& heap, Entry& entry, FlagWord stage) {
  if (heap.sharing.IsConcurrent()) {
    entry.flags.Set(stage);
  } else {
    entry.flags.SetAlone(stage);
  }
}

// Takes a doomed object out of its entry, and retires its serial. Under the table lock.
[[gnu::always_inline]] inline void Leave(Population& heap, const Doomed& doomed) {
  Entry& entry = heap.table[doomed.index];
  heap.Remove(*doomed.object, doomed.index);
  if (entry.serial.load(std::memory_order_relaxed) != 0 &&
      heap.Obeys(Rule::kSerialMovesOn, Fault::kKeepSerial, GC_HERE)) {
    entry.serial.store(0, std::memory_order_relaxed);
  }
}

// Whether an object without a destructor may be freed with nothing told, locked or handed over.
// Only code of the user could change that.
inline bool IsPlain(const Population& heap) {
  return !kFaulty && !heap.sharing.IsConcurrent() && !heap.reports.IsTold();
}

// The first one of a chain that is not empty, with what its class says.
Doomed TakeFirst(Table& table, DoomedChain& chain) {
  const Index index = chain.Pop(table);
  Doomed doomed{.object = table[index].Occupant(), .index = index};
  if (doomed.object != nullptr) doomed.Note(*doomed.object);
  return doomed;
}

}  // namespace

// A list that has something has a page.
void Purger::Begin(PagedList<Doomed>& gathered, DoomedChain& chained) {
  if (!gathered.empty()) batch_.Swap(gathered);
  chained_.next_to_begin = chained.first();
  chained_.batch.Append(heap_.table, chained);
  stage_ = Stage::kBegin;
  all_quiet_ = true;
  if (!begin_in_slices_) BeginSome(kUnlimited);
}

void Purger::BeginRound() { stage_ = Stage::kBegin; }

bool Purger::IsOver() {
  const bool have_begun = next_ == batch_.size() && chained_.next_to_begin == kNoIndex;
  if (stage_ == Stage::kBegin && have_begun) {
    all_quiet_ = all_quiet_ && !HasWaiting(*this);
    if (batch_.size() < waiting_.size()) batch_.Swap(waiting_);  // so that few are copied
    for (const Doomed& one : waiting_) {
      if (!batch_.TryPush(one)) chained_.batch.Append(heap_.table, one.index);
    }
    waiting_.clear();
    chained_.batch.Append(heap_.table, chained_.waiting);
    if (shuffle_ != 0) Shuffle(batch_, shuffle_++);
    stage_ = Stage::kPoll;
    next_ = 0;
  }
  if (stage_ == Stage::kPoll && next_ == batch_.size() && chained_.batch.empty()) {
    batch_.Truncate(finished_);
    stage_ = Stage::kFree;
    next_ = 0;
  }
  if (stage_ != Stage::kFree || freed_ != finished_ || !chained_.finished.empty()) return false;
  batch_.clear();
  freed_ = finished_ = 0;
  stage_ = Stage::kNone;
  {
    const TableLock lock(heap_.sharing);
    memory_.Age();
  }
  heap_.Publish({.kind = EventKind::kCycleEnd});
  return true;
}

Unit Purger::NextUnit() const {
  switch (stage_) {
    case Stage::kBegin:
      return Unit::kBegin;
    case Stage::kPoll:
      if (freed_ < finished_ &&
          !heap_.Obeys(Rule::kFinishBeforeFree, Fault::kFreeEachAtOnce, GC_HERE)) {
        return Unit::kFree;
      }
      return Unit::kPoll;
    case Stage::kFree:
      return Unit::kFree;
    case Stage::kNone:
      break;
  }
  return Unit::kNone;
}

// Whether the entry still has the doomed object; if not, its index was reused too early.
bool Purger::Owns(const Doomed& doomed) {
  return GC_ASSERT(heap_, heap_.table[doomed.index].Occupant() == doomed.object,
                   Rule::kIndexAfterFree, doomed.index,
                   "a doomed object must keep its entry until it is freed");
}

// What was asked at a position of the list, and has finished, moves to those that have.
inline void Purger::Finished(std::size_t at) {
  if (finished_ != at) batch_[finished_] = batch_[at];
  finished_ += 1;
}

[[gnu::always_inline]] inline void Purger::CallBegin(Object& object, Entry& entry) {
  Enter(heap_, entry, flag::kBegun);
  Population::FlagsOf(object).SetAlone(object_flag::kBeginDestroyed);
  if (object.header().type->begin_destroy == nullptr) return;
  const Calling user(heap_.activity);
  object.header().type->begin_destroy(object);
}

void Purger::CallFinish(Object& object, Entry& entry) {
  Enter(heap_, entry, flag::kFinished);
  Population::FlagsOf(object).SetAlone(object_flag::kFinishDestroyed);
  if (object.header().type->finish_destroy == nullptr) return;
  const Calling user(heap_.activity);
  const Finishing alone(object);
  object.header().type->finish_destroy(object);
}

inline void Purger::BeginOne(Doomed& doomed) {
  if (!Owns(doomed)) return;
  Object& object = *doomed.object;
  Entry& entry = heap_.table[doomed.index];
  Population::HeaderMark(object).Store(mark::kUnreachable);  // as the map has it already
  const bool by_hand = entry.flags.Has(flag::kBegunByHand);
  if (!GC_CHECK(heap_, by_hand || !entry.flags.Has(flag::kBegun), Rule::kBeginFinishFree,
                doomed.index, "begin-destroy must be called once")) {
    return;
  }
  if (entry.flags.Has(flag::kNamed)) heap_.Unname(object);  // doomed-is-hidden, for good
  doomed.Note(object);
  all_quiet_ = all_quiet_ && doomed.quiet;
  if (heap_.reports.IsTold()) heap_.Publish({.kind = EventKind::kBegin, .object = &object});
  if (by_hand) return;
  if (!heap_.Obeys(Rule::kBeginFinishFree, Fault::kFinishBeforeBegin, GC_HERE)) {
    CallFinish(object, entry);
  }
  if (heap_.Obeys(Rule::kBeginFinishFree, Fault::kSkipBegin, GC_HERE)) {
    CallBegin(object, entry);
  }
  if (!heap_.Obeys(Rule::kBeginFinishFree, Fault::kBeginTwice, GC_HERE)) {
    CallBegin(object, entry);
  }
  if (!heap_.Obeys(Rule::kIndexAfterFree, Fault::kReleaseAtBegin, GC_HERE)) {
    heap_.table.Release(doomed.index);
    doomed.index_released = true;
  }
}

// Whether the object has finished. Of a quiet object only the entry is touched: nothing asks for
// the flags in its header, as no other object may look at it now, and before its destructor they
// are made good.
inline bool Purger::PollOne(const Doomed& doomed) {
  if (!Owns(doomed)) return false;
  Entry& entry = heap_.table[doomed.index];
  if constexpr (!kFaulty) {  // with faults, the judge is to see wrong stages
    const FlagWord stage = entry.flags.Load() & (flag::kBegun | flag::kFinished);
    GC_CHECK(heap_, stage == flag::kBegun, Rule::kBeginFinishFree, doomed.index,
             "what is asked to finish has begun, and has not finished");
  }
  if (doomed.quiet) {
    if (heap_.reports.IsTold()) {
      heap_.Publish({.kind = EventKind::kPoll, .flag = 1, .object = doomed.object});
    }
    Enter(heap_, entry, flag::kFinished);
    return true;
  }
  Object& object = *doomed.object;
  const Class::Question question = object.header().type->is_ready;
  bool ready = true;
  if (question != nullptr) {
    const Calling user(heap_.activity);
    ready = question(object);
  }
  heap_.Publish({.kind = EventKind::kPoll, .flag = ready, .object = &object});
  if (!ready && heap_.Obeys(Rule::kWaitIsRevisited, Fault::kFreeUnready, GC_HERE)) {
    LetGo(object);
    if (heap_.Obeys(Rule::kWaitIsRevisited, Fault::kDropWaiting, GC_HERE)) {
      if (!waiting_.TryPush(doomed)) chained_.waiting.Append(heap_.table, doomed.index);
    }
    return false;
  }
  const bool finished = entry.flags.Has(flag::kFinished);
  if (!finished && heap_.Obeys(Rule::kBeginFinishFree, Fault::kSkipFinish, GC_HERE)) {
    CallFinish(object, entry);
  }
  if (!heap_.Obeys(Rule::kBeginFinishFree, Fault::kFinishTwice, GC_HERE)) CallFinish(object, entry);
  return true;
}

void Purger::FreeOne(const Doomed& doomed, TableHold& hold) {
  if (!Owns(doomed)) return;
  Object& object = *doomed.object;
  if (heap_.reports.IsTold()) hold.LetGo();
  heap_.Publish({.kind = EventKind::kFree, .object = &object});
  hold.Take();
  Leave(heap_, doomed);
  if (doomed.anywhere && helped_) {
    if (doomed.quiet) Population::FlagsOf(object).SetAlone(object_flag::kFinishDestroyed);
    if (!destroyer_->Hand(doomed)) return;
    hold.LetGo();
    return destroyer_->Send();
  }
  if (doomed.destroy != nullptr) {
    if (doomed.quiet) Population::FlagsOf(object).SetAlone(object_flag::kFinishDestroyed);
    hold.LetGo();
    const Calling user(heap_.activity);
    doomed.destroy(object);
    hold.Take();
  }
  FreeMemory(doomed, memory_, heap_.table);
}

// What was listed, and then what was chained.
Work Purger::BeginSome(Work budget) {
  Work done = 0;
  while (done < budget && next_ < batch_.size() && !heap_.Stopped()) {
    const DoomedRow row(batch_, next_, budget - done);
    for (Doomed& doomed : row) {
      if (heap_.Stopped()) break;
      row.AskAhead(heap_.table, doomed, [](const Doomed&) { return true; });
      next_ += 1;
      done += 1;
      BeginOne(doomed);
    }
  }
  Index& next = chained_.next_to_begin;
  for (; done < budget && next != kNoIndex && !heap_.Stopped(); ++done) {
    Doomed chained{.object = heap_.table[next].Occupant(), .index = next};
    next = DoomedChain::Behind(heap_.table, next);
    BeginOne(chained);
  }
  return done;
}

// If each object of the batch is always ready and finishes without a call, and all are freed in the
// same step, one look at all of them is enough: nothing could see that their entries do not say so.
// The fault free-each-at-once frees between two questions.
Work Purger::PollSome(Work budget) {
  if constexpr (kFaulty) budget = 1;
  const bool whole = !kChecked && budget == kUnlimited && finished_ == next_;
  if (whole && all_quiet_ && !heap_.reports.IsTold()) {
    const std::size_t left = batch_.size() - next_ + chained_.batch.size();
    finished_ = next_ = batch_.size();
    chained_.finished.Append(heap_.table, chained_.batch);
    return left;
  }
  Work done = 0;
  while (done < budget && next_ < batch_.size()) {
    const DoomedRow row(batch_, next_, budget - done);
    for (const Doomed& doomed : row) {
      row.AskAhead(heap_.table, doomed, [](const Doomed& later) { return !later.quiet; });
      done += 1;
      const std::size_t at = next_++;
      if (PollOne(doomed)) Finished(at);
    }
  }
  for (; done < budget && !chained_.batch.empty() && !heap_.Stopped(); ++done) {
    const Doomed doomed = TakeFirst(heap_.table, chained_.batch);
    if (PollOne(doomed)) chained_.finished.Append(heap_.table, doomed.index);
  }
  return done;
}

// To take the table lock for each object would cost more than to free it. So one hold serves for
// many, and is let go where code of the user runs, and now and then for threads that wait for it.
Work Purger::FreeSome(Work budget) {
  TableHold hold(heap_.sharing);
  Work done = 0;
  while (done < budget && freed_ < finished_ && !heap_.Stopped()) {
    const DoomedRow row(batch_, freed_, std::min<Work>(budget - done, finished_ - freed_));
    bool plain = IsPlain(heap_);
    for (const Doomed& doomed : row) {
      if (heap_.Stopped()) break;
      row.AskAhead(heap_.table, doomed,
                   [](const Doomed& later) { return later.destroy != nullptr; });
      freed_ += 1;
      done += 1;
      if (plain && doomed.destroy == nullptr && !doomed.anywhere) {
        if (!Owns(doomed)) continue;
        Leave(heap_, doomed);
        FreeMemory(doomed, memory_, heap_.table);
        continue;
      }
      if (done % kFreedInAHold == 0) hold.LetGo();
      FreeOne(doomed, hold);
      plain = IsPlain(heap_);
    }
  }
  for (; done < budget && !chained_.finished.empty() && !heap_.Stopped(); ++done) {
    FreeOne(TakeFirst(heap_.table, chained_.finished), hold);
    if (done % kFreedInAHold == 0) hold.LetGo();
  }
  return done;
}

void Purger::BeginByHand(Object& object) {
  const Entry& entry = heap_.EntryOf(object);
  if (entry.flags.Has(flag::kBegun)) return;
  if (entry.flags.Has(flag::kNamed)) heap_.Unname(object);
  heap_.EntryOf(object).flags.Set(flag::kBegun | flag::kBegunByHand);
  Population::FlagsOf(object).Set(object_flag::kBeginDestroyed);
  if (object.header().type->begin_destroy == nullptr) return;
  const Calling user(heap_.activity);
  object.header().type->begin_destroy(object);
}

// Clears the references of an object that waits: what they refer to may be freed before it.
void Purger::LetGo(Object& object) {
  ForEachSlot(object, [this](ObjectSlot& slot) {
    if (slot.Raw() == nullptr) return;
    if (heap_.Obeys(Rule::kWaitingLetsGo, Fault::kWaitingKeepsReferences, GC_HERE)) slot.Clear();
  });
}

}  // namespace GC_BUILD
}  // namespace gc
