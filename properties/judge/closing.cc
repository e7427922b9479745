#include "properties/judge/closing.h"

#include <string>
#include <string_view>
#include <vector>

namespace properties {

using reference::Event;
using reference::EventKind;
using reference::Life;
using reference::Name;
using reference::NameText;
using reference::Oracle;
using reference::Property;

namespace {

// How far an object is, from what it said last.
Life Behind(EventKind kind) {
  return kind == EventKind::kBegan      ? Life::kBegun
         : kind == EventKind::kFinished ? Life::kFinished
                                        : Life::kFreed;
}

// What the objects of a class say of their ends.
struct Says {
  bool begin = true;
  bool finish = true;
};

Says SaidBy(const reference::Heap::Object& object, const reference::Variant& heap) {
  if (object.container || object.named) return {};
  const std::string_view has = heap.Value(reference::Setting::kCallbacks);
  return {.begin = has == "all" || has == "begin", .finish = has == "all" || has == "finish"};
}

// An object takes one stage after the other; that it was gathered is nothing that it says.
bool Follows(Life now, Life next, const Says& says) {
  if (next == Life::kBegun) return now < Life::kBegun;
  if (next == Life::kFinished) return now == Life::kBegun || (now < Life::kBegun && !says.begin);
  return now == Life::kFinished ||
         (now < Life::kFinished && !says.finish && (now == Life::kBegun || !says.begin));
}

}  // namespace

reference::Finding CheckClosing(const Oracle& oracle, const reference::Variant& heap,
                                std::span<const Event> events) {
  std::vector<Life> lives(oracle.NameCount(), Life::kFreed);
  for (const Name name : oracle.heap().Present()) {
    const bool begun = oracle.heap()[name].begun && oracle.LifeOf(name) == Life::kAlive;
    lives[name] = begun ? Life::kBegun : oracle.LifeOf(name);
  }
  Life stage = Life::kBegun;
  for (const Event& event : events) {
    if (event.kind != EventKind::kBegan && event.kind != EventKind::kFinished &&
        event.kind != EventKind::kFreed) {
      continue;
    }
    const std::string what(WordOf(event.kind));
    const Life next = Behind(event.kind);
    if (!oracle.Exists(event.object) ||
        !Follows(lives[event.object], next, SaidBy(oracle.heap()[event.object], heap))) {
      return reference::Wrong(
          Property::kOrder, event.object,
          NameText(event.object) + " was " + what + " when its heap was dropped, out of order");
    }
    if (next < stage) {
      return reference::Wrong(Property::kOrder, event.object,
                              NameText(event.object) + " was " + what +
                                  " when its heap was dropped, after another object was further");
    }
    stage = next;
    lives[event.object] = next;
  }
  for (const Name name : oracle.heap().Present()) {
    if (lives[name] == Life::kFreed) continue;
    return reference::Wrong(Property::kCompleteness, name,
                            NameText(name) + " was not freed when its heap was dropped");
  }
  return std::nullopt;
}

}  // namespace properties
