// core/testing/reflected_types.h -- reflected classes with members of all kinds, for tests.
//
// core/reflect/reflected_test.cc describes them.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/gc.h"
#include "core/reflect/reflected.h"

namespace reflected {

enum class Mood : std::uint8_t { kCalm, kAngry, kGone = 9 };

}  // namespace reflected

GC_DESCRIBE_ENUM(reflected::Mood, kCalm, kAngry, kGone)

namespace reflected {

class Room : public gc::NamedObject {
  GC_REFLECTED(Room, gc::NamedObject)
  explicit Room(const gc::Birth& birth) : NamedObject(birth) {}
  int number = 1;
};

// Has references in a struct in a struct.
struct Slot {
  GC_REFLECTED_STRUCT(Slot)
  int count = 0;
  gc::ObjectPtr<Room> item;
};
struct Pocket {
  GC_REFLECTED_STRUCT(Pocket)
  std::string label;
  Slot slot;
};
struct Numbers {
  GC_REFLECTED_STRUCT(Numbers)
  int a = 0;
  int b = 0;
};
// Holds more of its own kind.
struct Tree {
  GC_REFLECTED_STRUCT(Tree)
  gc::ObjectPtr<Room> here;
  gc::Container<std::vector<Tree>> below;
};

// One member of each kind.
class Everything : public gc::NamedObject {
  GC_REFLECTED(Everything, gc::NamedObject)
  explicit Everything(const gc::Birth& birth) : NamedObject(birth) {}

  bool flag = true;
  std::int8_t tiny = -1;
  std::uint16_t small = 2;
  std::int32_t usual = 3;
  std::uint64_t large = 4;
  float real = 0.5f;
  double precise = 0.25;
  std::string text = "text";
  Mood mood = Mood::kAngry;
  gc::ObjectPtr<Room> room;
  gc::WeakPtr<Room> weak;
  gc::SoftPtr<Room> soft;
  gc::LazyPtr<Room> lazy;
  gc::ObjectPtr<> any;
  gc::ObjectPtr<Room> rooms[3];
  std::array<int, 2> pair = {1, 2};
  std::vector<int> numbers = {1, 2, 3};
  gc::Vector<Room> list;
  std::vector<Slot>* not_listed = nullptr;
  gc::Container<std::vector<Slot>> slots;
  gc::Map<std::string, gc::ObjectPtr<Room>> by_name;
  gc::Set<Room> set;
  std::optional<gc::ObjectPtr<Room>> maybe;
  std::variant<int, gc::ObjectPtr<Room>> choice;
  Pocket pocket;
  Numbers plain;
  Numbers pairs[2];
  int grid[2][3] = {};
  std::optional<Numbers> some;
  gc::Container<std::vector<Numbers>> all_numbers;
  Slot row[2];
  Tree tree;

  int Add(int a, const std::string& b) { return a + static_cast<int>(b.size()) + usual; }
  void Enter(gc::ObjectPtr<Room> into) { room = into; }
  double Half() const noexcept { return precise / 2; }
};

// Derived, with private members.
class Special final : public Everything {
  GC_REFLECTED(Special, Everything)
  explicit Special(const gc::Birth& birth) : Everything(birth) {}

 private:
  gc::ObjectPtr<Room> hidden;
  int secret = 7;
};

class Other : public gc::NamedObject {
  GC_REFLECTED(Other, gc::NamedObject)
  explicit Other(const gc::Birth& birth) : NamedObject(birth) {}
};

// Not reflected, below a class with a bit for casts; and a reflected class below that.
class Hall : public Room {
 public:
  explicit Hall(const gc::Birth& birth) : Room(birth) {}
  static const gc::Class kClass;
  gc::ObjectPtr<Room> next;
};
class GreatHall final : public Hall {
  GC_REFLECTED(GreatHall, Hall)
  explicit GreatHall(const gc::Birth& birth) : Hall(birth) {}
};

// With a thousand numbers, and one reference.
class Counters final : public gc::Object {
  GC_REFLECTED(Counters, gc::Object)
  explicit Counters(const gc::Birth& birth) : Object(birth) {}
  int counters[1000] = {};
  gc::ObjectPtr<> owner;
};

class Bare;

// Has its reference from a second base.
struct Beside {
  gc::ObjectPtr<Bare> beside;
};
class Mixed final : public gc::Object, public Beside {
  GC_REFLECTED(Mixed, gc::Object)
  explicit Mixed(const gc::Birth& birth) : Object(birth) {}
};

// Without a name.
class Bare : public gc::Object {
  GC_REFLECTED(Bare, gc::Object)
  explicit Bare(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<Bare> next;
  long value = 5;
};

}  // namespace reflected
