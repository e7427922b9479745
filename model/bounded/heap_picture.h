// model/bounded/heap_picture.h -- a small heap as a person draws it: objects, colours, references,
// lists.
//
// A solver that refutes a claim answers with some hundred flags. Here they are read as a heap, or
// as a run of heaps with the steps between them. All is plain text, so that a child process can
// send it, and a report can lay it out as lines or as a drawing.
//
// Read next: small_heap.h.

#pragma once

#include <string>
#include <vector>

namespace model {

struct DrawnObject {
  std::string name;                 // a, b, c, ...
  std::string colour;               // white, grey, black, doomed, permanent, free; or what is wrong
  std::vector<std::string> marks;   // root, in the work list, under construction, ...
  std::vector<std::string> fields;  // for each field: the objects to which it refers, or "null"
  friend bool operator==(const DrawnObject&, const DrawnObject&) = default;
};

struct DrawnHeap {
  std::string phase;  // "marking, initial references not taken; a purge is pending"
  std::vector<DrawnObject> objects;
  std::vector<std::string> notes;  // weak references, referencers, clusters
  friend bool operator==(const DrawnHeap&, const DrawnHeap&) = default;
};

// Heaps, and the steps between them: heap, step, heap, ..., heap.
struct DrawnRun {
  std::string title;             // what was broken: "unroot / S2: what is rooted is live"
  bool from_empty_heap = false;  // a run; false: a heap that keeps the invariants, and one step
  std::vector<std::string> steps;
  std::vector<DrawnHeap> heaps;     // one more than the steps
  std::vector<std::string> broken;  // what does not hold at the end
  bool Empty() const { return heaps.empty(); }
};

}  // namespace model
