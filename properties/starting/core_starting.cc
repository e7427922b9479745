// properties/starting/core_starting.cc -- a program that starts and changes, beside the paper.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/collect/collector.h"
#include "core/configure/live_settings.h"
#include "core/gc.h"
#include "core/inspect/report/inspector.h"
#include "core/schedule/decision.h"
#include "core/schedule/start_up.h"
#include "properties/starting/defaults.h"
#include "properties/starting/starting_run.h"
#include "reference/starting/paper_starting.h"

namespace properties::starting {
namespace {

using reference::starting::PaperLoad;
using reference::starting::PaperOptions;
using reference::starting::PaperProgram;
using reference::starting::PaperSettings;
using reference::starting::PaperValues;

struct Asset : gc::Object {
  explicit Asset(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
};
const gc::Class Asset::kClass = gc::Describe<Asset>("Asset");

struct Machine final : gc::Environment {
  gc::Nanoseconds Now() override { return ++now; }
  double FreeMegabytes() override {
    ++asked;
    return load.free_megabytes;
  }
  bool LevelsWait() override { return load.levels_wait; }
  bool IsDedicatedServer() override { return load.server; }
  bool HasPlayers() override { return load.players; }
  void Pause() override {}
  gc::Nanoseconds now = 0;
  PaperLoad load{1e6, false, true, false};
  std::uint32_t asked = 0;
};

PaperOptions FixedIn(const gc::HeapOptions& options) {
  return {{"max_objects", options.max_objects},
          {"max_disregarded", options.max_disregarded},
          {"permanent_bytes", static_cast<double>(options.permanent_bytes)},
          {"preallocate", options.preallocate},
          {"dump_classes_when_full", options.dump_classes_when_full},
          {"workers", options.workers}};
}
PaperOptions LiveIn(const gc::HeapOptions& options) {
  return {{"clusters.create", options.clusters.create},
          {"clusters.min_objects", options.clusters.min_objects},
          {"clusters.assets", options.clusters.assets},
          {"clusters.actors", options.clusters.actors},
          {"clusters.scripts", options.clusters.scripts},
          {"parallel", options.parallel},
          {"task_objects", options.task_objects},
          {"destroy_off_thread", options.destroy_off_thread},
          {"names_in_trace", options.names_in_trace},
          {"eliminate", options.eliminate.Any()}};
}

// A program that has started.
struct Running {
  Running(gc::Configuration& configuration, gc::Program of, const gc::HeapOptions& chosen,
          Machine& machine, bool inspected)
      : program(of), heap(UnderThe(lock, chosen)), scheduler(heap, lock, machine, {}) {
    if (inspected) inspector.emplace(heap);
    live.emplace(
        configuration, program,
        gc::LiveSettings::Parts{
            .heap = heap, .scheduler = &scheduler, .inspector = inspected ? &*inspector : nullptr});
  }
  // As large as a judged run needs it.
  static gc::HeapOptions UnderThe(gc::Lock& lock, gc::HeapOptions options) {
    options.lock = &lock;
    options.max_objects = 1000;
    options.max_disregarded = 0;
    options.permanent_bytes = 0;
    options.preallocate = false;
    options.workers = std::min(options.workers, 2u);
    return options;
  }
  const gc::Program program;
  gc::Lock lock;
  gc::Heap heap;
  gc::Scheduler scheduler;
  std::optional<gc::Inspector> inspector;
  std::optional<gc::LiveSettings> live;
};

class StartingJudge {
 public:
  explicit StartingJudge(StartingLie lie) : lie_(lie) {}

  StartingVerdict Judge(const StartingRun& run) {
    CompareMachine();
    for (const StartingOperation& operation : run) {
      Apply(operation);
      ++verdict_.applied;
      if (!verdict_.difference.empty()) break;
    }
    return verdict_;
  }

 private:
  void Same(std::string_view what, std::string_view said, std::string_view should) {
    verdict_.Same(what, said, should);
  }
  void Same(std::string_view what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }
  void SameNumber(std::string_view what, double said, double should) {
    verdict_.Same(what, std::to_string(said), std::to_string(should));
  }
  void SameTruth(std::string_view what, bool said, bool should) {
    verdict_.Same(what, said ? "yes" : "no", should ? "yes" : "no");
  }
  void SameOptions(const PaperOptions& said, const PaperOptions& should) {
    for (const auto& [name, value] : should) SameNumber("the option " + name, said.at(name), value);
  }

  void Apply(const StartingOperation& operation) {
    const auto [first, second] = operation.numbers;
    switch (operation.verb) {
      case StartingVerb::kSet:
        return Set(PaperSettings()[first % PaperSettings().size()], second % 4);
      case StartingVerb::kStart:
        CompareDefaults(lie_ == StartingLie::kDefault, verdict_);
        return Start(first, second);
      case StartingVerb::kCollect:
        return Collect();
      case StartingVerb::kLoad:
        return Load(first, second);
      case StartingVerb::kPart:
        inspected_ = !inspected_;
        return;
    }
  }

  void Set(const reference::starting::PaperSetting& setting, std::size_t choice) {
    const double value = setting.values[choice];
    const gc::Setting* const of_core = gc::FindSetting(setting.key);
    if (of_core == nullptr) return Same("a setting", std::string("none"), std::string(setting.key));
    const bool is_switch = std::holds_alternative<bool gc::Settings::*>(of_core->member);
    std::string number = std::to_string(value);
    if (is_switch) number = value != 0 ? "on" : "off";
    const std::string text = std::string(setting.key) + " = " + number;
    const bool refused =
        running_ != nullptr && setting.at_start_up && value != values_.Of(setting.key);
    const std::size_t mistakes =
        configuration_.Read(text, "run", running_ ? gc::Layer::kRunning : gc::Layer::kProject)
            .size();
    if (running_ == nullptr || !setting.at_start_up) {
      Same("mistakes of " + text, std::uint64_t{mistakes}, std::uint64_t{0});
    } else if (refused) {
      Same("mistakes of " + text, std::uint64_t{mistakes}, std::uint64_t{1});
    }
    if (mistakes == 0) values_.Set(setting.key, value);
    if (running_ != nullptr) CompareRunning();
  }

  void Start(std::uint32_t first, std::uint32_t second) {
    if (running_ != nullptr) return;
    program_ = static_cast<PaperProgram>(first % reference::starting::kPaperPrograms);
    const bool server = second % 2 != 0;
    const unsigned threads = second / 2 % 4;
    const auto program = static_cast<gc::Program>(program_);
    const gc::StartUp start =
        gc::ReadStartUp(configuration_, program, server && lie_ != StartingLie::kServer);
    const gc::HeapOptions options = gc::OptionsFor(start, threads);
    SameOptions(FixedIn(options), FixedOptions(values_, program_, server, threads));
    SameOptions(LiveIn(options), LiveOptions(values_, program_));
    if (!verdict_.difference.empty()) return;
    running_ = std::make_unique<Running>(configuration_, program, options, machine_, inspected_);
    workers_ = std::max(1u, std::min(threads, 2u));
    Records(0);
    CompareRunning();
  }

  // What the parts of the program go by now.
  void CompareRunning() {
    Running& at = *running_;
    gc::Collector& collector = at.heap.collector();
    const PaperOptions should = LiveOptions(values_, program_);
    SameTruth("it runs on the collector's thread", at.scheduler.OnCollectorThread(), true);
    const bool stale = lie_ == StartingLie::kStale;
    gc::HeapOptions said;
    said.clusters = collector.clusters.maker().options();
    if (stale) said.clusters = {};
    SameTruth("clusters are made", said.clusters.create, should.at("clusters.create") != 0);
    SameNumber("the fewest objects of one", said.clusters.min_objects,
               should.at("clusters.min_objects"));
    SameTruth("of assets", said.clusters.assets, should.at("clusters.assets") != 0);
    SameTruth("of actors", said.clusters.actors, should.at("clusters.actors") != 0);
    SameTruth("of scripts", said.clusters.scripts, should.at("clusters.scripts") != 0);
    SameTruth("workers help", collector.population.sharing.workers() != nullptr,
              workers_ > 1 && should.at("parallel") != 0);
    for (const reference::starting::PaperSetting& one : PaperSettings()) {
      const gc::Setting& setting = *gc::FindSetting(one.key);
      Same("what the scheduler goes by for " + std::string(one.key),
           gc::ValueText(setting, at.scheduler.settings()),
           gc::ValueText(setting, configuration_.values()));
    }
    Records(records_);
  }

  // A history keeps the last ones of as many as the setting says.
  void Records(std::uint64_t there) {
    const std::uint64_t most = static_cast<std::uint64_t>(values_.Of("history.size"));
    records_ = running_->inspector ? std::min(there, most) : 0;
    if (!running_->inspector) return;
    Same("records that are kept",
         std::uint64_t{running_->inspector->records().size()} + (lie_ == StartingLie::kRecords),
         records_);
  }

  // What the author calls standalone is kept by itself in an editor only. What is made here is not
  // referred to, and goes with the next collection otherwise.
  void Collect() {
    if (running_ == nullptr) return;
    gc::Heap& heap = running_->heap;
    const gc::BirthOptions standalone{.flags = gc::object_flag::kStandalone};
    heap.Make<Asset>(standalone);
    heap.New<Asset>();
    kept_ += 1;
    running_->scheduler.Collect();
    if (!KeepsStandalone(program_)) kept_ = 0;
    const std::uint32_t said = lie_ == StartingLie::kKeepsAll ? kept_ + 1 : heap.ObjectCount();
    // Marking that is under way goes on by what it has begun with.
    SameTruth("garbage is cleared", running_->heap.collector().elimination.Of(gc::Origin::kScript),
              values_.IsOn("garbage.eliminate"));
    Same("objects that are kept", std::uint64_t{said}, std::uint64_t{kept_});
    Records(records_ + 1);
  }

  void Load(std::uint32_t first, std::uint32_t second) {
    constexpr double kFree[] = {0.5, 1, 99, 100, 3999.5, 100000};
    machine_.load = {kFree[first % 6], first / 6 % 2 != 0, first / 12 % 2 != 0,
                     first / 24 % 2 != 0};
    const gc::Settings& settings = configuration_.values();
    const std::uint32_t asked = machine_.asked;
    const gc::Load load = gc::CurrentLoad(settings, machine_);
    const bool asks = values_.Of("low_memory.threshold") != 0;
    Same("questions for free memory", std::uint64_t{machine_.asked - asked}, std::uint64_t{asks});
    SameTruth("memory is low", gc::IsLow(settings, load), IsScarce(values_, machine_.load));
    const bool longer = lie_ == StartingLie::kInterval;
    SameNumber("the interval", gc::Interval(settings, load) + (longer ? 1 : 0),
               PaperInterval(values_, machine_.load));
    const double purge = PaperPurgeLimit(values_, machine_.load);
    SameNumber("the limit of a purge", gc::PurgeLimit(settings, load), purge);
    SameNumber("the same now", gc::CurrentPurgeLimit(settings, machine_), purge);
    SameNumber("the limit of marking", gc::MarkingLimit(settings), PaperMarkingLimit(values_));
    SameNumber("the limit of a gather", gc::GatherLimit(settings), PaperGatherLimit(values_));
    for (unsigned i = 0; i < 8; ++i) CompareDecision((second * 8 + i) % gc::kSituations);
  }

  void CompareDecision(unsigned bits) {
    const bool other = lie_ == StartingLie::kSituation;
    const gc::Situation now = gc::SituationOf(other ? bits ^ 16u : bits);
    const reference::starting::PaperSituation paper = reference::starting::PaperSituationOf(bits);
    const bool same = now.again == paper.again && now.full_request == paper.full_request &&
                      now.playing == paper.playing && now.delay == paper.delay &&
                      now.marking == paper.marking && now.resting == paper.resting &&
                      now.purge == paper.purge && now.due == paper.due &&
                      now.request == paper.request;
    SameTruth("situation " + std::to_string(bits) + " is the paper's", same, true);
    const reference::starting::PaperDecision should = PaperDecide(paper);
    const gc::Row& said = gc::Decide(now);
    Same("the row of situation " + std::to_string(bits), std::string(said.id),
         std::string(should.row));
    Same("what is done in it", std::string(gc::NameOf(said.act)), std::string(should.act));
    std::uint64_t before = 0;  // rows of the table that come first, and fit as well
    bool is_there = false;
    for (const gc::Row& row : gc::DecisionTable()) {
      is_there = &row == &said;
      if (is_there) break;
      before += gc::Fits(row, now);
    }
    Same("rows that fit before it", before, std::uint64_t{0});
    SameTruth("it is a row of the table", is_there, true);
  }

  // The environment as it is by itself.
  void CompareMachine() {
    gc::Environment here;
    const gc::Nanoseconds before = here.Now(), after = here.Now();
    SameTruth("the clock goes back", after < before, false);
    const double free = here.FreeMegabytes();
    SameTruth("a machine has memory", free > 0 && free < 1e9, true);
    SameTruth("it is a server", here.IsDedicatedServer(), false);
    SameTruth("it has players", here.HasPlayers(), true);
    SameTruth("something is loaded, or waits to be unloaded", here.IsLoading() || here.LevelsWait(),
              false);
  }

  const StartingLie lie_;
  StartingVerdict verdict_;
  gc::Configuration configuration_;
  PaperValues values_;
  PaperProgram program_ = PaperProgram::kShipped;
  Machine machine_;
  std::unique_ptr<Running> running_;
  bool inspected_ = true;
  unsigned workers_ = 1;
  std::uint64_t records_ = 0;
  std::uint32_t kept_ = 0;
};

}  // namespace

StartingVerdict JudgeStarting(const StartingRun& run, StartingLie lie) {
  return StartingJudge(lie).Judge(run);
}

}  // namespace properties::starting
