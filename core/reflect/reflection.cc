// core/reflect/reflection.cc -- finds what a type has by its name.

#include "core/reflect/reflection.h"

#include <algorithm>
#include <string>
#include <vector>

namespace gc {
inline namespace GC_BUILD {

const Property* Reflection::Find(std::string_view property) const {
  for (const Reflection* at = this; at != nullptr; at = at->super) {
    const auto found = std::ranges::find(at->properties, property, &Property::name);
    if (found != at->properties.end()) return &*found;
  }
  return nullptr;
}

const Function* Reflection::FindFunction(std::string_view function) const {
  for (const Reflection* at = this; at != nullptr; at = at->super) {
    const auto found = std::ranges::find(at->functions, function, &Function::name);
    if (found != at->functions.end()) return &*found;
  }
  return nullptr;
}

std::string ReflectedPathOf(const Class& type) {
  return type.reflection != nullptr ? type.reflection->Path() : std::string();
}

std::string_view FindMetadata(std::span<const Metadata> metadata, std::string_view key) {
  const auto found = std::ranges::find(metadata, key, &Metadata::key);
  return found != metadata.end() ? found->value : std::string_view{};
}

std::vector<Enumerator> NamedEnumerators(const char* names, std::span<const std::int64_t> values) {
  std::vector<Enumerator> enumerators;
  std::string_view rest = names;
  for (const std::int64_t value : values) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view one = rest.substr(0, end);
    const std::size_t first = one.find_first_not_of(' ');
    const std::size_t last = one.find_last_not_of(' ');
    const auto* const kept = new std::string(one.substr(first, last - first + 1));  // never freed
    enumerators.push_back({kept->c_str(), value});
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return enumerators;
}

}  // namespace GC_BUILD
}  // namespace gc
