// properties/subjects/core/core_home.h -- where the judged heap lies, and how its run is put back
// to an earlier state.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <memory>

#include "properties/subjects/core/core_adapter.h"

namespace properties {
namespace {

void CoreSubject::Reset(const TraceHeader& header) {
  const bool usual = header.heap.IsUsual();
  if (home_ != nullptr && !usual) LeaveHome();
  if (home_ == nullptr && wants_home_ && usual) MoveHome();
  if (!run_) run_.emplace();
  const Home::Stay stay(home_.get());
  Drop();
  Open(header);
}

void CoreSubject::LeaveHome() {
  {
    const Home::Stay stay(home_.get());
    Drop();
    run_.reset();
  }
  home_.reset();
}

// Everything is made anew at home: what was made before lies elsewhere.
void CoreSubject::MoveHome() {
  LeaveHome();
  if (!PrivateMemory::kWorks || gc::kAddressesWatched) return;
  home_ = std::make_unique<Home>();
  if (!home_->memory.IsOpen()) return home_.reset();
  HaveFreeBlocks();
  const Home::Stay stay(home_.get());
  run_.emplace();
}

bool CoreSubject::Keep(std::unique_ptr<Image>& image) {
  wants_home_ = true;
  if (home_ == nullptr || game_) return false;
  if (image == nullptr) image = std::make_unique<CoreImage>();
  CoreImage& kept = static_cast<CoreImage&>(*image);
  kept.era = era_;
  return kept.Keep(*run_->heap, home_->memory, &*run_, sizeof *run_);
}

bool CoreSubject::Return(const Image& image) {
  const CoreImage& kept = static_cast<const CoreImage&>(image);
  if (home_ == nullptr || game_ || kept.era != era_) return false;
  return kept.PutBack(*run_->heap, home_->memory, &*run_);
}

}  // namespace
}  // namespace properties
