// core/testing/nodes.h -- the objects for core's tests, and a listener to their events.
//
// A Node has a one-letter name, so that a test can compare the collector's events and the object's
// own callbacks as text: "scan a", "began b".

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/testing/colours.h"

namespace gc {

using Diary = std::vector<std::string>;

class Node : public Object {
 public:
  Node(const Birth& birth, char called, Diary* writes = nullptr)
      : Object(birth), name(called), diary_(writes) {}
  ~Node() { Note("destroyed"); }

  void BeginDestroy() noexcept { Note("began"); }
  bool IsReadyForFinishDestroy() const noexcept { return ready; }
  void FinishDestroy() noexcept { Note("finished"); }

  static const Class kClass;
  ObjectPtr<Node> left;
  ObjectPtr<Node> right;
  char name;
  bool ready = true;

 private:
  void Note(std::string_view what) {
    if (diary_ != nullptr) diary_->push_back(std::string(what) + ' ' + name);
  }
  Diary* diary_;
};

inline const Reference kNodeReferences[] = {Reference::To(&Node::left, "left"),
                                            Reference::To(&Node::right, "right")};
inline const Class Node::kClass = Describe<Node>("Node", kNodeReferences);

// The event as text: "scan a", "gather 3 b doomed", "end-check 1".
inline std::string WordsOf(const Event& event) {
  static constexpr const char* kWords[] = {"flip",   "initial", "barrier", "scan", "end-check",
                                           "gather", "begin",   "poll",    "free", "cycle-end"};
  std::string words = kWords[static_cast<int>(event.kind)];
  if (event.kind == EventKind::kGather || event.kind == EventKind::kInitialReferences ||
      event.kind == EventKind::kBarrierList) {
    words += ' ' + std::to_string(event.detail);
  }
  if (event.object != nullptr) {
    words += ' ';
    words += static_cast<const Node*>(event.object)->name;
  }
  if (event.kind == EventKind::kEndCheck) words += event.flag == 1 ? " ended" : " goes on";
  if (event.kind == EventKind::kPoll) words += event.flag != 0 ? " ready" : " not ready";
  if (event.kind == EventKind::kGather && event.flag != 0) words += " doomed";
  return words;
}

// Records the events of a heap of Nodes as text.
class Listener {
 public:
  explicit Listener(Heap& heap) {
    heap.SetEventSink({.publish =
                           [](void* self, const Event& event) {
                             static_cast<Listener*>(self)->heard_.push_back(WordsOf(event));
                           },
                       .context = this});
  }
  // The events since the last call.
  Diary Heard() { return std::exchange(heard_, {}); }

 private:
  Diary heard_;
};

// A heap in the middle of marking: `black` is scanned, `grey` waits and refers to `white`.
struct MidTrace {
  explicit MidTrace(HeapOptions options = {}) : heap(options) {
    grey->left = white;
    heap.AddRoot(grey);
    heap.AddRoot(black);
    heap.Start();
    heap.Tick(2);  // the initial references, and `black`, which was queued last
  }
  Heap heap;
  Node* const grey = heap.New<Node>('g');
  Node* const black = heap.New<Node>('b');
  Node* const white = heap.New<Node>('w');
};

}  // namespace gc
