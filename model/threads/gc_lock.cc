// model/threads/gc_lock.cc -- the lock between the collector's slices and the mutators' sections.
//
// Sections are many and short, so to enter one must cost no more than an addition to a count. And a
// collector that wants to run must not wait for ever until, by chance, no section is open. So there
// are three words: `wants` and `running` are the collector's, `sections` counts the open sections.
//
//   collector   wants += 1; until sections is 0: sleep; running += 1; wants -= 1; a slice;
//               running -= 1
//   mutator     until wants and running are 0: sleep; sections += 1; look again at wants, then at
//               running; if either is set: sections -= 1, and begin again; a section;
//               sections -= 1
//
// Collector and mutator each write their own word first and then read the other's, so at least one
// of them sees the other. That needs a fence between write and read on both sides. The mutator's
// second look must be at `wants` first: the collector raises `running` before it lowers `wants`, so
// a mutator that looks at `running` first can miss the collector in both words.
//
// Upholds: lock-excludes, lock-wakes, lock-is-fair.

#include <fmt/format.h>

#include "model/threads/machines.h"

namespace model::threads {

namespace {

enum Word : Location { kWants, kRunning, kSections, kObjects };  // an object for each mutator
enum Count : Ghost { kSlicing, kInside, kSlicesDone, kSectionsDone };
constexpr Register kSeen = 0;

class Lock {
 public:
  Lock(const LockSize& size, std::optional<Fault> fault) : size_(size), fault_(fault) {}

  Machine Build() const {
    Machine machine{
        .name = "lock", .locations = {"wants", "running", "sections"}, .initial = {0, 0, 0}};
    machine.threads.push_back(Collector());
    for (std::size_t i = 0; i < size_.mutators; ++i) {
      machine.locations.push_back(fmt::format("object {}", i + 1));
      machine.initial.push_back(0);
      machine.threads.push_back(Mutator(i));
    }
    machine.judge = [slices = size_.slices,
                     sections = size_.endless ? 0 : size_.mutators](const Scene& scene) {
      if (scene.ghosts[kSlicing] != 0 && scene.ghosts[kInside] != 0) {
        return std::string("a section overlaps a slice");
      }
      if (scene.ended &&
          (scene.ghosts[kSlicesDone] != slices || scene.ghosts[kSectionsDone] != sections)) {
        return std::string("a thread left without having been inside");
      }
      return std::string();
    };
    return machine;
  }

 private:
  bool Has(Fault fault) const { return fault_ == fault; }
  void Fence(Program& program) const {
    if (!Has(Fault::kLockWithoutFence)) program.Fence();
  }
  // Sleeps until the word differs from the value that was read, and then goes on at `again`.
  void SleepOn(Program& program, Word word, Label again) const {
    program.Sleep(word, kSeen, Has(Fault::kSleepWithoutComparing));
    program.Jump(again);
  }

  Program Collector() const {
    Program program("collector");
    for (std::size_t i = 0; i < size_.tries; ++i) Try(program);
    for (std::size_t i = 0; i < size_.slices; ++i) {
      program.Update(kSeen, kWants, Change::kAdd, 1, Order::kAcquireRelease);
      Fence(program);
      const Label again = program.Here();
      const Label go = program.NewLabel();
      program.Load(kSeen, kSections, Order::kAcquire);
      program.JumpIfNone(kSeen, go);
      SleepOn(program, kSections, again);
      program.Bind(go);
      program.Update(kSeen, kRunning, Change::kAdd, 1, Order::kAcquireRelease);
      LowerWants(program);
      Run(program);
      program.GhostAdd(kSlicesDone, 1, "");
    }
    return program;
  }

  void LowerWants(Program& program) const {
    program.Update(kSeen, kWants, Change::kSubtract, 1, Order::kRelease);
    program.Wake(kWants);
  }

  // A slice writes every object.
  void Run(Program& program) const {
    program.GhostAdd(kSlicing, 1, "the slice begins");
    for (std::size_t i = 0; i < size_.mutators; ++i) {
      program.WritePlainly(static_cast<Location>(kObjects + i), 0);
    }
    program.GhostAdd(kSlicing, -1, "the slice ends");
    program.Update(kSeen, kRunning, Change::kSubtract, 1, Order::kRelease);
    program.Wake(kRunning);
  }

  // Wants to run, but gives up if a section is open.
  void Try(Program& program) const {
    const Label give_up = program.NewLabel();
    program.Update(kSeen, kWants, Change::kAdd, 1, Order::kAcquireRelease);
    Fence(program);
    program.Load(kSeen, kSections, Order::kAcquire);
    program.JumpIfAny(kSeen, give_up);
    program.Update(kSeen, kRunning, Change::kAdd, 1, Order::kAcquireRelease);
    LowerWants(program);
    Run(program);
    const Label done = program.NewLabel();
    program.Jump(done);
    program.Bind(give_up);
    LowerWants(program);
    program.Bind(done);
  }

  Program Mutator(std::size_t number) const {
    Program program(size_.mutators == 1 ? "mutator" : fmt::format("mutator {}", number + 1));
    const Label start = program.Here();
    const Label back = program.NewLabel();
    const Label end = program.NewLabel();
    WaitAtDoor(program, start);
    program.Update(kSeen, kSections, Change::kAdd, 1, Order::kAcquireRelease);
    Fence(program);
    LookAgain(program, back);
    program.GhostAdd(kInside, 1, "the section begins");
    program.WritePlainly(static_cast<Location>(kObjects + number), 1);
    program.GhostAdd(kInside, -1, "the section ends");
    if (!size_.endless) program.GhostAdd(kSectionsDone, 1, "");
    Leave(program);
    if (size_.endless) {
      program.SetEndless();
      program.Jump(start);
    }
    program.Jump(end);
    program.Bind(back);
    Leave(program);
    program.Jump(start);
    program.Bind(end);
    return program;
  }

  void WaitAtDoor(Program& program, Label start) const {
    for (const Word word : {kWants, kRunning}) {
      if (word == kWants && Has(Fault::kIgnoreIntent)) continue;
      const Label on = program.NewLabel();
      program.Load(kSeen, word, Order::kAcquire);
      program.JumpIfNone(kSeen, on);
      SleepOn(program, word, start);
      program.Bind(on);
    }
  }

  void LookAgain(Program& program, Label back) const {
    const bool running_first = Has(Fault::kRunningBeforeWants);
    for (const Word word : {running_first ? kRunning : kWants, running_first ? kWants : kRunning}) {
      if (Has(Fault::kNoRecheck)) continue;
      if (word == kWants && Has(Fault::kRecheckRunningOnly)) continue;
      program.Load(kSeen, word, Order::kAcquire);
      program.JumpIfAny(kSeen, back);
    }
  }

  void Leave(Program& program) const {
    const bool relaxed = Has(Fault::kLeaveRelaxed);
    program.Update(kSeen, kSections, Change::kSubtract, 1,
                   relaxed ? Order::kRelaxed : Order::kRelease);
    if (!Has(Fault::kLeaveWithoutWaking)) program.Wake(kSections);
  }

  LockSize size_;
  std::optional<Fault> fault_;
};

}  // namespace

Machine GcLock(const LockSize& size, std::optional<Fault> fault) {
  return Lock(size, fault).Build();
}

}  // namespace model::threads
