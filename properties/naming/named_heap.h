// properties/naming/named_heap.h -- a heap of named objects, changed beside the table on paper.
//
// Included by core_naming.cc only.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/gc.h"
#include "core/heap/factory.h"
#include "properties/naming/crates.h"
#include "properties/naming/naming_run.h"
#include "properties/subjects/core/list_memory.h"
#include "reference/naming/paper_names.h"

namespace properties::naming {
namespace {

using reference::naming::kNone;
using reference::naming::PaperNames;
using reference::naming::There;
using reference::naming::Thing;

// The names that things are given; the empty one is made up.
constexpr std::array<std::string_view, 7> kNames = {"box", "box_0", "box_12", "Box", "", "7", "_7"};
// The flags that a thing is made with are one of these, and it can be selected by them.
constexpr gc::ObjectFlags kPublic = gc::object_flag::kPublic, kOwn = gc::object_flag::kTransient;
constexpr std::array<gc::ObjectFlags, 4> kFlags = {0, kPublic, kOwn, kPublic | kOwn};
constexpr std::size_t kMostThings = 10, kMostKinds = 5;

class NamedHeap {
 public:
  NamedHeap() : make_(heap_) {
    for (gc::ClassObject* const type : {make_.ClassOf<Crate>(), make_.ClassOf<Chest>()}) {
      kinds_.push_back(type);
      holders_.emplace_back(type);
    }
    make_.ClassOf<Lid>();
    outermost_ = make_.TransientPackage();
    nameless_ = heap_.New<Nameless>();
    heap_.AddRoot(nameless_);
    own_objects_ = heap_.ObjectCount();
  }

  // Does the operation in the heap and on paper; false if it cannot be done.
  bool Apply(const NamingOperation& operation) {
    const int a = operation.numbers[0], b = operation.numbers[1];
    switch (operation.verb) {
      case NamingVerb::kMake:
        return Make(a, b, operation.numbers[2], operation.numbers[3]);
      case NamingVerb::kReserve:
        return Reserve(a, b, operation.numbers[2]);
      case NamingVerb::kConstruct:
        return Construct(a);
      case NamingVerb::kAbandon:
        return Abandon(a);
      case NamingVerb::kDerive:
        return Derive(a);
      case NamingVerb::kRename:
        return Rename(a, b, operation.numbers[2]);
      case NamingVerb::kUnroot:
        if (!IsThere(a) || !paper_.At(a).rooted) return false;
        heap_.RemoveRoot(&CrateOf(a));
        paper_.At(a).rooted = false;
        return true;
      case NamingVerb::kForget:
        if (a < 2 || !paper_.KindIsThere(a) || !paper_.KindAt(a).rooted) return false;
        paper_.KindAt(a).rooted = false;
        holders_[static_cast<std::size_t>(a)].Reset();
        return true;
      case NamingVerb::kSet:
      case NamingVerb::kSetPart:
        return Set(a, b, operation.verb == NamingVerb::kSetPart);
      case NamingVerb::kSetDefault:
      case NamingVerb::kSetDefaultPart:
        return SetDefault(a, b, operation.verb == NamingVerb::kSetDefaultPart);
      case NamingVerb::kLink:
      case NamingVerb::kLinkPart:
        return Link(a, b, operation.verb == NamingVerb::kLinkPart);
      case NamingVerb::kCollect:
        return Collect();
      case NamingVerb::kStart:
        return heap_.Start();
      case NamingVerb::kTick:
        heap_.Tick(static_cast<gc::Work>(a) + 1);
        return true;
      case NamingVerb::kLinkLazily:
      case NamingVerb::kResolve:
      case NamingVerb::kPoint:
      case NamingVerb::kReadSoft:
      case NamingVerb::kLoadSoft:
      case NamingVerb::kDropSoft:
        return false;  // of a heap with paths
    }
    return false;
  }

 protected:
  // What the table does not know: the objects themselves.
  struct Made {
    Crate* crate = nullptr;
    std::unique_ptr<gc::Reserved<Crate>> crate_to_be;
    std::unique_ptr<gc::Reserved<Chest>> chest_to_be;
  };

  bool IsThere(int thing) const { return paper_.IsThere(thing) && !paper_.At(thing).reserved; }
  Crate& CrateOf(int thing) const { return *made_[static_cast<std::size_t>(thing)]->crate; }
  gc::ClassObject& ClassOf(int kind) const { return *kinds_[static_cast<std::size_t>(kind)]; }
  gc::NamedObject* OuterOf(int thing) const {
    return thing == kNone ? outermost_ : static_cast<gc::NamedObject*>(&CrateOf(thing));
  }
  // In a plan: none stands for the outermost.
  gc::NamedObject* OuterGiven(int into) const { return into == kNone ? nullptr : OuterOf(into); }
  int ThingOr(int number) const { return IsThere(number) ? number : kNone; }
  bool Settled() const { return heap_.phase() == gc::Phase::kIdle && !heap_.PurgePending(); }
  void Differ(std::string_view what, std::string_view said, std::string_view should) {
    verdict_.Differ(what, said, should);
  }
  // An answer of core's beside the table's.
  void Same(const auto& what, const auto& said, const auto& should) {
    verdict_.Same(what, said, should);
  }
  std::string NameOf(const gc::Object* object) const {
    if (object == nullptr) return "nothing";
    if (object == outermost_) return "outermost";
    const auto found = things_by_address_.find(object);
    if (found == things_by_address_.end()) return "a stranger";
    return found->second >= 0 ? "thing " + std::to_string(found->second)
                              : "part " + std::to_string(-2 - found->second);
  }
  static std::string ThingName(int thing) {
    return thing == kNone ? "nothing" : "thing " + std::to_string(thing);
  }
  static const char* YesNo(bool yes) { return yes ? "yes" : "no"; }
  std::string WholePath(const std::string& path) const {
    return outermost_->NameText() + "/" + path;
  }
  int Things() const { return static_cast<int>(made_.size()); }
  bool HasRoom() const { return made_.size() < kMostThings; }
  void Enter(int thing, Crate* crate) {
    made_.resize(static_cast<std::size_t>(thing) + 1);
    made_.back() = std::make_unique<Made>();
    made_.back()->crate = crate;
    if (crate == nullptr) return;
    heap_.AddRoot(crate);
    things_by_address_[crate] = thing;
    things_by_address_[crate->lid.Get()] = -2 - thing;
  }

  gc::Heap heap_;
  gc::Factory make_;
  gc::NamedObject* outermost_ = nullptr;
  Nameless* nameless_ = nullptr;
  std::uint32_t own_objects_ = 0;
  PaperNames paper_;
  std::vector<gc::ClassObject*> kinds_;  // by class
  std::vector<gc::StrongPtr<gc::ClassObject>> holders_;
  std::vector<std::unique_ptr<Made>> made_;             // by thing
  std::map<const gc::Object*, int> things_by_address_;  // a part is -2 less its thing
  NamingVerdict verdict_;
  bool discarded_ = false;  // what could not be made whole may still be there

 private:
  // A name that is free there; none if it is taken.
  std::optional<std::string_view> NameFor(int outer, int number) const {
    const std::string_view name = kNames[static_cast<std::size_t>(number) % kNames.size()];
    if (name.empty() || paper_.IsFree(outer, std::string(name))) return name;
    return std::nullopt;
  }

  bool Make(int type, int outer, int name_number, int like) {
    const int into = ThingOr(outer);
    const std::optional<std::string_view> name = NameFor(into, name_number);
    if (!paper_.KindIsThere(type) || !name || !HasRoom()) return false;
    const int values = ThingOr(like);
    const gc::Plan plan{.outer = OuterGiven(into),
                        .name = *name,
                        .flags = FlagsOfNext(),
                        .values_of = values == kNone ? nullptr : &CrateOf(values),
                        .type = &ClassOf(type)};
    Crate* const scarce = MakeScarcely(type, plan);
    Crate* const crate = scarce != nullptr            ? scarce
                         : paper_.KindAt(type).second ? make_.New<Chest>(plan)
                                                      : make_.New<Crate>(plan);
    const int thing = paper_.Make(type, into, NameGiven(*crate, type, *name), values);
    paper_.At(thing).flags = plan.flags;
    Enter(thing, crate);
    return true;
  }
  gc::ObjectFlags FlagsOfNext() const { return kFlags[made_.size() % kFlags.size()]; }
  // At times an allocation fails. Then there is no object, its name is free, and what was made by
  // then is found by nothing and goes with the next cycle.
  Crate* MakeScarcely(int type, const gc::Plan& plan) {
    if (!NoListMemory::kWorks || ++scarce_ % 3 != 0) return nullptr;
    Crate* crate = nullptr;
    {
      const FailingAllocation failing(scarce_ * 7 % 23);
      const MayFail may;
      crate = paper_.KindAt(type).second ? make_.TryNew<Chest>(plan) : make_.TryNew<Crate>(plan);
    }
    discarded_ = discarded_ || crate == nullptr;
    return crate;
  }
  // A name that was made up is read; it begins with that of the class.
  std::string NameGiven(const gc::NamedObject& object, int type, std::string_view name) {
    if (!name.empty()) return std::string(name);
    const std::string made_up = object.NameText();
    if (!made_up.starts_with(ClassOf(type).NameText() + "_")) Differ("made up", made_up, "another");
    return made_up;
  }
  bool Reserve(int type, int outer, int name_number) {
    const int into = ThingOr(outer);
    const std::optional<std::string_view> name = NameFor(into, name_number);
    if (!paper_.KindIsThere(type) || !name || !HasRoom()) return false;
    const gc::Plan plan{
        .outer = OuterGiven(into), .name = *name, .flags = FlagsOfNext(), .type = &ClassOf(type)};
    auto reserved = std::make_unique<Made>();
    const gc::NamedObject* object = nullptr;
    if (paper_.KindAt(type).second) {
      reserved->chest_to_be.reset(new gc::Reserved<Chest>(make_.Reserve<Chest>(plan)));
      object = reserved->chest_to_be->object();
    } else {
      reserved->crate_to_be.reset(new gc::Reserved<Crate>(make_.Reserve<Crate>(plan)));
      object = reserved->crate_to_be->object();
    }
    const int thing = paper_.Make(type, into, NameGiven(*object, type, *name), kNone);
    paper_.At(thing).reserved = true;
    paper_.At(thing).flags = plan.flags;
    Enter(thing, nullptr);
    made_.back() = std::move(reserved);
    return true;
  }
  bool IsReserved(int thing) const { return paper_.IsThere(thing) && paper_.At(thing).reserved; }
  bool Construct(int thing) {
    if (!IsReserved(thing)) return false;
    Made& made = *made_[static_cast<std::size_t>(thing)];
    Crate* const crate =
        made.chest_to_be ? made.chest_to_be->Construct() : made.crate_to_be->Construct();
    made.chest_to_be.reset();
    made.crate_to_be.reset();
    made.crate = crate;
    heap_.AddRoot(crate);
    things_by_address_[crate] = thing;
    things_by_address_[crate->lid.Get()] = -2 - thing;
    Thing& on_paper = paper_.At(thing);
    on_paper.reserved = false;
    // Its class may have got other values since; those count that are there now.
    on_paper.number = paper_.KindAt(on_paper.type).number;
    on_paper.part_number = paper_.KindAt(on_paper.type).part_number;
    return true;
  }
  bool Abandon(int thing) {
    if (!IsReserved(thing)) return false;
    made_[static_cast<std::size_t>(thing)] = std::make_unique<Made>();
    paper_.At(thing).there = There::kGone;
    return true;
  }

  bool Derive(int super) {
    if (!paper_.KindIsThere(super) || paper_.kinds().size() >= kMostKinds) return false;
    const std::string name = "Kind" + std::to_string(kinds_.size());
    gc::ClassObject* const type = make_.Derive(&ClassOf(super), {.name = name});
    paper_.Derive(super);
    kinds_.push_back(type);
    holders_.emplace_back(type);
    return true;
  }

  bool Rename(int thing, int outer, int name_number) {
    const int into = outer == thing ? kNone : ThingOr(outer);
    if (!IsThere(thing) || (into != kNone && paper_.IsInside(into, thing))) return false;
    const int now_in = into == kNone ? paper_.At(thing).outer : into;
    const std::optional<std::string_view> name = NameFor(now_in, name_number);
    if (!name) return false;
    const std::string now = name->empty() ? paper_.At(thing).name : std::string(*name);
    const bool stays = now_in == paper_.At(thing).outer && now == paper_.At(thing).name;
    if (!stays && !paper_.IsFree(now_in, now)) return false;
    make_.Rename(CrateOf(thing), {.outer = OuterGiven(into), .name = *name});
    paper_.At(thing).outer = now_in;
    paper_.At(thing).name = now;
    return true;
  }

  bool Set(int thing, int value, bool part) {
    if (!IsThere(thing)) return false;
    (part ? CrateOf(thing).lid->number : CrateOf(thing).number) = value;
    (part ? paper_.At(thing).part_number : paper_.At(thing).number) = value;
    return true;
  }
  bool SetDefault(int kind, int value, bool part) {
    if (!paper_.KindIsThere(kind)) return false;
    Crate& object = static_cast<Crate&>(*ClassOf(kind).default_object());
    (part ? object.lid->number : object.number) = value;
    (part ? paper_.KindAt(kind).part_number : paper_.KindAt(kind).number) = value;
    return true;
  }
  bool Link(int thing, int to, bool part) {
    if (!IsThere(thing) || !IsThere(to)) return false;
    CrateOf(thing).link =
        part ? static_cast<gc::NamedObject*>(CrateOf(to).lid.Get()) : &CrateOf(to);
    paper_.At(thing).link = to;
    paper_.At(thing).links_part = part;
    return true;
  }

  bool Collect() {
    const auto is_reserved = [](const Thing& thing) {
      return thing.there == There::kSurely && thing.reserved;
    };
    if (std::any_of(paper_.things().begin(), paper_.things().end(), is_reserved)) return false;
    heap_.Collect();
    discarded_ = false;
    paper_.Collected();
    return true;
  }
  std::uint64_t scarce_ = 0;  // births so far
};

}  // namespace
}  // namespace properties::naming
