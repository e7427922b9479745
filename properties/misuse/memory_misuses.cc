// properties/misuse/memory_misuses.cc -- one allocation fails while the first named objects of a
// heap are made, by calls that promise an object.
//
// Which object lacks memory then depends on how lists grow, so the table says only that the program
// ends with the sentence for that, whichever allocation it is. If there are fewer allocations, the
// name of one more object lacks memory.

#include <cstdint>
#include <string>

#include "properties/misuse/box.h"
#include "properties/misuse/misuse.h"
#include "properties/subjects/core/list_memory.h"

namespace properties::misuse {
namespace {

constexpr std::uint64_t kAllocations = 60;

// Is made with an argument, so it has no class of its own.
struct Hatch : gc::NamedObject {
  Hatch(const gc::Birth& birth, int) : NamedObject(birth) {}
  static const gc::Class kClass;
};
const gc::Class Hatch::kClass = gc::DescribeNamed<Hatch>("Hatch", gc::NamedObject::kClass);

void MakeNamedObjects(gc::Heap& heap) {
  gc::Factory make(heap);
  Box* const box = make.New<Box>({.name = "box"});
  gc::ClassObject* const derived = make.Derive(make.ClassOf<Box>(), {.name = "Derived"});
  make.New<Box>({.outer = box, .type = derived});
  make.NewAlone<Hatch>("alone", 0, 7);
}

void MakeWithout(std::uint64_t number) {
  gc::Heap heap;
  {
    const FailingAllocation failing(number);
    const MayFail may;
    MakeNamedObjects(heap);
  }
  const FailingAllocation failing(0);
  const MayFail may;
  gc::Factory(heap).New<Box>({.name = "a name that is too long for a string's own room"});
}

}  // namespace

std::vector<Misuse> MemoryMisuses() {
  std::vector<Misuse> all;
  if (!NoListMemory::kWorks) return all;
  for (std::uint64_t number = 0; number < kAllocations; ++number) {
    all.push_back({"allocation " + std::to_string(number) + " of named objects fails",
                   {"", {"there must be memory and an index left"}},
                   [number] { MakeWithout(number); }});
  }
  all.front().right = [] {
    gc::Heap heap;
    MakeNamedObjects(heap);
  };
  return all;
}

}  // namespace properties::misuse
