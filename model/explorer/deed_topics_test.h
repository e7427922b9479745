// model/explorer/deed_topics_test.h -- deeds that belong together, with the verbs that they meet.

#pragma once

#include <string_view>
#include <vector>

#include "model/machine/step.h"

namespace model {

struct DeedTopic {
  std::string_view name;
  DeedSet deeds;
  std::vector<reference::Verb> verbs;
};

inline const std::vector<DeedTopic>& DeedTopics() {
  using reference::Verb;
  static const std::vector<DeedTopic> kTopics = {
      {"Mask",
       {Deed::kFlag, Deed::kUnflag, Deed::kFlipMasked, Deed::kMaskMore},
       {Verb::kWeakMake, Verb::kWeakRead}},
      {"Abandon",
       {Deed::kAbandon, Deed::kFlag, Deed::kFlipMasked},
       {Verb::kReserve, Verb::kComplete, Verb::kWeakMake, Verb::kWeakRead}},
      {"AbandonAsking",
       {Deed::kAbandon, Deed::kFlipAsking},
       {Verb::kReserve, Verb::kComplete, Verb::kReferencerHold, Verb::kReferencerRelease}},
      {"ByHand", {Deed::kBeginByHand}, {Verb::kWeakMake, Verb::kWeakRead, Verb::kReady}},
      {"Asking",
       {Deed::kFlipAsking, Deed::kFlipMaskedAsking, Deed::kAskField},
       {Verb::kReferencerHold, Verb::kReferencerProtect, Verb::kReferencerRelease, Verb::kGarbage}},
      {"Gather",
       {Deed::kWorkerVisits, Deed::kJoin},
       {Verb::kWeakMake, Verb::kWeakRead, Verb::kReady}},
      {"Destroyer",
       {Deed::kHandOver, Deed::kWorkerFrees},
       {Verb::kWeakMake, Verb::kWeakRead, Verb::kReady}},
      {"Clusters",
       {Deed::kFlag, Deed::kFlipMasked, Deed::kFlipAsking, Deed::kAskField, Deed::kAbandon},
       {Verb::kCluster, Verb::kReserve, Verb::kComplete, Verb::kGarbage, Verb::kReferencerHold}},
      {"HeapEnd",
       {Deed::kDrop, Deed::kReopen, Deed::kBeginByHand, Deed::kHandOver, Deed::kWorkerFrees},
       {Verb::kPermanent, Verb::kReady, Verb::kWeakMake, Verb::kWeakRead}},
  };
  return kTopics;
}

}  // namespace model
