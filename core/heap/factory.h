// core/heap/factory.h -- makes named objects.
//
// A named object is made in steps, and a look-up may come between any two of them:
//
//     memory, all zero            what the constructor does not set reads null
//     base: class, outer, name    the object has an index and is in the directory; it is kept
//     the constructor             makes the default sub-objects
//     the values of the template  property by property, references through the barrier
//     done                        queued for its scan while marking; look-ups find it
//
// Until the last step the object is pending construction: it is not scanned, as its slots may not
// be there yet; no look-up finds it; and marking does not end, as its references were not seen.
// Usually all steps happen in one call. A Reserved object stops after the second step, and may be
// completed in another frame.
//
// A new object starts with the values of its template: the default object of its class, unless the
// plan names another. A change of a default object shows in every instance that is made later.
//
// Misuse aborts, and the message names class, outer and thread. It is misuse to make an object
// while a step of the collector runs (in a destroy callback or a reporter), in a doomed outer, or
// under a name that is taken in its outer. Nothing is made in the place of an object that is there:
// references to it would lead to something else. Of several threads that give one name at the same
// time, one gets it.
//
// Upholds: construction-is-kept, copy-barrier.
// Thread rules: as the heap's.
// Read next: core/collect/construction.h.

#pragma once

#include <new>
#include <string_view>
#include <utility>

#include "core/heap/heap.h"
#include "core/heap/lookup.h"
#include "core/heap/named_object.h"
#include "core/pointer/strong_ptr.h"

namespace gc {
inline namespace GC_BUILD {

// What a new object is to be.
struct Plan {
  NamedObject* outer = nullptr;  // null: the transient package
  std::string_view name = {};    // empty: made up from the name of the class
  ObjectFlags flags = {};
  NamedObject* values_of = nullptr;  // the template; null: the default object of the class
  ClassObject* type = nullptr;       // null: the class of the C++ type
};

// A named object between two of the steps above.
struct Draft {
  NamedObject* object = nullptr;  // null: out of memory, or of indices
  void* memory = nullptr;
  const Class* compiled = nullptr;
  NamedObject* values_of = nullptr;
  Designation designation = {};
  bool lacks_a_part = false;  // its constructor asked for one, and there was no memory
};

template <class T>
class Reserved;

// A view of a heap, cheap to make and to copy. The heap must outlive it.
class Factory : public Lookup {
 public:
  explicit Factory(Heap& heap);

  // A new T, constructed with T(birth, arguments...). New aborts when memory or indices have run
  // out; TryNew answers null. The class in the plan may be derived from T's class only if there are
  // no arguments.
  template <class T, class... Arguments>
  T* New(const Plan& plan = {}, Arguments&&... arguments) {
    T* const object = TryNew<T>(plan, std::forward<Arguments>(arguments)...);
    if (object == nullptr) OutOfRoom(T::kClass);
    return object;
  }
  template <class T, class... Arguments>
  T* TryNew(const Plan& plan = {}, Arguments&&... arguments) {
    MustDescribe<T>(T::kClass);
    Draft draft = Begin(T::kClass, plan);
    if (draft.object == nullptr) return nullptr;
    Construct<T>(draft, std::forward<Arguments>(arguments)...);
    return static_cast<T*>(draft.object);
  }
  // A new outermost object, with `tail` references behind it, that is found by its name only: it
  // has neither a class object nor a template, and works in a heap without any.
  template <class T, class... Arguments>
  T* NewAlone(std::string_view name, std::uint32_t tail, Arguments&&... arguments) {
    static_assert(sizeof...(Arguments) > 0);
    MustDescribe<T>(T::kClass);
    Draft draft = BeginAlone(T::kClass, name, tail);
    if (draft.object == nullptr) OutOfRoom(T::kClass);
    Construct<T>(draft, std::forward<Arguments>(arguments)...);
    if (draft.object == nullptr) OutOfRoom(T::kClass);
    return static_cast<T*>(draft.object);
  }
  // Reserves an object: it is kept, and look-ups do not find it, until its constructor has run.
  template <class T>
  Reserved<T> Reserve(const Plan& plan = {}) {
    MustDescribe<T>(T::kClass);
    return Reserved<T>(*this, Begin(T::kClass, plan));
  }

  // The same, for an object such as NewAlone makes.
  template <class T>
  Reserved<T> ReserveAlone(std::string_view name, std::uint32_t tail) {
    MustDescribe<T>(T::kClass);
    return Reserved<T>(*this, BeginAlone(T::kClass, name, tail));
  }

  // The class object of a C++ type. Made, with its default object, at the first request. If several
  // threads request it at once, one makes it and the others wait; so the constructor of a default
  // object must not wait for another thread that makes named objects.
  template <class T>
  ClassObject* ClassOf() {
    MustDescribe<T>(T::kClass);
    return ClassOf(T::kClass);
  }
  ClassObject* ClassOf(const Class& compiled);
  // A new class with the constructor of `super`. Its default object starts with the values of
  // super's. The class is freed when no reference leads to it any more.
  ClassObject* Derive(ClassObject* super, const Plan& plan);

  // The outer of objects that were given none; lives as long as the heap.
  Package* TransientPackage();

  // Lookup::ForEach, and the same for the class object of a C++ type: calls visit(T*).
  using Lookup::ForEach;
  template <class T, class Visit>
  void ForEach(Visit&& visit, Derived derived = Derived::kIncluded) {
    ForEach(
        *ClassOf<T>(), [&visit](NamedObject* object) { visit(static_cast<T*>(object)); }, derived);
  }

  // Gives an object the name and the outer of the plan; an empty name and a null outer leave the
  // old ones. Aborts for a doomed object, a name that is taken, and an outer inside the object
  // itself. Without memory for the name it is a std::bad_alloc, and the object has its old one.
  void Rename(NamedObject& object, const Plan& plan);

 private:
  friend class NamedObject;
  friend class TemplateCopy;
  template <class T>
  friend class Reserved;
  explicit Factory(Collector& collector) : Lookup(collector) {}

  // factory.cc
  Draft Begin(const Class& compiled, const Plan& plan, ObjectFlags role = {});
  Draft BeginAlone(const Class& compiled, std::string_view name, std::uint32_t tail);
  bool Accepts(const Class& compiled, const Plan& plan);
  bool HasItsName(Index index) const;
  bool NameIt(const Class& compiled, const Plan& plan, ObjectFlags flags, Designation& designation);
  bool MayBeName(const Class& compiled, std::string_view name, const Designation& designation);
  bool RefuseTaken(const Class& compiled, std::string_view name, const Designation& designation);
  Draft Place(const Class& compiled, const Designation& designation, ObjectFlags flags,
              std::uint32_t tail = 0);
  using Constructor = void (*)(void* context, void* memory, const Birth& birth);
  // Run is Build, and the end of construction; without memory for a part, or for the values of the
  // template, the draft is empty afterwards.
  void Run(Draft& draft, Constructor constructor, void* context);
  void Build(Draft& draft, Constructor constructor, void* context);
  void Discard(Draft& draft);
  void RunDefault(Draft& draft);
  void BuildDefault(Draft& draft);
  void Abandon(const Draft& draft);
  NamedObject* NewDefaultSubobject(const Class& compiled, NamedObject& outer,
                                   std::string_view name);
  [[noreturn]] void OutOfRoom(const Class& compiled) const;

  template <class T, class... Arguments>
  void Construct(Draft& draft, Arguments&&... arguments) {
    if constexpr (sizeof...(Arguments) == 0) {
      RunDefault(draft);
    } else {
      MustBe(T::kClass, draft);
      auto construct = [&](void* memory, const Birth& birth) {
        ConstructAt<T>(memory, birth, std::forward<Arguments>(arguments)...);
      };
      Run(
          draft,
          [](void* context, void* memory, const Birth& birth) {
            (*static_cast<decltype(construct)*>(context))(memory, birth);
          },
          &construct);
    }
  }
  void MustBe(const Class& compiled, const Draft& draft) const;

  // template.cc
  void CopyValues(NamedObject& from, NamedObject& to);
  NamedObject* NewPart(const NamedObject& like, NamedObject& outer);

  // classes.cc
  void KeepNoLonger(Object& object);
  void OpenDirectory();
  void OpenNaming();
  ClassObject* BareClass(const Class& compiled);
  ClassObject* NewClass(const Plan& plan, const Class* compiled, ClassObject* super);
  void Establish(ClassObject& type, const Class& compiled, ClassObject* super);
  void GiveDefaultObject(ClassObject& type);
};

// An object whose constructor has not run yet. If it is dropped before Construct, the object is
// given up; then no other object may refer to it.
template <class T>
class Reserved {
 public:
  Reserved(const Reserved&) = delete;
  Reserved& operator=(const Reserved&) = delete;
  ~Reserved() {
    if (draft_.object != nullptr) factory_.Abandon(draft_);
  }

  // False if memory or indices had run out, or the object was constructed.
  explicit operator bool() const { return draft_.object != nullptr; }
  // The address of the object: references to it may be stored, its fields must not be read.
  NamedObject* object() const { return draft_.object; }

  // Runs the constructor; from here on the object is like any other. Null without memory for a part
  // of it, or for the values of its template.
  template <class... Arguments>
  T* Construct(Arguments&&... arguments) {
    factory_.Construct<T>(draft_, std::forward<Arguments>(arguments)...);
    values_of_.Reset();
    return static_cast<T*>(std::exchange(draft_.object, nullptr));
  }

 private:
  friend class Factory;
  // Without memory for the count of the template, the object is given up.
  Reserved(Factory factory, const Draft& draft) : factory_(factory), draft_(draft) {
    try {
      values_of_ = StrongPtr<NamedObject>(draft.values_of);
    } catch (const std::bad_alloc&) {
      factory_.Abandon(std::exchange(draft_, {}));
    }
  }

  Factory factory_;
  Draft draft_;
  StrongPtr<NamedObject> values_of_;  // its template, for as long as it is needed
};

template <class T>
T* NamedObject::CreateDefaultSubobject(std::string_view name) {
  MustDescribe<T>(T::kClass);
  Factory factory(OwnerOf(*this));
  return static_cast<T*>(factory.NewDefaultSubobject(T::kClass, *this, name));
}

}  // namespace GC_BUILD
}  // namespace gc
