#include "properties/reflecting/judging/core_reloading.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/collect/collector.h"
#include "core/reflect/editing/reload.h"
#include "properties/base/random.h"
#include "properties/reflecting/judging/comparison.h"
#include "properties/reflecting/sound.h"
#include "reference/reflecting/paper_edits.h"
#include "reference/reflecting/paper_walk.h"

namespace properties::reflecting {
namespace {

using reference::reflecting::kOutside;
using reference::reflecting::LinesOf;
using reference::reflecting::PaperConversion;
using reference::reflecting::PaperLine;
using reference::reflecting::PaperReplacement;
using reference::reflecting::PaperSuccessor;

// The successor of object 3 is 53.
constexpr Name kSuccessors = 50;

class ReloadingJudge {
 public:
  ReloadingJudge(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict)
      : run_(run), verdict_(verdict), compare_(verdict, lie), stage_(run.saved) {
    Random random(Mix(run.seed + 9));
    const auto classes = static_cast<std::uint32_t>(run.saved.layout.classes.size());
    from_ = random.Below(classes);
    to_ = (from_ + 1 + random.Below(classes - 1)) % classes;
    ticks_ = random.Below(40);
  }

  void Judge() {
    stage_.Make(run_);
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      gc::NamedObject& object = *stage_.named.At(NameOf(i));
      stage_.Set(object, run_.objects[i].type, run_.objects[i].values);
      paths.push_back(object.PathName());
    }
    DrawKeeping();
    stage_.heap.Start();
    stage_.heap.Tick(ticks_);
    const gc::ReloadedClass change{stage_.DefaultOf(from_).type(), stage_.DefaultOf(to_).type()};
    CompareRefused(change);
    std::string error = "an earlier call";
    const std::optional<gc::Reloaded> done =
        gc::Reload(stage_.heap, {&change, 1}, &stage_.paths, error);
    verdict_.Same("changing a class", error, "");
    if (!done) return;
    CompareCounts(*done);
    verdict_.Same("old objects that are held from outside", done->held, Held());
    for (std::size_t i = 0; i < run_.objects.size() && !Differs(); ++i) FindAgain(i, paths[i]);
    if (!Differs()) CompareKeeping();
    if (!Differs()) CompareValues();
    if (!Differs()) CompareLiving();
  }

 private:
  static Name NameOf(std::size_t object) { return static_cast<Name>(object + 1); }
  bool Changes(std::size_t object) const { return run_.objects[object].type == from_; }
  bool Differs() const { return !verdict_.difference.empty(); }

  // Each object may have flags that keep it, flags of its author, and a strong pointer to it.
  void DrawKeeping() {
    Random random(Mix(run_.seed + 16));
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      gc::NamedObject* const object = stage_.named.At(NameOf(i));
      keeping_.push_back({.keeps = random.Chance(1, 3) ? gc::flag::kAsync : 0,
                          .authors = random.Chance(1, 3) ? gc::object_flag::kPublic : 0,
                          .is_held = random.Chance(1, 4)});
      if (keeping_[i].keeps != 0) stage_.heap.SetKeepFlags(object, keeping_[i].keeps);
      if (keeping_[i].authors != 0) stage_.heap.SetFlags(object, keeping_[i].authors);
      if (keeping_[i].is_held) held_.emplace_back(object);
    }
  }
  std::size_t Held() const {
    std::size_t held = 0;
    for (std::size_t i = 0; i < keeping_.size(); ++i) held += Changes(i) && keeping_[i].is_held;
    return held;
  }
  gc::FlagWord FlagsOf(const gc::Object& object) {
    return stage_.heap.collector().population.EntryOf(object).flags.Load();
  }
  // The successor has them.
  void CompareKeeping() {
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      gc::NamedObject* const object = stage_.named.At(NameNow(i));
      const std::string called = "object " + std::to_string(i + 1);
      verdict_.Same(called + ", flags that keep it", FlagsOf(*object) & gc::flag::kKeep,
                    keeping_[i].keeps);
      verdict_.Same(called + ", its author's flags",
                    object->header().flags.Load() & gc::object_flag::kPublic, keeping_[i].authors);
      if (keeping_[i].keeps != 0) stage_.heap.ClearKeepFlags(object, keeping_[i].keeps);
    }
    held_.clear();
  }

  // Nothing is changed that changes into itself, or twice.
  void CompareRefused(const gc::ReloadedClass& change) {
    const gc::ReloadedClass same{change.from, change.from};
    const gc::ReloadedClass twice[] = {change, change};
    const std::string should = change.from->PathName() + ": it changes into itself, or twice";
    std::string error;
    verdict_.Same("changing a class into itself",
                  gc::Reload(stage_.heap, {&same, 1}, &stage_.paths, error).has_value(), false);
    verdict_.Same("changing a class into itself", error, should);
    verdict_.Same("changing a class twice",
                  gc::Reload(stage_.heap, twice, &stage_.paths, error).has_value(), false);
    verdict_.Same("changing a class twice", error, should);
  }

  void CompareCounts(const gc::Reloaded& done) {
    std::size_t objects = 0;
    std::size_t moved = 0;
    Losses lost;
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      objects += Changes(i);
      moved += i > 0 && !Changes(i) && Changes(run_.objects[i].outer);
      if (Changes(i)) AddLost(SuccessorOf(i), lost);
    }
    std::string told;
    for (const auto& [property, text] : Told(done)) told += property + text;
    verdict_.Same("objects whose class changed", done.objects, objects);
    verdict_.Same("objects moved into a successor", done.moved, moved);
    std::string should;
    for (const auto& [property, loss] : lost) should += property + TextOf(loss);
    verdict_.Same("members that were lost", told, should);
    verdict_.Same("objects in a wrong place", done.misplaced, std::size_t{0});
  }

  struct Loss {
    std::size_t objects = 0;
    std::size_t parts = 0;
  };
  using Losses = std::map<std::string, Loss>;
  static std::string TextOf(const Loss& loss) {
    return ": " + std::to_string(loss.parts) + " of " + std::to_string(loss.objects) + "; ";
  }
  static void AddLost(const PaperSuccessor& successor, Losses& losses) {
    for (const auto& [member, parts] : successor.lost) {
      losses[member].objects += 1;
      losses[member].parts += parts;
    }
  }
  static std::map<std::string, std::string> Told(const gc::Reloaded& done) {
    std::map<std::string, std::string> told;
    for (const gc::LostValue& one : done.lost) {
      told[one.property] += TextOf({one.objects, one.parts});
    }
    return told;
  }

  // Under the path that it had.
  void FindAgain(std::size_t object, const std::string& path) {
    const std::string called = "object " + std::to_string(object + 1);
    gc::NamedObject* const found = stage_.factory.FindPath(path);
    verdict_.Same(called, found != nullptr ? "there" : "gone", "there");
    if (found == nullptr) return;
    const bool is_new = found != stage_.named.At(NameOf(object));
    verdict_.Same(called, is_new ? "another one" : "itself",
                  Changes(object) ? "another one" : "itself");
    if (is_new) stage_.named.Add(NameOf(object) + kSuccessors, *found);
  }

  PaperSuccessor SuccessorOf(std::size_t object) const {
    PaperConversion conversion{.layout = run_.saved.layout};
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      if (Changes(i)) conversion.instead[NameOf(i)] = NameOf(i) + kSuccessors;
    }
    return reference::reflecting::Reloaded(conversion, from_, to_, run_.objects[object].values,
                                           run_.saved.defaults);
  }

  // All references to an object whose class changed lead to its successor.
  PaperValues Replaced(std::size_t type, PaperValues values) const {
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      if (!Changes(i)) continue;
      const PaperReplacement replacement{.from = NameOf(i),
                                         .to = NameOf(i) + kSuccessors,
                                         .fits = !run_.saved.layout.are_siblings && to_ >= from_};
      values = reference::reflecting::Replaced(run_.saved.layout, type, values, replacement);
    }
    return values;
  }

  Name NameNow(std::size_t object) const {
    return NameOf(object) + (Changes(object) ? kSuccessors : 0);
  }
  std::size_t TypeNow(std::size_t object) const {
    return Changes(object) ? to_ : run_.objects[object].type;
  }
  PaperValues ValuesNow(std::size_t object) const {
    return Replaced(TypeNow(object),
                    Changes(object) ? SuccessorOf(object).values : run_.objects[object].values);
  }

  void CompareValues() {
    for (std::size_t i = 0; i < run_.objects.size() && !Differs(); ++i) {
      PaperValues should = ValuesNow(i);
      if (compare_.Lies(ReflectingLie::kWrongReload) && !should.empty()) {
        should.back().number += 1;
      }
      gc::NamedObject& object = *stage_.named.At(NameNow(i));
      const std::string called = "after its class changed, object " + std::to_string(i + 1);
      compare_.Values(run_.saved.layout, TypeNow(i), stage_.Get(object, TypeNow(i), stage_.named),
                      should, called);
      compare_.Walk(stage_, object, TypeNow(i), should, stage_.named, called);
    }
  }

  // The marking that was under way ends, and another one follows. What a slot that was left leads
  // to is an old object, which is marked garbage.
  void CompareLiving() {
    std::map<Name, gc::WeakPtr<gc::NamedObject>> weak;
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      gc::NamedObject* const object = stage_.named.At(NameNow(i));
      weak[NameNow(i)] = gc::WeakPtr<gc::NamedObject>(object);
      if (i > 0) stage_.heap.RemoveRoot(object);
    }
    stage_.heap.Collect();
    stage_.heap.Collect();
    const std::set<Name> living = Reachable();
    for (const auto& [name, pointer] : weak) {
      verdict_.Same("object " + std::to_string(name) + " after a class changed and two collections",
                    pointer.IsValid() ? "lives" : "is gone",
                    living.contains(name) ? "lives" : "is gone");
    }
  }

  std::set<Name> Reachable() const {
    std::set<Name> reached;
    std::vector<Name> next = {NameNow(0)};
    const auto follow = [&](std::size_t type, const PaperValues& values) {
      for (const PaperLine& line : LinesOf(run_.saved.layout, type, values)) {
        next.insert(next.end(), line.slots.begin(), line.slots.end());
      }
    };
    for (std::size_t i = 0; i < run_.saved.defaults.size(); ++i) {
      follow(i, Replaced(i, run_.saved.defaults[i]));
    }
    while (!next.empty()) {
      const Name name = next.back();
      next.pop_back();
      if (name == 0 || name >= kOutside || !reached.insert(name).second) continue;
      const std::size_t object = (name > kSuccessors ? name - kSuccessors : name) - 1;
      if (name != NameNow(object)) continue;
      follow(TypeNow(object), ValuesNow(object));
      if (object > 0) next.push_back(NameNow(run_.objects[object].outer));
    }
    return reached;
  }

  const ReflectingRun& run_;
  ReflectingVerdict& verdict_;
  Comparison compare_;
  Stage stage_;
  struct Keeping {
    gc::FlagWord keeps = 0;
    gc::ObjectFlags authors = 0;
    bool is_held = false;
  };
  std::vector<Keeping> keeping_;
  std::vector<gc::StrongPtr<gc::NamedObject>> held_;
  std::size_t from_ = 0;
  std::size_t to_ = 0;
  std::uint32_t ticks_ = 0;
  const SoundAtTheEnd sound_{stage_.heap, verdict_};
};

}  // namespace

void JudgeReloading(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict) {
  if (run.saved.layout.classes.size() > 1) ReloadingJudge(run, lie, verdict).Judge();
}

}  // namespace properties::reflecting
