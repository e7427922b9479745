// properties/verifying/moments.h -- at which moments a mode looks, and what an inspector takes over
// from settings.
//
// A heap has a breach that lasts: a disregarded object refers to one that a root holds, and a
// referencer lies in an object. So each mode that looks finds something, and the findings of a
// cycle say which of them have looked. The settings change between cycles.
//
// Included by core_verifying.cc only.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/inspect/report/inspector.h"
#include "core/schedule/settings.h"
#include "properties/base/random.h"
#include "properties/verifying/cells.h"
#include "properties/verifying/reports.h"
#include "properties/verifying/verifying_run.h"

namespace properties::verifying {

class Moments {
 public:
  Moments(std::uint32_t seed, bool lies, VerifyingVerdict& verdict)
      : random_(seed), lies_(lies), verdict_(verdict) {
    Cell* const permanent = heap_.New<Cell>();
    heap_.CloseDisregardWindow();
    Confused* const root = heap_.New<Confused>(heap_);
    heap_.AddRoot(root);
    root->left = heap_.New<Cell>();
    Cell* const held = root->left.Get();
    std::memcpy(static_cast<void*>(&permanent->left), static_cast<const void*>(&held), sizeof held);
    root_ = root;
    permanent_ = permanent;
  }
  ~Moments() {
    Cell* const none = nullptr;
    std::memcpy(static_cast<void*>(&permanent_->left), static_cast<const void*>(&none),
                sizeof none);
    root_->inner.Unregister();
  }
  Moments(const Moments&) = delete;
  Moments& operator=(const Moments&) = delete;

  void Compare() {
    gc::Inspector inspector(heap_, {.log = {.line = &Line, .context = this},
                                    .verify = {.seed = 1 + random_.Below(1'000'000)},
                                    .findings = reports_.Sink()});
    std::uint32_t by_chance = 0;
    for (std::uint32_t cycle = 1; cycle <= kCycles; ++cycle) {
      const gc::Settings settings = DrawSettings();
      inspector.Configure(settings);
      by_chance += Cycle(settings);
      Same("cycles of a history", inspector.records().size(),
           kept_ = std::min(kept_ + 1, settings.history_size));
      Same("graphs of a history", inspector.graphs().size(), kept_);
    }
    const bool likely = by_chance > kCycles / 8 && by_chance < kCycles * 7 / 8;
    Same("cycles that are drawn with a chance of one half", lies_ ? !likely : likely, true);
  }

 private:
  static constexpr std::uint32_t kCycles = 40;

  static void Line(void* self, std::string_view line) {
    static_cast<Moments*>(self)->lines_ += line.starts_with("cycle");
  }
  void Same(const char* what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }
  gc::Settings DrawSettings() {
    gc::Settings settings;
    settings.verify_unreachable = random_.Chance(1, 2);
    settings.verify_assumptions = random_.Chance(1, 4);
    settings.verify_assumptions_on_full = random_.Chance(1, 4);
    settings.verify_chance = 0.5;
    settings.verify_referencers = random_.Chance(1, 2);
    settings.report_cycles = random_.Chance(1, 2);
    settings.history_size = random_.Below(5);
    return settings;
  }
  // Whether the assumptions were looked at though nothing but chance asked for that, or would have
  // been: half of the cycles in which something else did count too.
  bool Cycle(const gc::Settings& settings) {
    reports_ = {};
    lines_ = 0;
    const bool full = random_.Chance(1, 2);
    if (full) {
      heap_.Collect();
    } else {
      heap_.Start();
      while (heap_.phase() != gc::Phase::kIdle) heap_.Tick(2);
    }
    const bool must = settings.verify_assumptions || (settings.verify_assumptions_on_full && full);
    Same("assumptions that are due and are not looked at", must && reports_.others == 0, false);
    Same("referencers in objects that are reported", reports_.inside,
         settings.verify_referencers ? 1 : 0);
    Same("reachable and doomed objects that are reported", reports_.doomed.empty(), true);
    Same("a cycle is in the log", lines_ != 0, settings.report_cycles);
    return must ? random_.Chance(1, 2) : reports_.others != 0;
  }

  Random random_;
  const bool lies_;
  VerifyingVerdict& verdict_;
  Reports reports_;
  std::uint32_t lines_ = 0;
  std::uint32_t kept_ = 0;
  gc::Heap heap_{{.max_disregarded = 1}};
  Confused* root_ = nullptr;
  Cell* permanent_ = nullptr;
};

}  // namespace properties::verifying
