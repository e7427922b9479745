// fuzz/mutation/renaming.cc -- a map from old names to new ones, made as they are met.

#include "fuzz/mutation/renaming.h"

#include <unordered_map>

namespace fuzz {

using reference::kNull;
using reference::Name;
using reference::Operation;

void Rename(std::span<Operation> slice, const Vocabulary& vocabulary, properties::Random& random) {
  std::unordered_map<Name, Name> renamed;
  Name fresh = vocabulary.fresh();
  for (const Operation& operation : slice) {
    if (!reference::IsBirth(operation.verb) || fresh >= Vocabulary::kMostNames) continue;
    if (renamed.try_emplace(operation.object, fresh).second) ++fresh;
  }
  const auto rename = [&](Name& name) {
    if (name == kNull) return;
    if (!renamed.contains(name)) renamed[name] = vocabulary.PickObject(random);
    name = renamed[name];
  };
  for (Operation& operation : slice) {
    rename(operation.object);
    rename(operation.target);
  }
}

}  // namespace fuzz
