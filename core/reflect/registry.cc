// core/reflect/registry.cc -- which types there are.

#include "core/reflect/registry.h"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "core/base/check.h"
#include "core/base/guarded.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

struct Registry {
  Mutex mutex;
  Guarded<std::map<std::string, const Reflection*, std::less<>>> types{mutex};
  Guarded<std::uint64_t> next_flag{mutex, 1u};
};

// Never destroyed, because a type leaves it when the program ends.
Registry& TheRegistry() {
  static Registry& registry = *new Registry;
  return registry;
}

[[noreturn]] void RefuseMember(const Reflection& type, const Property& property,
                               const char* sentence) {
  const std::string what = type.Path() + '.' + property.name;
  Abort(Misuse{.sentence = sentence, .where = GC_HERE, .what = what.c_str()});
}

// A name means one property, in the type itself and in those above.
void CheckNames(const Reflection& type) {
  std::set<std::string_view> names;
  ForEachProperty(type, [&](const Property& property) {
    if (names.insert(property.name).second) return;
    RefuseMember(type, property, "a property must be listed once, and none above have its name");
  });
}

// Each member of a struct stands right behind the one that is listed before it.
void CheckOrder(const Reflection& type) {
  std::uint32_t end = 0;
  for (const Property& property : type.properties) {
    const std::uint32_t alignment = property.type->alignment;
    const std::uint32_t expected = (end + alignment - 1) / alignment * alignment;
    if (static_cast<std::uint32_t>(property.offset) != expected) {
      RefuseMember(type, property,
                   "all members of a struct must be listed, in the order of their declaration; "
                   "or add GC_REST");
    }
    end = expected + property.type->size;
  }
}

}  // namespace

RegisteredType::RegisteredType(const Reflection& described) : reflection(described) {
  CheckNames(reflection);
  if (reflection.IsStruct() && !reflection.has_rest) CheckOrder(reflection);
  Registry& registry = TheRegistry();
  const std::string path = reflection.Path();
  const std::lock_guard lock(registry.mutex);
  if (registry.types->emplace(path, &reflection).second) return;
  Abort(Misuse{.sentence =
                   "a path must name one reflected type: rename one of the two, or describe "
                   "it for another module",
               .where = GC_HERE,
               .what = path.c_str()});
}

RegisteredType::~RegisteredType() {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  registry.types->erase(reflection.Path());
}

const Reflection* FindReflection(std::string_view path) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  const auto found = registry.types->find(path);
  return found != registry.types->end() ? found->second : nullptr;
}

const Class* FindReflectedClass(std::string_view path) {
  const Reflection* const found = FindReflection(path);
  return found != nullptr ? found->type : nullptr;
}

std::vector<const Reflection*> AllReflections() {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  std::vector<const Reflection*> all;
  for (const auto& [path, reflection] : *registry.types) all.push_back(reflection);
  return all;
}

Object* NewByPath(Heap& heap, std::string_view path, const Plan& plan) {
  const Reflection* const found = FindReflection(path);
  if (found == nullptr || found->type == nullptr) return nullptr;
  if (found->make != nullptr) return found->make(heap);
  if (found->type->construct == nullptr) return nullptr;
  Factory factory(heap);
  Plan with_type = plan;
  with_type.type = factory.ClassOf(*found->type);
  return factory.TryNew<NamedObject>(with_type);
}

std::uint64_t NextCastFlag() {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  const std::uint64_t given = *registry.next_flag;
  *registry.next_flag <<= 1;  // 0 after the last
  return given;
}

}  // namespace GC_BUILD
}  // namespace gc
