// core/heap/lookup.h -- finds named objects: by name, by path, by class, by outer.
//
// A look-up is a weak read: it gives the mutator a strong reference that the collector did not see.
// So while marking the object is shaded when it is answered, not only when it is stored. From the
// end of marking on, an object that was not marked counts as gone, though it is in the directory
// until its destruction begins. An object that is under construction is not found either.
//
// A Lookup owns nothing, and is as cheap to copy as a pointer. It reads the heap's directory, and
// calls the barrier. A Factory is a Lookup, so programs call these functions on their Factory.
//
// Upholds: weak-read-barrier, doomed-is-hidden, construction-is-kept.
// Thread rules: as the heap's.
// Read next: core/heap/selection.h.

#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/heap/named_object.h"

namespace gc {
inline namespace GC_BUILD {

class Collector;

class Lookup {
 public:
  // The object of that name directly inside `outer` (null: among the outermost), or null. Shades it
  // while marking.
  NamedObject* Find(const NamedObject* outer, std::string_view name) const;
  // The same by a path as PathName gives it: "Transient/Room_3/Door".
  NamedObject* FindPath(std::string_view path) const;

  enum class Derived : std::uint8_t { kIncluded, kExcluded };
  // Calls visit(NamedObject*) once for each object of a class, except default objects and what is
  // inside them. Shades each object before the call. The visitor may make objects, which are not
  // visited; it may not run the collector.
  template <class Visit>
  void ForEach(const ClassObject& type, Visit&& visit, Derived derived = Derived::kIncluded) {
    Show(InstancesOf(type, derived), visit);
  }
  enum class Depth : std::uint8_t { kDirectly, kAtAnyDepth };
  // The same for each object inside `outer`, default sub-objects included; an outer comes before
  // what is inside it.
  template <class Visit>
  void ForEachInside(const NamedObject& outer, Visit&& visit, Depth depth = Depth::kDirectly) {
    Show(InsideOf(outer, depth), visit);
  }
  // The same at any depth for what is about to end, which happens without memory too: then all
  // objects of the heap are looked at, and come in the order of their indices. The visitor may let
  // an object go, mark it or take its name, and makes and frees none.
  template <class Visit>
  void EndEachInside(const NamedObject& outer, Visit&& visit) {
    ShowAtTheEnd(
        outer,
        [](void* context, NamedObject* object) {
          (*static_cast<std::remove_reference_t<Visit>*>(context))(object);
        },
        const_cast<void*>(static_cast<const void*>(&visit)));
  }

 protected:
  explicit Lookup(Collector& collector) : collector_(&collector) {}
  Collector& collector() const { return *collector_; }

 private:
  bool IsAbsent(Index index) const;
  NamedObject* Answer(Object* found) const;
  std::vector<Object*> InstancesOf(const ClassObject& type, Derived derived) const;
  std::vector<Object*> InsideOf(const NamedObject& outer, Depth depth) const;
  using ShowTo = void (*)(void* context, NamedObject* object);
  void Show(const std::vector<Object*>& objects, ShowTo show, void* context) const;
  void ShowAtTheEnd(const NamedObject& outer, ShowTo show, void* context) const;
  template <class Visit>
  void Show(const std::vector<Object*>& objects, Visit& visit) const {
    Show(
        objects,
        [](void* context, NamedObject* object) { (*static_cast<Visit*>(context))(object); },
        const_cast<void*>(static_cast<const void*>(&visit)));
  }

  Collector* collector_;
};

}  // namespace GC_BUILD
}  // namespace gc
