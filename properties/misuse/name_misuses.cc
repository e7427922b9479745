// properties/misuse/name_misuses.cc -- mistakes with names, outers, templates and casts.

#include <cstdlib>

#include "core/gc.h"
#include "core/reflect/cast.h"
#include "properties/misuse/box.h"
#include "properties/misuse/misuse.h"

namespace properties::misuse {
namespace {

class Note final : public gc::NamedObject {
 public:
  Note(const gc::Birth& birth, int) : NamedObject(birth) {}
  static const gc::Class kClass;
};
const gc::Class Note::kClass = gc::DescribeNamed<Note>("Note", gc::NamedObject::kClass);

// Is made with a number or without.
class Letter : public gc::NamedObject {
 public:
  explicit Letter(const gc::Birth& birth, int = 0) : NamedObject(birth) {}
  static const gc::Class kClass;
};
const gc::Class Letter::kClass = gc::DescribeNamed<Letter>("Letter", gc::NamedObject::kClass);

class LongLetter final : public Letter {
 public:
  explicit LongLetter(const gc::Birth& birth, int number = 0) : Letter(birth, number) {}
  static const gc::Class kClass;
};
const gc::Class LongLetter::kClass = gc::DescribeNamed<LongLetter>("LongLetter", Letter::kClass);

}  // namespace

std::vector<Misuse> NameMisuses() {
  return {
      {"a name is given twice inside of one object",
       {"", {"name Gate, class Lid, outer Transient/House, thread ", ", outside of "}},
       [] {
         Names names;
         Box* const house = names.make.New<Box>({.name = "House"});
         names.make.New<Box>({.outer = house, .name = "Gate"});
         names.make.New<Lid>({.outer = house, .name = "Gate"});
       },
       [] {
         Names names;
         Box* const house = names.make.New<Box>({.name = "House"});
         names.make.New<Box>({.outer = house, .name = "Gate"});
         names.make.New<Lid>({.name = "Gate"});
       }},
      {"a name has a separator in it",
       {"", {"separator", "class Lid, outer Transient, thread "}},
       [] {
         Names names;
         names.make.New<Lid>({.name = "A/B"});
       }},
      {"an object is made in an outer whose end was begun",
       {"unreachable-is-final", {"class Lid, outer "}},
       [] {
         Names names;
         Box* const house = names.make.New<Box>({.name = "House"});
         names.heap.BeginDestroy(house);
         names.make.New<Lid>({.outer = house});
       },
       [] {
         Names names;
         Box* const house = names.make.New<Box>({.name = "House"});
         names.make.New<Lid>({.outer = house});
         names.heap.BeginDestroy(house);
       }},
      {"an object is made in an outer that is doomed",
       {"unreachable-is-final", {"class Lid, outer ", ", while gathering\n"}},
       [] {
         Names names;
         names.make.ClassOf<Lid>();
         Box* const box = names.make.New<Box>({.name = "House"});
         names.heap.Start();
         while (names.heap.phase() == gc::Phase::kMarking) names.heap.Tick(1);
         names.make.New<Lid>({.outer = box});
       },
       [] {
         Names names;
         Box* const box = names.make.New<Box>({.name = "House"});
         names.heap.AddRoot(box);
         names.heap.Start();
         while (names.heap.phase() == gc::Phase::kMarking) names.heap.Tick(1);
         names.make.New<Lid>({.outer = box});
       }},
      {"a template is of an unrelated class",
       {"", {"a template must be", "class Lid, outer none, thread "}},
       [] {
         Names names;
         names.make.New<Lid>({.values_of = names.make.New<Box>()});
       },
       [] {
         Names names;
         names.make.New<Lid>({.values_of = names.make.New<Lid>()});
       }},
      {"the class in a plan is not the type's",
       {"", {"the class in a plan", "class Lid, outer none, thread "}},
       [] {
         Names names;
         names.make.New<Lid>({.type = names.make.ClassOf<Box>()});
       },
       [] {
         Names names;
         names.make.New<Lid>({.type = names.make.ClassOf<Lid>()});
       }},
      {"arguments are given for an object of a derived class",
       {"", {"a constructor without arguments", "class LongLetter, outer Transient, thread "}},
       [] {
         Names names;
         names.make.New<Letter>({.name = "Long", .type = names.make.ClassOf<LongLetter>()}, 1);
       },
       [] {
         Names names;
         names.make.New<LongLetter>({.name = "Long", .type = names.make.ClassOf<LongLetter>()}, 1);
       }},
      {"a part is made after its outer's constructor",
       {"", {"outer's constructor", "class Box, outer Transient/House, thread "}},
       [] {
         Names names;
         names.make.New<Box>({.name = "House"})->MakeLate();
       }},
      {"a named object is made without a factory",
       {"", {"by a Factory: class Lid, outer none, thread "}},
       [] {
         gc::Heap heap;
         heap.New<Lid>();
       }},
      {"an object is put inside itself",
       {"", {"inside itself", "class Box, outer Transient/House/Room, thread "}},
       [] {
         Names names;
         Box* const outer = names.make.New<Box>({.name = "House"});
         Box* const inner = names.make.New<Box>({.outer = outer, .name = "Room"});
         names.make.Rename(*outer, {.outer = inner});
       },
       [] {
         Names names;
         Box* const outer = names.make.New<Box>({.name = "House"});
         Box* const inner = names.make.New<Box>({.outer = outer, .name = "Room"});
         names.make.Rename(*inner, {.outer = names.make.TransientPackage()});
         names.make.Rename(*outer, {.outer = inner});
       }},
      {"an object that is found by its name only is given none",
       {"", {"a name must", "class Note"}},
       [] {
         Names names;
         names.make.NewAlone<Note>("", 0, 1);
       }},
      {"an object that is found by its name only is given another's",
       {"", {"a name must be given once", "class Note"}},
       [] {
         Names names;
         names.make.NewAlone<Note>("note", 0, 1);
         names.make.NewAlone<Note>("note", 0, 2);
       },
       [] {
         Names names;
         names.make.NewAlone<Note>("note", 0, 1);
         names.make.NewAlone<Note>("other", 0, 2);
       }},
      {"a class whose objects need arguments is asked for its class object",
       {"", {"constructible from a Birth alone", "class Note"}},
       [] {
         Names names;
         names.make.ClassOf<Note>();
       },
       [] {
         Names names;
         names.make.ClassOf<Lid>();
       }},
      {"a checked cast is to a sibling's class",
       {"", {"a checked cast", "Lid ", " to Box\n"}},
       [] {
         Names names;
         gc::NamedObject* const lid = names.make.New<Lid>();
         gc::CastChecked<Box>(lid);
       },
       [] {
         Names names;
         gc::NamedObject* const lid = names.make.New<Lid>();
         if (gc::CastChecked<Lid>(lid) != lid || gc::Cast<Box>(lid) != nullptr) std::abort();
         if (gc::CastChecked<Box>(static_cast<gc::NamedObject*>(nullptr)) != nullptr) std::abort();
       }},
      {"there is no memory left for an object with a name",
       {"", {"out of memory: ", "Factory::New, class Lid\n"}},
       [] {
         gc::Heap heap({.max_bytes = 10'000});
         gc::Factory make(heap);
         while (true) make.New<Lid>();
       },
       [] {
         gc::Heap heap({.max_bytes = 10'000});
         gc::Factory make(heap);
         while (make.TryNew<Lid>() != nullptr) continue;
       }},
  };
}

}  // namespace properties::misuse
