// properties/worlds/core_worlds.cc -- core's worlds, run beside the table on paper.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspect/report/cluster_report.h"
#include "core/inspect/verify/verifier.h"
#include "core/pointer/validity.h"
#include "properties/worlds/game_of_worlds.h"

namespace properties::worlds {
namespace {

class WorldsJudge : private GameOfWorlds {
 public:
  explicit WorldsJudge(WorldsLie lie) : lie_(lie) {}

  WorldsVerdict Judge(const WorldsRun& run) {
    for (const WorldsOperation& operation : run) {
      if (Apply(operation)) {
        ++verdict_.applied;
        // The levels of a world leave it in no order that is promised.
        Compare(operation.verb == WorldsVerb::kCleanUp);
        verdict_.Sound(verifier_.Verify(heap_));
      }
      if (!verdict_.difference.empty()) return verdict_;
      ++verdict_.step;
    }
    Apply({.verb = WorldsVerb::kCollect});
    Compare(false);
    verdict_.Sound(verifier_.Verify(heap_));
    if (verdict_.difference.empty()) CompareEnd();
    return verdict_;
  }
  WorldsVerdict VerdictOrStop() {
    verdict_.NoteStop(heap_.failure());
    return verdict_;
  }

 private:
  using Play = reference::worlds::Play;
  using State = reference::worlds::State;

  // An answer of core's beside the table's.
  void Same(std::string_view what, const auto& said, const auto& should) {
    verdict_.Same(what, said, should);
  }
  static std::string Joined(std::vector<std::string> lines, bool sorted = false) {
    if (sorted) std::ranges::sort(lines);
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? "" : "; ") + line;
    return text.empty() ? "nothing" : text;
  }
  static std::string Text(Play play) {
    return play == Play::kNotBegun ? "not begun" : play == Play::kBegun ? "begun" : "ended";
  }
  static Play Of(gc::Play play) { return static_cast<Play>(play); }
  std::string NameOf(const gc::Actor* actor) const {
    if (actor == nullptr) return "nothing";
    // An address may be given again: the last one is there, or none of them.
    for (int number = static_cast<int>(made_.size()) - 1; number >= 0; --number) {
      if (&ActorAt(number) != actor) continue;
      return IsGone(number) ? "a freed actor" : ActorName(number);
    }
    return "a stranger";
  }
  static std::string ActorName(int actor) {
    return actor == kNone ? "nothing" : "actor " + std::to_string(actor);
  }

  void Compare(bool unordered) {
    std::vector<std::string> told = std::exchange(diary_.lines, {});
    if (lie_ == WorldsLie::kTellsTwice && !told.empty()) told.push_back(told.back());
    Same("the diary", Joined(told, unordered), Joined(paper_.Told(), unordered));
    Same("an actor was destroyed", destroys_, destroys_on_paper_);
    Same("clusters made", clusters_ + (lie_ == WorldsLie::kMakesMore && clusters_ != 0),
         clusters_on_paper_);
    std::vector<std::string> leaks = std::exchange(leaks_told_, {});
    if (lie_ == WorldsLie::kForgetsLeak) leaks.clear();
    Same("leaks told", Joined(leaks), Joined(std::exchange(leaks_on_paper_, {})));
    for (int world = 0; world < static_cast<int>(opened_.size()); ++world) {
      if (IsOpen(world)) CompareWorld(world);
    }
    bool loads = false;
    for (int level = 0; level < static_cast<int>(levels_.size()); ++level) {
      if (!IsThere(level)) continue;
      CompareLevel(level);
      loads = loads || paper_.LevelAt(level).state == State::kLoading;
    }
    Same("something loads", worlds_->loader().IsLoading(), loads);
    for (int actor = 0; actor < static_cast<int>(made_.size()); ++actor) CompareActor(actor);
    if (whole_) CompareWhole();
  }

  void CompareWorld(int world) {
    std::vector<std::string> said, should;
    for (const auto& level : *WorldAt(world).levels) said.push_back(level->NameText());
    for (const int level : paper_.WorldAt(world).levels) {
      should.push_back("l" + std::to_string(level));
    }
    Same("levels of world " + std::to_string(world), Joined(said), Joined(should));
  }

  void CompareLevel(int level) {
    const std::string of = " of level " + std::to_string(level);
    std::vector<std::string> said, should;
    for (const auto& actor : *LevelAt(level).actors) {
      if (actor || lie_ != WorldsLie::kSkipsGap) said.push_back(NameOf(actor.Get()));
    }
    for (const int actor : paper_.LevelAt(level).actors) should.push_back(ActorName(actor));
    Same("actors" + of, Joined(said), Joined(should));
    const State state = paper_.LevelAt(level).state;
    Same("state" + of, static_cast<int>(LevelAt(level).state()), static_cast<int>(state));
    Same("loading" + of, worlds_->loader().IsLoading(LevelAt(level)), state == State::kLoading);
  }

  void CompareActor(int actor) {
    const reference::worlds::Actor& should = paper_.At(actor);
    const std::string of = " of actor " + std::to_string(actor);
    if (IsGone(actor)) return Same("may be gone" + of, "gone", GoneText(actor));
    if (whole_) Same("is gone" + of, 0, should.gone);
    const StageActor& said = ActorAt(actor);
    const Play play = Of(said.play());
    Same("play" + of,
         Text(play == Play::kEnded && Lies(WorldsLie::kKeepsPlay) ? Play::kBegun : play),
         Text(should.play));
    Same("valid" + of, gc::IsValid(&said), !should.garbage);
    const gc::Level* const level = should.in_level ? &LevelAt(should.level) : nullptr;
    Same("level" + of, said.level() == level, true);
    if (should.garbage) return;
    Same("root" + of, heap_.IsRoot(&said), should.rooted);
    CompareReference("target" + of, said.target.Get(), should.target);
    CompareReference("instigator" + of, said.instigator.Get(), should.instigator);
    Same("parts" + of, said.components.size(), should.parts.size());
    if (said.components.size() != should.parts.size()) return;
    for (std::size_t part = 0; part < should.parts.size(); ++part) {
      const gc::Component* const one = (*said.components)[part].Get();
      Same("part " + std::to_string(part) + of, one == nullptr ? "nothing" : Text(Of(one->play())),
           Text(should.parts[part].play));
    }
  }
  bool Lies(WorldsLie lie) const { return lie_ == lie; }
  std::string GoneText(int actor) const { return paper_.MayBeGone(actor) ? "gone" : "there"; }

  // A reference to garbage is cleared some time.
  void CompareReference(const std::string& what, const gc::Actor* said, int should) {
    const bool perhaps = should != kNone && paper_.At(should).garbage;
    if (perhaps && said == nullptr) return;
    Same(what, NameOf(said), ActorName(should));
  }

  void CompareWhole() {
    Same("objects", heap_.ObjectCount() - own_objects_ + Lies(WorldsLie::kMiscounts),
         paper_.Count());
    Same("levels and worlds that leave", worlds_->Leaving(), paper_.Leaving());
    const std::vector<gc::LevelLeak> leaks = worlds_->FindLeaks();
    std::vector<std::string> said;
    for (const gc::LevelLeak& leak : leaks) {
      const gc::Object* const object = gc::OccupantOf(heap_, leak.leak.index);
      said.push_back(leak.left + " by " + NameOf(static_cast<const gc::Actor*>(object)) + " in " +
                     std::to_string(leak.leak.chain.size()));
    }
    const std::string leak = LeakOnPaper();
    Same("leaks", Joined(said),
         leak == "none" ? "nothing" : leak + " by " + ActorName(paper_.held()) + " in 1");
    Same("loadings that wait", worlds_->loader().Waiting(), 0);
    Same("clusters ever made", gc::ClusterCountsOf(heap_).made, all_clusters_on_paper_);
  }

  // A program that drops its worlds leaves nothing of them.
  void CompareEnd() {
    held_.Reset();
    paper_.Hold(kNone);
    for (int world = static_cast<int>(opened_.size()) - 1; world >= 0; --world) {
      paper_.CleanUp(world, scheduler_.cycle());
    }
    gc::Actor* const loose = worlds_->factory().New<gc::Actor>();
    Same("an actor that is in no level is destroyed", worlds_->Destroy(*loose), false);
    worlds_.reset();
    Same("the diary of the end", Joined(std::exchange(diary_.lines, {}), true),
         Joined(paper_.Told(), true));
    scheduler_.Collect(true);
    Same("objects that are left", heap_.ObjectCount(), own_objects_);
  }

  const WorldsLie lie_;
  WorldsVerdict verdict_;
  gc::Verifier verifier_;
};

}  // namespace

#if TRICOLOUR_FAULTY
WorldsVerdict JudgeChecked(const WorldsRun& run, WorldsLie lie) {
  WorldsJudge judge(lie);
  judge.Judge(run);
  return judge.VerdictOrStop();
}
#else
WorldsVerdict JudgeShipped(const WorldsRun& run, WorldsLie lie) {
  return WorldsJudge(lie).Judge(run);
}
#endif

}  // namespace properties::worlds
