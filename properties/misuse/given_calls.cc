// properties/misuse/given_calls.cc -- a heap in each phase, and the calls on objects that it has,
// had, or never had.
//
// The table: null, freed memory and an object of another heap are refused by every call, in every
// phase, and named as what they are with the call; no rule is broken, as the mistake is the
// caller's. A doomed object is refused by the calls that would keep or begin it, for a rule.

#include "properties/misuse/given_calls.h"

#include <iterator>
#include <memory>
#include <utility>

#include "core/gc.h"
#include "core/memory/memory.h"

namespace properties::misuse {
namespace {

struct Thing : gc::Object {
  explicit Thing(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<Thing> next;
  static const gc::Class kClass;
};
const gc::Reference kThingReferences[] = {gc::Reference::To(&Thing::next, "next")};
const gc::Class Thing::kClass = gc::Describe<Thing>("Thing", kThingReferences);

// A heap in a phase: object 1 is a root and refers to object 2; object 3 was freed, and object 4 is
// white: doomed from the gather on.
class Stage {
 public:
  explicit Stage(When when) {
    options_.clusters = {.create = true, .min_objects = 1, .actors = true};
    options_.begin_in_slices = true;
    heap_.emplace(options_);
    other_.emplace();
    root_ = heap_->New<Thing>();
    held_ = heap_->New<Thing>();
    freed_ = heap_->New<Thing>();
    doomed_ = heap_->New<Thing>();
    for (int i = 0; i < 3; ++i) foreign_ = other_->New<Thing>();
    heap_->AddRoot(root_);
    root_->next = held_;
    heap_->AddRoot(doomed_);
    heap_->Collect();
    heap_->RemoveRoot(doomed_);
    if (when == When::kIdle) return;
    heap_->Start();
    if (when == When::kMarking) return;
    while (heap_->phase() == gc::Phase::kMarking) heap_->Tick(1);
    if (when == When::kGathering) return;
    while (heap_->phase() != gc::Phase::kIdle) heap_->Tick(1);
  }

  gc::Heap& heap() { return *heap_; }
  Thing* root() const { return root_; }
  Thing* Object(Given given) const {
    switch (given) {
      case Given::kFine:
        return held_;
      case Given::kNull:
        return nullptr;
      case Given::kFreed:
        return freed_;
      case Given::kForeign:
        return foreign_;
      case Given::kDoomed:
        return doomed_;
    }
    return nullptr;
  }

 private:
  gc::HeapOptions options_;
  std::optional<gc::Heap> heap_, other_;
  Thing* root_ = nullptr;
  Thing* held_ = nullptr;
  Thing* freed_ = nullptr;
  Thing* doomed_ = nullptr;
  Thing* foreign_ = nullptr;  // with the index 3 in its heap
};

struct GivenCall {
  const char* name;  // of the call, as core says it
  void (*make)(Stage& stage, Thing* given);
  const char* forbids_doomed = "";  // the rule for which it does
  bool only_between_cycles = false;
  bool takes_null = false;
};

const GivenCall kCalls[] = {
    {"AddRoot", [](Stage& stage, Thing* given) { stage.heap().AddRoot(given); },
     "unreachable-is-final"},
    {"RemoveRoot", [](Stage& stage, Thing* given) { stage.heap().RemoveRoot(given); }},
    {"HandOver", [](Stage& stage, Thing* given) { stage.heap().HandOver(given); }},
    {"SetKeepFlags",
     [](Stage& stage, Thing* given) { stage.heap().SetKeepFlags(given, gc::flag::kNative); },
     "unreachable-is-final"},
    {"ClearKeepFlags",
     [](Stage& stage, Thing* given) { stage.heap().ClearKeepFlags(given, gc::flag::kNative); }},
    {"SetFlags",
     [](Stage& stage, Thing* given) { stage.heap().SetFlags(given, gc::object_flag::kPublic); }},
    {"ClearFlags",
     [](Stage& stage, Thing* given) { stage.heap().ClearFlags(given, gc::object_flag::kPublic); }},
    {"MakeCluster", [](Stage& stage, Thing* given) { stage.heap().MakeCluster(given); }},
    {"AllocateCluster", [](Stage& stage, Thing* given) { stage.heap().AllocateCluster(given); }},
    {"AddToCluster",
     [](Stage& stage, Thing* given) { stage.heap().AddToCluster(given, stage.root()); }},
    {"AddToCluster",
     [](Stage& stage, Thing* given) { stage.heap().AddToCluster(stage.root(), given); }},
    {"DissolveClusterOf", [](Stage& stage, Thing* given) { stage.heap().DissolveClusterOf(given); },
     "unreachable-is-final"},
    {"MarkGarbage", [](Stage& stage, Thing* given) { stage.heap().MarkGarbage(given); }},
    {"ClearGarbage", [](Stage& stage, Thing* given) { stage.heap().ClearGarbage(given); }, "",
     true},
    {"IdentityOf", [](Stage& stage, Thing* given) { stage.heap().IdentityOf(given); }},
    {"BeginDestroy", [](Stage& stage, Thing* given) { stage.heap().BeginDestroy(given); },
     "begin-finish-free"},
    {"StrongPtr", [](Stage&, Thing* given) { const gc::StrongPtr<Thing> strong(given); },
     "unreachable-is-final", false, true},
    {"Store",
     [](Stage& stage, Thing* given) {
       stage.heap().Store(stage.root(), stage.root()->next, given);
     },
     "", false, true},
    {"Store",
     [](Stage& stage, Thing* given) {
       gc::ObjectPtr<Thing> slot;
       stage.heap().Store(given, given == nullptr ? slot : given->next, stage.root());
     }},
};

}  // namespace

std::size_t GivenCallCount() { return std::size(kCalls); }
const char* NameOfCall(std::size_t call) { return kCalls[call].name; }

bool CanBeTried(std::size_t call, Given given, When when) {
  const bool is_doomed = when == When::kGathering || when == When::kPurging;
  switch (given) {
    case Given::kFine:
      return !kCalls[call].only_between_cycles || when == When::kIdle;
    case Given::kNull:
      return true;
    case Given::kFreed:
      return !gc::kAddressesWatched;
    case Given::kForeign:
      // A strong pointer is of the heap that its object is of.
      return std::string_view(kCalls[call].name) != "StrongPtr";
    case Given::kDoomed:
      return is_doomed && (!kCalls[call].only_between_cycles || when != When::kGathering);
  }
  return false;
}

std::optional<Refusal> RefusalOf(std::size_t call, Given given, When) {
  const GivenCall& one = kCalls[call];
  const std::string was = std::string(one.name) + " was given ";
  switch (given) {
    case Given::kFine:
      return std::nullopt;
    case Given::kNull:
      if (one.takes_null) return std::nullopt;
      return Refusal{"", {was + "null\n"}};
    case Given::kFreed:
      return Refusal{"", {was + "an object of index 3 that was freed\n"}};
    case Given::kForeign:
      return Refusal{"", {was + "an object of index 3, of another heap\n"}};
    case Given::kDoomed:
      if (*one.forbids_doomed == '\0') return std::nullopt;
      return Refusal{one.forbids_doomed, {" (object 4, Thing)\n"}};
  }
  return std::nullopt;
}

void Try(std::size_t call, Given given, When when) {
  Stage stage(when);
  kCalls[call].make(stage, stage.Object(given));
}

}  // namespace properties::misuse
