// core/heap/factory.h -- makes named objects.
//
// A named object is made in steps, and a look-up may come between any two of them:
//
//     memory, all zero           what its constructor leaves alone reads null
//     base: class, outer, name   it has an index and is in the directory; from here on it is kept
//     the constructor            makes its default sub-objects
//     its template's values      property by property, references through the barrier
//     done                       scanned in this cycle if marking is pending, and found by look-ups
//
// Until the last step it is pending construction. Then it is not scanned, since its slots are not
// there yet; it is not found; and marking does not end, since what it refers to has not been seen.
// Usually all happens in one call. A Reserved object stops after the second step, and may be
// completed in another frame.
//
// What a new object begins with is what its template has: the default object of its class, unless
// another is given. Change a default object, and every later instance is changed.
//
// Misuse is fatal, and the message names class, outer and thread. It is misuse to make an object
// while a collector step runs (in a destroy callback or a reporter), in a doomed outer, or under a
// name that its outer has already given.
//
// Upholds: construction-is-kept, copy-barrier (each named where it is upheld).   Thread rules: as
// the heap's.   Read next: core/collect/construction.h.

#pragma once

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
  NamedObject* outer = nullptr;  // null: the package of what is not to be saved
  std::string_view name = {};    // empty: made up from its class's
  ObjectFlags flags = {};
  NamedObject* values_of = nullptr;  // its template; null: the default object of its class
  ClassObject* type = nullptr;       // null: the class of the C++ type
};

// An object on its way: see above.
struct Draft {
  NamedObject* object = nullptr;  // null: out of memory, or of indices
  void* memory = nullptr;
  const Class* compiled = nullptr;
  NamedObject* values_of = nullptr;
  Designation designation = {};
};

template <class T>
class Reserved;

// Cheap to make and to copy; a view of a heap. It finds objects as well: see lookup.h.
class Factory : public Lookup {
 public:
  explicit Factory(Heap& heap);

  // A new T, from T(birth, arguments...). New aborts when memory or indices have run out; TryNew
  // answers null. The class in the plan may be derived from T's, if there are no arguments.
  template <class T, class... Arguments>
  T* New(const Plan& plan = {}, Arguments&&... arguments) {
    T* const object = TryNew<T>(plan, std::forward<Arguments>(arguments)...);
    if (object == nullptr) OutOfMemory();
    return object;
  }
  template <class T, class... Arguments>
  T* TryNew(const Plan& plan = {}, Arguments&&... arguments) {
    Draft draft = Begin(T::kClass, plan);
    if (draft.object == nullptr) return nullptr;
    Construct<T>(draft, std::forward<Arguments>(arguments)...);
    return static_cast<T*>(draft.object);
  }
  // An outermost object that is found by its name and by nothing else: it has neither a class
  // object nor a template, and its heap need not have any. With `tail` references behind it.
  template <class T, class... Arguments>
  T* NewAlone(std::string_view name, std::uint32_t tail, Arguments&&... arguments) {
    static_assert(sizeof...(Arguments) > 0);
    Draft draft = BeginAlone(T::kClass, name, tail);
    if (draft.object == nullptr) OutOfMemory();
    Construct<T>(draft, std::forward<Arguments>(arguments)...);
    return static_cast<T*>(draft.object);
  }
  // An object that is kept and absent until its constructor is run.
  template <class T>
  Reserved<T> Reserve(const Plan& plan = {}) {
    return Reserved<T>(*this, Begin(T::kClass, plan));
  }

  // The class of a C++ type; made, with its default object, when it is first asked for.
  template <class T>
  ClassObject* ClassOf() {
    return ClassOf(T::kClass);
  }
  ClassObject* ClassOf(const Class& compiled);
  // A new class with the constructor of `super` and a default object of its own, which begins with
  // the values of super's.
  ClassObject* Derive(ClassObject* super, const Plan& plan);

  // Where objects are that were given no outer; lives as long as the heap.
  Package* TransientPackage();

  // What is called for each object of a class is also called for a C++ type.
  using Lookup::ForEach;
  template <class T, class Visit>
  void ForEach(Visit&& visit, Derived derived = Derived::kIncluded) {
    ForEach(
        *ClassOf<T>(), [&visit](NamedObject* object) { visit(static_cast<T*>(object)); }, derived);
  }

  // Gives an object another name, another outer, or both; null and empty leave what is.
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
  bool NameIt(const Class& compiled, const Plan& plan, Designation& designation);
  Draft Place(const Class& compiled, const Designation& designation, ObjectFlags flags,
              std::uint32_t tail = 0);
  using Constructor = void (*)(void* context, void* memory, const Birth& birth);
  void Run(Draft& draft, Constructor constructor, void* context);
  void RunDefault(Draft& draft);
  void Abandon(const Draft& draft);
  NamedObject* NewDefaultSubobject(const Class& compiled, NamedObject& outer,
                                   std::string_view name);
  [[noreturn]] void OutOfMemory() const;

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
  void OpenDirectory();
  void OpenNaming();
  ClassObject* BareClass(const Class& compiled);
  void Establish(ClassObject& type, const Class& compiled, ClassObject* super);
  void GiveDefaultObject(ClassObject& type);
};

// An object whose constructor has not run yet. Nothing else may refer to it when it is given up.
template <class T>
class Reserved {
 public:
  Reserved(const Reserved&) = delete;
  Reserved& operator=(const Reserved&) = delete;
  ~Reserved() {
    if (draft_.object != nullptr) factory_.Abandon(draft_);
  }

  // Null: there was no memory, or it is constructed.
  explicit operator bool() const { return draft_.object != nullptr; }
  // To refer to it, and not to look into it.
  NamedObject* object() const { return draft_.object; }

  // Runs the constructor; the object is like any other from here on.
  template <class... Arguments>
  T* Construct(Arguments&&... arguments) {
    factory_.Construct<T>(draft_, std::forward<Arguments>(arguments)...);
    values_of_.Reset();
    return static_cast<T*>(std::exchange(draft_.object, nullptr));
  }

 private:
  friend class Factory;
  Reserved(Factory factory, const Draft& draft)
      : factory_(factory), draft_(draft), values_of_(draft.values_of) {}

  Factory factory_;
  Draft draft_;
  StrongPtr<NamedObject> values_of_;  // its template, for as long as it is needed
};

template <class T>
T* NamedObject::CreateDefaultSubobject(std::string_view name) {
  Factory factory(*header().owner);
  return static_cast<T*>(factory.NewDefaultSubobject(T::kClass, *this, name));
}

}  // namespace GC_BUILD
}  // namespace gc
