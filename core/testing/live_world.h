// core/testing/live_world.h -- a scheduled heap with an inspector, all of whose settings come from
// a configuration.
//
// Read next: core/configure/live_settings.h.

#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/configure/live_settings.h"
#include "core/testing/scheduled_heap.h"

namespace gc {

// The configuration is read before the heap is made, as in a program.
struct ReadBefore {
  ReadBefore(std::string_view text, Program program, bool dedicated_server) {
    EXPECT_TRUE(configuration.Read(text, "before").empty()) << text;
    start_up = ReadStartUp(configuration, program, dedicated_server);
  }
  Configuration configuration;
  StartUp start_up;
};

// `before`: the settings at start-up. The machine runs `threads` threads at once.
struct LiveWorld : ReadBefore, ScheduledHeap {
  explicit LiveWorld(std::string_view before = "", Program program = Program::kShipped,
                     unsigned threads = 1, bool dedicated_server = false)
      : ReadBefore(before, program, dedicated_server),
        ScheduledHeap({}, OptionsFor(start_up, threads)) {}

  // Changes settings while the program runs.
  void Set(std::string_view text) {
    for (const SettingError& error : configuration.Read(text, "console", Layer::kRunning)) {
      ADD_FAILURE() << Text(error);
    }
  }
  // Begins a collection that is not full in the next frame, and returns the frame's report.
  const FrameReport& Start() {
    scheduler.RequestCollection(false);
    return Frame();
  }
  void MakeRoots(int count) {
    for (int i = 0; i < count; ++i) heap.AddRoot(heap.New<Node>('r'));
  }
  // Stores a reference past the barrier, as older code does.
  static void StoreRaw(ObjectPtr<Node>& slot, Node* target) {
    std::memcpy(static_cast<void*>(&slot), static_cast<const void*>(&target), sizeof target);
  }

  std::vector<std::string> log;
  std::vector<std::string> findings;
  Inspector inspector{
      heap,
      {.clock = environment.clock(),
       .log = {.line =
                   [](void* self, std::string_view line) {
                     static_cast<LiveWorld*>(self)->log.emplace_back(line);
                   },
               .context = this},
       .findings = {.report =
                        [](void* self, const Finding& finding) {
                          static_cast<LiveWorld*>(self)->findings.push_back(finding.text);
                        },
                    .context = this}}};
  LiveSettings live{configuration,
                    start_up.program,
                    {.heap = heap, .scheduler = &scheduler, .inspector = &inspector}};
};

}  // namespace gc
