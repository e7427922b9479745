// reference/oracle/purge.cc -- the stages of destruction, one event at a time.

#include "reference/oracle/purge.h"

#include <algorithm>
#include <string>
#include <utility>

#include "reference/oracle/path.h"

namespace reference {

Finding MustNotDestroy(const Heap& heap, Name object, const char* what) {
  if (!heap.IsReachable(object)) return std::nullopt;
  return Wrong(Property::kSafety, object,
               "a reachable object was " + std::string(what) + ": " + PathTo(heap, object));
}

void Purge::Clear() {
  notes_.clear();
  waiting_.clear();
  waiting_before_ = 0;
  batch_ = unbegun_ = unfinished_ = 0;
  finishing_ = open_ = false;
}

void Purge::Born(Name object) {
  if (object >= notes_.size()) notes_.resize(object + 1);
  notes_[object] = {};
}

void Purge::BeginStep() {
  std::erase_if(waiting_, [this](Name name) { return !notes_[name].waiting; });
  for (const Name name : waiting_) notes_[name].polled = false;
  waiting_before_ = waiting_.size();
}

void Purge::Gathered(bool begun) {
  open_ = true;
  ++batch_;
  unbegun_ += !begun;
  ++unfinished_;
}

bool Purge::AnyWaiting() const {
  return std::ranges::any_of(waiting_, [this](Name name) { return notes_[name].waiting; });
}

Finding Purge::CheckWaiting(const char* step) const {
  for (const Name name : waiting_) {
    if (!notes_[name].waiting || notes_[name].polled) continue;
    return Wrong(Property::kProgress, name,
                 NameText(name) + " waits to finish and was not asked again by " + step);
  }
  return std::nullopt;
}

Finding Purge::SeePoll(const Heap& heap, const Event& event) {
  const Name object = event.object;
  Note& note = notes_[object];
  note.polled = true;
  open_ = true;
  if (heap[object].life < Life::kBegun) {
    return Wrong(Property::kOrder, object, NameText(object) + " was asked before it had begun");
  }
  if (event.flag) return std::nullopt;  // its finish-destroy speaks for itself
  if (heap[object].ready) {
    return Wrong(Property::kProgress, object, NameText(object) + " was ready and did not finish");
  }
  if (!note.waiting) {
    note.waiting = true;
    waiting_.push_back(object);
    --batch_;
    --unfinished_;
  }
  return std::nullopt;
}

Finding Purge::SeeBegan(Heap& heap, bool staged, Name object) {
  if (Finding finding = MustNotDestroy(heap, object, "told to begin destruction")) return finding;
  if (!staged) return std::nullopt;
  if (heap[object].life != Life::kGathered) {
    return Wrong(Property::kOrder, object,
                 NameText(object) + (heap[object].life == Life::kAlive
                                         ? " began destruction and was never gathered"
                                         : " began destruction twice"));
  }
  if (finishing_) {
    return Wrong(Property::kOrder, object,
                 NameText(object) + " began after another object of its batch had finished");
  }
  heap.SetLife(object, Life::kBegun);
  --unbegun_;
  return std::nullopt;
}

Finding Purge::SeeFinished(Heap& heap, bool staged, Name object) {
  if (Finding finding = MustNotDestroy(heap, object, "told to finish destruction")) return finding;
  if (!staged) return std::nullopt;
  const Life life = heap[object].life;
  if (life != Life::kBegun) {
    return Wrong(
        Property::kOrder, object,
        NameText(object) + (life < Life::kBegun ? " finished before it began" : " finished twice"));
  }
  if (!heap[object].ready) {
    return Wrong(Property::kOrder, object, NameText(object) + " finished and was not ready");
  }
  if (unbegun_ > 0) {
    return Wrong(Property::kOrder, object,
                 NameText(object) + " finished before all of its batch had begun");
  }
  heap.SetLife(object, Life::kFinished);
  finishing_ = true;
  if (notes_[object].waiting) {  // it joins the batch that is being finished
    notes_[object].waiting = false;
    ++batch_;
  } else {
    --unfinished_;
  }
  return std::nullopt;
}

Finding Purge::SeeFreed(Heap& heap, bool staged, Name object) {
  if (Finding finding = MustNotDestroy(heap, object, "freed")) return finding;
  const Life life = heap[object].life;
  if (life == Life::kFreed) {
    return Wrong(Property::kOrder, object, NameText(object) + " was freed twice");
  }
  if (staged) {
    if (life != Life::kFinished) {
      return Wrong(Property::kOrder, object,
                   NameText(object) + " was freed before it had finished");
    }
    if (unfinished_ > 0) {
      return Wrong(Property::kOrder, object,
                   NameText(object) + " was freed before all of its batch had finished");
    }
    --batch_;
  } else if (life > Life::kAlive && !notes_[object].waiting) {
    --batch_;
    --unbegun_;
    --unfinished_;
  }
  heap.Free(object);
  notes_[object] = {};
  return std::nullopt;
}

Finding Purge::End(const Heap& heap, bool staged) {
  finishing_ = false;
  open_ = false;
  if (batch_ == 0 || !staged) return std::nullopt;
  for (const Name name : heap.Present()) {
    const bool doomed = heap[name].life > Life::kAlive;
    if (!doomed || notes_[name].waiting) continue;
    return Wrong(
        Property::kCompleteness, name,
        NameText(name) + " was gathered and ready, and is not freed by the end of its purge");
  }
  return std::nullopt;
}

}  // namespace reference
