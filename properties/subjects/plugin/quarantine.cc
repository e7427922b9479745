// properties/subjects/plugin/quarantine.cc -- hands out memory in the order of addresses.

#include "properties/subjects/plugin/quarantine.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace properties {

using reference::kDangling;
using reference::kNull;
using reference::Name;

namespace {

constexpr int kPoison = 0xDD;
constexpr std::size_t kAlignment = 16;

}  // namespace

void* Quarantine::Allocate(Name object, std::size_t bytes) {
  if (bytes > most_) return nullptr;
  const std::size_t rounded =
      std::max(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  if (rounded > most_ - std::min(most_, all_)) return nullptr;
  while (at_ < chunks_.size() && chunks_[at_].size - chunks_[at_].used < rounded) ++at_;
  if (at_ == chunks_.size()) {
    const std::size_t size = std::max(kChunk, rounded);
    chunks_.push_back({std::make_unique<std::byte[]>(size), size, 0});
  }
  Chunk& chunk = chunks_[at_];
  std::byte* const memory = chunk.bytes.get() + chunk.used;
  chunk.used += rounded;
  all_ += rounded;
  std::memset(memory, 0, rounded);
  blocks_[memory] = {.object = object, .bytes = bytes, .released = false};
  return memory;
}

Name Quarantine::Release(void* memory) {
  const auto found = blocks_.find(memory);
  if (found == blocks_.end()) return kNull;
  Block& block = found->second;
  if (block.released) return kDangling;
  block.released = true;
  std::memset(memory, kPoison, block.bytes);
  return block.object;
}

Name Quarantine::NameOf(const void* memory) const {
  const auto found = blocks_.find(memory);
  if (found == blocks_.end()) return kNull;
  return found->second.released ? kDangling : found->second.object;
}

void Quarantine::Clear() {
  for (Chunk& chunk : chunks_) chunk.used = 0;
  at_ = all_ = 0;
  blocks_.clear();
}

}  // namespace properties
