#include "properties/search/exhaustive/distinct_groups.h"

#include <algorithm>
#include <cstddef>

namespace properties {
namespace {

using reference::Verb;
using reference::VerbKind;

Alphabet Of(AlphabetGroup group, reference::VerbSet verbs, reference::Locals locals) {
  return MakeAlphabet(group, DefaultSize(group), locals, verbs);
}

bool HasKind(const Alphabet& alphabet, VerbKind kind) {
  return std::ranges::any_of(alphabet.entries, [kind](const AlphabetEntry& entry) {
    return std::ranges::any_of(entry, [kind](const reference::Operation& operation) {
      return reference::KindOf(operation.verb) == kind;
    });
  });
}

bool CanLoseAnObject(const Alphabet& alphabet) {
  return HasKind(alphabet, VerbKind::kBirth) && HasKind(alphabet, VerbKind::kChange) &&
         HasKind(alphabet, VerbKind::kStep);
}

// Each entry is one of the large alphabet, or a row of operations that are entries of it.
bool IsWithin(const Alphabet& small, const Alphabet& large) {
  const auto has = [&large](const AlphabetEntry& entry) {
    return std::ranges::find(large.entries, entry) != large.entries.end();
  };
  return std::ranges::all_of(small.entries, [&has](const AlphabetEntry& entry) {
    return has(entry) || std::ranges::all_of(entry, [&has](const reference::Operation& operation) {
             return has({operation});
           });
  });
}

}  // namespace

std::vector<AlphabetGroup> DistinctGroups(reference::VerbSet verbs, reference::Locals locals,
                                          bool workers) {
  std::vector<Alphabet> kept, reduced;
  for (std::size_t i = 0; i < kAlphabetGroupCount; ++i) {
    const auto group = static_cast<AlphabetGroup>(i);
    Alphabet alphabet = Of(group, verbs, locals);
    const bool whole =
        alphabet.entries.size() == Of(group, reference::VerbSet::All(), locals).entries.size() &&
        (workers || !HasWorkers(group));
    if (CanLoseAnObject(alphabet)) (whole ? kept : reduced).push_back(std::move(alphabet));
  }
  for (Alphabet& alphabet : reduced) {
    const auto covers = [&](const Alphabet& other) { return IsWithin(alphabet, other); };
    if (std::ranges::none_of(kept, covers)) kept.push_back(std::move(alphabet));
  }
  std::vector<AlphabetGroup> groups;
  for (const Alphabet& alphabet : kept) groups.push_back(alphabet.group);
  std::ranges::sort(groups);
  return groups;
}

}  // namespace properties
