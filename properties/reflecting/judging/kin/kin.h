// properties/reflecting/judging/kin/kin.h -- objects with parts and inside of one another, drawn in
// a heap: what core_succession.cc changes the classes of.
//
// Read next: properties/reflecting/judging/kin/core_succession.cc.

#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/gc.h"
#include "properties/base/random.h"
#include "properties/reflecting/judging/kin/classes_that_change.h"
#include "reference/reflecting/paper_succession.h"

namespace properties::reflecting {

// Numbers of the classes.
enum Type : std::size_t { kOldHouse, kNewHouse, kRoom, kSalon, kVault, kLeaflet, kShed };
constexpr std::size_t kTypes = 7;

// The members that objects have in common, wherever their class has them.
struct MembersOfKin {
  int& (*number)(gc::NamedObject&);
  AnyKin& (*to)(gc::NamedObject&);
};
extern const std::array<MembersOfKin, kTypes> kMembersOfKin;
extern const reference::reflecting::PaperFamily kFamily;

constexpr std::size_t kNoKin = reference::reflecting::PaperKin::kNone;
constexpr std::size_t kOwnPart = kNoKin - 1;

struct ValuesOfKin {
  int number = 0;
  int gone = 0;
  std::size_t to = kNoKin;   // one of the objects
  std::size_t own = kNoKin;  // of an old house: one of the objects, or its own `kept`, kOwnPart
};

// An object before any class changes.
struct DrawnKin {
  gc::NamedObject* object = nullptr;
  Leaflet* sign = nullptr;           // a root that refers to it
  bool is_made = false;              // by its outer's class
  gc::NamedObject* start = nullptr;  // what it began as
  ValuesOfKin values = {};
  gc::WeakPtr<gc::NamedObject> weak = {};
  gc::FlagWord keeps = 0;
  gc::ObjectFlags authors = 0;
  bool is_root = false;
  bool is_held = false;  // by a strong pointer
};

class Kinfolk {
 public:
  explicit Kinfolk(std::uint64_t seed) : random_(seed) {}
  Kinfolk(const Kinfolk&) = delete;
  Kinfolk& operator=(const Kinfolk&) = delete;

  // The objects, and a marking that is under way.
  void Draw();
  // One class, or several at a time.
  reference::reflecting::PaperFamily DrawChanges();

 private:
  void DrawDefaults();
  std::size_t DrawType();
  void DrawObject();
  gc::NamedObject* Made(std::size_t type, gc::NamedObject* outer, const std::string& name);
  void Add(gc::NamedObject* object, const reference::reflecting::PaperKin& kin, bool is_made);
  gc::NamedObject* StartOf(std::size_t place);
  void DrawValues();
  void DrawHouse(OldHouse& house, ValuesOfKin& values);
  void DrawKeeping();
  void DrawGarbage();
  std::size_t DrawPlace() { return random_.Below(static_cast<std::uint32_t>(kin.size())); }

  Random random_;
  std::map<std::size_t, gc::NamedObject*> early_;  // by class: made before all others

 public:
  gc::Heap heap;
  gc::Factory make{heap};
  const std::array<gc::ClassObject*, kTypes> classes = {
      make.ClassOf<OldHouse>(), make.ClassOf<NewHouse>(), make.ClassOf<Room>(),
      make.ClassOf<Salon>(),    make.ClassOf<Vault>(),    make.ClassOf<Leaflet>(),
      make.ClassOf<Shed>()};
  // In the same order, outers before what is inside of them.
  std::vector<reference::reflecting::PaperKin> kin;
  std::vector<DrawnKin> drawn;
  std::vector<gc::StrongPtr<gc::NamedObject>> held;
  std::vector<int> defaults;  // the numbers of the default objects
};

}  // namespace properties::reflecting
