// model/orders/entries.cc -- an entry of the table comes to be, and becomes another object's.
//
// A thread that finds an object by itself, in the table, has it from no other thread. So the entry
// alone must tell it three things: that the object is there, that its constructor has run, and that
// it is still the object that was asked for. In the plain layout these are three words, and the
// reader may see a new one beside an old one:
//
//     one thread        object = null      serial = 0      flags = 0
//     a weak read   -> object                                        flags -> 0   serial -> old?
//
// The flags are written last and with release, so that a reader that no longer sees the mark of
// construction sees that the object and its serial are gone. In the packed layout object and flags
// are one word.
//
// Upholds: construction-is-kept, serial-moves-on.

#include "model/orders/protocols.h"
#include "model/orders/sections.h"

namespace model::orders {

namespace {

constexpr Value kPending = 1;
constexpr Value kMarked = 2;
constexpr Value kFirst = 4;  // the address of an object, in the packed word or in a word of its own
constexpr Value kSecond = 8;
constexpr Value kAddress = kFirst | kSecond;
constexpr Value kFlags = kPending | kMarked;

// The words of one entry. In the packed layout `object` and `flags` are the same word.
class EntryWords {
 public:
  EntryWords(bool packed, Location object, Location flags, const Orders& orders)
      : packed_(packed), object_(object), flags_(packed ? object : flags), orders_(orders) {}

  void Initialise(Program& program) const {
    program.Store(flags_, kPending | kMarked, Of(At::kFlagsStart, At::kPackedStart));
  }
  // After the object was published; the packed word has its address already.
  void MarkLate(Program& program) const {
    program.Update(kSeen, flags_, Change::kOr, kPending | kMarked,
                   Of(At::kFlagsStart, At::kPackedStart));
  }
  void Publish(Program& program, Value address) const {
    if (!packed_) return program.Store(object_, address, orders_.Of(At::kPublishes));
    program.Load(kSeen, object_, orders_.Of(At::kPackedMakesRoom));
    program.KeepBits(kSeen, kFlags);
    program.Increment(kSeen, address);  // its bits are clear
    program.StoreRegister(object_, kSeen, orders_.Of(At::kPackedPublishes));
  }
  void Unpublish(Program& program) const {
    if (!packed_) return program.Store(object_, 0, orders_.Of(At::kUnpublishes));
    program.Load(kSeen, object_, orders_.Of(At::kPackedKeepsFlags));
    program.KeepBits(kSeen, kFlags);
    program.StoreRegister(object_, kSeen, orders_.Of(At::kPackedUnpublishes));
  }
  void Vacate(Program& program) const {
    program.Store(flags_, 0, Of(At::kFlagsVacated, At::kPackedVacated));
  }
  void Finish(Program& program) const {
    program.Update(kSeen, flags_, Change::kAnd, static_cast<Value>(~kPending),
                   Of(At::kFlagsFinish, At::kPackedFinish));
  }

  // Reads the occupant into a register; goes to `none` if there is none.
  void Occupant(Program& program, Register into, Label none) const {
    program.Load(into, object_, Of(At::kSeesOccupant, At::kPackedOccupant));
    program.KeepBits(into, kAddress);
    program.JumpIfNone(into, none);
  }
  // Goes to `absent` if the constructor has not run.
  void Constructed(Program& program, Label absent) const {
    program.Load(kSeen, flags_, Of(At::kFlagsAsked, At::kPackedAsked));
    program.JumpIfAny(kSeen, absent, kPending);
  }

 private:
  Order Of(At plain, At packed) const { return orders_.Of(packed_ ? packed : plain); }

  bool packed_;
  Location object_;
  Location flags_;
  const Orders& orders_;
};

std::string NameOf(const char* what, bool packed) {
  return std::string(what) + (packed ? ", packed" : "");
}

}  // namespace

Machine Birth(bool packed, const Orders& orders) {
  enum Word : Location { kObject, kFlagWord, kHeader, kBody };
  Machine machine{.name = NameOf("birth", packed),
                  .locations = {packed ? "entry" : "object", "flags", "header", "fields"},
                  .initial = {0, 0, 0, 0}};
  const EntryWords entry(packed, kObject, kFlagWord, orders);
  Program maker("maker");
  maker.WritePlainly(kHeader, 1);
  const bool marked_first = orders.Holds(At::kMarkedFirst);
  if (marked_first) entry.Initialise(maker);
  entry.Publish(maker, kFirst);
  if (!marked_first) entry.MarkLate(maker);
  maker.WritePlainly(kBody, 1);
  entry.Finish(maker);
  machine.threads.push_back(maker);
  Program reader("reader");
  const Label end = reader.NewLabel();
  entry.Occupant(reader, kKept, end);
  entry.Constructed(reader, end);
  reader.ReadPlainly(kSeen, kHeader);
  reader.ReadPlainly(kSeen, kBody);
  reader.Bind(end);
  machine.threads.push_back(reader);
  machine.judge = [](const Scene&) -> std::string { return ""; };
  return machine;
}

namespace {

// The words of the machines below: object 1 is under construction, and a weak reference has its
// serial 1.
enum GivenWord : Location { kObject, kFlagWord, kSerial, kMemory };
enum GivenGhost : threads::Ghost { kAnswered };
constexpr int kOld = 1;    // answers the object that was given up
constexpr int kWrong = 2;  // answers the next object to a reference to the one before

Machine GivenUpMachine(const char* name, bool packed, const Orders& orders) {
  const Value flags = kPending | kMarked;
  Machine machine{
      .name = NameOf(name, packed),
      .locations = {packed ? "entry" : "object", "flags", "serial", "the memory of object 1"},
      .initial = {static_cast<Value>(packed ? kFirst | flags : kFirst), flags, 1, 0}};
  const EntryWords entry(packed, kObject, kFlagWord, orders);
  Program maker("maker");
  entry.Unpublish(maker);
  const bool in_order = orders.Holds(At::kVacatedLast);
  if (!in_order) entry.Vacate(maker);
  maker.Store(kSerial, 0, orders.Of(At::kSerialUndone));
  if (in_order) entry.Vacate(maker);
  maker.WritePlainly(kMemory, 1);
  entry.Initialise(maker);
  entry.Publish(maker, kSecond);
  entry.Finish(maker);
  maker.CompareExchange(kSeen, kSerial, 0, 2, orders.Of(At::kSerialGiven));
  machine.threads.push_back(maker);
  machine.judge = [](const Scene& scene) -> std::string {
    if ((scene.ghosts[kAnswered] & kOld) != 0) return "an object is answered that was given up";
    if ((scene.ghosts[kAnswered] & kWrong) != 0) return "another object is answered";
    return "";
  };
  return machine;
}

// Answers the occupant that was read first. Object 1 may be answered as long as it is there, but it
// is under construction then; so no answer is right.
void Answer(Program& reader, Label end) {
  const Label second = reader.NewLabel();
  reader.JumpIfEqual(kKept, kSecond, second);
  reader.GhostAdd(kAnswered, kOld, "answers object 1");
  reader.Jump(end);
  reader.Bind(second);
  reader.GhostAdd(kAnswered, kWrong, "answers object 2");
}

}  // namespace

Machine GivenUp(bool packed, At serial, const Orders& orders) {
  Machine machine = GivenUpMachine("given up", packed, orders);
  const EntryWords entry(packed, kObject, kFlagWord, orders);
  Program reader("weak read");
  const Label end = reader.NewLabel();
  const Label same = reader.NewLabel();
  entry.Occupant(reader, kKept, end);
  const bool serial_last =
      orders.Holds(serial == At::kSerialValid ? At::kValidLast : At::kSerialLast);
  if (serial_last) entry.Constructed(reader, end);
  reader.Load(kSeen, kSerial, orders.Of(serial));
  reader.JumpIfEqual(kSeen, 1, same);
  reader.Jump(end);
  reader.Bind(same);
  if (!serial_last) entry.Constructed(reader, end);
  Answer(reader, end);
  reader.Bind(end);
  machine.threads.push_back(reader);
  return machine;
}

Machine GivenUpBesideAVisit(bool packed, At again, const Orders& orders) {
  Machine machine = GivenUpMachine("given up, visited", packed, orders);
  const EntryWords entry(packed, kObject, kFlagWord, orders);
  Program reader("visit");
  const Label end = reader.NewLabel();
  entry.Occupant(reader, kKept, end);
  entry.Constructed(reader, end);
  reader.JumpIfEqual(kKept, kSecond, end);  // finished, and shown
  if (orders.Holds(again)) {
    entry.Occupant(reader, kSeen, end);
    reader.JumpIfEqual(kSeen, kSecond, end);
  }
  reader.GhostAdd(kAnswered, kOld, "shows object 1");
  reader.Bind(end);
  machine.threads.push_back(reader);
  return machine;
}

Machine PurgedInASlice(const Orders& orders) {
  enum Word : Location { kLock, kObjectOf, kSerialOf, kBody };
  Machine machine{.name = "purged in a slice",
                  .locations = {"lock", "object", "serial", "the object's memory"},
                  .initial = {0, kFirst, 1, 0}};
  const EntryWords entry(false, kObjectOf, kObjectOf, orders);
  Program collector("collector");
  Sections slice(collector, kLock, orders);
  slice.BeginSlice();
  entry.Unpublish(collector);
  collector.Store(kSerialOf, 0, orders.Of(At::kSerialRetires));
  collector.WritePlainly(kBody, 0);
  slice.EndSlice();
  machine.threads.push_back(collector);
  Program reader("mutator");
  Sections section(reader, kLock, orders);
  const Label end = reader.NewLabel();
  const Label leave = reader.NewLabel();
  const Label same = reader.NewLabel();
  section.Enter(end);
  entry.Occupant(reader, kKept, leave);
  reader.Load(kSeen, kSerialOf, orders.Of(At::kSerialRead));
  reader.JumpIfEqual(kSeen, 1, same);
  reader.Jump(leave);
  reader.Bind(same);
  reader.WritePlainly(kBody, 1);
  reader.Bind(leave);
  section.Leave();
  reader.Bind(end);
  machine.threads.push_back(reader);
  machine.judge = [](const Scene&) -> std::string { return ""; };
  return machine;
}

Machine OneSerial(const Orders& orders) {
  enum Word : Location { kMutex, kSerialOf, kLast };
  Machine machine{.name = "one serial",
                  .locations = {"table lock", "serial", "last serial"},
                  .initial = {0, 0, 0}};
  for (const char* const name : {"thread 1", "thread 2"}) {
    Program asks(name);
    const Label known = asks.NewLabel();
    const Label lost = asks.NewLabel();
    const Label done = asks.NewLabel();
    asks.Load(kSeen, kSerialOf, orders.Of(At::kSerialKnown));
    asks.JumpIfAny(kSeen, known);
    Guard lock(asks, kMutex, orders.Holds(At::kSerialLocked));
    asks.ReadPlainly(kKept, kLast);
    asks.Increment(kKept);
    asks.WriteRegisterPlainly(kLast, kKept);
    // The serial that it would give: 1, or 2 if the other thread has tried before.
    const Label first = asks.NewLabel();
    const Label told = asks.NewLabel();
    asks.JumpIfEqual(kKept, 1, first);
    asks.CompareExchange(kSeen, kSerialOf, 0, 2, orders.Of(At::kSerialGiven));
    asks.Jump(told);
    asks.Bind(first);
    asks.CompareExchange(kSeen, kSerialOf, 0, 1, orders.Of(At::kSerialGiven));
    asks.Bind(told);
    asks.JumpIfNone(kSeen, lost);
    asks.GhostAdd(0, 1, "gives the serial");
    asks.Bind(lost);
    lock.Unlock();
    asks.Jump(done);
    asks.Bind(known);
    asks.Bind(done);
    machine.threads.push_back(asks);
  }
  machine.judge = [](const Scene& scene) -> std::string {
    return scene.ghosts[0] > 1 ? "two serials are given to one object" : "";
  };
  return machine;
}

}  // namespace model::orders
