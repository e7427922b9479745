// properties/misuse/editing_misuses.cc -- mistakes of tools: objects that are another heap's, given
// to be copied, saved, replaced or changed.

#include <cstdlib>
#include <string>
#include <vector>

#include "core/gc.h"
#include "core/reflect/editing/duplicate.h"
#include "core/reflect/editing/reload.h"
#include "core/reflect/editing/replace_references.h"
#include "core/reflect/reflected.h"
#include "core/reflect/saving/saving.h"
#include "properties/misuse/misuse.h"

namespace properties::misuse {
namespace {

class Crate : public gc::NamedObject {
 public:
  explicit Crate(const gc::Birth& birth) : NamedObject(birth) {}
  static const gc::Class kClass;
};
const gc::Class Crate::kClass = gc::DescribeNamed<Crate>("Crate", gc::NamedObject::kClass);

// Two heaps, with a crate each.
struct Two {
  gc::Heap heap, other;
  gc::Factory make{heap}, make_other{other};
  Crate* own = make.New<Crate>();
  Crate* foreign = make_other.New<Crate>();
  std::string error;

  // Beside the own crate, which is not.
  Crate* NewDoomed() {
    Crate* const made = make.New<Crate>();
    heap.AddRoot(own);
    heap.Start();
    while (heap.phase() != gc::Phase::kGathering) heap.Tick(1);
    return made;
  }
  void Duplicate(Crate* one) { gc::DuplicateObject(heap, *one, {.name = "copy"}, error); }
  void Save(Crate* one) { gc::SaveObject(heap, *one, gc::Encoding::kJson, error); }
  void Replace(Crate* one, Crate* by) { gc::ReplaceReferences(heap, *one, by); }
  void Reload(gc::ClassObject* from, gc::ClassObject* to) {
    const gc::ReloadedClass changes[] = {{from, to}};
    gc::Reload(heap, changes, nullptr, error);
  }
};

Misuse OfTwo(const char* name, const char* call, void (*wrong)(Two&), void (*right)(Two&)) {
  return {name,
          {"", {std::string(call) + " was given an object of index ", ", of another heap\n"}},
          [wrong] {
            Two two;
            wrong(two);
          },
          [right] {
            Two two;
            right(two);
          }};
}

}  // namespace

std::vector<Misuse> EditingMisuses() {
  return {
      OfTwo(
          "what is duplicated is another heap's", "DuplicateObject",
          [](Two& two) { two.Duplicate(two.foreign); }, [](Two& two) { two.Duplicate(two.own); }),
      OfTwo(
          "what is saved is another heap's", "SaveObject", [](Two& two) { two.Save(two.foreign); },
          [](Two& two) { two.Save(two.own); }),
      OfTwo(
          "what is replaced is another heap's", "ReplaceReferences",
          [](Two& two) { two.Replace(two.foreign, two.own); },
          [](Two& two) { two.Replace(two.own, two.make.New<Crate>()); }),
      OfTwo(
          "what takes the place of another is another heap's", "ReplaceReferences",
          [](Two& two) { two.Replace(two.own, two.foreign); },
          [](Two& two) { two.Replace(two.own, nullptr); }),
      {"what takes the place of another is doomed",
       {"unreachable-is-final", {"the latter not doomed"}},
       [] {
         Two two;
         two.Replace(two.own, two.NewDoomed());
       },
       [] {
         Two two;
         two.Replace(two.NewDoomed(), two.own);
       }},
      OfTwo(
          "a class that changes is another heap's", "Reload",
          [](Two& two) { two.Reload(two.make_other.ClassOf<Crate>(), two.make.ClassOf<Crate>()); },
          [](Two& two) {
            two.Reload(two.make.Derive(two.make.ClassOf<Crate>(), {.name = "was"}),
                       two.make.ClassOf<Crate>());
          }),
      OfTwo(
          "a class is to change into another heap's", "Reload",
          [](Two& two) { two.Reload(two.make.ClassOf<Crate>(), two.make_other.ClassOf<Crate>()); },
          [](Two& two) {
            two.Reload(two.make.Derive(two.make.ClassOf<Crate>(), {.name = "was"}),
                       two.make.ClassOf<Crate>());
          }),
  };
}

}  // namespace properties::misuse
