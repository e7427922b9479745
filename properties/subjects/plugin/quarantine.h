// properties/subjects/plugin/quarantine.h -- the memory of a judged heap's objects: what is
// released is poisoned, told of, and not used again.
//
// A collector that frees an object too early crashes later and somewhere else, or not at all, if
// its memory is used by the next object. Here the death itself is seen, and a reference to it is
// known as dangling. Addresses are the same in each run, so that nothing depends on them.
//
// Read next: properties/subjects/plugin/plugin_subject.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "reference/trace/trace.h"

namespace properties {

class Quarantine {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  // `most`: bytes of all objects of a run.
  explicit Quarantine(std::size_t most = kMostBytes) : most_(most) {}

  // Zeroed memory, aligned to 16 bytes; null if the run has had its share.
  void* Allocate(reference::Name object, std::size_t bytes);
  // Poisons it, and returns whose it was; kNull if it is no object's memory, kDangling if it was
  // released before.
  reference::Name Release(void* memory);
  // Whose memory it is; kNull for null and for what is no object's, kDangling if it was released.
  reference::Name NameOf(const void* memory) const;
  // Forgets all.
  void Clear();

 private:
  struct Block {
    reference::Name object = reference::kNull;
    std::size_t bytes = 0;
    bool released = false;
  };
  static constexpr std::size_t kChunk = std::size_t{1} << 20;
  struct Chunk {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
    std::size_t used = 0;
  };

  const std::size_t most_;
  std::vector<Chunk> chunks_;
  std::size_t at_ = 0;  // the chunk in use
  std::size_t all_ = 0;
  std::unordered_map<const void*, Block> blocks_;
};

}  // namespace properties
