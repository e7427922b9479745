// properties/bench/subjects/frames.h -- W6: the frames of a game over a living heap.
//
// Each frame stores references, a tenth of them to objects that it makes, gives the collector its
// part, and then waits for the next frame. All stores go to the fourth slots of the graph's
// objects, which keep none of these alive (FrameGraph): so the graph lives on, and a new object
// lives until its holder's slot is stored into again.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "properties/bench/graph/generate.h"
#include "properties/bench/serve/subject.h"

namespace bench {

// A World has Reference, At(number), New(), Store(holder, target) and Collect(frame, budget_ms).
// One that can tell whether it is idle or marking (IsIdle, IsMarking) gets the mutator's part of
// such frames as measures of their own: their ratio is what marking costs the mutator.
template <class World>
class FrameGame {
 public:
  FrameGame(World& world, std::uint32_t objects, const FramePlan& plan)
      : world_(world), objects_(objects), plan_(plan), holds_new_(objects) {}

  Measures Play() {
    Measures measures;
    const auto began = Clock::now();
    for (std::uint32_t frame = 0; frame < plan_.frames; ++frame) {
      const char* const part = PartNow();
      const Stopwatch all;
      Mutate();
      if (part != nullptr) measures[part].push_back(all.Milliseconds());
      const Stopwatch slice;
      world_.Collect(frame, plan_.budget_ms);
      measures["slice"].push_back(slice.Milliseconds());
      measures["frame"].push_back(all.Milliseconds());
      std::this_thread::sleep_until(
          began + std::chrono::duration_cast<Clock::duration>(
                      std::chrono::duration<double, std::milli>(plan_.frame_ms * (frame + 1))));
    }
    return measures;
  }

  // How many of the objects that were made are reachable.
  std::uint32_t ExtraLive() const {
    return static_cast<std::uint32_t>(std::ranges::count(holds_new_, true));
  }

 private:
  using Clock = std::chrono::steady_clock;

  // The measure to which the mutator's part of this frame belongs, or null.
  const char* PartNow() const {
    if constexpr (requires { world_.IsIdle() || world_.IsMarking(); }) {
      if (world_.IsIdle()) return "mutator idle";
      if (world_.IsMarking()) return "mutator marking";
    }
    return nullptr;
  }

  void Mutate() {
    for (std::uint32_t i = 0; i < plan_.stores; ++i) {
      const std::uint32_t holder = random_.Below(objects_), target = random_.Below(objects_);
      holds_new_[holder] = i % 10 == 0;
      if (i % 10 == 0) {
        const typename World::Reference made = world_.New();
        world_.Store(made, world_.At(target));
        world_.Store(world_.At(holder), made);
      } else {
        world_.Store(world_.At(holder), world_.At(target));
      }
    }
  }

  World& world_;
  const std::uint32_t objects_;
  const FramePlan plan_;
  Random random_{66};
  std::vector<bool> holds_new_;
};

}  // namespace bench
