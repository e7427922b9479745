// core/reflect/layout.h -- finds members that a description of a class has forgotten.
//
// A reference that no description lists is not followed, and its object is freed while it is in
// use. The compiler cannot list the members of a class. But every member has its bytes: where a
// class has room for a reference that no listed property covers, there may be one.
//
//     class Door { ObjectPtr room; /* forgotten: */ ObjectPtr key; float width; }
//     listed: room at 32, width at 48            at 40 there are 8 bytes of nobody
//
// A member that is not listed on purpose makes a gap too; GC_REST in the description says so. So
// does what a class with a large alignment has behind its last member. What a base has that stands
// before the Object part is not looked at.
//
// Read next: core/reflect/registry.h.

#pragma once

#include <string>
#include <vector>

#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

struct Gap {
  const Reflection* type = nullptr;
  std::uint32_t offset = 0;  // bytes from the Object part
  std::uint32_t bytes = 0;   // a multiple of those of a reference
};

// The gaps of a class's own part, without those of the classes above. None if its description has
// GC_REST.
std::vector<Gap> GapsOf(const Reflection& type);
// Those of all reflected classes of the program: for a test, or for its start.
std::vector<Gap> FindGaps();
// One sentence: which class, where, and what to do.
std::string DescriptionOf(const Gap& gap);

}  // namespace GC_BUILD
}  // namespace gc
