#include "core/examples/streaming.h"

#include <chrono>

namespace example {

namespace {
const gc::Reference kPropReferences[] = {gc::Reference::To(&Prop::next, "next")};
const gc::Reference kTileReferences[] = {gc::Reference::To(&Tile::props, "props")};
const gc::Reference kRegionReferences[] = {gc::Reference::To(&Region::tiles, "tiles")};
}  // namespace

const gc::Class Prop::kClass = gc::Describe<Prop>("Prop", kPropReferences);
const gc::Class Tile::kClass = gc::Describe<Tile>("Tile", kTileReferences);
const gc::Class Region::kClass = gc::Describe<Region>("Region", kRegionReferences);

Streaming::Streaming(gc::Heap& heap, gc::Lock& lock, int threads, int tiles)
    : heap_(heap), lock_(lock), tiles_(tiles) {
  for (int i = 0; i < threads; ++i) {
    Region* const region = heap.New<Region>();
    heap.AddRoot(region);
    regions_.push_back(region);
  }
  for (int i = 0; i < threads; ++i) {
    Region& region = *regions_[static_cast<std::size_t>(i)];
    threads_.emplace_back([this, &region, i, threads] { Run(region, i, threads); });
  }
}

Streaming::~Streaming() {
  stop_ = true;
  threads_.clear();
  for (Region* const region : regions_) heap_.RemoveRoot(region);
}

void Streaming::Frame() {
  const std::uint64_t frame = frame_.fetch_add(1, std::memory_order_relaxed);
  if (frame == 0) return;
  const std::uint64_t due = (frame - 1) * static_cast<std::uint64_t>(tiles_ * kObjectsInATile);
  while (Made() < due) std::this_thread::yield();
}

// An object that another thread makes is kept until it is handed over, which is done once an object
// refers to it.
void Streaming::MakeTile(Region& region, std::size_t place) {
  const gc::Section section(lock_);
  Tile* const tile = heap_.New<Tile>();
  region.tiles[place] = tile;
  heap_.HandOver(tile);
  for (int i = 0; i < kPropsInATile; ++i) {
    Prop* const prop = heap_.New<Prop>();
    if (i > 0) prop->next = tile->props.back();
    tile->props.push_back(prop);
    heap_.HandOver(prop);
  }
}

void Streaming::Run(Region& region, int first, int step) {
  std::size_t place = 0;
  for (std::uint64_t frame = 0; !stop_; ++frame) {
    while (!stop_ && frame_.load(std::memory_order_relaxed) <= frame) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    for (int tile = first; tile < tiles_ && !stop_; tile += step) {
      MakeTile(region, place);
      place = (place + 1) % Region::kTiles;
      made_.fetch_add(kObjectsInATile, std::memory_order_relaxed);
    }
  }
}

}  // namespace example
