// reference/schedule/paper_heap.cc -- a cycle, counted.

#include "reference/schedule/paper_heap.h"

#include <algorithm>

namespace reference::schedule {

void PaperHeap::Born(int count, bool have_plain) {
  indices_ = std::max(indices_, Objects());
  holds_memory_ |= count > 0;
  has_plain_ |= count > 0 && have_plain;
  named_plain_ |= has_plain_ && have_plain && Marking();
}

void PaperHeap::MakeRoots(int count) {
  roots_ += count;
  Born(count, true);
}

void PaperHeap::MakeGarbage(int count) {
  garbage_ += count;
  Born(count, true);
}

void PaperHeap::MakeAssets(int count) {
  assets_ += count;
  Born(count, true);
}

void PaperHeap::MakeSlow(int count) {
  slow_ += count;
  Born(count, false);
}

void PaperHeap::DropRoots(int count) {
  roots_ -= count;
  garbage_ += count;
}

void PaperHeap::Start(bool keeping, bool in_slices) {
  named_plain_ |= has_plain_ && in_slices;
  white_.garbage = garbage_;
  white_.slow = slow_;
  white_.assets = keeping ? 0 : assets_;
  const int scans = roots_ + (keeping ? assets_ : 0);
  Enter(Stage::kMarking, 1 + scans + 1);
}

void PaperHeap::KeepAssets() {
  left_ += white_.assets;
  white_.assets = 0;
}

void PaperHeap::Enter(Stage stage, int units) {
  stage_ = stage;
  left_ = units;
  if (left_ == 0) NextStage();
}

void PaperHeap::NextStage() {
  switch (stage_) {
    case Stage::kIdle:
      return;
    case Stage::kMarking:
      garbage_ -= white_.garbage;
      assets_ -= white_.assets;
      slow_ -= white_.slow;
      doomed_ = white_.garbage + white_.assets + white_.slow;
      doomed_slow_ = white_.slow;
      white_ = {};
      return Enter(Stage::kGathering, indices_);
    case Stage::kGathering:
      if (doomed_ > 0 || waiting_ > 0) return Enter(Stage::kBeginning, doomed_);
      stage_ = Stage::kIdle;
      return;
    case Stage::kBeginning:
      return Enter(Stage::kFinishing, doomed_ + waiting_);
    case Stage::kFinishing:
      // A slow one stays with those that wait, or comes from them.
      doomed_ += ready_ ? waiting_ : -doomed_slow_;
      waiting_ = ready_ ? 0 : waiting_ + doomed_slow_;
      doomed_slow_ = 0;
      return Enter(Stage::kFreeing, doomed_);
    case Stage::kFreeing:
      stage_ = Stage::kIdle;
      return;
  }
}

void PaperHeap::DoUnit() {
  if (stage_ == Stage::kFreeing) doomed_ -= 1;
  left_ -= 1;
  if (left_ == 0) NextStage();
}

}  // namespace reference::schedule
