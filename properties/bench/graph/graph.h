// properties/bench/graph/graph.h -- the heap of a workload as plain arrays, the same for everybody.
//
// Two collectors can only be compared on the same graph. If each of them made its own with its own
// random numbers, a difference of the graphs would look like a difference of the collectors. So one
// generator writes arrays, a file carries them into the process of each subject, and a subject
// builds what the arrays say in its own heap, in the order of the numbers.
//
// The file is the arrays themselves, in words of 32 bits of this machine's byte order:
//
//     magic, objects, slots, kept roots, dropped roots,
//     the shape of each object, the target of each slot (its number + 1, or 0), both lists of roots
//
// Read next: properties/bench/graph/generate.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bench {

// What an object looks like. `bytes` is all of it: header, slots, and what fills up the rest.
struct Shape {
  std::uint32_t bytes;
  std::uint32_t slots;
};

// The shapes that occur; every subject has a type for each.
inline constexpr Shape kShapes[] = {{64, 4},   {80, 4}, {96, 4}, {112, 4}, {128, 4},
                                    {448, 50}, {96, 2}, {96, 1}, {64, 1}};
enum ShapeNumber : std::uint8_t { kFirstSized = 0, kOwner = 5, kChild = 6, kAsset = 7, kLink = 8 };
inline constexpr std::uint32_t kSizedShapes = 5;

struct Graph {
  std::vector<std::uint32_t> shapes;   // of each object, a number of kShapes
  std::vector<std::uint32_t> targets;  // of all slots, object by object: number + 1, or 0
  std::vector<std::uint32_t> kept;     // the roots
  std::vector<std::uint32_t> dropped;  // roots that W4 drops; elsewhere there are none

  std::size_t objects() const { return shapes.size(); }
  // Bytes of all objects together.
  std::uint64_t Bytes() const;
  // References that are not null.
  std::uint64_t Edges() const;
  // Calls visit(number, shape, targets of its slots) for each object, in order.
  template <class Visit>
  void ForEach(Visit&& visit) const {
    std::size_t first = 0;
    for (std::uint32_t number = 0; number < shapes.size(); ++number) {
      const Shape& shape = kShapes[shapes[number]];
      visit(number, shape, std::span(targets).subspan(first, shape.slots));
      first += shape.slots;
    }
  }
  // The first slot of each object, as an index of `targets`.
  std::vector<std::uint64_t> FirstSlots() const;

  friend bool operator==(const Graph&, const Graph&) = default;
};

// For each object, whether it can be reached from the kept roots, and with `all` from the dropped
// ones too.
std::vector<bool> Reached(const Graph& graph, bool all);
// How many those are.
std::uint64_t CountReached(const Graph& graph, bool all);

// Both throw std::runtime_error, with the file's name, if it cannot be written, or is no such file.
void WriteGraph(const Graph& graph, const std::string& file);
Graph ReadGraph(const std::string& file);

}  // namespace bench
