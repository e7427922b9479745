#include "core/schedule/cycle_notices.h"

#include "core/schedule/slice.h"

namespace gc {
inline namespace GC_BUILD {

void CycleNotices::Open(bool full) {
  number_ += 1;
  told_ = 0;
  open_ = true;
  full_ = full;
}

void CycleNotices::Tell(Notice notice) {
  told_ |= 1u << static_cast<unsigned>(notice);
  notices_.Tell({.notice = notice, .full = full_, .cycle = number_});
}

void CycleNotices::TellCleanUp(bool full) {
  notices_.Tell({.notice = Notice::kCleanUp, .full = full, .cycle = number_});
}

void CycleNotices::TellOnce(Notice notice) {
  if (open_ && !WasTold(notice)) Tell(notice);
}

void CycleNotices::TellOfProgress(Allowed allowed) {
  if (MarkingPending(heap_)) return;
  TellOnce(Notice::kMarkingDone);
  if (heap_.phase() == Phase::kGathering) return;
  lock_.NoteNames();
  if (allowed == Allowed::kNothing) return;
  TellOnce(Notice::kBeginStarts);
  if (WhatIsNext(heap_) == Doing::kBeginning) return;
  TellOnce(Notice::kBeginDone);
  if (allowed == Allowed::kAll && !heap_.PurgePending()) TellOnce(Notice::kPurgeDone);
}

void CycleNotices::TellAfterRelease() {
  if (!open_ || heap_.phase() != Phase::kIdle) return;
  TellOnce(Notice::kPostCollect);
  // Nothing was doomed, so the purge is over without a slice.
  if (!heap_.PurgePending() && !WasTold(Notice::kPurgeDone)) {
    lock_.Acquire();
    TellOfProgress(Allowed::kAll);
    lock_.Release();
  }
  if (!WasTold(Notice::kPurgeDone)) return;
  TellOnce(Notice::kComplete);
  open_ = full_ = false;
}

}  // namespace GC_BUILD
}  // namespace gc
