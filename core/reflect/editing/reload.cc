// core/reflect/editing/reload.cc -- makes the successors, gives them their values, and only then
// lets anything lead to them.
//
// Until references are replaced nothing but the successors has changed, so whatever fails is undone
// by giving them up. Replacing can run out of memory in between; then the same is done in the other
// direction. Names and places come last: a name that is not there costs nobody an object.
//
// Strong pointers hold the successors while others are made, which may need a collection. Before
// references are replaced, they go: a disregarded object may refer only to what is kept anyway, and
// it is not kept by us. From there on nothing collects.

#include "core/reflect/editing/reload.h"

#include <algorithm>
#include <new>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/collect/collector.h"
#include "core/pointer/strong_ptr.h"
#include "core/population/requirement.h"
#include "core/reflect/editing/give_up.h"
#include "core/reflect/editing/takeover.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// What an object takes over from the one before it: the other flags are the heap's.
constexpr ObjectFlags kAuthored = object_flag::kAuthor & ~object_flag::kClassDefault;

constexpr const char* kOutOfMemory = "out of memory";
constexpr const char* kHalfDone = "out of memory; some references lead to successors already";

class Reloading {
 public:
  Reloading(Heap& heap, PathTable* paths, std::string& error)
      : heap_(heap),
        factory_(heap),
        values_(factory_, instead_, paths, result_.lost),
        error_(error) {
    error_.reserve(std::char_traits<char>::length(kHalfDone));
  }
  // What was made and does not take its place is given up.
  ~Reloading() {
    if (is_finished_) return;
    for (const Succession& each : all_) {
      if (each.successor != nullptr && !each.is_part) GiveUp(heap_, *each.successor);
    }
  }
  Reloading(const Reloading&) = delete;
  Reloading& operator=(const Reloading&) = delete;

  bool Run(std::span<const ReloadedClass> changes) {
    for (const ReloadedClass& change : changes) {
      if (!Gather(change)) return false;
    }
    std::ranges::sort(all_, {}, [](const Succession& each) {
      return std::pair(each.depth, each.old->header().index);
    });
    for (Succession& each : all_) {
      if (!Make(each)) return false;
    }
    for (const Succession& each : all_) {
      if (each.successor != nullptr) values_.TakeOver(*each.old, *each.successor);
    }
    for (Succession& each : all_) KeepAsTheOld(each);
    if (!Replace()) return false;
    is_finished_ = true;
    for (const Succession& each : all_) TakePlace(each);
    for (const Succession& each : all_) Retire(each);
    return true;
  }
  Reloaded TakeResult() { return std::move(result_); }

 private:
  struct Succession {
    StrongPtr<NamedObject> old;
    std::size_t depth = 0;             // outers above it
    NamedObject* successor = nullptr;  // null: it stays what it is, and may move
    StrongPtr<NamedObject> held = {};  // the successor, until it has what keeps it
    bool is_part = false;              // the successor is made by the class of its outer
  };

  bool Gather(const ReloadedClass& change) {
    for (const ClassObject* const type : {change.from, change.to}) {
      if (&type->compiled() == &ClassObject::kClass || &type->compiled() == &Package::kClass) {
        return Fail(type->PathName() + ": the heap has objects of this class for its own use");
      }
    }
    if (change.from == change.to || !classes_.emplace(change.from, change.to).second) {
      return Fail(change.from->PathName() + ": it changes into itself, or twice");
    }
    factory_.ForEach(
        *change.from, [this](NamedObject* object) { Add(*object); }, Lookup::Derived::kExcluded);
    return error_.empty();
  }
  // The object with what is inside of it. A part of something marked garbage goes with it.
  void Add(NamedObject& object) {
    if (IsGarbage(object) || !known_.insert(&object).second) return;
    AddOne(object);
    factory_.ForEachInside(
        object,
        [this](NamedObject* part) {
          if (!IsGarbage(*part) && known_.insert(part).second) AddOne(*part);
        },
        Lookup::Depth::kAtAnyDepth);
  }
  void AddOne(NamedObject& object) {
    if (heap_.collector().population.EntryOf(object).flags.Has(flag::kDisregarded)) {
      Fail(object.PathName() + ": it is disregarded, and no cycle would free it");
    }
    std::size_t depth = 0;
    for (const NamedObject* outer = object.outer(); outer != nullptr; outer = outer->outer()) {
      ++depth;
    }
    all_.push_back({.old = StrongPtr<NamedObject>(&object), .depth = depth});
  }
  static bool IsGarbage(const NamedObject& object) {
    return object.header().flags.Has(object_flag::kMirroredGarbage);
  }

  // Outers come before what is inside of them, so the outer's successor is there.
  bool Make(Succession& each) {
    NamedObject& old = *each.old;
    ClassObject* const type = ClassNow(old);
    NamedObject* const outer = SuccessorOf(old.outer());
    const std::string name = old.NameText();
    NamedObject* const part = outer != old.outer() ? factory_.Find(outer, name) : nullptr;
    if (part != nullptr && type != nullptr && part->type() == type) {
      each.is_part = true;
      result_.parts += 1;
      return Succeed(each, part);
    }
    if (type == old.type()) return true;
    // Its name is free where its outer is new, unless a part of another class has it.
    Plan plan{.outer = outer, .type = type};
    if (outer != old.outer() && part == nullptr) plan.name = name;
    plan.flags = old.header().flags.Load() & kAuthored;
    result_.objects += 1;
    return Succeed(each, factory_.TryNew<NamedObject>(plan));
  }
  bool Succeed(Succession& each, NamedObject* successor) {
    if (successor == nullptr) return Fail(kOutOfMemory);
    each.held = StrongPtr<NamedObject>(successor);
    each.successor = successor;
    instead_.emplace(each.old.Get(), successor);
    return true;
  }
  // Null for an object that was made alone. A default object stays what its class made it.
  ClassObject* ClassNow(const NamedObject& object) const {
    if ((object.roles() & role::kOfDefaults) != 0) return object.type();
    const auto found = classes_.find(object.type());
    return found != classes_.end() ? found->second : object.type();
  }
  NamedObject* SuccessorOf(NamedObject* object) const {
    const auto found = instead_.find(object);
    return found != instead_.end() ? static_cast<NamedObject*>(found->second) : object;
  }
  // What keeps the old object keeps the successor, but for what is outside of the heap.
  void KeepAsTheOld(Succession& each) {
    if (each.successor == nullptr) return;
    const Entry& entry = heap_.collector().population.EntryOf(*each.old);
    const FlagWord flags = entry.flags.Load();
    if ((flags & flag::kKeep) != 0) heap_.SetKeepFlags(each.successor, flags & flag::kKeep);
    if ((flags & flag::kRoot) != 0) heap_.AddRoot(each.successor);
    if (each.is_part) {
      heap_.SetFlags(each.successor, each.old->header().flags.Load() & kAuthored);
    }
    if (entry.strong.load(std::memory_order_relaxed) > 1) result_.held += 1;  // one is ours
  }

  // The way back is laid before the first step, as there may be no memory for it later.
  bool Replace() {
    ObjectMap back;
    for (const auto& [old, successor] : instead_) {
      back.emplace(successor, const_cast<Object*>(old));
    }
    for (Succession& each : all_) each.held = {};
    result_.references = ReplaceReferences(heap_, instead_);
    ForgetWhatIsNoMatter(result_.references);
    if (!result_.references.ran_out) return true;
    Replaced undone = ReplaceReferences(heap_, back);
    std::erase_if(undone.left, [&](const LeftReference& left) {
      return left.why == WhyLeft::kImmutable || back.contains(OccupantOf(left.holder));
    });
    const bool all_undone = !undone.ran_out && undone.left.empty();
    // What leads to a successor must not find it marked garbage.
    is_finished_ = !all_undone;
    error_ = all_undone ? kOutOfMemory : kHalfDone;  // there is room for either
    return false;
  }
  const Object* OccupantOf(Index index) const {
    return heap_.collector().population.table[index].Occupant();
  }
  // What an old object leads to matters no more. And an outer does change, just not yet: a field of
  // the same name that a class has for itself may share its text, and is not immutable.
  void ForgetWhatIsNoMatter(Replaced& replaced) const {
    std::erase_if(replaced.left, [this](const LeftReference& left) {
      const Object* const holder = OccupantOf(left.holder);
      return instead_.contains(holder) ||
             (left.why == WhyLeft::kImmutable && left.field == NamedSchema::kNamed[1].name);
    });
  }
  void TakePlace(const Succession& each) {
    NamedObject& old = *each.old;
    try {
      if (each.successor != nullptr) {
        TakeName(old, *each.successor);  // a part has its name already
      } else {
        MoveInside(old);
      }
    } catch (const std::bad_alloc&) {
      result_.misplaced += 1;
    }
  }
  // A made-up name for the old object, and its own for the successor. Inside of a new outer the
  // successor has it already, or a part of another class has.
  void TakeName(NamedObject& old, NamedObject& successor) {
    if (successor.outer() == old.outer()) {
      const std::string name = old.NameText();
      std::string made_up = successor.NameText() + "_replaced";
      while (factory_.Find(old.outer(), made_up) != nullptr) made_up += '_';
      factory_.Rename(old, {.name = made_up});
      factory_.Rename(successor, {.name = name});
    } else if (successor.NameText() != old.NameText()) {
      result_.misplaced += 1;
    }
  }
  // Only what is directly inside of an old object has to move; the rest goes with it.
  void MoveInside(NamedObject& object) {
    NamedObject* const outer = SuccessorOf(object.outer());
    if (outer == object.outer()) return;
    if (factory_.Find(outer, object.NameText()) != nullptr) {
      result_.misplaced += 1;
    } else {
      factory_.Rename(object, {.outer = outer});
      result_.moved += 1;
    }
  }

  void Retire(const Succession& each) {
    if (each.successor == nullptr) return;
    NamedObject& old = *each.old;
    const FlagWord flags = heap_.collector().population.EntryOf(old).flags.Load();
    heap_.RemoveRoot(&old);
    heap_.ClearKeepFlags(&old, flags & flag::kKeep);
    heap_.MarkGarbage(&old);
  }

  // The first of several is told.
  bool Fail(std::string why) {
    if (error_.empty()) error_ = std::move(why);
    return false;
  }

  Heap& heap_;
  Factory factory_;
  std::unordered_map<const ClassObject*, ClassObject*> classes_;
  std::unordered_set<const NamedObject*> known_;
  std::vector<Succession> all_;
  ObjectMap instead_;
  Reloaded result_;
  Takeover values_;
  std::string& error_;
  bool is_finished_ = false;
};

bool MayBeChanged(Heap& heap, std::span<const ReloadedClass> changes) {
  const Requirement required{.call = "Reload",
                             .sentence = "a class that changes must be one of this heap",
                             .where = GC_HERE,
                             .doomed = Requirement::Doomed::kForbidden};
  for (const ReloadedClass& change : changes) {
    if (!Fits(heap.collector().population, change.from, required)) return false;
    if (!Fits(heap.collector().population, change.to, required)) return false;
  }
  return true;
}

}  // namespace

std::optional<Reloaded> Reload(Heap& heap, std::span<const ReloadedClass> changes, PathTable* paths,
                               std::string& error) {
  error.clear();
  if (!MayBeChanged(heap, changes)) return std::nullopt;
  try {
    Reloading reloading(heap, paths, error);
    if (reloading.Run(changes)) return reloading.TakeResult();
  } catch (const std::bad_alloc&) {
    if (error.empty()) error = kOutOfMemory;
  }
  return std::nullopt;
}

}  // namespace GC_BUILD
}  // namespace gc
