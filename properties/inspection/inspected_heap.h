// properties/inspection/inspected_heap.h -- a heap that is changed beside the heap on paper.
//
// The paper hears each event before the inspector does. It sees then which slots marking has
// cleared, by looking at those that held garbage; core's own list of them is what is judged.
//
// Included by core_inspection.cc only.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/collect/collector.h"
#include "properties/inspection/inspection_run.h"
#include "properties/inspection/stage.h"

namespace properties::inspection {
namespace {

using paper::kNone;

class InspectedHeap {
 public:
  InspectedHeap() {
    stage_clock = &clock_;
    clock_.log = log_.get();
    for (const std::size_t unprotected : {2, 1}) {
      const char* const name = unprotected == 2 ? "registry" : "keeper";
      referencers_.push_back(std::make_unique<StageReferencer>(heap_, name, unprotected));
      paper_.referencers.push_back({name, {kNone, kNone}, unprotected});
    }
    heap_.SetEventSink(
        {.publish = [](void* self,
                       const gc::Event& event) { static_cast<InspectedHeap*>(self)->Hear(event); },
         .context = this,
         .step = [](void* self, gc::Step step,
                    bool begins) { static_cast<InspectedHeap*>(self)->HearStep(step, begins); }});
    Make(kBox, 0);
    heap_.AddRoot(made_[0].object);
    paper_.At(0).rooted = true;
  }
  virtual ~InspectedHeap() {
    clock_.log = nullptr;
    heap_.SetEventSink({});
  }
  InspectedHeap(const InspectedHeap&) = delete;
  InspectedHeap& operator=(const InspectedHeap&) = delete;

 protected:
  static constexpr std::size_t kMostObjects = 10, kMostThings = 4;
  static constexpr std::uint32_t kFewest = 2;
  static constexpr gc::ObjectFlags kFlag = gc::object_flag::kStandalone;

  struct Made {
    gc::Object* object = nullptr;
    Kind kind = kBox;
    gc::WeakReference weak = {};
  };

  static gc::HeapOptions Options(bool eliminate) {
    gc::HeapOptions options;
    options.locals = gc::Locals::kRescanned;
    options.clusters.min_objects = kFewest;
    options.eliminate = eliminate ? gc::Origins::All() : gc::Origins::None();
    return options;
  }
  static constexpr gc::FlagWord kKeepFlags[] = {gc::flag::kNative, gc::flag::kAsync,
                                                gc::flag::kLoading, gc::flag::kLoadingLate,
                                                gc::flag::kLoaderImport};

  Made& At(int object) { return made_[static_cast<std::size_t>(object)]; }
  const Made& At(int object) const { return made_[static_cast<std::size_t>(object)]; }
  bool IsGathering() const { return heap_.phase() == gc::Phase::kGathering; }
  bool IsDoomed(int object) const {
    return heap_.collector().population.IsDoomed(*At(object).object);
  }
  // Objects that a program may still use.
  std::vector<int> Usable() const {
    std::vector<int> usable;
    for (const int object : paper_.There()) {
      if (!IsDoomed(object)) usable.push_back(object);
    }
    return usable;
  }
  static int OneOf(const std::vector<int>& list, std::size_t number) {
    return list.empty() ? kNone : list[number % list.size()];
  }

  // Those of them that the verb may name.
  std::vector<int> UsableFor(InspectionVerb verb) const {
    std::vector<int> usable = Usable();
    std::erase_if(usable, [&](int object) {
      const paper::PaperObject& one = paper_.At(object);
      if (verb == InspectionVerb::kGarbage) return one.rooted;
      if (verb == InspectionVerb::kTakeBack) return !one.garbage;
      if (verb == InspectionVerb::kCluster) return !one.type->may_lead;
      return verb == InspectionVerb::kPut && At(object).kind != kBag;
    });
    return usable;
  }

  // Changes heap and paper in the same way; false if the operation cannot be done.
  bool Change(const InspectionOperation& operation);

  // What is drawn at the end of a marking, and so on; behind the paper, before the inspector.
  virtual void Ended() = 0;       // marking
  virtual void CycleEnded() = 0;  // a purge
  virtual void Shaded(const std::vector<std::uint32_t>& indices) = 0;
  virtual void Flipped() = 0;

  StageClock clock_;  // outlives the heap
  gc::Heap heap_{Options(true)};
  paper::PaperHeap paper_;
  std::vector<Made> made_;
  std::vector<std::unique_ptr<StageReferencer>> referencers_;
  std::vector<std::unique_ptr<gc::LocalReference>> locals_;
  std::vector<gc::StrongPtr<gc::Object>> strong_;
  std::unique_ptr<paper::PaperLog> log_ = std::make_unique<paper::PaperLog>(true);

 private:
  bool Make(Kind kind, std::uint32_t tail);
  bool ChangeSlot(InspectionVerb verb, int holder, std::size_t number, int to);
  bool ChangeKeeping(InspectionVerb verb, int object, std::size_t number);
  bool ChangeObject(InspectionVerb verb, int object);
  bool ChangeOutside(InspectionVerb verb, std::size_t first, std::size_t second, int object);
  bool Step(InspectionVerb verb, std::uint8_t number);
  void Hear(const gc::Event& event);
  void HearStep(gc::Step step, bool begins);
  void SeeCleared();
  bool mask_ = false;  // of the cycle that begins
  int NumberOf(const gc::Object* object) const { return paper_.AtIndex(object->header().index); }
};

bool InspectedHeap::Make(Kind kind, std::uint32_t tail) {
  if (paper_.Count() >= kMostObjects) return false;
  gc::Object* const object = kind == kBox     ? static_cast<gc::Object*>(heap_.New<Box>())
                             : kind == kRow   ? heap_.New<Row>()
                             : kind == kBag   ? heap_.New<Bag>()
                             : kind == kLoner ? static_cast<gc::Object*>(heap_.New<Loner>())
                                              : heap_.NewWithTail<Pile>(tail);
  constexpr std::size_t kBytes[] = {sizeof(Box), sizeof(Row), sizeof(Bag), sizeof(Loner),
                                    sizeof(Pile)};
  paper::PaperObject one{.type = &kOnPaper[kind],
                         .index = object->header().index,
                         .place = reinterpret_cast<std::uintptr_t>(object),
                         .bytes = kBytes[kind] + (kind == kPile ? tail : 0) * sizeof(Slot)};
  for (std::size_t line = 0; line < one.type->lines.size(); ++line) {
    one.slots.emplace_back(SlotsOf(object, kind, line).size(), kNone);
  }
  paper_.Make(std::move(one));
  made_.push_back({object, kind});
  return true;
}

bool InspectedHeap::Change(const InspectionOperation& operation) {
  const auto [first, second, third] = operation.numbers;
  const std::vector<int> usable = Usable();
  const InspectionVerb verb = operation.verb;
  if (verb >= InspectionVerb::kStart) return Step(verb, first);
  if (verb == InspectionVerb::kMake) {
    if (!Make(static_cast<Kind>(first % kKinds), second % 3)) return false;
    if (third % 4 != 0) return true;
    paper_.At(paper_.Size() - 1).rooted = true;
    heap_.AddRoot(made_.back().object);
    return true;
  }
  if (verb == InspectionVerb::kEliminate) {
    heap_.Change(Options(first % 2 == 0));
    paper_.Choose(first % 2 == 0);
    return true;
  }
  if (verb == InspectionVerb::kDrop || verb == InspectionVerb::kLetGo ||
      verb == InspectionVerb::kReport || verb == InspectionVerb::kHold) {
    return ChangeOutside(verb, first, second, OneOf(usable, third));
  }
  const int object = OneOf(UsableFor(verb), first);
  if (object == kNone) return false;
  if (verb == InspectionVerb::kLink || verb == InspectionVerb::kUnlink ||
      verb == InspectionVerb::kPut) {
    return ChangeSlot(verb, object, second, OneOf(usable, third));
  }
  if (verb == InspectionVerb::kRoot || verb == InspectionVerb::kKeep ||
      verb == InspectionVerb::kTake || verb == InspectionVerb::kFlag) {
    return ChangeKeeping(verb, object, second);
  }
  return ChangeObject(verb, object);
}

bool InspectedHeap::ChangeSlot(InspectionVerb verb, int holder, std::size_t number, int to) {
  paper::PaperObject& one = paper_.At(holder);
  if (verb == InspectionVerb::kPut) {
    if (one.slots[0].size() >= kMostThings) return false;
    static_cast<Bag*>(At(holder).object)->things.push_back(Slot(At(to).object));
    one.slots[0].push_back(to);
    return true;
  }
  std::size_t slots = 0;
  for (const auto& line : one.slots) slots += line.size();
  if (slots == 0) return false;
  std::size_t slot = number % slots, line = 0;
  while (slot >= one.slots[line].size()) slot -= one.slots[line++].size();
  if (verb == InspectionVerb::kUnlink) to = kNone;
  Write(At(holder).object, At(holder).kind, line, slot, to == kNone ? nullptr : At(to).object);
  paper_.Store(holder, line, slot, to, IsGathering());
  return true;
}

// What keeps an object beside references to it.
bool InspectedHeap::ChangeKeeping(InspectionVerb verb, int object, std::size_t number) {
  paper::PaperObject& one = paper_.At(object);
  gc::Object* const real = At(object).object;
  if (verb == InspectionVerb::kTake) {
    if (strong_.size() >= 4) return false;
    strong_.emplace_back(real);
    ++one.strong;
    return true;
  }
  if (verb == InspectionVerb::kRoot) {
    one.rooted = !one.rooted;
    if (one.rooted) {
      heap_.AddRoot(real);
    } else {
      heap_.RemoveRoot(real);
    }
    return true;
  }
  if (verb == InspectionVerb::kFlag) {
    one.flagged = !one.flagged;
    if (one.flagged) {
      heap_.SetFlags(real, kFlag);
    } else {
      heap_.ClearFlags(real, kFlag);
    }
    return true;
  }
  const std::size_t bit = number % std::size(kKeepFlags);
  one.keeps ^= 1u << bit;
  if ((one.keeps >> bit & 1u) != 0) {
    heap_.SetKeepFlags(real, kKeepFlags[bit]);
  } else {
    heap_.ClearKeepFlags(real, kKeepFlags[bit]);
  }
  return true;
}

bool InspectedHeap::ChangeObject(InspectionVerb verb, int object) {
  paper::PaperObject& one = paper_.At(object);
  gc::Object* const real = At(object).object;
  if (verb == InspectionVerb::kGarbage) {
    heap_.MarkGarbage(real);
    paper_.MarkGarbage(object, IsGathering());
  }
  if (verb == InspectionVerb::kWeak) {
    At(object).weak = gc::WeakReference(real);
    one.serial = At(object).weak.serial();
  }
  if (verb == InspectionVerb::kUnready) {
    static_cast<StageObject*>(real)->ready = !static_cast<StageObject*>(real)->ready;
  }
  if (verb == InspectionVerb::kDissolve) {
    heap_.DissolveClusterOf(real);
    paper_.clusters.Dissolve(object, IsGathering());
  }
  if (verb != InspectionVerb::kTakeBack && verb != InspectionVerb::kCluster) return true;
  if (heap_.phase() != gc::Phase::kIdle) return false;
  if (verb == InspectionVerb::kCluster) {
    heap_.MakeCluster(real);
    paper_.clusters.Make(paper_, object, kFewest);
  } else {
    heap_.ClearGarbage(real);
    one.garbage = false;
  }
  return true;
}

bool InspectedHeap::ChangeOutside(InspectionVerb verb, std::size_t first, std::size_t second,
                                  int object) {
  if (verb == InspectionVerb::kReport) {
    const bool drops = first % 4 >= 2 || object == kNone;
    const std::size_t referencer = first % 2, slot = second % 2;
    referencers_[referencer]->slots[slot] = drops ? nullptr : At(object).object;
    paper_.referencers[referencer].slots[slot] = drops ? kNone : object;
    return true;
  }
  if (verb == InspectionVerb::kHold) {
    if (object == kNone || locals_.size() >= 2) return false;
    locals_.push_back(std::make_unique<gc::LocalReference>(heap_, At(object).object));
    paper_.locals.push_back(object);
    return true;
  }
  if (verb == InspectionVerb::kLetGo) {
    if (locals_.empty()) return false;
    const auto at = static_cast<std::ptrdiff_t>(first % locals_.size());
    locals_.erase(locals_.begin() + at);
    paper_.locals.erase(paper_.locals.begin() + at);
    return true;
  }
  if (strong_.empty()) return false;
  const auto at = static_cast<std::ptrdiff_t>(first % strong_.size());
  --paper_.At(NumberOf(strong_[static_cast<std::size_t>(at)].Get())).strong;
  strong_.erase(strong_.begin() + at);
  return true;
}

bool InspectedHeap::Step(InspectionVerb verb, std::uint8_t number) {
  if (verb == InspectionVerb::kStart) {
    mask_ = number % 2 == 0;
    const bool started = heap_.Start(mask_ ? kFlag : gc::object_flag::kNone);
    mask_ = false;
    return started;
  }
  if (verb == InspectionVerb::kTick) heap_.Tick(1 + number % 12);
  if (verb == InspectionVerb::kPurge) heap_.Purge(1 + number % 6);
  if (verb == InspectionVerb::kCollect) heap_.Collect();
  if (verb == InspectionVerb::kWait) clock_.now += number * 1'000u;
  return true;
}

}  // namespace
}  // namespace properties::inspection
