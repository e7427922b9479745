#include "properties/judge/census.h"

#include <algorithm>
#include <cstddef>

namespace properties {

using reference::Event;
using reference::EventKind;
using reference::kNotSaid;
using reference::kNull;
using reference::Name;
using reference::NameText;
using reference::Oracle;
using reference::Property;
using reference::Tally;
using reference::Total;
using reference::Verb;
using reference::Wrong;

namespace {

// `many` is what is counted in the plural: "clusters", "objects in use".
std::string Counted(std::uint64_t count, std::string many) {
  if (count == 1 && many == "indices") many = "index";
  const std::size_t end = std::min(many.find(' '), many.size());
  if (count == 1 && many[end - 1] == 's') many.erase(end - 1, 1);
  return std::to_string(count) + " " + many;
}

reference::Finding Differs(const char* what, std::uint64_t said, std::uint64_t counted) {
  if (said == kNotSaid || said == counted) return std::nullopt;
  return Wrong(Property::kCount, kNull,
               "the collector says " + Counted(said, what) + ", and there " +
                   (counted == 1 ? "is 1" : "are " + std::to_string(counted)));
}

}  // namespace

void Census::Reset(const reference::TraceHeader& header, bool counts) {
  counts_ = counts;
  reuses_ = header.heap.Value(reference::Setting::kReuse) == "yes";
  permanent_ = managed_ = spent_ = indices_ = given_up_ = last_gathered_ = 0;
  births_ = 0;
  index_of_.clear();
  totals_ = {};
}

reference::Finding Census::See(const reference::Operation& operation,
                               const reference::Answer& answer, std::span<const Event> events) {
  if (!counts_) return std::nullopt;
  const bool refused = answer.kind == reference::Answer::Kind::kRefused;
  given_up_ = operation.verb == Verb::kAbandon ? 1 : 0;
  if (operation.verb == Verb::kPermanent) {
    ++permanent_;
  } else if (operation.verb == Verb::kRecreate) {  // it has the index that was another's
    managed_ += !refused;
  } else if (reference::IsBirth(operation.verb)) {
    // What is given up at once had an index too. What memory was not found for gives it back, also
    // where no index is given again.
    indices_ = IndicesAfterABirth();
    spent_ += !refused;
    if (operation.verb != Verb::kAbandon) managed_ += !refused;
  }
  births_ += reference::IsBirth(operation.verb) && operation.verb != Verb::kAbandon && !refused;
  for (const Event& event : events) {
    if (event.kind == EventKind::kGather) {
      if (reference::Finding finding = SeeGathered(event)) return finding;
    }
    if (event.kind == EventKind::kEndCheck) last_gathered_ = 0;
    if (event.kind == EventKind::kFreed && managed_ > 0) --managed_;
    Add(event);
  }
  return std::nullopt;
}

void Census::SeeExhausted(const reference::Operation& operation, const Tally& says) {
  const bool takes_one = reference::IsBirth(operation.verb) && operation.verb != Verb::kPermanent &&
                         operation.verb != Verb::kRecreate;
  const std::uint32_t lent = static_cast<std::uint32_t>(says.lent);
  const std::uint32_t after = std::max(IndicesAfterABirth(), IndicesWith(managed_ + lent));
  if (takes_one && says.indices == after) indices_ = after;
}

reference::Finding Census::SeeGathered(const Event& event) {
  if (event.detail <= last_gathered_) {
    return Wrong(Property::kCount, event.object,
                 "a gather came to index " + std::to_string(event.detail) + " after " +
                     std::to_string(last_gathered_));
  }
  last_gathered_ = event.detail;
  if (event.object >= reference::kNameLimit) return std::nullopt;
  if (event.object >= index_of_.size()) index_of_.resize(event.object + std::size_t{1});
  std::uint32_t& index = index_of_[event.object];
  if (index != 0 && index != event.detail) {
    return Wrong(Property::kCount, event.object,
                 NameText(event.object) + " was at index " + std::to_string(index) +
                     ", and is at " + std::to_string(event.detail));
  }
  index = event.detail;
  return std::nullopt;
}

void Census::Add(const Event& event) {
  const auto add = [this](Total total, std::uint64_t more) {
    totals_[static_cast<std::size_t>(total)] += more;
  };
  switch (event.kind) {
    case EventKind::kFlip:
      add(Total::kRecords, 1);
      return add(Total::kStartUnits, 1);
    case EventKind::kInitialReferences:
      add(Total::kInitialReferences, event.detail);
      return add(Total::kTraceUnits, 1);
    case EventKind::kBarrierList:
      add(Total::kBarrierObjects, event.detail);
      add(Total::kBarrierPasses, 1);
      return add(Total::kTraceUnits, 1);
    case EventKind::kScan:
      add(Total::kScanned, 1);
      return add(Total::kTraceUnits, 1);
    case EventKind::kEndCheck:
      add(Total::kEndChecks, 1);
      return add(Total::kTraceUnits, 1);
    case EventKind::kGather:
      add(Total::kDoomed, event.flag);
      return add(Total::kGatherUnits, 1);
    case EventKind::kBegin:
      return add(Total::kBegun, 1);
    case EventKind::kPoll:
      add(Total::kNotReady, event.flag == 0);
      return add(Total::kPolled, 1);
    case EventKind::kFree:
      return add(Total::kFreed, 1);
    case EventKind::kCycleEnd:
    case EventKind::kBegan:
    case EventKind::kFinished:
    case EventKind::kFreed:
    case EventKind::kDissolved:
    case EventKind::kFaultCommitted:
      return;
  }
}

// Each birth and each end is told once. What was given up was told of both, or of none.
reference::Finding Census::CompareTold(const reference::Told& told, std::uint64_t there) const {
  if (told.astray != 0) {
    return Wrong(Property::kCount, kNull,
                 "a listener was told of a birth or an end that cannot be");
  }
  if (told.births >= births_ && told.births - told.ends == there) return std::nullopt;
  return Wrong(Property::kCount, kNull,
               "a listener was told of " + Counted(told.births, "births") + " and " +
                   Counted(told.ends, "ends") + ", and there were " + std::to_string(births_) +
                   " and " + std::to_string(births_ - there));
}

reference::Finding Census::CompareAtEnd(const Tally& tally) const {
  return tally.told_at_end ? CompareTold(*tally.told_at_end, 0) : std::nullopt;
}

reference::Finding Census::Compare(const Tally& tally, const Oracle& oracle) {
  if (tally.lent != 0) {
    indices_ = IndicesWith(managed_ + given_up_ + static_cast<std::uint32_t>(tally.lent));
  }
  if (tally.told) {
    if (reference::Finding found = CompareTold(*tally.told, permanent_ + managed_)) return found;
  }
  if (reference::Finding found = Differs("objects", tally.objects, permanent_ + managed_))
    return found;
  if (reference::Finding found = Differs("indices", tally.indices, indices_)) return found;
  if (tally.bytes != tally.bytes_given) {
    return Wrong(Property::kCount, kNull,
                 "the collector says that objects have " + std::to_string(tally.bytes) +
                     " bytes, and they were given " + std::to_string(tally.bytes_given));
  }
  const bool pending = oracle.Marking() || oracle.Gathering() || oracle.PurgePending();
  if (pending) return std::nullopt;
  if (reference::Finding found = Differs("clusters", tally.clusters, oracle.Clusters().size()))
    return found;
  if (!tally.totals) return std::nullopt;
  for (std::size_t i = 0; i < totals_.size(); ++i) {
    const char* const what = reference::kTotalWords[i].data();
    if (reference::Finding found = Differs(what, (*tally.totals)[i], totals_[i])) return found;
  }
  return std::nullopt;
}

}  // namespace properties
