// properties/crowds/crowd_kinds.h -- the objects of a crowd: one class for each way to end, to be
// large, and to show references.

#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "core/base/sharing.h"
#include "core/gc.h"
#include "reference/crowds/paper_crowd.h"

namespace properties::crowds {
namespace {

using reference::crowds::Id;

// How many objects of a heap came to each end. A destructor may run on a worker.
struct Ends {
  std::atomic<std::uint32_t> begun = 0, finished = 0, destroyed = 0;
  std::atomic<std::uint32_t> unflagged = 0;  // end, and their flags do not say so
  std::uint32_t blind = 0;                   // what one that begins holds is gone
  std::atomic<bool> heap_ends = false;       // then none of them is asked
};

struct Being : gc::Object {
  Being(const gc::Birth& birth, Id named) : Object(birth), id(named) {}
  const Id id;
  gc::ObjectPtr<Being> fields[2];
};
inline const gc::Reference kBeingReferences[] = {gc::Reference::To(&Being::fields, "fields")};

enum class Kind : std::uint32_t {
  kPlain,
  kLarge,  // of a class of slots that few objects have
  kHuge,   // in no block
  kTailed,
  kEnder,     // has a destructor
  kCaller,    // has callbacks, and is asked more than once
  kAnywhere,  // may be destroyed on a worker
  kShower,    // shows its references by a call
  kRaw,       // has a plain pointer, which is set while nothing is marked
  kAsset,     // may be the root of a cluster, if those of its kind may
  kActor,
  kScript,
  kListed,  // has a container of references
};
inline constexpr std::uint32_t kKinds = 13;
// Whether it has as many references as are asked for, behind the two of all.
inline bool HasMore(Kind kind) { return kind == Kind::kTailed || kind == Kind::kListed; }

struct Plain : Being {
  using Being::Being;
  bool CanBeClusterRoot() const noexcept { return true; }
  static const gc::Class kClass;
};
inline const gc::Class Plain::kClass = gc::Describe<Plain>("Plain", kBeingReferences);

template <gc::ClusterKind kKind>
struct Rooting : Plain {
  using Plain::Plain;
  static constexpr gc::ClusterKind kClusterKind = kKind;
  static const gc::Class kClass;
};
template <gc::ClusterKind kKind>
inline const gc::Class Rooting<kKind>::kClass = gc::Describe<Rooting>("Rooting", kBeingReferences);
using Asset = Rooting<gc::ClusterKind::kAsset>;
using Actor = Rooting<gc::ClusterKind::kActor>;
using Script = Rooting<gc::ClusterKind::kScript>;

template <std::size_t kBytes>
struct Filled : Being {
  using Being::Being;
  std::array<std::byte, kBytes> rest;
  static const gc::Class kClass;
};
template <std::size_t kBytes>
inline const gc::Class Filled<kBytes>::kClass = gc::Describe<Filled>("Filled", kBeingReferences);
using Large = Filled<600>;
using Huge = Filled<9'000>;

struct Tailed : Being {
  using Being::Being;
  static const gc::Class kClass;
};
inline const gc::Reference kTailedReferences[] = {kBeingReferences[0],
                                                  gc::Reference::Trailing<Tailed>("tail")};
inline const gc::Class Tailed::kClass = gc::Describe<Tailed>("Tailed", kTailedReferences);

struct Ender : Being {
  Ender(const gc::Birth& birth, Id named, Ends& ends) : Being(birth, named), counts(ends) {}
  ~Ender() {
    ++counts.destroyed;
    const bool has_finished = header().flags.Has(gc::object_flag::kFinishDestroyed);
    counts.unflagged += !has_finished && !counts.heap_ends;
  }
  Ends& counts;
  static const gc::Class kClass;
};
inline const gc::Class Ender::kClass = gc::Describe<Ender>("Ender", kBeingReferences);

// What a worker does beside the collector's thread. The heap knows that it does, and has not been
// told to destroy everything itself.
struct Beside {
  static inline const gc::Sharing* sharing = nullptr;  // of the heap of the present run
  static inline std::atomic<bool> may_destroy{false};
  static inline std::atomic<std::uint32_t> unknown{0}, unwanted{0};

  static void Begin(const gc::Sharing& of, const gc::HeapOptions& options) {
    sharing = &of;
    unknown = unwanted = 0;
    Choose(options);
  }
  static void Choose(const gc::HeapOptions& options) {
    may_destroy = options.parallel && options.destroy_off_thread;
  }
  static void Look(bool is_worker) {
    if (is_worker && !sharing->IsConcurrent()) ++unknown;
  }
};

// Now and then its end takes so long that a call that does not wait for it comes back before.
struct Anywhere : Ender {
  using Ender::Ender;
  ~Anywhere() {
    Beside::Look(gc::Helping::IsRunning());
    if (gc::Helping::IsRunning() && !Beside::may_destroy) ++Beside::unwanted;
    if (id % 32 == 0) std::this_thread::sleep_for(std::chrono::microseconds(10));
  }
  static constexpr bool kDestroyAnywhere = true;
  static const gc::Class kClass;
};
inline const gc::Class Anywhere::kClass = gc::Describe<Anywhere>("Anywhere", kBeingReferences);

struct Caller : Ender {
  using Ender::Ender;
  void BeginDestroy() noexcept {
    ++counts.begun;
    for (const gc::ObjectPtr<Being>& field : fields) {
      counts.blind += field != nullptr && !gc::IsValidLowLevel(field.Get());
    }
    counts.unflagged += !header().flags.Has(gc::object_flag::kBeginDestroyed);
  }
  bool IsReadyForFinishDestroy() noexcept { return ++asked > id % 3; }
  void FinishDestroy() noexcept {
    constexpr gc::ObjectFlags kEnding =
        gc::object_flag::kBeginDestroyed | gc::object_flag::kFinishDestroyed;
    ++counts.finished;
    counts.unflagged += (header().flags.Load() & kEnding) != kEnding;
  }
  std::uint32_t asked = 0;
  static const gc::Class kClass;
};
inline const gc::Class Caller::kClass = gc::Describe<Caller>("Caller", kBeingReferences);

struct Shower : Being {
  using Being::Being;
  void VisitReferences(const gc::SlotVisitor& visit) {
    Beside::Look(gc::Workers::IsHelper());
    for (gc::ObjectPtr<Being>& field : fields) visit(field);
  }
  static const gc::Class kClass;
};
inline const gc::Reference kShowerReferences[] = {gc::Reference::Shown<Shower>("shown")};
inline const gc::Class Shower::kClass = gc::Describe<Shower>("Shower", kShowerReferences);

struct Raw : Being {
  using Being::Being;
  Being* plain = nullptr;
  Being* unused = nullptr;
  static const gc::Class kClass;
};
inline const gc::Reference kRawReferences[] = {kBeingReferences[0],
                                               gc::Reference::ToRaw(&Raw::plain, "plain"),
                                               gc::Reference::ToRaw(&Raw::unused, "unused")};
inline const gc::Class Raw::kClass = gc::Describe<Raw>("Raw", kRawReferences);

// What an element of a container has more than one of.
struct Pair {
  using Contributor = Pair;
  gc::ObjectPtr<Being> first, second;
  void VisitReferences(const gc::SlotVisitor& visit) {
    visit(first);
    visit(second);
  }
  static void ContributeReferences(gc::Entries& entries, std::int64_t at) {
    gc::ContributeMember(&Pair::first, entries, at);
    gc::ContributeMember(&Pair::second, entries, at);
  }
};

struct Listed : Being {
  Listed(const gc::Birth& birth, Id named, std::uint32_t many) : Being(birth, named) {
    pairs.resize(many / 3);
    list.resize(many - 2 * pairs.size());
  }
  // Of all that are in containers.
  gc::ObjectPtr<Being>& At(std::size_t field) {
    if (field < list.size()) return list[field];
    const std::size_t rest = field - list.size();
    return rest % 2 == 0 ? pairs[rest / 2].first : pairs[rest / 2].second;
  }
  gc::Container<std::vector<gc::ObjectPtr<Being>>> list;
  gc::Container<std::vector<Pair>> pairs;
  static const gc::Class kClass;
};
inline const gc::Reference kListedReferences[] = {kBeingReferences[0],
                                                  gc::Reference::To(&Listed::list, "list"),
                                                  gc::Reference::To(&Listed::pairs, "pairs")};
inline const gc::Class Listed::kClass = gc::Describe<Listed>("Listed", kListedReferences);

// Without a tail, and what a container has elsewhere.
inline std::uint32_t BytesOf(Kind kind) {
  static constexpr std::uint32_t kBytes[kKinds] = {
      sizeof(Plain),  sizeof(Large),    sizeof(Huge),   sizeof(Tailed), sizeof(Ender),
      sizeof(Caller), sizeof(Anywhere), sizeof(Shower), sizeof(Raw),    sizeof(Asset),
      sizeof(Actor),  sizeof(Script),   sizeof(Listed)};
  return kBytes[static_cast<std::uint32_t>(kind)];
}

}  // namespace
}  // namespace properties::crowds
