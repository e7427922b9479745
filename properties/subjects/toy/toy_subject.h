// properties/subjects/toy/toy_subject.h -- a collector of one page, on which searches and the
// shrinker are tested.
//
// The searches and the shrinker must be known to work before the real collector is judged with
// them, and testing them only on the collector for which they were made is not enough. The toy
// marks incrementally, one object per unit, sweeps at once, and can have any of four faults. It
// publishes deaths but no units, and shows its colours only if asked to.
//
// For tests and benchmarks. Read next: reference/oracle/subject.h.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "properties/base/random.h"
#include "reference/oracle/subject.h"

namespace properties {

struct ToyFaults {
  bool store_without_shading = false;
  bool root_without_shading = false;
  bool keeps_garbage = false;    // the sweep skips the object with the highest name
  bool mixes_up_states = false;  // its fingerprint leaves out what is marked, and what waits
};

class ToySubject final : public reference::Subject {
 public:
  explicit ToySubject(ToyFaults faults = {}, bool shows_colours = true) : faults_(faults) {
    using reference::Verb;
    for (const Verb verb : {Verb::kCreate, Verb::kStore, Verb::kRoot, Verb::kUnroot, Verb::kCollect,
                            Verb::kStart, Verb::kTick}) {
      promises_.verbs.Add(verb);
    }
    promises_.colours = shows_colours;
    promises_.collects_until_gone = 1;
  }

  std::string_view name() const override { return "toy"; }
  const reference::Promises& promises() const override { return promises_; }

  void Reset(const reference::TraceHeader&) override {
    objects_.clear();
    grey_.clear();
    marking_ = false;
  }

  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override {
    if (reference::IsCollectorStep(operation.verb)) {
      Step(operation, events);
    } else {
      Mutate(operation);
    }
    return {};
  }

  bool Peek(reference::Name object, std::vector<reference::Name>& fields) const override {
    fields.clear();
    if (object >= objects_.size() || !objects_[object].lives) return false;
    for (const reference::Name field : objects_[object].fields) {
      const bool dangles = field != reference::kNull && !objects_[field].lives;
      fields.push_back(dangles ? reference::kDangling : field);
    }
    return true;
  }

  void Observe(reference::Observation& observation) const override {
    using reference::Colour;
    observation = {};
    if (!promises_.colours) return;
    observation.phase = marking_ ? reference::Phase::kMarking : reference::Phase::kIdle;
    observation.initial_references_taken = true;
    for (reference::Name name = 0; name < objects_.size(); ++name) {
      const bool waits = std::count(grey_.begin(), grey_.end(), name) > 0;
      const bool white = marking_ && !objects_[name].marked;
      observation.colours.push_back(!objects_[name].lives ? Colour::kNone
                                    : white               ? Colour::kWhite
                                    : waits               ? Colour::kGrey
                                                          : Colour::kBlack);
    }
  }

  std::optional<std::uint64_t> Fingerprint() const override {
    std::uint64_t hash = marking_;
    for (const Object& object : objects_) {
      const bool marked = marking_ && object.marked && !faults_.mixes_up_states;
      hash = Mix(hash ^ (object.lives | object.root << 1 | marked << 2));
      for (const reference::Name field : object.fields) hash = Mix(hash ^ field);
    }
    if (faults_.mixes_up_states) return hash;
    for (const reference::Name name : grey_) hash = Mix(hash ^ name);
    return hash;
  }

 private:
  struct Object {
    bool lives = false;
    bool marked = false;
    bool root = false;
    std::vector<reference::Name> fields;
  };

  void Mutate(const reference::Operation& operation) {
    using reference::Verb;
    const Verb verb = operation.verb;
    if (verb == Verb::kCreate) {
      if (objects_.size() <= operation.object) objects_.resize(operation.object + 1);
      objects_[operation.object] = {.lives = true,
                                    .marked = marking_,
                                    .root = false,
                                    .fields = std::vector(operation.number, reference::kNull)};
    } else if (verb == Verb::kStore) {
      objects_[operation.object].fields[operation.field] = operation.target;
      if (marking_ && !faults_.store_without_shading) Shade(operation.target);
    } else if (verb == Verb::kRoot) {
      objects_[operation.object].root = true;
      if (marking_ && !faults_.root_without_shading) Shade(operation.object);
    } else if (verb == Verb::kUnroot) {
      objects_[operation.object].root = false;
    }
  }

  void Step(const reference::Operation& operation, std::vector<reference::Event>& events) {
    if (operation.verb == reference::Verb::kStart) return Start();
    if (operation.verb == reference::Verb::kTick) {
      for (std::uint32_t i = 0; i < operation.number && marking_; ++i) Unit(events);
      return;
    }
    while (marking_) Unit(events);
    Start();
    while (marking_) Unit(events);
  }

  void Shade(reference::Name name) {
    if (name == reference::kNull || objects_[name].marked) return;
    objects_[name].marked = true;
    grey_.push_back(name);
  }

  void Start() {
    if (marking_) return;
    marking_ = true;
    for (Object& object : objects_) object.marked = false;
    for (reference::Name name = 0; name < objects_.size(); ++name) {
      if (objects_[name].lives && objects_[name].root) Shade(name);
    }
  }

  void Unit(std::vector<reference::Event>& events) {
    if (grey_.empty()) return Sweep(events);
    const reference::Name scanned = grey_.back();
    grey_.pop_back();
    for (const reference::Name field : objects_[scanned].fields) Shade(field);
  }

  void Sweep(std::vector<reference::Event>& events) {
    marking_ = false;
    const std::size_t end = objects_.size() - (faults_.keeps_garbage && !objects_.empty());
    for (reference::Name name = 0; name < end; ++name) {
      if (!objects_[name].lives || objects_[name].marked) continue;
      objects_[name].lives = false;
      events.push_back({.kind = reference::EventKind::kFreed, .object = name});
    }
  }

  const ToyFaults faults_;
  reference::Promises promises_;
  std::vector<Object> objects_;
  std::vector<reference::Name> grey_;
  bool marking_ = false;
};

}  // namespace properties
