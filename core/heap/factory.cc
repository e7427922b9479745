#include "core/heap/factory.h"

#include <string>

#include "core/base/room.h"
#include "core/collect/collector.h"
#include "core/heap/naming.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Whether `type` is `from`, or derived from it.
bool Derives(const Class* type, const Class& from) {
  while (type != nullptr && type != &from) type = type->super;
  return type != nullptr;
}

bool Alike(const Class& a, const Class& b) { return Derives(&a, b) || Derives(&b, a); }

// The draft whose constructor runs on this thread; the innermost, if there are several.
thread_local Draft* building = nullptr;

Roles RolesFor(ObjectFlags flags) {
  Roles roles = 0;
  if ((flags & object_flag::kClassDefault) != 0) roles |= role::kDefaultObject;
  if ((flags & object_flag::kDefaultSubobject) != 0) roles |= role::kDefaultSubobject;
  return roles;
}

}  // namespace

Factory::Factory(Heap& heap) : Lookup(heap.collector()) {}

// Does everything before the constructor. Returns an empty draft if there is no memory, or if the
// plan was refused (in the faulty build, where that does not abort).
Draft Factory::Begin(const Class& compiled, const Plan& plan, ObjectFlags role) {
  if (!collector().births.MayMake(compiled, plan.outer)) return {};
  const Use use(collector().population, "Factory::New");
  if (!Accepts(compiled, plan)) return {};
  try {
    Designation designation{.type = plan.type, .outer = plan.outer};
    if (designation.type == nullptr) designation.type = ClassOf(compiled);
    if (designation.outer == nullptr && &compiled != &Package::kClass) {
      designation.outer = TransientPackage();
    }
    if (!NameIt(compiled, plan, plan.flags | role, designation)) return {};
    Draft draft = Place(designation.type->compiled(), designation, plan.flags | role);
    if (draft.object == nullptr) return {};
    draft.values_of =
        plan.values_of != nullptr ? plan.values_of : designation.type->default_object();
    return draft;
  } catch (const std::bad_alloc&) {
    return {};  // there was no memory for its name
  }
}

Draft Factory::BeginAlone(const Class& compiled, std::string_view name, std::uint32_t tail) {
  if (!collector().births.MayMake(compiled, nullptr)) return {};
  const Use use(collector().population, "MakeAlone");
  try {
    OpenDirectory();
    Designation designation;
    if (!NameIt(compiled, {.name = name}, {}, designation)) return {};
    return Place(compiled, designation, {}, tail);
  } catch (const std::bad_alloc&) {
    return {};
  }
}

// Whether class, outer and template of the plan are live, and fit (B7: no object is made in a
// doomed outer).
bool Factory::Accepts(const Class& compiled, const Plan& plan) {
  for (const NamedObject* const named :
       {static_cast<const NamedObject*>(plan.type), static_cast<const NamedObject*>(plan.outer),
        static_cast<const NamedObject*>(plan.values_of)}) {
    if (named == nullptr) continue;
    const bool stays = collector().population.IsLive(*named) && named->record_ != 0 &&
                       !collector().population.IsDoomed(*named);
    if (!stays) {
      return collector().births.Refuse(
          {.rule = Rule::kUnreachableIsFinal,
           .sentence = "outer, class and template must be of this heap, and their end not begun",
           .where = GC_HERE},
          Rule::kUnreachableIsFinal, compiled, plan.outer);
    }
  }
  if (plan.type != nullptr && !Derives(&plan.type->compiled(), compiled)) {
    return collector().births.Refuse(
        {.sentence = "the class in a plan must be the type's, or derived from it",
         .where = GC_HERE},
        Rule::kScanIsAtomic, compiled, plan.outer);
  }
  const Class& type = plan.type != nullptr ? plan.type->compiled() : compiled;
  if (plan.values_of != nullptr && !Alike(*plan.values_of->header().type, type)) {
    return collector().births.Refuse(
        {.sentence = "a template must be of the class, above it or below it", .where = GC_HERE},
        Rule::kInsertionBarrier, compiled, plan.outer);
  }
  return true;
}

// Whether the object at an index has its name. The name of a doomed object is free, though the
// directory still has the object (B7).
bool Factory::HasItsName(Index index) const {
  const Population& heap = collector().population;
  return !heap.IsHidden(index);
}

// Chooses the name and claims it; false if it is taken.
bool Factory::NameIt(const Class& compiled, const Plan& plan, ObjectFlags flags,
                     Designation& designation) {
  Directory& directory = Naming::Of(collector().population).directory;
  const auto claim = [&] {
    designation.record = directory.Claim(
        designation.outer != nullptr ? designation.outer->record_ : 0, designation.name,
        designation.type != nullptr ? designation.type->instances_ : 0, RolesFor(flags),
        [this](Index index) { return HasItsName(index); });
    return designation.record != 0;
  };
  if (plan.name.empty() && designation.type != nullptr) {
    do {
      designation.name = directory.MakeUp(designation.type->NameText());
    } while (!claim());
    return true;
  }
  if (!MayBeName(compiled, plan.name, designation)) return false;
  designation.name = directory.Intern(plan.name);
  return claim() || RefuseTaken(compiled, plan.name, designation);
}

bool Factory::MayBeName(const Class& compiled, std::string_view name,
                        const Designation& designation) {
  if (NameTable::IsName(name)) return true;
  return collector().births.Refuse(
      {.sentence = "a name must have no separator in it", .where = GC_HERE}, Rule::kDoomedIsHidden,
      compiled, designation.outer);
}

bool Factory::RefuseTaken(const Class& compiled, std::string_view name,
                          const Designation& designation) {
  const std::string which = "name " + std::string(name);
  return collector().births.Refuse(
      {.sentence = "a name must be given once in an outer; rename the object that has it, or leave "
                   "the name of the plan empty",
       .where = GC_HERE,
       .what = which.c_str()},
      Rule::kDoomedIsHidden, compiled, designation.outer);
}

// Makes the base in zeroed memory: from here on the object has an index, and the record that was
// claimed leads to it. It has the mark of construction before it can be found
// (core/collect/births.cc).
Draft Factory::Place(const Class& compiled, const Designation& designation, ObjectFlags flags,
                     std::uint32_t tail) {
  Index index = kNoIndex;
  Directory& directory = Naming::Of(collector().population).directory;
  NamedObject* const outer = designation.outer;
  if (outer != nullptr && (outer->roles() & role::kOfDefaults) != 0) {
    flags |= object_flag::kArchetype;
  }
  // Class, outer and template are held as locals here, so a collection is out of the question.
  const bool listed = collector().construction.Promise();
  void* const memory = listed ? collector().Allocate(compiled, {.flags = flags, .tail = tail},
                                                     index, WhenFull::kFinishPurge)
                              : nullptr;
  if (memory == nullptr) {
    if (listed) collector().construction.TakeBack();
    directory.Remove(designation.record);
    return {};
  }
  const Birth birth({.type = &compiled,
                     .index = index,
                     .flags = flags,
                     .around = collector().memory.AroundOf(memory, compiled, tail)},
                    collector(), &designation);
  Draft draft{.memory = memory, .compiled = &compiled, .designation = designation};
  draft.object = new (static_cast<std::byte*>(memory) + compiled.object_offset) NamedObject(birth);
  collector().population.EntryOf(*draft.object).flags.Set(flag::kNamed);
  collector().construction.Begin(*draft.object);
  directory.Fill(designation.record, *draft.object);
  return draft;
}

// Runs the constructor, copies the values of the template, and ends construction.
void Factory::Run(Draft& draft, Constructor constructor, void* context) {
  bool whole = true;
  try {
    Build(draft, constructor, context);
  } catch (const std::bad_alloc&) {
    whole = false;
  }
  collector().construction.Finish(*draft.object);
  if (!whole) Discard(draft);
}

// There was no memory for a part, or for values. The object is whole, and may have parts that refer
// to it; so it is left to the next cycle, as an object without a name that nothing keeps. So are
// its parts: who is answered null cannot hand them over, if another thread made them.
void Factory::Discard(Draft& draft) {
  NamedObject& whole = *std::exchange(draft.object, nullptr);
  const auto let_go = [this](NamedObject& object) {
    collector().population.Unname(object);
    const TableLock lock(collector().population.sharing);
    collector().roots.LetGo(object, flag::kRoot | flag::kKeep);
  };
  EndEachInside(whole, [&](NamedObject* inside) {
    if ((inside->roles() & role::kDefaultSubobject) != 0) let_go(*inside);
  });
  let_go(whole);
}

// A std::bad_alloc if there was no memory for a part, or is none for the values; a constructor must
// not throw one.
void Factory::Build(Draft& draft, Constructor constructor, void* context) {
  {
    const Calling user(collector().population.activity);
    Draft* const around = std::exchange(building, &draft);
    const Birth birth(draft.object->header(), collector(), &draft.designation);
    MakeOrEnd([&] { constructor(context, draft.memory, birth); },
              [&] { OutOfRoom(*draft.compiled); });
    building = around;
  }
  if (draft.lacks_a_part) throw std::bad_alloc();
  if (draft.values_of != nullptr) CopyValues(*draft.values_of, *draft.object);
}

namespace {

void ConstructDefault(void* compiled, void* memory, const Birth& birth) {
  static_cast<const Class*>(compiled)->construct(memory, birth);
}

}  // namespace

void Factory::RunDefault(Draft& draft) {
  Run(draft, ConstructDefault, const_cast<Class*>(draft.compiled));
}

void Factory::BuildDefault(Draft& draft) {
  Build(draft, ConstructDefault, const_cast<Class*>(draft.compiled));
}

void Factory::MustBe(const Class& compiled, const Draft& draft) const {
  if (draft.compiled == &compiled) return;
  collector().births.Refuse(
      {.sentence = "only a constructor without arguments is known of a derived class",
       .where = GC_HERE},
      Rule::kScanIsAtomic, *draft.compiled, draft.object->outer());
}

// First the constructor sets values, then those of the class's default object overwrite them. When
// the outer's template is copied, the values of its sub-object of the same name overwrite both.
NamedObject* Factory::NewDefaultSubobject(const Class& compiled, NamedObject& outer,
                                          std::string_view name) {
  if (building == nullptr || building->object != &outer) {
    collector().births.Refuse(
        {.sentence = "default sub-objects are made by their outer's constructor", .where = GC_HERE},
        Rule::kScanIsAtomic, compiled, &outer);
    return nullptr;
  }
  Draft draft = Begin(compiled, {.outer = &outer, .name = name}, object_flag::kDefaultSubobject);
  if (draft.object != nullptr) RunDefault(draft);
  building->lacks_a_part |= draft.object == nullptr;
  return draft.object;
}

// Refuses to rename a doomed object, and to put an object inside itself.
void Factory::Rename(NamedObject& object, const Plan& plan) {
  const Class& compiled = *object.header().type;
  NamedObject* const outer = plan.outer != nullptr ? plan.outer : object.outer();
  if (!collector().births.MayMake(compiled, outer)) return;
  const Use use(collector().population, "Rename");
  if (!Accepts(compiled, {.outer = outer, .values_of = &object})) return;
  if (outer == &object || (outer != nullptr && outer->IsInside(object))) {
    collector().births.Refuse({.sentence = "an object must not be inside itself", .where = GC_HERE},
                              Rule::kInsertionBarrier, compiled, outer);
    return;
  }
  const std::string name = plan.name.empty() ? object.NameText() : std::string(plan.name);
  if (outer == object.outer() && name == object.NameText()) return;
  const Designation designation{.type = object.type(), .outer = outer};
  if (!MayBeName(compiled, name, designation)) return;
  Directory& directory = Naming::Of(collector().population).directory;
  const Name interned = directory.Intern(name);
  if (!directory.Move(object.record_, outer != nullptr ? outer->record_ : 0, interned,
                      [this](Index index) { return HasItsName(index); })) {
    RefuseTaken(compiled, name, designation);
    return;
  }
  object.outer_ = outer;
  object.name_ = interned;
}

void Factory::OutOfRoom(const Class& compiled) const {
  collector().OutOfRoom("Factory::New", compiled.name);
}

}  // namespace GC_BUILD
}  // namespace gc
