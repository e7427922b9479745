// core/examples/game_loop_main.cc -- a game at 60 frames a second, and the cost of collection.
//
//     game_loop [--frames N] [--hunters N] [--no-sleep] [--settings FILE] [--print-settings]
//               [--gc.SETTING=VALUE ...]
//
// Each frame plays, and then passes the world's tick to the scheduler, which marks, gathers and
// purges in slices of a few milliseconds. Without --no-sleep a frame takes a sixtieth of a second.
// Every second a level is loaded and the oldest is streamed out; one that leaks is printed with the
// references that keep it.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "core/configure/live_settings.h"
#include "core/examples/game.h"
#include "core/schedule/scheduler.h"
#include "core/schedule/start_up.h"

namespace {

// The settings of the game, in the format of a file.
constexpr std::string_view kSettings =
    "schedule.interval = 0.25\n"
    "trace.incremental = on\n"
    "trace.slice = 0.002\n"
    "gather.incremental = on\n"
    "table.max_objects = 100000\n";

constexpr int kFramesOfALevel = 60;

struct Options {
  int frames = 4 * 60;
  int hunters = 500;
  bool sleep = true;
  bool print_settings = false;
  std::string settings;
};

constexpr const char* kUsage =
    "usage: game_loop [--frames N] [--hunters N] [--no-sleep] [--settings FILE] "
    "[--print-settings] [--gc.SETTING=VALUE ...]\n";

bool ReadNumber(std::string_view text, int& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc() && end == text.data() + text.size() && into >= 0;
}

// The number that the option sets; null if it sets none.
int* NumberOf(std::string_view option, Options& options) {
  if (option == "--frames") return &options.frames;
  if (option == "--hunters") return &options.hunters;
  return nullptr;
}

std::optional<Options> ReadOptions(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    const bool has_value = i + 1 < count;
    if (gc::Configuration::IsArgument(word)) continue;
    if (word == "--no-sleep") {
      options.sleep = false;
    } else if (word == "--print-settings") {
      options.print_settings = true;
    } else if (int* const number = NumberOf(word, options);
               number != nullptr && has_value && ReadNumber(words[i + 1], *number)) {
      i += 1;
    } else if (word == "--settings" && has_value) {
      options.settings = words[++i];
    } else {
      return std::nullopt;
    }
  }
  return options;
}

bool Complain(const std::vector<gc::SettingError>& errors) {
  for (const gc::SettingError& error : errors) {
    std::fprintf(stderr, "%s\n", gc::Text(error).c_str());
  }
  return !errors.empty();
}

double Milliseconds(gc::Nanoseconds time) { return gc::Seconds(time) * 1000; }

// The cost of all frames together, and what became of the levels.
struct Summary {
  int frames = 0;
  int levels_left = 0;
  int leaks = 0;
  std::uint64_t collections = 0;
  gc::Nanoseconds total = 0;
  gc::Nanoseconds worst = 0;

  void Add(const gc::FrameReport& report) {
    frames += 1;
    collections += report.started ? 1 : 0;
    total += report.pause;
    worst = std::max(worst, report.pause);
  }
};

void PrintFrame(int frame, const gc::FrameReport& report, const gc::Heap& heap) {
  const std::string act(report.units == 0 ? "idle" : gc::NameOf(report.act));
  std::printf("frame %4d  %-13s  %6llu units  %7.3f ms  %6u objects\n", frame, act.c_str(),
              static_cast<unsigned long long>(report.units), Milliseconds(report.pause),
              heap.ObjectCount());
}

Summary Play(const Options& options, gc::Configuration& configuration) {
  gc::Lock lock;
  const gc::StartUp start_up = gc::ReadStartUp(configuration, gc::Program::kShipped, false);
  gc::HeapOptions heap_options = gc::OptionsFor(start_up);
  heap_options.lock = &lock;
  gc::Heap heap(heap_options);
  gc::Environment environment;
  gc::Scheduler scheduler(heap, lock, environment);
  const gc::LiveSettings live(configuration, start_up.program,
                              {.heap = heap, .scheduler = &scheduler});
  gc::Worlds worlds(heap, lock, scheduler);
  example::Game game(worlds, options.hunters);
  scheduler.WorldBeganPlay();

  Summary summary;
  worlds.ReportLeaks([&summary](const gc::LevelLeak& leak) {
    summary.leaks += 1;
    std::printf("%s %s", leak.left.c_str(), leak.leak.text.c_str());
  });
  auto next = std::chrono::steady_clock::now();
  for (int frame = 1; frame <= options.frames; ++frame) {
    game.Step();
    if (frame % kFramesOfALevel == 0) game.GoOn();
    scheduler.WorldTick({.frame = static_cast<std::uint64_t>(frame), .delta = 1.0 / 60});
    PrintFrame(frame, scheduler.frame_report(), heap);
    summary.Add(scheduler.frame_report());
    next += std::chrono::nanoseconds(1'000'000'000 / 60);
    if (options.sleep) std::this_thread::sleep_until(next);
  }
  summary.levels_left = game.levels_left();
  return summary;
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Options> options = ReadOptions(argc, argv);
  if (!options) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  gc::Configuration configuration;
  if (Complain(configuration.Read(kSettings, "game_loop"))) return 2;
  if (!options->settings.empty() && Complain(configuration.ReadFile(options->settings))) return 2;
  if (Complain(configuration.ReadArguments(argc, argv))) return 2;
  if (options->print_settings) {
    std::fputs(configuration.Print().c_str(), stdout);
    return 0;
  }
  const Summary summary = Play(*options, configuration);
  const double mean = summary.frames == 0 ? 0 : Milliseconds(summary.total) / summary.frames;
  std::printf(
      "%d frames, %llu collections, %.3f ms of collection in all, %.3f ms a frame, "
      "%.3f ms the worst; %d levels left, %d leaks\n",
      summary.frames, static_cast<unsigned long long>(summary.collections),
      Milliseconds(summary.total), mean, Milliseconds(summary.worst), summary.levels_left,
      summary.leaks);
}
