// core/reflect/registry.cc -- which types there are.

#include "core/reflect/registry.h"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "core/base/check.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

struct Registry {
  std::mutex mutex;
  std::map<std::string, const Reflection*, std::less<>> types;
  std::uint64_t next_flag = 1;
};

// Never destroyed, because a type leaves it when the program ends.
Registry& TheRegistry() {
  static Registry& registry = *new Registry;
  return registry;
}

}  // namespace

RegisteredType::RegisteredType(const Reflection& described) : reflection(described) {
  Registry& registry = TheRegistry();
  const std::string path = reflection.Path();
  const std::lock_guard lock(registry.mutex);
  if (registry.types.emplace(path, &reflection).second) return;
  Abort(Misuse{.sentence =
                   "a path must name one reflected type: rename one of the two, or describe "
                   "it for another module",
               .where = GC_HERE,
               .what = path.c_str()});
}

RegisteredType::~RegisteredType() {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  registry.types.erase(reflection.Path());
}

const Reflection* FindReflection(std::string_view path) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  const auto found = registry.types.find(path);
  return found != registry.types.end() ? found->second : nullptr;
}

const Class* FindReflectedClass(std::string_view path) {
  const Reflection* const found = FindReflection(path);
  return found != nullptr ? found->type : nullptr;
}

std::vector<const Reflection*> AllReflections() {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  std::vector<const Reflection*> all;
  for (const auto& [path, reflection] : registry.types) all.push_back(reflection);
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
  const std::uint64_t given = registry.next_flag;
  registry.next_flag <<= 1;  // 0 after the last
  return given;
}

}  // namespace GC_BUILD
}  // namespace gc
