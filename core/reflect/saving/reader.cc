// core/reflect/saving/reader.cc -- makes what a checked document says.
//
// Each object is made where it is to be, under its name. If memory runs out in between, what was
// made is given up, and the next collection frees it. Until the end it is counted, since a
// full table may need a collection.
//
// Upholds: copy-barrier.

#include "core/reflect/saving/reader.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <new>

#include "core/heap/names.h"
#include "core/pointer/strong_ptr.h"
#include "core/reflect/cast.h"
#include "core/reflect/editing/give_up.h"
#include "core/reflect/editing/temporary.h"
#include "core/reflect/registry.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

class Reader {
 public:
  Reader(Heap& heap, const LoadOptions& options) : heap_(heap), factory_(heap), options_(options) {}
  // What was made and not finished is given up: all of it is inside the first.
  ~Reader() {
    const auto first = made_.find(kInside);
    if (!is_finished_ && first != made_.end() && first->second) GiveUp(heap_, *first->second);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Null if there is no room for one of them.
  NamedObject* Make(const std::vector<Planned>& planned, const Plan& plan) {
    for (const Planned& each : planned) {
      StrongPtr<NamedObject>& made = made_[each.path];
      made = StrongPtr<NamedObject>(MakeOne(each, plan));
      if (!made) return nullptr;
    }
    for (const Planned& each : planned) {
      Object* const object = made_.find(each.path)->second.Get();
      Assign(*each.type, object, *each.properties);
    }
    NamedObject* const first = made_.find(kInside)->second.Get();
    is_finished_ = true;
    return first;
  }

 private:
  // The first object has its place from the caller's plan, all others from the document.
  NamedObject* MakeOne(const Planned& planned, const Plan& of_first) {
    Plan plan = planned.outer.empty() ? of_first : Plan{};
    plan.type = factory_.ClassOf(*planned.type->type);
    if (!planned.outer.empty()) {
      plan.outer = ObjectInside(planned.outer);
      plan.name = planned.name;
      NamedObject* const part = factory_.Find(plan.outer, plan.name);
      if (part != nullptr) return ClassOf(*part).reflection == planned.type ? part : nullptr;
    }
    return factory_.TryNew<NamedObject>(plan);
  }

  // An object of the document, or a part of one that its class made.
  NamedObject* ObjectInside(std::string_view path) const {
    if (const auto found = made_.find(path); found != made_.end()) return found->second.Get();
    const std::size_t slash = path.rfind('/');
    const std::string_view outer = slash + 1 == kInside.size() ? kInside : path.substr(0, slash);
    return factory_.Find(ObjectInside(outer), path.substr(slash + 1));
  }

  void Assign(const Reflection& type, void* value, const Saved& saved) {
    for (const auto& [name, property_saved] : saved.items()) {
      const Property& property = *FindNow(type, name, options_);
      if ((property.flags & property::kTransient) != 0) continue;
      Assign(*property.type, ValueIn(value, property), property_saved);
    }
  }

  void Assign(const ValueType& type, void* value, const Saved& saved) {
    switch (type.kind) {
      case ValueKind::kOpaque:
        return;
      case ValueKind::kBool:
        *static_cast<bool*>(value) = saved.get<bool>();
        return;
      case ValueKind::kInteger:
        SetInteger(type, value, saved.get<std::int64_t>());
        return;
      case ValueKind::kReal:
        return AssignReal(type, value, saved);
      case ValueKind::kString:
        saved.get_to(*static_cast<std::string*>(value));
        return;
      case ValueKind::kEnumeration:
        return AssignEnumerator(type, value, saved);
      case ValueKind::kStruct:
        return Assign(type.structure(), value, saved);
      case ValueKind::kObject:
      case ValueKind::kWeak:
      case ValueKind::kSoft:
      case ValueKind::kLazy:
        return AssignReference(type, value, saved);
      case ValueKind::kFixedArray:
        return AssignElements(type, value, saved);
      case ValueKind::kArray:
      case ValueKind::kSet:
      case ValueKind::kMap:
      case ValueKind::kOptional:
        return Refill(type, value, saved);
      case ValueKind::kVariant:
        return AssignVariant(type, value, saved);
    }
  }

  static void AssignReal(const ValueType& type, void* value, const Saved& saved) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double real = std::numeric_limits<double>::quiet_NaN();
    if (saved.is_number()) real = saved.get<double>();
    if (IsText(saved, "inf")) real = kInfinity;
    if (IsText(saved, "-inf")) real = -kInfinity;
    if (type.size == sizeof(float)) {
      *static_cast<float*>(value) = static_cast<float>(real);
    } else {
      *static_cast<double*>(value) = real;
    }
  }

  static void AssignEnumerator(const ValueType& type, void* value, const Saved& saved) {
    for (const Enumerator& enumerator : type.enumerators()) {
      if (IsText(saved, enumerator.name)) SetInteger(type, value, enumerator.value);
    }
  }

  void AssignReference(const ValueType& type, void* value, const Saved& saved) {
    if (saved.is_null()) {
      const Temporary none(type);
      type.operations.copy(value, const_cast<Temporary&>(none).at());
      return;
    }
    const std::string path = PathNow(saved.get<std::string>(), options_);
    if (path.starts_with(kInside)) {
      type.operations.set_reference(value, ObjectInside(path));
    } else if (type.operations.set_path != nullptr) {
      type.operations.set_path(value, options_.paths->Intern(path));
    } else {
      type.operations.set_reference(value, factory_.FindPath(path));
    }
  }

  void AssignElements(const ValueType& type, void* value, const Saved& saved) {
    for (std::size_t i = 0; i < saved.size(); ++i) {
      Assign(*type.element, type.operations.at(value, i), saved[i]);
    }
  }

  void Refill(const ValueType& type, void* value, const Saved& saved) {
    type.operations.clear(value);
    for (const Saved& part : saved) {
      Temporary element(*type.element);
      if (type.key == nullptr) {
        Assign(*type.element, element.at(), part);
        type.operations.add(value, nullptr, element.at());
        continue;
      }
      Temporary key(*type.key);
      Assign(*type.key, key.at(), part[0]);
      Assign(*type.element, element.at(), part[1]);
      type.operations.add(value, key.at(), element.at());
    }
  }

  void AssignVariant(const ValueType& type, void* value, const Saved& saved) {
    struct Context {
      Reader& reader;
      const ValueType& type;
      const Saved& saved;
    };
    const std::size_t choice = saved[0].get<std::size_t>();
    type.operations.choose(value, choice);
    Context context{*this, *type.choices[choice], saved[1]};
    type.operations.each(value, {.take =
                                     [](void* to, const void*, void* element) {
                                       Context& at = *static_cast<Context*>(to);
                                       at.reader.Assign(at.type, element, at.saved);
                                     },
                                 .context = &context});
  }

  Heap& heap_;
  Factory factory_;
  const LoadOptions& options_;
  std::map<std::string, StrongPtr<NamedObject>, std::less<>> made_;
  bool is_finished_ = false;
};

bool NameIsFree(Heap& heap, const Plan& plan, std::string& error) {
  if (plan.name.empty()) return true;
  if (!NameTable::IsName(plan.name)) {
    error = '\'' + std::string(plan.name) + "' is no name: it contains a slash";
    return false;
  }
  Factory factory(heap);
  const NamedObject* const outer = plan.outer != nullptr ? plan.outer : factory.TransientPackage();
  if (factory.Find(outer, plan.name) == nullptr) return true;
  error = "the name " + std::string(plan.name) + " is taken";
  return false;
}

}  // namespace

NamedObject* LoadObject(Heap& heap, std::string_view bytes, Encoding encoding, const Plan& plan,
                        const LoadOptions& options, std::string& error) {
  error.clear();
  try {
    const Saved document = Decoded(bytes, encoding, error);
    if (!error.empty()) return nullptr;
    const std::vector<Planned> planned = Check(heap, options, error).Run(document);
    if (planned.empty() || !NameIsFree(heap, plan, error)) return nullptr;
    if (NamedObject* const made = Reader(heap, options).Make(planned, plan)) return made;
  } catch (const std::bad_alloc&) {
  }
  error = "out of memory";
  return nullptr;
}

}  // namespace GC_BUILD
}  // namespace gc
