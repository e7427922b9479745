// core/reflect/saving/baseline.h -- what an object that is saved started as, and what of it is
// still so.
//
// Of an object only that is saved in which it differs from what a new one would be. A new object
// starts as the default object of its class. But a part that a constructor makes starts as the part
// of that name in what its outer started as, which may be other than its own class says:
//
//     Gate's default object    Leaf, weight 9       Leaf's default object    weight 5
//     ./                 a Gate      starts as Gate's default object
//     ./Leaf                         starts as the Leaf in there: weight 9
//     ./stays            a Leaf      starts as Leaf's default object: weight 5
//     ./gate/Leaf        in a Gate inside: as the Leaf of Gate's default object
//
// Where an object refers to a part of what it started as, the new one refers to its own part.
//
// Thread rules: as for reading the objects.
// Read next: core/reflect/saving/writer.cc.

#pragma once

#include "core/heap/factory.h"
#include "core/reflect/value_type.h"

namespace gc {
inline namespace GC_BUILD {

class Baseline {
 public:
  Baseline(Heap& heap, const NamedObject& root) : factory_(heap), root_(root) {}

  // What a new object at its place would be; null if its class has no default object.
  NamedObject* StartOf(const NamedObject& object) const;
  // The same for a part that a constructor makes; null for any other object.
  NamedObject* StartOfPart(const NamedObject& object) const;
  // Whether the constructor of its outer makes another part of this name.
  bool IsInPlaceOfAPart(const NamedObject& object) const;

  // Whether a property of `holder` still has the value that it started with.
  bool IsAsItStarted(const NamedObject& holder, const ValueType& type, const void* own,
                     const void* start) const;

  bool IsInside(const NamedObject& object) const {
    return &object == &root_ || object.IsInside(root_);
  }

 private:
  NamedObject* PartLike(const NamedObject& object) const;
  const NamedObject& InstanceAround(const NamedObject& part) const;
  bool RefersToTheSame(const NamedObject& holder, const ValueType& type, const void* own,
                       const void* start) const;

  Factory factory_;
  const NamedObject& root_;
};

// How deep inside of the saved object another may be. What is deeper is told before it is written.
bool IsTooDeep(const NamedObject& object, const NamedObject& root);

}  // namespace GC_BUILD
}  // namespace gc
