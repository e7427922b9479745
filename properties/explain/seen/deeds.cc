// properties/explain/seen/deeds.cc -- a few words for each verb that makes a reference.

#include "properties/explain/seen/deeds.h"

#include <initializer_list>

namespace properties {

using reference::Colour;
using reference::kNull;
using reference::Name;
using reference::NameText;
using reference::Operation;
using reference::Verb;

namespace {

std::vector<Name> Targets(std::initializer_list<Name> names) {
  std::vector<Name> targets = names;
  std::erase(targets, kNull);
  return targets;
}

// What the object refers to, if that is white.
std::vector<Name> WhiteOf(const Sight& sight, Name object) {
  std::vector<Name> white;
  if (!sight.heap.Born(object)) return white;
  for (const Name value : sight.heap[object].fields) {
    if (value != kNull && ColourIn(sight.after, value) == Colour::kWhite) white.push_back(value);
  }
  return white;
}

}  // namespace

Deed DeedOf(const Operation& operation, const Sight& before, const Sight& after) {
  const auto held = [&before](Name object, std::size_t field) {
    return before.heap.Born(object) && field < before.heap[object].fields.size()
               ? before.heap[object].fields[field]
               : kNull;
  };
  const std::string field = NameText(operation.object) + "." + std::to_string(operation.field);
  const std::string target = NameText(operation.target);
  const std::string target_field = target + "." + std::to_string(operation.target_field);
  const std::string object = NameText(operation.object);
  switch (operation.verb) {
    case Verb::kStore:
      return {"stores " + target + " into " + field, Targets({operation.target})};
    case Verb::kMove: {
      const Name moved = held(operation.target, operation.target_field);
      return {"moves " + NameText(moved) + " from " + target_field + " to " + field,
              Targets({moved})};
    }
    case Verb::kSwap:
      return {"swaps " + field + " and " + target_field,
              Targets({held(operation.object, operation.field),
                       held(operation.target, operation.target_field)})};
    case Verb::kAppend:
      return {"appends " + target + " to " + object, Targets({operation.target})};
    case Verb::kTake:
      return {"moves all that " + target + " holds to " + object,
              WhiteOf(before, operation.target)};
    case Verb::kResolve:
      return {"resolves " + field + " to " + NameText(after.answer.object),
              Targets({after.answer.object})};
    case Verb::kGarbage:
      return {"marks " + object + " garbage", Targets({operation.object})};
    case Verb::kOuter:
      return {"makes " + target + " the outer of " + object, Targets({operation.target})};
    case Verb::kCluster:
      return {"makes a cluster of " + object + " and what it leads to",
              Targets({operation.object})};
    case Verb::kClusterAdd:
      return {"puts " + target + " into the cluster of " + object, Targets({operation.target})};
    case Verb::kDissolve:
      return {"dissolves the cluster that " + object + " is in", Targets({operation.object})};
    case Verb::kRoot:
      return {"makes " + object + " a root", Targets({operation.object})};
    case Verb::kKeep:
      return {"sets a keep flag of " + object, Targets({operation.object})};
    case Verb::kStrongTake:
      return {"takes a strong pointer to " + object, Targets({operation.object})};
    case Verb::kReferencerHold:
      return {"lets r" + std::to_string(operation.number) + " report " + object,
              Targets({operation.object})};
    case Verb::kHold:
      return {"keeps " + object + " in a local", Targets({operation.object})};
    case Verb::kCopy: {
      const std::vector<Name> copied = WhiteOf(before, operation.target);
      const std::string what = copied.empty() ? "" : "'s reference to " + NameText(copied.front());
      return {"copies " + target + what + " into the new " + object, copied};
    }
    case Verb::kCreate:
      return {"creates " + object, Targets({operation.object})};
    case Verb::kRecreate:
      return {"makes " + object + " with the identity of " + target, Targets({operation.object})};
    case Verb::kCreateNamed:
      return {"creates " + object + ", with a name", Targets({operation.object})};
    case Verb::kReserve:
      return {"reserves " + object, Targets({operation.object})};
    case Verb::kPermanent:
      return {"makes the permanent " + object, Targets({operation.object})};
    case Verb::kResurrect:
      return {"tells " + object + " to store itself into " + target_field,
              Targets({operation.object})};
    case Verb::kComplete:
      return {"ends the constructor of " + object, Targets({operation.object})};
    case Verb::kWeakRead:
      return {
          "reads " + NameText(after.answer.object) + " from w" + std::to_string(operation.number),
          Targets({after.answer.object})};
    case Verb::kFind:
      return {"finds " + object + " by its name", Targets({after.answer.object})};
    // These verbs make no reference that marking could miss.
    case Verb::kUnroot:
    case Verb::kStrongDrop:
    case Verb::kWeakMake:
    case Verb::kWeakCopy:
    case Verb::kReferencerRelease:
    case Verb::kReady:
    case Verb::kDrop:
    case Verb::kCollect:
    case Verb::kStart:
    case Verb::kTick:
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
    case Verb::kUnkeep:
    case Verb::kErase:
    case Verb::kEnter:
    case Verb::kLeave:
    case Verb::kTryCollect:
    case Verb::kFrame:
    case Verb::kReferencerProtect:
    case Verb::kRename:
    case Verb::kPurge:
    case Verb::kAbandon:
    case Verb::kFinishPurge:
    case Verb::kFlag:
    case Verb::kUnflag:
    case Verb::kStartKeeping:
    case Verb::kCollectKeeping:
    case Verb::kIdentify:
    case Verb::kBeginByHand:
    case Verb::kTrim:
      break;
  }
  return {};
}

}  // namespace properties
