// reference/schedule/paper_heap.h -- a heap as far as a scheduler can tell one from another: how
// much work is left in each stage.
//
// The objects of a run refer to nothing. So a heap is a few counts, and the work of a cycle is
// plain arithmetic: the initial references, a scan for each root, the end check; an index of the
// gather for each index that was ever in use; and for each doomed object begin, finish and free.
// What is made while a cycle runs survives it, and so does what leaves the root set.
//
// Read next: reference/schedule/schedule_oracle.h.

#pragma once

#include <cstdint>
#include <initializer_list>

namespace reference::schedule {

enum class Stage : std::uint8_t {
  kIdle,
  kMarking,
  kGathering,
  kBeginning,
  kFinishing,
  kFreeing,
};

class PaperHeap {
 public:
  void MakeRoots(int count);
  void MakeGarbage(int count);
  void MakeAssets(int count);
  // Garbage that is ready to finish only while SetReady says so.
  void MakeSlow(int count);
  void SetReady(bool ready) { ready_ = ready; }
  void DropRoots(int count);

  // A cycle begins. `keeping`: assets are roots of it. `in_slices`: the program may run before its
  // marking has ended.
  void Start(bool keeping, bool in_slices);
  // A mask that keeps assets comes in the middle of marking.
  void KeepAssets();
  // One unit of work; there must be work left.
  void DoUnit();
  // Those that were not ready are asked once more.
  void BeginRound() { Enter(Stage::kFinishing, waiting_); }
  // Memory without objects goes back to the system.
  void Trim() { holds_memory_ = Objects() > 0; }

  Stage stage() const { return stage_; }
  bool Marking() const { return stage_ == Stage::kMarking; }
  bool Gathering() const { return stage_ == Stage::kGathering; }
  bool Purging() const { return stage_ > Stage::kGathering; }
  // Objects that are not freed, doomed ones too.
  int Objects() const { return roots_ + garbage_ + slow_ + assets_ + doomed_ + waiting_; }
  // Objects that have begun and were not ready when they were asked.
  int waiting() const { return waiting_; }
  int roots() const { return roots_; }
  bool HoldsMemory() const { return holds_memory_; }
  // How many plain pointers were named, because a store into one may go unseen (S5.10). All objects
  // but slow ones have one, and it is named once.
  int NamedPlain() const { return named_plain_ ? 1 : 0; }

  // For a search that asks whether it was here before.
  template <typename Hash>
  void AddTo(Hash& hash) const {
    for (const int count :
         {roots_, garbage_, assets_, white_.garbage, white_.assets, doomed_, slow_, white_.slow,
          doomed_slow_, waiting_, ready_ ? 1 : 0, left_, indices_, static_cast<int>(stage_),
          holds_memory_ ? 1 : 0, has_plain_ ? 1 : 0, named_plain_ ? 1 : 0}) {
      hash.Add(static_cast<std::uint64_t>(count));
    }
  }

 private:
  void Born(int count, bool have_plain);
  void NextStage();
  void Enter(Stage stage, int units);

  int roots_ = 0;
  int garbage_ = 0;
  int assets_ = 0;
  int slow_ = 0;
  // Of these, those that existed when the cycle began and were not reached.
  struct White {
    int garbage = 0;
    int assets = 0;
    int slow = 0;
  } white_;
  int doomed_ = 0;  // with the slow ones, and from the last stage on only those that finished
  int doomed_slow_ = 0;
  int waiting_ = 0;
  bool ready_ = true;
  Stage stage_ = Stage::kIdle;
  int left_ = 0;     // units of the stage
  int indices_ = 0;  // the most objects that there were at a time
  bool holds_memory_ = false;
  bool has_plain_ = false;  // an object with a plain pointer was made
  bool named_plain_ = false;
};

}  // namespace reference::schedule
