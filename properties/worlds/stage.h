// properties/worlds/stage.h -- the actors of a judged game, and the diary of what they are told.
//
// An actor is told of its play in its own constructor's call already, so it takes its number from
// the diary.
//
// Included by core_worlds.cc only.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/gc.h"
#include "core/world/worlds.h"
#include "reference/worlds/paper_worlds.h"

namespace properties::worlds {
namespace {

using reference::worlds::kNone;

// What all actors and parts of a game are told goes here.
struct Diary {
  std::vector<std::string> lines;
  std::vector<int> actors_gone;
  int next_actor = kNone;  // numbers of what is constructed next
  int next_part = 0;
  std::function<void(int actor, bool begins)> on_play;
};
inline Diary* diary = nullptr;

inline std::string EndText(gc::WhyEnded why) {
  return why == gc::WhyEnded::kDestroyed   ? " ends: destroyed"
         : why == gc::WhyEnded::kLevelLeft ? " ends: level left"
                                           : " ends: world left";
}

class StagePart final : public gc::Component {
 public:
  explicit StagePart(const gc::Birth& birth)
      : Component(birth), actor(diary->next_actor), part(diary->next_part) {}
  const int actor;
  const int part;
  static const gc::Class kClass;

 protected:
  void BeginPlay() override { diary->lines.push_back(Name() + " begins"); }
  void EndPlay(gc::WhyEnded why) override { diary->lines.push_back(Name() + EndText(why)); }

 private:
  std::string Name() const { return "part " + std::to_string(actor) + "." + std::to_string(part); }
};
const gc::Class StagePart::kClass =
    gc::DescribeNamed<StagePart>("StagePart", gc::Component::kClass);

class StageActor final : public gc::Actor {
 public:
  explicit StageActor(const gc::Birth& birth) : Actor(birth), number(diary->next_actor) {
    CreateComponent<StagePart>("part");
  }
  ~StageActor() override {
    if (number != kNone) diary->actors_gone.push_back(number);
  }
  bool CanBeClusterRoot() const noexcept override { return scenery; }

  const int number;  // kNone: the default object
  bool scenery = false;
  gc::ObjectPtr<gc::Actor> target;
  static const gc::Class kClass;

 protected:
  void BeginPlay() override {
    diary->lines.push_back("actor " + std::to_string(number) + " begins");
    diary->on_play(number, true);
  }
  void EndPlay(gc::WhyEnded why) override {
    diary->lines.push_back("actor " + std::to_string(number) + EndText(why));
    diary->on_play(number, false);
  }
};
const gc::Reference kStageReferences[] = {gc::Reference::To(&StageActor::target, "target")};
const gc::Class StageActor::kClass =
    gc::DescribeNamed<StageActor>("StageActor", gc::Actor::kClass, kStageReferences);

}  // namespace
}  // namespace properties::worlds
