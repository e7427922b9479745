// properties/inspection/listening.h -- what the paper hears of the collector's work.
//
// Included by core_inspection.cc only.

#pragma once

#include <cstdint>
#include <vector>

#include "properties/inspection/inspected_heap.h"

namespace properties::inspection {
namespace {

// What a unit takes beside the calls of the user, by its kind.
constexpr gc::Nanoseconds kTakes[] = {3'141'592, 5'926'535, 7'009, 11'000, 13'000,
                                      17'000,    19'000,    0,     0};

void InspectedHeap::HearStep(gc::Step step, bool begins) {
  if (begins) return log_->StepBegins(step == gc::Step::kCollect);
  SeeCleared();
  log_->StepEnds();
}

// Slots that hold garbage on paper and nothing in the heap: marking has cleared them. It comes to
// one holder after the other, and what one event tells of is over before the next.
void InspectedHeap::SeeCleared() {
  for (std::size_t i = 0; i < referencers_.size(); ++i) {
    for (std::size_t slot = 0; slot < paper_.referencers[i].slots.size(); ++slot) {
      const int to = paper_.referencers[i].slots[slot];
      if (to != kNone && referencers_[i]->slots[slot].Raw() == nullptr) {
        paper_.ClearReported(i, slot);
      }
    }
  }
  for (const int object : paper_.There()) {
    const auto& lines = paper_.At(object).slots;
    for (std::size_t line = 0; line < lines.size(); ++line) {
      const auto slots = SlotsOf(At(object).object, At(object).kind, line);
      for (std::size_t slot = 0; slot < lines[line].size(); ++slot) {
        if (lines[line][slot] == kNone || slots[slot].Raw() != nullptr) continue;
        paper_.Clear(object, line, slot);
      }
    }
  }
}

void InspectedHeap::Hear(const gc::Event& event) {
  SeeCleared();
  if (heap_.phase() == gc::Phase::kIdle) paper_.EndMask();
  if (!IsGathering()) paper_.clusters.GatherIsOver(paper_);
  if (event.kind == gc::EventKind::kCycleEnd) return CycleEnded();
  if (event.kind == gc::EventKind::kDissolved) {
    return paper_.clusters.Dissolve(NumberOf(event.object), false);
  }
  if (event.kind > gc::EventKind::kCycleEnd) return;
  const auto unit = static_cast<paper::Unit>(event.kind);
  if (unit == paper::Unit::kFlip) {
    paper_.BeginCycle(mask_);
    log_->Flip({.cycle = heap_.collector().marker.flips(),
                .now = clock_.now,
                .objects = paper_.Count(),
                .roots = paper_.clusters.all().empty()
                             ? paper_.Kept()
                             : heap_.collector().wavefront.work().size()});
    Flipped();
  }
  // Of a purge that was not heard from its beginning, time is known from its first unit on.
  if (unit < paper::Unit::kBegin || log_->KnowsPurge()) {
    clock_.Spend(unit, kTakes[static_cast<std::size_t>(unit)]);
  }
  const bool measured =
      unit == paper::Unit::kInitialReferences || unit == paper::Unit::kBarrierList;
  log_->Write(unit, event.flag != 0, measured ? event.detail : 0);
  if (unit == paper::Unit::kBarrierList) {
    std::vector<std::uint32_t> indices;
    for (const gc::Object* const object : heap_.collector().wavefront.barrier()) {
      indices.push_back(object->header().index);
    }
    Shaded(indices);
  }
  if (unit == paper::Unit::kEndCheck && event.flag != 0) {
    for (const int object : paper_.There()) paper_.At(object).doomed = IsDoomed(object);
    Ended();
  }
  if (unit == paper::Unit::kPoll && event.flag == 0) paper_.LetGo(NumberOf(event.object));
  if (unit == paper::Unit::kFree) paper_.At(NumberOf(event.object)).gone = true;
}

}  // namespace
}  // namespace properties::inspection
