// properties/naming/core_naming.cc -- core's factory and look-ups, run beside the table on paper.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/collect/collector.h"
#include "core/heap/selection.h"
#include "core/inspect/verify/verifier.h"
#include "properties/naming/first_requests.h"
#include "properties/naming/heap_of_paths.h"

namespace properties::naming {
namespace {

class NamingJudge : private HeapOfPaths {
 public:
  explicit NamingJudge(Lie lie) : HeapOfPaths(lie), lie_(lie) {}

  NamingVerdict Judge(const NamingRun& run) {
    for (const NamingOperation& operation : run) {
      if (Apply(operation)) {
        ++verdict_.applied;
        paper_.Judge();
        Compare(verdict_.step % kAllEvery == 0);
        if (verdict_.step % kAllEvery == 0) verdict_.Sound(verifier_.Verify(heap_));
      }
      if (!verdict_.difference.empty()) return verdict_;
      ++verdict_.step;
    }
    Apply({.verb = NamingVerb::kCollect});
    Compare(/*all=*/true);
    verdict_.Sound(verifier_.Verify(heap_));
    ReadAll();
    EndByUnits();
    if (run.size() % 16 == 3) {
      const char* breach = FirstRequests().Breach();
      if (breach == nullptr && run.front().numbers[0] % 16 == 0) breach = BreachOfWaiting();
      if (breach == nullptr) breach = BreachAfterOneAlone();
      if (breach == nullptr) breach = BreachOfLostParts();
      if (breach == nullptr) breach = BreachOfNamesInAStall();
      if (breach == nullptr) breach = BreachOfLack();
      if (breach == nullptr) breach = BreachOfNamesAtTheEnd();
      Same("first requests", std::string(breach != nullptr ? breach : "fine"), "fine");
    }
    return verdict_;
  }
  NamingVerdict VerdictOrStop() {
    verdict_.NoteStop(heap_.failure());
    return verdict_;
  }

 private:
  static constexpr std::size_t kAllEvery = 3;

  // All classes that were derived end together with their instances. Between any two of them the
  // lists of names agree.
  void EndByUnits() {
    for (int thing = 0; thing < Things(); ++thing)
      Apply({NamingVerb::kUnroot, {static_cast<std::uint8_t>(thing)}});
    for (int kind = 0; kind < static_cast<int>(kinds_.size()); ++kind) {
      Apply({NamingVerb::kForget, {static_cast<std::uint8_t>(kind)}});
    }
    if (!Settled()) return;  // what is reserved may wait
    heap_.Start();
    while (verdict_.difference.empty() && heap_.Tick(1) != 0) {
      verdict_.Sound(verifier_.Verify(heap_));
    }
  }

  // What takes longest is compared now and then, and at the end of each run.
  void Compare(bool all) {
    if (heap_.phase() == gc::Phase::kMarking) return;
    if (Settled() && !paper_.AnyPerhaps() && !discarded_) {
      const std::uint32_t said = heap_.ObjectCount() - own_objects_ + (lie_ == Lie::kMiscounts);
      Same("objects", std::to_string(said), std::to_string(paper_.Count()));
    }
    const std::size_t promised = heap_.collector().construction.promised();
    Same("objects that room is promised, and none makes", std::to_string(promised), "0");
    for (int outer = kNone; outer < Things(); ++outer) {
      if (outer == kNone || IsThere(outer)) CompareInside(outer);
    }
    for (int kind = 0; kind < static_cast<int>(kinds_.size()); ++kind) {
      if (paper_.KindIsThere(kind)) CompareInstances(kind);
    }
    for (int thing = 0; thing < Things(); ++thing) {
      if (IsThere(thing)) CompareThing(thing);
    }
    if (!all) return;
    CompareDefaults();
    CompareClasses();
    for (const gc::ObjectFlags with : kFlags) {
      for (const gc::ObjectFlags without : kFlags) CompareFlagged(with, without);
    }
  }

  // Classes are objects too, of the one class of classes.
  void CompareClasses() {
    const gc::ClassObject* const type = make_.ClassOf<gc::ClassObject>();
    for (int kind = 0; kind < static_cast<int>(kinds_.size()); ++kind) {
      if (!paper_.KindIsThere(kind)) continue;
      const std::string of = " class " + std::to_string(kind);
      CompareClass(of, ClassOf(kind), kind < kCompiledKinds);
    }
    std::set<const gc::NamedObject*> listed;
    make_.ForEach(*type, [&listed](const gc::NamedObject* one) { listed.insert(one); });
    const gc::ClassObject* const owns[] = {make_.ClassOf<gc::NamedObject>(), type,
                                           make_.ClassOf<gc::Package>()};
    for (const gc::ClassObject* const own : owns) {
      CompareClass(" class of core", *own, true);
      Same("outer of a class of core", own->outer()->NameText(), "Native");
      Same("a class of core is listed", YesNo(listed.contains(own)), "yes");
    }
  }
  void CompareClass(const std::string& of, const gc::ClassObject& one, bool compiled) {
    Same("class of" + of, YesNo(one.type() == make_.ClassOf<gc::ClassObject>()), "yes");
    Same("described in C++," + of, YesNo(one.IsCompiled()), YesNo(compiled));
  }

  // Default objects and their parts are shown to whom they are asked for only.
  void CompareDefaults() {
    for (const bool defaults : {false, true}) {
      std::set<const gc::Object*> selected;
      gc::ForEachSelected(heap_, {.defaults = defaults},
                          [&](const gc::Object& object) { selected.insert(&object); });
      if (lie_ == Lie::kHidesDefaults) selected.clear();
      for (int kind = 0; kind < static_cast<int>(kinds_.size()); ++kind) {
        if (!paper_.KindIsThere(kind)) continue;
        const auto* const standard = static_cast<const Crate*>(ClassOf(kind).default_object());
        const std::string of = " default object of class " + std::to_string(kind);
        Same("the" + of + " is selected", YesNo(selected.contains(standard)), YesNo(defaults));
        Same("the part of the" + of + " is selected", YesNo(selected.contains(standard->lid.Get())),
             YesNo(defaults));
      }
    }
  }
  // Among all that there is, much of which is no thing.
  void CompareFlagged(gc::ObjectFlags with, gc::ObjectFlags without) {
    std::vector<const gc::Object*> selected;
    gc::ForEachSelected(heap_, {.with = with, .without = without}, [&](const gc::Object& object) {
      if (things_by_address_.contains(&object)) selected.push_back(&object);
    });
    if (lie_ == Lie::kForgetsFlags) selected.clear();
    CompareListed("with flags " + std::to_string(with) + " and without " + std::to_string(without),
                  selected, [&](int thing) {
                    const gc::ObjectFlags flags = paper_.At(thing).flags;
                    return (flags & with) == with && (flags & without) == 0;
                  });
  }

  void CompareThing(int thing) {
    const Thing& on_paper = paper_.At(thing);
    const Crate& crate = CrateOf(thing);
    const std::string of = " of thing " + std::to_string(thing);
    const auto about = [&of](const char* what) { return [&of, what] { return what + of; }; };
    const std::string path = WholePath(paper_.PathOf(thing));
    Same(about("path"), crate.PathName() + (lie_ == Lie::kWrongPath ? "'" : ""), path);
    Same(about("what is at the path"), NameOf(make_.FindPath(path)), ThingName(thing));
    Same(about("part at the path"), NameOf(make_.FindPath(path + "/lid")),
         "part " + std::to_string(thing));
    Same(about("name"), crate.NameText(), on_paper.name);
    Same(about("outer"), NameOf(crate.outer()), NameOf(OuterOf(on_paper.outer)));
    Same(about("number"), crate.number + (lie_ == Lie::kForgetsValue), on_paper.number);
    Same(about("number of the part"), crate.lid->number, on_paper.part_number);
    const std::string link = on_paper.link == kNone ? "nothing"
                             : on_paper.links_part  ? "part " + std::to_string(on_paper.link)
                                                    : ThingName(on_paper.link);
    Same(about("link"), NameOf(crate.link.Get()), link);
    const gc::LazyPtr<Crate>& lazy = crate.lazy;
    Same(about("lazy link"), lazy.IsResolved() ? NameOf(lazy.Get()) : lazy.path()->text,
         on_paper.lazy_path.empty() ? ThingName(on_paper.lazy) : WholePath(on_paper.lazy_path));
    Same(about("outer of the part"), NameOf(crate.lid->outer()), ThingName(thing));
    for (int kind = 0; kind < static_cast<int>(kinds_.size()); ++kind) {
      if (!paper_.KindIsThere(kind)) continue;
      Same([&] { return "class " + std::to_string(kind) + of; }, crate.IsA(ClassOf(kind)),
           paper_.Derives(on_paper.type, kind));
    }
    Same(about("class itself"), crate.type() == &ClassOf(on_paper.type), true);
    for (int outer = 0; outer < Things(); ++outer) {
      if (!IsThere(outer)) continue;
      Same([&] { return "being inside thing " + std::to_string(outer) + of; },
           crate.IsInside(CrateOf(outer)), paper_.IsInside(thing, outer));
    }
  }

  // Look-ups and listings inside an outer.
  void CompareInside(int outer) {
    const std::string of = outer == kNone ? " outermost" : " in thing " + std::to_string(outer);
    for (const std::string_view name : kNames) {
      if (name.empty()) continue;
      int should = kNone;
      bool open = false;
      for (int thing = 0; thing < Things(); ++thing) {
        const Thing& one = paper_.At(thing);
        if (one.outer != outer || one.name != name || one.there == There::kGone) continue;
        open = one.there == There::kPerhaps;
        if (!open && !one.reserved) should = thing;
      }
      if (open) continue;
      const gc::NamedObject* const found = make_.Find(OuterOf(outer), name);
      Same([&] { return std::string(name) + of; },
           NameOf(lie_ == Lie::kFindsNothing ? nullptr : found), ThingName(should));
    }
    for (const gc::Lookup::Depth depth :
         {gc::Lookup::Depth::kDirectly, gc::Lookup::Depth::kAtAnyDepth}) {
      const bool deep = depth == gc::Lookup::Depth::kAtAnyDepth;
      const auto inside = [&](int thing) {
        return paper_.At(thing).outer == outer ||
               (deep && (outer == kNone || paper_.IsInside(thing, outer)));
      };
      std::vector<const gc::Object*> listed, selected;
      make_.ForEachInside(
          *OuterOf(outer), [&](const gc::NamedObject* object) { listed.push_back(object); }, depth);
      if (lie_ == Lie::kShowsTwice && !listed.empty()) listed.push_back(listed.front());
      gc::ForEachSelected(heap_, {.outer = OuterOf(outer), .depth = depth},
                          [&](const gc::Object& object) { selected.push_back(&object); });
      const std::string what = (deep ? "all that is" : "what is") + of;
      CompareListed(what, listed, inside);
      CompareListed(what + ", selected", selected, inside);
      if (outer != kNone || deep) CompareParts(what, listed, outer, deep);
      if (deep) CompareEnding(what + ", as it ends", outer, inside);
    }
  }
  // With memory and without.
  template <class Inside>
  void CompareEnding(const std::string& what, int outer, const Inside& inside) {
    std::vector<const gc::Object*> listed;
    listed.reserve(heap_.ObjectCount());
    const bool scarce = NoListMemory::kWorks && outer % 2 == 0;
    nameless_->outer = OuterOf(outer);
    {
      const FailingAllocation none(0, true);
      const MayFail may(scarce);
      make_.EndEachInside(*OuterOf(outer), [&](const gc::NamedObject* object) {
        const MayFail never(false);
        listed.push_back(object);
      });
    }
    CompareListed(what, listed, inside);
    CompareParts(what, listed, outer, true);
    const bool in_order = std::ranges::is_sorted(
        listed, {}, [](const gc::Object* object) { return object->header().index; });
    if (scarce) Same(what + ", in the order of indices", YesNo(in_order), "yes");
  }

  // Each thing that is there and wanted once; what is there perhaps, once or not.
  template <class Wanted>
  void CompareListed(const std::string& what, const std::vector<const gc::Object*>& listed,
                     const Wanted& wanted) {
    for (int thing = 0; thing < Things(); ++thing) {
      const There there = paper_.At(thing).there;
      if (there == There::kPerhaps) continue;
      const bool should = IsThere(thing) && wanted(thing);
      const auto* const crate =
          static_cast<const gc::Object*>(made_[static_cast<std::size_t>(thing)]->crate);
      if (there == There::kGone || crate == nullptr) continue;
      Same([&] { return what + ", times of thing " + std::to_string(thing); },
           std::count(listed.begin(), listed.end(), crate), std::ptrdiff_t{should});
    }
    for (const gc::Object* const object : listed) {
      const std::string name = NameOf(object);
      if (name == "a stranger" && object->header().type != &Lid::kClass &&
          object->header().type != &gc::ClassObject::kClass &&
          !object->header().flags.Has(gc::object_flag::kClassDefault)) {
        Differ(what, name, "none");
      }
    }
  }
  void CompareParts(const std::string& what, const std::vector<const gc::Object*>& listed,
                    int outer, bool deep) {
    for (int thing = 0; thing < Things(); ++thing) {
      if (!IsThere(thing)) continue;
      const bool should =
          thing == outer || (deep && (outer == kNone || paper_.IsInside(thing, outer)));
      const auto* const lid = static_cast<const gc::Object*>(CrateOf(thing).lid.Get());
      Same([&] { return what + ", times of part " + std::to_string(thing); },
           std::count(listed.begin(), listed.end(), lid), std::ptrdiff_t{should});
    }
  }

  void CompareInstances(int kind) {
    std::vector<const gc::Object*> by_class, by_type;
    const auto add_to = [](std::vector<const gc::Object*>& list) {
      return [&list](const gc::Object* object) { list.push_back(object); };
    };
    make_.ForEach(*make_.ClassOf<Chest>(), add_to(by_class));
    make_.ForEach<Chest>(add_to(by_type));
    Same("instances of a C++ type", YesNo(by_type == by_class), "yes");
    for (const gc::Lookup::Derived derived :
         {gc::Lookup::Derived::kIncluded, gc::Lookup::Derived::kExcluded}) {
      const bool with_derived = derived == gc::Lookup::Derived::kIncluded;
      std::vector<const gc::Object*> listed, selected;
      make_.ForEach(
          ClassOf(kind), [&](const gc::NamedObject* object) { listed.push_back(object); }, derived);
      if (lie_ == Lie::kLosesOne && !listed.empty()) listed.pop_back();
      gc::ForEachSelected(heap_, {.class_object = &ClassOf(kind), .derived = derived},
                          [&](const gc::Object& object) { selected.push_back(&object); });
      const auto wanted = [&](int thing) {
        const int type = paper_.At(thing).type;
        return with_derived ? paper_.Derives(type, kind) : type == kind;
      };
      const std::string what =
          (with_derived ? "instances of class " : "just of class ") + std::to_string(kind);
      CompareListed(what, listed, wanted);
      CompareListed(what + ", selected", selected, wanted);
    }
  }

  static constexpr int kCompiledKinds = 2;
  const Lie lie_;
  gc::Verifier verifier_;
};

}  // namespace

#if TRICOLOUR_FAULTY
NamingVerdict JudgeChecked(const NamingRun& run, Lie lie) {
  NamingJudge judge(lie);
  judge.Judge(run);
  return judge.VerdictOrStop();
}
#else
NamingVerdict JudgeShipped(const NamingRun& run, Lie lie) { return NamingJudge(lie).Judge(run); }
#endif

}  // namespace properties::naming
