#include "core/inspect/report/graph_history.h"

#include "core/collect/collector.h"
#include "core/inspect/search/reference_search.h"

namespace gc {
inline namespace GC_BUILD {

void GraphHistory::SetLimits(const GraphLimits& limits) {
  limits_ = limits;
  while (pictures_.size() > limits_.cycles) pictures_.pop_front();
  if (limits_.cycles != 0) return;
  ages_.clear();  // of what is stored and freed from here on nothing is heard
  stored_.clear();
}

void GraphHistory::OnEvent(const Event& event) {
  if (limits_.cycles == 0) return;
  switch (event.kind) {
    case EventKind::kFlip:
      stored_.clear();
      break;
    case EventKind::kBarrierList:  // published before the list is emptied
      for (const Object* object : heap_.collector().wavefront.barrier()) {
        stored_.push_back(object->header().index);
      }
      break;
    case EventKind::kEndCheck:
      if (event.flag != 0) TakePicture();
      break;
    case EventKind::kFree:
      if (event.object->header().index < ages_.size()) ages_[event.object->header().index] = 0;
      break;
    case EventKind::kInitialReferences:
    case EventKind::kScan:
    case EventKind::kGather:
    case EventKind::kBegin:
    case EventKind::kPoll:
    case EventKind::kCycleEnd:
    case EventKind::kDissolved:
    case EventKind::kFaultCommitted:
      break;
  }
}

void GraphHistory::TakePicture() {
  const Collector& collector = heap_.collector();
  ages_.resize(collector.population.table.End());
  if (collector.population.table.End() * sizeof(HeapGraph::Node) > limits_.most_bytes) {
    skipped_ += 1;
    return;
  }
  CyclePicture picture{.cycle = collector.marker.flips(), .graph = {}};
  const Clock clock = limits_.time == 0 ? Clock{} : limits_.clock;
  if (!picture.graph.Take(heap_, {.clock = clock, .at = clock.Now() + limits_.time})) {
    skipped_ += 1;
    return;
  }
  for (Index index = 1; index < picture.graph.End(); ++index) {
    if (picture.graph.Has(index)) picture.graph[index].age = ages_[index]++;
  }
  for (const Index index : stored_) {
    picture.graph.AddRoot({.kind = EdgeKind::kBarrier, .target = index});
  }
  pictures_.push_back(std::move(picture));
  while (pictures_.size() > limits_.cycles) pictures_.pop_front();
  while (pictures_.size() > 1 && bytes() > limits_.most_bytes) pictures_.pop_front();
  if (bytes() <= limits_.most_bytes) return;
  pictures_.clear();
  skipped_ += 1;
}

std::size_t GraphHistory::bytes() const {
  std::size_t sum = 0;
  for (const CyclePicture& picture : pictures_) sum += picture.graph.bytes();
  return sum;
}

const CyclePicture* GraphHistory::LastWith(Index index, Serial serial) const {
  for (std::size_t back = 0; back < size(); ++back) {
    const HeapGraph& graph = (*this)[back].graph;
    if (!graph.Has(index) || graph[index].doomed) continue;
    if (serial == 0 || graph[index].serial == serial) return &(*this)[back];
  }
  return nullptr;
}

std::string GraphHistory::WhyItLived(Index index, Serial serial) const {
  const CyclePicture* const picture = LastWith(index, serial);
  if (picture == nullptr) return "no picture has it alive\n";
  return "in cycle " + std::to_string(picture->cycle) + ": " + gc::WhyAlive(picture->graph, index);
}

}  // namespace GC_BUILD
}  // namespace gc
