// reference/oracle/reach.h -- what is reachable in a large heap, kept up to date change by change.
//
// The plain marking (plain_collector.h) costs the whole heap each time it is asked for. In a heap
// of a million objects that is asked about after every step of the collector, the whole run would
// cost the square. Here every reached object remembers the edge by which it was reached, or that it
// is in the root set: these edges are a forest.
//
//   a new edge                       reaches what was not reached before
//   an edge outside the forest ends  nothing changes
//   an edge of the forest ends       the tree below it is taken out; an object of that tree that an
//                                    edge from outside leads to is reached again by that edge
//
// So a change costs what it takes out or reaches, and the edges into that.
//
// This is an optimisation and no witness: Heap::Reachable() holds it against the plain marking
// whenever it has to walk anyway, which is once in a cycle.
//
// Checked by: reach_test.cc, against the plain marking after every change.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/trace/trace.h"

namespace reference {

class Reach {
 public:
  void Clear();

  void Create(Name name, std::size_t fields);
  // The fields beyond the new number are null.
  void Resize(Name name, std::size_t fields) { nodes_[name].links.resize(fields); }
  void SetField(Name name, std::size_t field, Name value);
  // One more, one fewer thing that holds the object other than a field.
  void AddToRootSet(Name name);
  void DropFromRootSet(Name name);
  // The object's fields and roots end.
  void Free(Name name);

  bool Reached(Name name) const { return nodes_[name].by != kNot; }
  // What a change left unreached, since this was cleared; some of it may be reached again.
  std::vector<Name>& Lost() { return lost_; }

 private:
  // The field of an object as one number: a name has 24 bits, a field 6.
  using Edge = std::uint32_t;
  static_assert(kNameLimit <= 1u << 24 && kFieldLimit <= 64);
  static constexpr Edge kNot = 0xFFFFFFFFu;        // not reached; no edge
  static constexpr Edge kByRootSet = 0xFFFFFFFEu;  // reached by something that is no field

  struct Link {
    Name target = kNull;
    Edge next = kNot;  // the edges into one object are a list
    Edge before = kNot;
  };
  struct Node {
    Edge by = kNot;
    Edge into = kNot;  // the first edge into it
    std::uint32_t roots = 0;
    std::vector<Link> links;  // one for each field
  };

  static Edge EdgeOf(Name name, std::size_t field) { return name << 6 | static_cast<Edge>(field); }
  static Name SourceOf(Edge edge) { return edge >> 6; }
  Link& LinkOf(Edge edge) { return nodes_[SourceOf(edge)].links[edge & 63]; }

  void Enlist(Edge edge, Name target);
  void Unlist(Edge edge);
  void Take(Name name, Edge by);
  void Cut(Name name);
  Edge AnotherWayTo(Name name);

  std::vector<Node> nodes_;
  std::vector<Name> lost_;
  std::vector<Name> queue_;  // scratch
  std::vector<Name> tree_;   // scratch
};

}  // namespace reference
