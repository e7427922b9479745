// model/threads/accesses.h -- every atomic access of core, with the order that its source has.
//
// A machine shows that a protocol holds with certain memory orders; that says nothing of core if
// core has others. So the orders stand in this table and nowhere else: the machines take theirs
// from it (orders.h), and a test compares it with core's sources (model/orders/source.h), of which
// each access must be here once. The table has two parts:
//
//   kAccesses   accesses of which a protocol between threads makes something; each has a name
//   kOthers     accesses on which no other thread relies; each says why
//
// kAccesses also has the locks that are held for a protocol, the tasks that are waited for, and
// accesses that must stand in one order in the text. These have no memory order: leaving one out is
// their only weakening.
//
// Read next: model/orders/protocols.h.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace model::threads {

enum class At : std::uint8_t {
  // The lock (core/base/lock.h).
  kAcquireWants,
  kAcquireTakes,
  kTryTakes,
  kReserveWants,
  kReserveWaits,
  kTryReserves,
  kAdmits,
  kEnters,
  kLooksAgain,
  kStepsBack,
  kLeaves,
  // The barrier list (core/base/shared_list.h).
  kPushSeesTop,
  kPushFills,
  kPushPutsOnTop,
  kPushTakesPlace,
  kEmptySeesTop,
  kEmptySeesTaken,
  kTakeSeesTop,
  kTakeSeesTaken,
  kTakeKeepsTop,
  kTakeEmpties,
  // The table of objects.
  kTableNext,
  kTableGrows,
  kTableClaims,
  kTableEnd,
  // An entry, in the plain layout.
  kPublishes,
  kUnpublishes,
  kSeesOccupant,
  kFlagsStart,
  kFlagsVacated,
  kFlagsAsked,
  kFlagsFinish,
  kFlagsSeen,
  kFlagsSet,
  kFlagsCleared,
  kMarkSeen,
  kMarkStored,
  kMarkReplaced,
  // An entry, in the packed layout.
  kPackedStart,
  kPackedVacated,
  kPackedMakesRoom,
  kPackedPublishes,
  kPackedKeepsFlags,
  kPackedUnpublishes,
  kPackedOccupant,
  kPackedAsked,
  kPackedFinish,
  // Serials and weak references.
  kSerialUndone,
  kSerialRetires,
  kSerialKnown,
  kSerialGiven,
  kSerialRead,
  kSerialValid,
  // The number of clusters, and the links.
  kHasClusters,
  kClusterAdds,
  kClusterRemoves,
  kLinkRoot,
  kLinkMember,
  kLinkCut,
  kLinkSeen,
  // How the barrier knows that a heap listens.
  kListens,
  kListensNoMore,
  kShadeAsks,
  kStoredAsks,
  kContainerAsks,
  // The gather by workers.
  kLateSeen,
  kLateSaid,
  // Marking by workers.
  kWaitBegins,
  kWaitEnds,
  kWaitSeen,
  kLateAmongWorkers,
  kLateBeforeTaking,
  kLateWhileScanning,
  // Strong counts.
  kStrongAdds,
  kStrongDrops,
  kStrongAsked,
  kStrongKeeps,
  // The first classes.
  kNamesSeen,
  kNamesMade,
  kNamingSeen,
  kNamingOpens,
  // The packed schema of a class.
  kSchemaSeen,
  kSchemaSeenFlat,
  kSchemaSeenAgain,
  kSchemaPublished,
  // Locks that are held, and tasks that are waited for.
  kLeavesLocked,
  kAllocatesLocked,
  kRegistersLocked,
  kHandsOverLocked,
  kSerialLocked,
  kStrongTaken,
  kStrongDropped,
  kShadesLocked,
  kDissolvesLocked,
  kSendsLocked,
  kWorksLocked,
  kFreesLocked,
  kNotesEndLocked,
  kNamingLocked,
  kSchemaLocked,
  kWorkLocked,
  kShareLocked,
  kForEachWaits,
  kBothWaits,
  // What must stand in one order in the text, or must not be missing.
  kVacatedLast,
  kMarkedFirst,
  kSerialLast,
  kValidLast,
  kFoundAgain,
  kChosenAgain,
  kChunkFirst,
  kColouredFirst,
  kOpenedLast,
  kBusyUnderLock,
  kIdleUnderLock,
  kGiveAllUnderLock,
  kEndWakes,
};
inline constexpr std::size_t kAccessCount = 117;

struct Access {
  At at;
  std::string_view file;       // below core/
  std::string_view function;   // such as "Lock::Leave"
  std::string_view on;         // what it is done on; of a lock or a task: the words that take it
  std::string_view operation;  // such as "fetch_sub"; empty for a lock or a task
  std::memory_order order = std::memory_order_relaxed;
  std::optional<std::memory_order> failure = {};  // of a comparison that fails
  std::size_t which = 0;  // among those of the function that are alike, from 0

  // Whether this is no access, but a lock, a task, or an order of the text.
  bool IsEdge() const { return operation.empty(); }
  // Whether `on` names parts that follow each other: "this ... that".
  bool IsSequence() const { return on.find(" ... ") != on.npos; }
};
extern const std::array<Access, kAccessCount> kAccesses;  // in enumeration order
inline const Access& AccessOf(At at) { return kAccesses[static_cast<std::size_t>(at)]; }

struct OtherAccess {
  std::string_view file;
  std::string_view function;
  std::string_view on;
  std::string_view operation;
  std::memory_order order;
  std::string_view why;  // why no protocol needs it, as a sentence without its full stop
  std::optional<std::memory_order> failure = {};
  std::size_t which = 0;
};
inline constexpr std::size_t kOtherCount = 109;
extern const std::array<OtherAccess, kOtherCount> kOthers;

}  // namespace model::threads
