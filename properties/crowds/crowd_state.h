// properties/crowds/crowd_state.h -- what the fingerprint of a heap tells apart.
//
// A search leaves out a state whose fingerprint it has met: one that two states share hides a run.
// So each part of a state is changed and changed back, and the fingerprint must follow.
//
// Included by core_crowds.cc only.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/inspect/verify/fingerprint.h"
#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

// Of an idle heap, of which nothing is queued.
class StateChanges {
 public:
  explicit StateChanges(CrowdHeap& crowd) : crowd_(crowd) {}

  // The object, which is there, is as before afterwards.
  void Compare(Id id) {
    gc::Heap& heap = *crowd_.heap;
    Being* const body = crowd_.bodies[id];
    const PaperCrowd::One& one = crowd_.paper.At(id);
    const bool root = one.root;
    Tells(
        "a root", [&] { crowd_.SetRoot(id, !root); }, [&] { crowd_.SetRoot(id, root); });
    for (const gc::FlagWord flag : {gc::flag::kNative, gc::flag::kLoaderImport}) {
      Tells(
          "a flag", [&] { heap.SetKeepFlags(body, flag); },
          [&] { heap.ClearKeepFlags(body, flag); });
    }
    std::optional<gc::StrongPtr<Being>> strong;
    Tells(
        "a strong pointer", [&] { strong.emplace(body); }, [&] { strong.reset(); });
    std::optional<Reporting> referencer;
    Tells(
        "what a referencer reports", [&] { referencer.emplace(heap, *body); },
        [&] { referencer.reset(); });
    referencer.emplace(heap, *body);
    Tells(
        "to what a referencer refers", [&] { referencer->one = nullptr; },
        [&] { referencer->one = body; });
    referencer.reset();
    std::optional<gc::Local<Being>> local;
    if (crowd_.options.locals != gc::Locals::kDead) {
      Tells(
          "a local", [&] { local.emplace(heap, body); }, [&] { local.reset(); });
    }
    Leaves("a serial", [&] { const gc::WeakPtr<Being> gives_it_one(body); });
    const bool may_be_garbage = !heap.IsRoot(body) && one.cluster == kNobody;
    if (may_be_garbage && !one.garbage && !crowd_.MustStay(id)) {
      Tells(
          "garbage", [&] { heap.MarkGarbage(body); }, [&] { heap.ClearGarbage(body); });
    }
    if (crowd_.StorableFields(id) == 0 || one.fields[0] == id) return;
    const Id before = one.fields[0];
    Tells(
        "what a field refers to", [&] { crowd_.Store(id, 0, id); },
        [&] { crowd_.Store(id, 0, before); });
  }
  // Two objects, of which both are there.
  void CompareWeak(Id one, Id other) {
    const std::uint64_t to_one = StateOf(gc::WeakReference(crowd_.bodies[one]));
    const std::uint64_t to_other = StateOf(gc::WeakReference(crowd_.bodies[other]));
    const std::uint64_t to_nothing = StateOf(gc::WeakReference());
    crowd_.Same("the fingerprint tells where a weak reference leads",
                to_one != to_other && to_one != to_nothing && to_other != to_nothing, true);
  }

 private:
  struct Reporting : gc::Referencer {
    Reporting(gc::Heap& heap, Being& being)
        : Referencer(heap, Kind::kWrapper, "reporting"), one(&being) {
      Register();
    }
    void Report(gc::Reporter& to) const override { to(one); }
    gc::ObjectPtr<Being> one;
  };

  std::uint64_t State() const {
    gc::Hasher hasher;
    gc::AddState(*crowd_.heap, hasher);
    return hasher.Value();
  }
  std::uint64_t StateOf(const gc::WeakReference& weak) const {
    gc::Hasher hasher;
    gc::AddWeak(*crowd_.heap, weak, hasher);
    return hasher.Value();
  }
  template <class Change, class Undo>
  void Tells(const char* what, Change&& change, Undo&& undo) {
    const std::uint64_t before = State();
    change();
    crowd_.Same((std::string("the fingerprint tells ") + what).c_str(), State() != before, true);
    undo();
    crowd_.Same((std::string("the fingerprint is as before, without ") + what).c_str(),
                State() == before, true);
  }

  // What decides nothing is no part of it.
  template <class Change>
  void Leaves(const char* what, Change&& change) {
    const std::uint64_t before = State();
    change();
    crowd_.Same((std::string("the fingerprint is the same with ") + what).c_str(),
                State() == before, true);
  }

  CrowdHeap& crowd_;
};

inline void CompareState(CrowdHeap& crowd) {
  const std::vector<Id>& living = crowd.paper.Living();
  if (living.empty() || living.back() < crowd.permanent) return;
  StateChanges(crowd).Compare(living.back());
  const Id middle = living[living.size() / 2];
  if (middle >= crowd.permanent) StateChanges(crowd).Compare(middle);
  if (middle != living.back()) StateChanges(crowd).CompareWeak(middle, living.back());
}

}  // namespace
}  // namespace properties::crowds
