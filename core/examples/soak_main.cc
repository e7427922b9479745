// core/examples/soak_main.cc -- a long game that shows leaks and drift of memory.
//
//     soak [--seconds N] [--no-sleep]
//
// Hunters play on the collector's thread, three other threads stream, a level is replaced every
// second, and a world ticks in every frame and collects in slices. About a million objects a minute
// are made and dropped. Once a second a line says how many objects there are, what the frames of
// that second cost, and how much memory the program has. In the end everything is dropped; objects
// that are left then have leaked.
//
// A run of half a minute or more also compares the most memory in its second fifth with that in its
// last fifth. A tenth more is a drift. Exit code 0: no leak, no drift; 1: a leak or a drift; 2:
// usage.

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string_view>
#include <thread>

#include "core/examples/game.h"
#include "core/examples/streaming.h"

namespace {

constexpr int kFramesInASecond = 60;
constexpr int kThreads = 3;
constexpr int kTilesInAFrame = 4;  // of 64 objects: 0.92 million objects a minute
constexpr int kHunters = 12;
constexpr int kFewestSecondsForDrift = 30;

struct Options {
  int seconds = 600;
  bool sleep = true;
};

std::optional<Options> ReadOptions(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--no-sleep") {
      options.sleep = false;
    } else if (word == "--seconds" && i + 1 < count) {
      const std::string_view number = words[++i];
      const auto [end, error] =
          std::from_chars(number.data(), number.data() + number.size(), options.seconds);
      if (error != std::errc() || end != number.data() + number.size()) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  return options.seconds > 0 ? std::optional(options) : std::nullopt;
}

gc::Settings SoakSettings() {
  gc::Settings settings;
  settings.interval = 0.5;
  settings.trace_incremental = settings.gather_incremental = true;
  settings.trace_slice = settings.purge_slice = 0.001;
  return settings;
}

// The resident memory of the program, in megabytes.
double ResidentMegabytes() {
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  long all = 0;
  long resident = 0;
  const int read = std::fscanf(file, "%ld %ld", &all, &resident);
  std::fclose(file);
  return read == 2 ? static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) /
                         (1024 * 1024)
                   : 0;
}

// The most memory in the second fifth of the run and in the last fifth.
class Drift {
 public:
  explicit Drift(int seconds) : seconds_(seconds) {}
  void Add(int second, double megabytes) {
    if (second * 5 >= seconds_ && second * 5 < seconds_ * 2) early_ = std::max(early_, megabytes);
    if (second * 5 >= seconds_ * 4) late_ = std::max(late_, megabytes);
  }
  bool Found() const { return seconds_ >= kFewestSecondsForDrift && late_ > early_ * 1.1; }
  void Print() const {
    if (seconds_ < kFewestSecondsForDrift) return;
    std::printf("memory: %.1f MB early, %.1f MB late%s\n", early_, late_,
                Found() ? ", a drift" : "");
  }

 private:
  const int seconds_;
  double early_ = 0;
  double late_ = 0;
};

class Soak {
 public:
  explicit Soak(const Options& options) : options_(options), drift_(options.seconds) {
    scheduler_.WorldBeganPlay();
  }

  bool Run() {
    {
      // Counts the classes and their default objects, which stay.
      example::Game empty(worlds_, 1);
    }
    scheduler_.Collect();
    classes_ = heap_.ObjectCount();
    {
      example::Game game(worlds_, kHunters);
      example::Streaming streaming(heap_, lock_, kThreads, kTilesInAFrame);
      for (int second = 0; second < options_.seconds; ++second) Second(second, game, streaming);
    }
    scheduler_.Collect();
    const unsigned left = heap_.ObjectCount() - classes_;
    std::printf("%llu cycles; %u objects are left%s\n",
                static_cast<unsigned long long>(scheduler_.cycle()), left,
                left == 0 ? "" : ", a leak");
    drift_.Print();
    return left == 0 && !drift_.Found();
  }

 private:
  void Second(int second, example::Game& game, example::Streaming& streaming) {
    gc::Nanoseconds worst = 0;
    gc::Nanoseconds total = 0;
    for (int i = 0; i < kFramesInASecond; ++i) {
      streaming.Frame();
      game.Step();
      if (i == 0) game.GoOn();
      scheduler_.WorldTick({.frame = ++frame_, .delta = 1.0 / kFramesInASecond});
      worst = std::max(worst, scheduler_.frame_report().pause);
      total += scheduler_.frame_report().pause;
      next_ += std::chrono::nanoseconds(1'000'000'000 / kFramesInASecond);
      if (options_.sleep) std::this_thread::sleep_until(next_);
    }
    const double memory = ResidentMegabytes();
    drift_.Add(second, memory);
    std::printf(
        "second %4d  %8llu streamed  %6u objects  %7.3f ms worst  %7.3f ms a frame  "
        "%6.1f MB\n",
        second + 1, static_cast<unsigned long long>(streaming.Made()), heap_.ObjectCount(),
        gc::Seconds(worst) * 1000, gc::Seconds(total) * 1000 / kFramesInASecond, memory);
    std::fflush(stdout);
  }

  const Options options_;
  Drift drift_;
  gc::Lock lock_;
  gc::Heap heap_{{.lock = &lock_}};
  gc::Environment environment_;
  gc::Scheduler scheduler_{heap_, lock_, environment_, SoakSettings()};
  gc::Worlds worlds_{heap_, lock_, scheduler_};
  std::uint32_t classes_ = 0;  // objects that stay: classes, and what belongs to them
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
  std::uint64_t frame_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Options> options = ReadOptions(argc, argv);
  if (!options) {
    std::fputs("usage: soak [--seconds N] [--no-sleep]\n", stderr);
    return 2;
  }
  return Soak(*options).Run() ? 0 : 1;
}
