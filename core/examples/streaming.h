// core/examples/streaming.h -- threads that load and unload pieces of a world, beside the game.
//
// A streaming thread makes a tile, which is one object with many small objects under it, and puts
// it in the place of an older tile, which it thereby drops. It uses managed objects in sections
// only, one section for each tile: the collector waits for one tile at most, never for a whole
// level.
//
// Read next: core/examples/soak_main.cc.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "core/gc.h"
#include "core/pointer/container.h"

namespace example {

class Prop : public gc::Object {
 public:
  explicit Prop(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
  gc::ObjectPtr<Prop> next;
  std::array<std::uint64_t, 4> data{};
};

class Tile : public gc::Object {
 public:
  explicit Tile(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
  gc::Vector<Prop> props;
};

// The tiles of one thread; in the root set while the thread streams.
class Region : public gc::Object {
 public:
  explicit Region(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
  static constexpr std::size_t kTiles = 32;
  std::array<gc::ObjectPtr<Tile>, kTiles> tiles;
};

// Threads that together make `tiles` tiles in each frame. Only the collector's thread makes and
// drops a Streaming. Its threads stream no frame before Frame() was called for it, and lag two
// frames at most.
class Streaming {
 public:
  static constexpr int kPropsInATile = 63;
  static constexpr int kObjectsInATile = kPropsInATile + 1;

  Streaming(gc::Heap& heap, gc::Lock& lock, int threads, int tiles);
  // Ends the threads and drops their tiles.
  ~Streaming();
  Streaming(const Streaming&) = delete;
  Streaming& operator=(const Streaming&) = delete;

  // Allows the threads to stream one more frame. Waits until they lag two frames at most.
  void Frame();
  std::uint64_t Made() const { return made_.load(std::memory_order_relaxed); }

 private:
  void Run(Region& region, int first, int step);
  void MakeTile(Region& region, std::size_t place);

  gc::Heap& heap_;
  gc::Lock& lock_;
  const int tiles_;
  std::atomic<std::uint64_t> frame_{0};
  std::atomic<std::uint64_t> made_{0};
  std::atomic<bool> stop_{false};
  std::vector<Region*> regions_;
  std::vector<std::jthread> threads_;
};

}  // namespace example
