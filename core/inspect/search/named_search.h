// core/inspect/search/named_search.h -- the searches for references by name, for a console or a
// script: the answer is text.
//
// Each name stands for a function of reference_search.h with the bounds and filters that suit a
// reader. References that only the barrier explains, and those that marking will clear, keep
// nothing for long, so no chain has them; `direct` shows them too.
//
// Read next: core/inspect/report/inspector.h.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/inspect/search/heap_graph.h"

namespace gc {
inline namespace GC_BUILD {

struct NamedSearch {
  std::string_view name;
  std::string_view meaning;
  std::string (*run)(const HeapGraph& graph, Index target);
};

// shortest, longest, direct, all and reflected (S15.6).
std::span<const NamedSearch> NamedSearches();

// The answer of the search, a line for each step of a chain and an empty line between two chains;
// "nothing" and the end of a line if there is no chain. None if no search has the name.
std::optional<std::string> Search(const HeapGraph& graph, Index target, std::string_view name);

}  // namespace GC_BUILD
}  // namespace gc
