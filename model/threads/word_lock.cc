// model/threads/word_lock.cc -- the lock in one word, as core/base/lock.h describes it.
//
// One word has what gc_lock.cc has in three: the number of open sections, and two bits of the
// collector. The step by which a mutator adds its section also reads the bits, so no second look
// and no fence are needed. The bits change only under a mutex, on which both sides sleep. Before
// the collector clears the bits, it adds the sections that are blocked to the number, so that they
// need not try again.
//
// The memory orders are those of core's source (accesses.h). The machine leaves out the aborts for
// misuse, nested sections, and the names of threads.
//
// Upholds: lock-excludes, lock-wakes, lock-is-fair.

#include <fmt/format.h>

#include "model/threads/machines.h"

namespace model::threads {

namespace {

// From kObjects on there is one object for each mutator.
enum Word : Location { kWord, kMutex, kReleases, kBlocked, kObjects };
enum Count : Ghost { kSlicing, kInside, kSlicesDone, kSectionsDone };
constexpr Register kSeen = 0;
constexpr Register kOld = 1;

constexpr Value kRunning = 0x80;
constexpr Value kWanted = 0x40;
constexpr Value kBits = kRunning | kWanted;
constexpr Value kLastOne = kWanted | 1;  // a slice waits, and one section is left

class Lock {
 public:
  Lock(const LockSize& size, std::optional<Fault> fault, const Orders& orders)
      : size_(size), fault_(fault), orders_(orders) {}

  Machine Build() const {
    Machine machine{.name = "lock in a word",
                    .locations = {"word", "mutex", "releases", "blocked"},
                    .initial = {0, 0, 0, 0}};
    machine.threads.push_back(Collector());
    for (std::size_t i = 0; i < size_.mutators; ++i) {
      machine.locations.push_back(fmt::format("object {}", i + 1));
      machine.initial.push_back(0);
      machine.threads.push_back(Mutator(i));
    }
    machine.judge = [size = size_](const Scene& scene) -> std::string {
      if (scene.ghosts[kSlicing] != 0 && scene.ghosts[kInside] != 0) {
        return "a section overlaps a slice";
      }
      if (!scene.ended) return "";
      const std::size_t sections = size.endless ? 0 : size.mutators;
      if (scene.ghosts[kSlicesDone] < size.slices || scene.ghosts[kSectionsDone] != sections) {
        return "a thread left without having been inside";
      }
      return scene.latest[kWord] == 0 ? "" : "all have left, and the word is not free";
    };
    return machine;
  }

 private:
  bool Has(Fault fault) const { return fault_ == fault; }

  Program Collector() const {
    Program program("collector");
    for (std::size_t i = 0; i < size_.tries; ++i) {
      const Label fails = program.NewLabel();
      const Label done = program.NewLabel();
      program.Lock(kMutex);
      program.CompareExchange(kSeen, kWord, 0, kRunning, orders_.Of(At::kTryTakes));
      program.JumpIfNone(kSeen, fails);
      Slice(program);
      program.Jump(done);
      program.Bind(fails);
      program.Unlock(kMutex);
      program.Bind(done);
    }
    for (std::size_t i = 0; i < size_.reservations; ++i) Reservation(program, i % 2 == 0);
    for (std::size_t i = 0; i < size_.forced; ++i) Reserve(program);
    for (std::size_t i = 0; i < size_.slices; ++i) WaitAndSlice(program);
    return program;
  }

  // What runs while the lock is reserved reads objects.
  void LookAround(Program& program) const {
    for (std::size_t i = 0; i < size_.mutators; ++i) {
      program.ReadPlainly(kOld, static_cast<Location>(kObjects + i));
    }
  }

  // A try in two parts: nothing is locked between them, and a slice follows if it `goes_on`.
  void Reservation(Program& program, bool goes_on) const {
    const Label fails = program.NewLabel();
    const Label done = program.NewLabel();
    program.Lock(kMutex);
    program.CompareExchange(kSeen, kWord, 0, kWanted, orders_.Of(At::kTryReserves));
    program.JumpIfNone(kSeen, fails);
    program.Unlock(kMutex);
    LookAround(program);
    if (goes_on) {
      WaitAndSlice(program);
    } else {
      program.Lock(kMutex);
      Admit(program, kWanted);
    }
    program.Jump(done);
    program.Bind(fails);
    program.Unlock(kMutex);
    program.Bind(done);
  }

  // Waits until no section is open, looks around, and takes a slice.
  void Reserve(Program& program) const {
    const Label alone = program.NewLabel();
    program.Lock(kMutex);
    program.Update(kSeen, kWord, Change::kOr, kWanted, orders_.Of(At::kReserveWants));
    const Label again = program.Here();
    program.Load(kSeen, kWord, orders_.Of(At::kReserveWaits));
    program.JumpIfEqual(kSeen, kWanted, alone);
    program.Wait(kMutex, kWord);
    program.Jump(again);
    program.Bind(alone);
    program.Unlock(kMutex);
    LookAround(program);
    WaitAndSlice(program);
  }

  void WaitAndSlice(Program& program) const {
    const Label go = program.NewLabel();
    program.Lock(kMutex);
    program.Update(kSeen, kWord, Change::kOr, kWanted, orders_.Of(At::kAcquireWants));
    const Label again = program.Here();
    program.CompareExchange(kSeen, kWord, kWanted, kRunning, orders_.Of(At::kAcquireTakes));
    program.JumpIfAny(kSeen, go);
    program.Wait(kMutex, kWord);
    program.Jump(again);
    program.Bind(go);
    Slice(program);
  }

  // Called with the mutex held and the bit of a running slice set; gives up both.
  void Slice(Program& program) const {
    program.Unlock(kMutex);
    program.GhostAdd(kSlicing, 1, "the slice begins");
    for (std::size_t i = 0; i < size_.mutators; ++i) {
      program.WritePlainly(static_cast<Location>(kObjects + i), 0);
    }
    program.GhostAdd(kSlicing, -1, "the slice ends");
    program.GhostAdd(kSlicesDone, 1, "");
    program.Lock(kMutex);
    Admit(program, kRunning);
  }

  // Called with the mutex held: clears the bit, and gives the mutex up.
  void Admit(Program& program, Value bit) const {
    program.ReadPlainly(kSeen, kBlocked);
    program.SubtractFrom(kSeen, bit);
    program.UpdateBy(kOld, kWord, Change::kSubtract, kSeen, orders_.Of(At::kAdmits));
    program.WritePlainly(kBlocked, 0);
    program.ReadPlainly(kSeen, kReleases);
    program.Increment(kSeen);
    program.WriteRegisterPlainly(kReleases, kSeen);
    program.Wake(kReleases);
    program.Unlock(kMutex);
  }

  Program Mutator(std::size_t number) const {
    Program program(size_.mutators == 1 ? "mutator" : fmt::format("mutator {}", number + 1));
    const Label start = program.Here();
    const Label inside = program.NewLabel();
    Enter(program, inside);
    EnterSlowly(program);
    program.Bind(inside);
    program.GhostAdd(kInside, 1, "the section begins");
    program.WritePlainly(static_cast<Location>(kObjects + number), 1);
    program.GhostAdd(kInside, -1, "the section ends");
    if (!size_.endless) program.GhostAdd(kSectionsDone, 1, "");
    Leave(program);
    if (size_.endless) {
      program.SetEndless();
      program.Jump(start);
    }
    return program;
  }

  // The bits that keep a section from opening.
  Value Heeded() const { return Has(Fault::kIgnoreIntent) ? kRunning : kBits; }

  void Enter(Program& program, Label inside) const {
    const Order enters = orders_.Of(At::kEnters);
    if (!Has(Fault::kLookThenAdd)) {
      program.Update(kSeen, kWord, Change::kAdd, 1, enters);
      program.JumpIfNone(kSeen, inside, Heeded());
      return;
    }
    const Label blocked = program.NewLabel();
    program.Load(kSeen, kWord, enters);
    program.JumpIfAny(kSeen, blocked, kBits);
    program.Update(kSeen, kWord, Change::kAdd, 1, enters);
    program.Jump(inside);
    program.Bind(blocked);
    program.Update(kSeen, kWord, Change::kAdd, 1, enters);
  }

  // If the bits are still set, subtracts the section again, and sleeps until the collector adds it.
  void EnterSlowly(Program& program) const {
    const Label stay = program.NewLabel();
    const Label stepped_back = program.NewLabel();
    const Label not_last = program.NewLabel();
    program.Lock(kMutex);
    if (!Has(Fault::kSleepWithoutComparing)) {
      program.Load(kSeen, kWord, orders_.Of(At::kLooksAgain));
      program.JumpIfNone(kSeen, stay, Heeded());
    }
    program.Update(kSeen, kWord, Change::kSubtract, 1, orders_.Of(At::kStepsBack));
    program.JumpIfEqual(kSeen, kLastOne, stepped_back);
    program.Jump(not_last);
    program.Bind(stepped_back);
    program.Wake(kWord);
    program.Bind(not_last);
    program.ReadPlainly(kSeen, kBlocked);
    program.Increment(kSeen);
    program.WriteRegisterPlainly(kBlocked, kSeen);
    program.Wait(kMutex, kReleases);
    program.Bind(stay);
    program.Unlock(kMutex);
  }

  void Leave(Program& program) const {
    const Label wake = program.NewLabel();
    const Label end = program.NewLabel();
    const bool relaxed = Has(Fault::kLeaveRelaxed);
    program.Update(kSeen, kWord, Change::kSubtract, 1,
                   relaxed ? Order::kRelaxed : orders_.Of(At::kLeaves));
    if (Has(Fault::kLeaveWithoutWaking)) return;
    program.JumpIfEqual(kSeen, kLastOne, wake);
    program.Jump(end);
    program.Bind(wake);
    const bool locked = !Has(Fault::kWakeWithoutMutex) && orders_.Holds(At::kLeavesLocked);
    if (locked) program.Lock(kMutex);
    program.Wake(kWord);
    if (locked) program.Unlock(kMutex);
    program.Bind(end);
  }

  LockSize size_;
  std::optional<Fault> fault_;
  const Orders& orders_;
};

}  // namespace

Machine WordLock(const LockSize& size, std::optional<Fault> fault, const Orders& orders) {
  return Lock(size, fault, orders).Build();
}

}  // namespace model::threads
