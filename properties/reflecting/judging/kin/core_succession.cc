#include "properties/reflecting/judging/kin/core_succession.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/collect/collector.h"
#include "core/reflect/editing/reload.h"
#include "properties/base/random.h"
#include "properties/reflecting/judging/kin/core_lacking_succession.h"
#include "properties/reflecting/judging/kin/kin.h"
#include "properties/reflecting/sound.h"
#include "reference/reflecting/paper_succession.h"

namespace properties::reflecting {
namespace {

using gc::NamedObject;
using reference::reflecting::HasSuccessor;
using reference::reflecting::PaperBecomes;
using reference::reflecting::PaperFamily;
using reference::reflecting::PaperKin;

class SuccessionJudge {
 public:
  SuccessionJudge(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict)
      : verdict_(verdict), lies_(lie == ReflectingLie::kWrongSuccessor), all_(Mix(run.seed + 41)) {}

  void Judge() {
    all_.Draw();
    family_ = all_.DrawChanges();
    fates_ = reference::reflecting::Successions(family_, all_.kin);
    now_.resize(all_.kin.size());
    std::vector<gc::ReloadedClass> changes;
    for (const auto& [from, to] : family_.becomes) {
      changes.push_back({all_.classes[from], all_.classes[to]});
    }
    std::string error;
    const std::optional<gc::Reloaded> done = gc::Reload(all_.heap, changes, nullptr, error);
    verdict_.Same("changing classes with parts", error, "");
    if (!done) return;
    CompareCounts(*done);
    for (std::size_t i = 0; i < all_.kin.size() && !Differs(); ++i) Compare(i);
    if (!Differs()) CompareDefaults();
    if (!Differs()) CompareLiving();
  }

 private:
  bool Differs() const { return !verdict_.difference.empty(); }

  const PaperKin& Kin(std::size_t i) const { return all_.kin[i]; }
  PaperBecomes Fate(std::size_t i) const { return fates_[i]; }
  std::size_t TypeNow(std::size_t i) const {
    const auto found = family_.becomes.find(all_.kin[i].type);
    return HasSuccessor(fates_[i]) && found != family_.becomes.end() ? found->second
                                                                     : all_.kin[i].type;
  }
  std::string Called(std::size_t i) const {
    return (all_.kin[i].outer == kNoKin ? "" : Called(all_.kin[i].outer) + "/") + all_.kin[i].name;
  }

  void CompareCounts(const gc::Reloaded& done) {
    std::map<PaperBecomes, std::size_t> count;
    std::size_t held = 0;
    std::map<std::string, std::size_t> lost;
    for (std::size_t i = 0; i < all_.kin.size(); ++i) {
      count[Fate(i)] += 1;
      held += HasSuccessor(Fate(i)) && all_.drawn[i].is_held;
      if (HasSuccessor(Fate(i))) AddLost(i, lost);
    }
    const std::size_t otherwise = count[PaperBecomes::kAnotherCalledOtherwise];
    verdict_.Same("objects with a successor", done.objects,
                  count[PaperBecomes::kAnother] + otherwise);
    verdict_.Same("parts that were there", done.parts, count[PaperBecomes::kPart]);
    verdict_.Same("objects that moved", done.moved, count[PaperBecomes::kItselfInside]);
    verdict_.Same("objects in another place", done.misplaced,
                  count[PaperBecomes::kItselfOutside] + otherwise);
    verdict_.Same("old objects that are held", done.held, held);
    verdict_.Same("references that were left", done.references.left.size(), Left());
    std::map<std::string, std::size_t> told;
    for (const gc::LostValue& one : done.lost) {
      told[std::string(one.from->name) + "." + one.property] += one.objects;
      verdict_.Same("parts of a value that was lost", one.parts, one.objects);
    }
    verdict_.Same("values that were lost", TextOf(told), TextOf(lost));
  }
  // Of a slot that is listed by hand only what it holds is known: it takes no object of another
  // class.
  bool IsLeft(std::size_t i) const {
    const std::size_t to = all_.drawn[i].values.to;
    return Kin(i).type == kVault && to != kNoKin && HasSuccessor(Fate(to)) &&
           TypeNow(to) != Kin(to).type;
  }
  std::size_t Left() const {
    std::size_t left = 0;
    for (std::size_t i = 0; i < all_.kin.size(); ++i) left += TypeNow(i) == kVault && IsLeft(i);
    return left;
  }
  static std::string TextOf(const std::map<std::string, std::size_t>& counts) {
    std::string text;
    for (const auto& [name, count] : counts) text += name + ' ' + std::to_string(count) + ' ';
    return text;
  }
  // Of what is listed by hand nobody knows whether it was touched.
  void AddLost(std::size_t i, std::map<std::string, std::size_t>& lost) const {
    const std::size_t was = all_.kin[i].type;
    if (was == TypeNow(i)) return;
    const ValuesOfKin& values = all_.drawn[i].values;
    if (was == kVault) lost["Vault.number"] += 1;
    if (was == kVault && values.to != kNoKin) lost["Vault.to"] += 1;
    if (was == kRoom && values.gone != 0) lost["Room.gone"] += 1;
    if (was == kOldHouse && values.gone != 0) lost["OldHouse.gone"] += 1;
  }

  void Compare(std::size_t i) {
    DrawnKin& one = all_.drawn[i];
    if (Kin(i).is_garbage) return;
    const std::string called = Called(i);
    NamedObject* const now = one.sign->to.Get();
    now_[i] = now;
    verdict_.Same(called + " is led to", now != nullptr, true);
    if (now == nullptr) return;
    verdict_.Same(called + " has a successor", now != one.object, HasSuccessor(Fate(i)));
    verdict_.Same(called + ", which is marked garbage",
                  one.object->header().flags.Has(gc::object_flag::kMirroredGarbage),
                  HasSuccessor(Fate(i)));
    if (Kin(i).outer != kNoKin) {
      verdict_.Same(called + " is where it should be", now->outer() == OuterNow(i), true);
    }
    verdict_.Same(called + " has its name", now->NameText() == Kin(i).name,
                  Fate(i) != PaperBecomes::kAnotherCalledOtherwise);
    if (Differs()) return;
    CompareKept(i);
    if (Kin(i).type == kNoKin) return;
    verdict_.Same(called + ", class", now->type()->NameText(),
                  all_.classes[TypeNow(i)]->NameText());
    if (!Differs()) CompareValues(i);
  }
  // What is marked garbage has no successor.
  const NamedObject* OuterNow(std::size_t i) const {
    const std::size_t outer = Kin(i).outer;
    const bool stays = Fate(i) == PaperBecomes::kItselfOutside || Kin(outer).is_garbage;
    return stays ? all_.drawn[outer].object : now_[outer];
  }
  void CompareKept(std::size_t i) {
    const DrawnKin& one = all_.drawn[i];
    const gc::Entry& entry = all_.heap.collector().population.EntryOf(*now_[i]);
    const gc::FlagWord flags = entry.flags.Load();
    verdict_.Same(Called(i) + ", flags that keep it", flags & gc::flag::kKeep, one.keeps);
    verdict_.Same(Called(i) + ", a root", (flags & gc::flag::kRoot) != 0, one.is_root);
    verdict_.Same(Called(i) + ", its author's flags",
                  now_[i]->header().flags.Load() & gc::object_flag::kPublic,
                  one.authors & gc::object_flag::kPublic);
    if (now_[i] == one.object) return;
    const gc::FlagWord old = all_.heap.collector().population.EntryOf(*one.object).flags.Load();
    verdict_.Same(Called(i) + ", what keeps the old one", old & (gc::flag::kKeep | gc::flag::kRoot),
                  std::uint64_t{0});
  }

  // What the object would have if nobody had touched it.
  int StartNow(std::size_t i) {
    NamedObject* const start = Fate(i) == PaperBecomes::kPart
                                   ? StartOfPart(i)
                                   : all_.classes[TypeNow(i)]->default_object();
    return kMembersOfKin[TypeNow(i)].number(*start);
  }
  // The part of that name in what its outer starts as now.
  NamedObject* StartOfPart(std::size_t i) {
    const std::size_t outer = Kin(i).outer;
    NamedObject* const around = Fate(outer) == PaperBecomes::kPart
                                    ? StartOfPart(outer)
                                    : all_.classes[TypeNow(outer)]->default_object();
    return all_.make.Find(around, Kin(i).name);
  }
  NamedObject* NowOf(std::size_t i) const {
    return i == kNoKin ? nullptr : all_.drawn[i].sign->to.Get();
  }

  void CompareValues(std::size_t i) {
    const DrawnKin& one = all_.drawn[i];
    const std::size_t was = Kin(i).type;
    const std::size_t is = TypeNow(i);
    const bool stays = !HasSuccessor(Fate(i));
    const bool has_place = was != kVault || is == kVault;  // what is listed by hand
    const bool is_touched =
        was == kVault || one.values.number != kMembersOfKin[was].number(*one.start);
    int number = stays || (has_place && is_touched) ? one.values.number : StartNow(i);
    if (lies_ && !stays) number += 1;
    ++verdict_.applied;
    verdict_.Same(Called(i) + ", number",
                  static_cast<std::uint64_t>(kMembersOfKin[is].number(*now_[i])),
                  static_cast<std::uint64_t>(number));
    NamedObject* const to = !has_place  ? nullptr
                            : IsLeft(i) ? all_.drawn[one.values.to].object
                                        : NowOf(one.values.to);
    verdict_.Same(Called(i) + " refers to what it did", kMembersOfKin[is].to(*now_[i]).Get() == to,
                  true);
    if (is == kNewHouse) CompareHouse(i, static_cast<NewHouse&>(*now_[i]));
    if (is == kShed) {
      verdict_.Same(Called(i) + " refers to its part",
                    static_cast<Shed*>(now_[i])->kept.Get() == NowOf(PartOf(i, "kept")), true);
    }
  }
  void CompareHouse(std::size_t i, NewHouse& house) {
    const std::size_t own = all_.drawn[i].values.own;
    NamedObject* const should = own == kOwnPart ? all_.make.Find(&house, "gained") : NowOf(own);
    verdict_.Same(Called(i) + ".own leads where it should", house.own.Get() == should, true);
    const std::pair<const char*, AnyKin*> parts[] = {{"kept", &house.kept},
                                                     {"gained", &house.gained},
                                                     {"grown", &house.grown},
                                                     {"safe", &house.safe}};
    for (const auto& [name, part] : parts) {
      verdict_.Same(Called(i) + " has the part " + name,
                    part->Get() == all_.make.Find(&house, name) && part->Get() != nullptr, true);
    }
  }
  std::size_t PartOf(std::size_t i, const std::string& name) const {
    for (std::size_t part = i + 1; part < all_.kin.size(); ++part) {
      if (all_.kin[part].outer == i && all_.kin[part].name == name) return part;
    }
    return kNoKin;
  }

  // The default objects stay what their classes made them.
  void CompareDefaults() {
    for (std::size_t type = 0; type < kTypes; ++type) {
      NamedObject* const object = all_.classes[type]->default_object();
      const std::string called = "the default " + std::string(all_.classes[type]->NameText());
      verdict_.Same(called, object->type() == all_.classes[type], true);
      verdict_.Same(called + ", number",
                    static_cast<std::uint64_t>(kMembersOfKin[type].number(*object)),
                    static_cast<std::uint64_t>(all_.defaults[type]));
      const auto parts = family_.parts.find(type);
      if (parts == family_.parts.end()) continue;
      for (const PaperFamily::Part& part : parts->second) {
        verdict_.Same(called + ", " + part.name,
                      all_.make.Find(object, part.name)->type() == all_.classes[part.type], true);
      }
    }
  }

  // Of old objects only those stay that have something inside still.
  void CompareLiving() {
    all_.held.clear();
    std::set<const NamedObject*> lives;
    for (const NamedObject* at : now_) {
      for (; at != nullptr; at = at->outer()) lives.insert(at);
    }
    std::vector<bool> should;
    for (const DrawnKin& one : all_.drawn) should.push_back(lives.contains(one.object));
    all_.heap.Collect();
    all_.heap.Collect();
    for (std::size_t i = 0; i < all_.drawn.size(); ++i) {
      if (Kin(i).is_garbage) continue;
      verdict_.Same("the old " + Called(i) + " after two collections",
                    all_.drawn[i].weak.IsValid(gc::IfGarbage::kThere) ? "lives" : "is gone",
                    should[i] ? "lives" : "is gone");
    }
  }

  ReflectingVerdict& verdict_;
  const bool lies_;
  Kinfolk all_;
  PaperFamily family_;
  std::vector<PaperBecomes> fates_;
  std::vector<NamedObject*> now_;  // what each sign refers to afterwards
  const SoundAtTheEnd sound_{all_.heap, verdict_};
};

}  // namespace

void JudgeSuccession(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict) {
  SuccessionJudge(run, lie, verdict).Judge();
  if (verdict.difference.empty()) JudgeLackingSuccession(run, verdict);
}

}  // namespace properties::reflecting
