// properties/bench/serve/subject.h -- what a collector has to do in order to be measured.
//
// A subject lives in a process of its own, builds the graph that it is given, and does one measured
// action at a time. It answers with times and with what it counted: a collector that marks half of
// the graph would be twice as fast, so the harness compares the counts, and a wrong one voids the
// row. Counting may take place outside of the measured time.
//
// Read next: properties/bench/serve/serve.h.

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "properties/bench/graph/graph.h"

namespace bench {

// What one action gave, by name: "mark", "whole" and so on, in milliseconds unless the name says
// otherwise, and "count", a number of objects. A name has more than one value where a course of
// time is told, frame by frame.
using Measures = std::map<std::string, std::vector<double>>;

// Said by a subject that cannot do an action at all.
class CannotDo : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The shape of W6: frames of a game, with a soft limit for the collector's part.
struct FramePlan {
  std::uint32_t frames = 240;
  std::uint32_t stores = 20'000;  // a frame; a tenth of them stores a new object
  double frame_ms = 16.67;
  double budget_ms = 2;
};

class Subject {
 public:
  virtual ~Subject() = default;

  // Makes all objects in the order of their numbers, then all references, then the roots.
  virtual void Build(const Graph& graph) = 0;

  // W1 to W3: one whole collection. "mark", where it can be told apart; "whole"; "count": the
  // objects that were marked, or that survived.
  virtual Measures Trace() { throw CannotDo("has no whole collection"); }
  // W4: drops the dropped roots and collects: "collect" and "count". Then makes the objects that
  // went again: "refill". The heap is as before afterwards.
  virtual Measures Halve() { throw CannotDo("does not collect"); }
  // W5: makes so many objects of 64 bytes that die at once, beside the graph: "total", and "count",
  // what lives afterwards.
  virtual Measures Litter(std::uint32_t) { throw CannotDo("does not make objects"); }
  // W6: "frame" and "slice", each with a value for every frame; if that can be told, "mutator idle"
  // and "mutator marking", what of a frame was not the collector's, for frames of either kind;
  // "count": objects of the graph that live.
  virtual Measures Frames(const FramePlan&) { throw CannotDo("has no frames"); }
  // The parts of a collector in a heap of so many objects (properties/bench/subjects/growth.h).
  virtual Measures Grow(std::uint32_t) { throw CannotDo("does not time its parts"); }
  // W7: nanoseconds a store: "raw hot", "idle hot", "marking hot", and the same for cold; perhaps
  // "beside clusters hot", as idle in a heap with clusters.
  virtual Measures Stores() { throw CannotDo("has no stores"); }
};

// Measures the time of what it brackets.
class Stopwatch {
 public:
  double Milliseconds() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - began_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point began_ = Clock::now();
};

}  // namespace bench
