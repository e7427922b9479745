// properties/page/filming.cc -- looks at oracle and subject after each step.

#include "properties/page/filming.h"

#include <algorithm>
#include <string>
#include <utility>

#include "properties/explain/seen/watch.h"
#include "properties/explain/step_rows.h"
#include "reference/trace/trace_printer.h"

namespace properties {

using reference::Heap;
using reference::kDangling;
using reference::kNull;
using reference::Life;
using reference::Name;
using reference::PrintName;

namespace {

// After the step that ended a run, the oracle's heap may mean nothing any more (watch.h).
bool OracleHasMeaning(const JudgeSession& session, bool goes_on) {
  const std::optional<Finding>& outcome = session.so_far().Of(Checker::kOutcome);
  return goes_on || !outcome || outcome->property == reference::Property::kCount;
}

void NoteCluster(const Heap& heap, Name name, FilmedObject& seen) {
  const Name root = heap[name].cluster;
  if (root == kNull) return;
  seen.is.push_back(root == name ? "cluster root" : "in the cluster of " + PrintName(root));
}

}  // namespace

int Filming::IndexOf(Name name) {
  const auto at = indices_.find(name);
  if (at != indices_.end()) return at->second;
  if (film_.objects.size() >= limits_.objects) return FilmedObject::kNotDrawn;
  const int index = static_cast<int>(film_.objects.size());
  film_.objects.push_back({.name = PrintName(name), .born = Film::kNever});
  return indices_[name] = index;
}

void Filming::SeeHolders(const JudgeSession& session, const Heap& heap, Name name,
                         FilmedObject& seen) const {
  const Heap::Object& object = heap[name];
  const auto holds = [&seen](bool yes, std::string by) {
    if (yes) seen.held_by.push_back(std::move(by));
  };
  holds(object.root, "root");
  holds(object.permanent, "permanent");
  holds(object.kept, "keep flag");
  holds(object.constructing, "constructor");
  holds(object.strong > 0, "strong " + std::to_string(object.strong));
  holds(object.held, "local");
  holds(object.masked, "mask");
  for (std::size_t i = 0; i < heap.ReferencerCount(); ++i) {
    const Heap::Referencer& referencer = heap.ReferencerAt(i);
    const std::string how = referencer.raw ? " raw" : referencer.protecting ? " protecting" : "";
    holds(referencer.target == name, "r" + std::to_string(i) + how);
  }
  holds(!seen.reachable && session.oracle().CanName(name), std::string(kInHand));
  for (std::size_t i = 0; i < session.oracle().WeakCount(); ++i) {
    const auto weak = static_cast<std::uint32_t>(i);
    if (session.oracle().WeakTarget(weak) == name) seen.weak_by.push_back("w" + std::to_string(i));
  }
}

// The reference as it is drawn.
int Filming::Drawn(Name target) {
  if (target == kNull) return FilmedObject::kNothing;
  return target == kDangling ? FilmedObject::kFreedMemory : IndexOf(target);
}

// Where the fields in memory are not those that the mutator has set.
void Filming::SeeMemory(Name name, FilmedObject& seen) {
  seen.in_memory.clear();
  if (seen.life == Life::kUnborn || seen.life >= Life::kFinished) return;
  if (!subject_.Peek(name, memory_)) {
    seen.in_memory.push_back("its memory is gone");
    return;
  }
  for (std::size_t i = 0; i < std::max(memory_.size(), seen.fields.size()); ++i) {
    const std::string field = PrintName(name) + "." + std::to_string(i);
    if (i >= memory_.size()) {
      seen.in_memory.push_back(field + " is not there");
    } else if (i >= seen.fields.size() || Drawn(memory_[i]) != seen.fields[i]) {
      seen.in_memory.push_back(field + " holds " + PrintName(memory_[i]));
    }
  }
}

FilmedObject Filming::Seen(const JudgeSession& session, const Heap& heap, Name name) {
  const Heap::Object& object = heap[name];
  FilmedObject seen;
  seen.life = object.life;
  seen.reachable = session.oracle().IsReachable(name);
  for (const Name target : object.fields) seen.fields.push_back(Drawn(target));
  SeeHolders(session, heap, name, seen);
  if (object.container && !object.fields.empty()) seen.is.push_back("container");
  if (object.named) seen.is.push_back("named");
  if (object.garbage) seen.is.push_back("marked garbage");
  if (!object.ready) seen.is.push_back("not ready to finish");
  NoteCluster(heap, name, seen);
  SeeMemory(name, seen);
  return seen;
}

// What the oracle says of the object, or what it said before the step that left it without meaning.
FilmedObject Filming::After(const JudgeSession& session, Name name, int index, bool meaning) {
  const Heap& heap = session.oracle().heap();
  FilmedObject after;
  if (!meaning) {
    after = last_[static_cast<std::size_t>(index)];
    SeeMemory(name, after);
  } else if (heap.Born(name) && heap[name].life != Life::kFreed) {
    after = Seen(session, heap, name);
  } else if (heap.Born(name)) {
    after.life = Life::kFreed;
  }
  after.colour = ColourIn(after_, name);
  return after;
}

void Filming::NoteObjects(const JudgeSession& session, std::size_t step, bool meaning,
                          FilmStep& into) {
  if (film_.objects.size() < limits_.objects) {
    for (const Name name : session.oracle().heap().Present()) IndexOf(name);
  }
  for (const auto& [name, index] : std::map(indices_)) {
    const auto at = static_cast<std::size_t>(index);
    last_.resize(std::max(last_.size(), film_.objects.size()));
    if (last_[at].life == Life::kFreed) continue;
    FilmedObject after = After(session, name, index, meaning);
    if (after == last_[at]) continue;
    Film::Object& object = film_.objects[at];
    if (last_[at].life == Life::kUnborn) object.born = std::min(object.born, step);
    if (after.life == Life::kFreed) object.gone = std::max(object.gone, step);
    into.changes.push_back({index, after});
    last_[at] = std::move(after);
  }
}

void Filming::Note(const JudgeSession& session, std::size_t step, Sight sight, bool goes_on,
                   FilmRun& run) {
  FilmStep noted;
  noted.row = RowOf(step, trace_.operations[step], before_, sight);
  noted.did = noted.row.note;
  noted.phase = sight.after.phase;
  after_ = std::move(sight.after);
  NoteObjects(session, step, OracleHasMeaning(session, goes_on), noted);
  run.steps.push_back(std::move(noted));
}

Verdict Filming::Run(std::size_t first, std::size_t last, const Otherwise& otherwise,
                     FilmRun& run) {
  last_.clear();
  after_ = {};
  run.first = first;
  JudgeSession session(subject_);
  session.Begin(trace_.header, options_);
  bool goes_on = true;
  for (std::size_t step = 0; goes_on && step < trace_.operations.size(); ++step) {
    if (otherwise.before) otherwise.before(step);
    goes_on = session.Step(trace_.operations[step]);
    const bool noted = step >= first && step <= last;
    before_ = std::move(after_);
    Sight sight;
    if (noted || step + 1 == first) sight = Look(session, trace_.operations[step]);
    if (goes_on && otherwise.after && otherwise.after(session, step)) {
      goes_on = session.so_far().First() == nullptr;
      if (subject_.promises().colours) subject_.Observe(sight.after);
    }
    if (noted) {
      Note(session, step, std::move(sight), goes_on, run);
    } else {
      after_ = std::move(sight.after);
    }
  }
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const bool lives = last_[i].life != Life::kUnborn && last_[i].life != Life::kFreed;
    if (lives) film_.objects[i].gone = Film::kNever;
  }
  return session.End();
}

}  // namespace properties
