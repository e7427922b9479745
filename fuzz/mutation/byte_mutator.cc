// fuzz/mutation/byte_mutator.cc -- decode, change, encode.

#include "fuzz/mutation/byte_mutator.h"

#include <algorithm>
#include <optional>

#include "fuzz/mutation/trace_mutator.h"
#include "reference/trace/trace_bytes.h"

namespace fuzz {
namespace {

using reference::Trace;

constexpr std::uint32_t kOneInBytes = 12;  // one mutation in so many changes bytes instead of lines

std::size_t MostOperations(std::size_t limit) {
  if (limit < reference::kTraceHeaderBytes) return 0;
  return (limit - reference::kTraceHeaderBytes) / reference::kRecordBytes;
}

Bytes Cut(std::span<const std::uint8_t> bytes, std::size_t limit) {
  const auto kept = bytes.first(std::min(bytes.size(), limit));
  return Bytes(kept.begin(), kept.end());
}

// Whether the limit leaves room for an operation. If not, only bytes can be changed.
bool HasRoom(std::size_t limit) { return MostOperations(limit) > 0; }

}  // namespace

Bytes MutateBytes(std::span<const std::uint8_t> bytes, std::size_t limit, std::uint64_t seed,
                  const ByteMutation& on_bytes) {
  properties::Random random(seed);
  if (HasRoom(limit) && !random.Chance(1, kOneInBytes)) {
    Trace trace = reference::DecodeTrace(bytes);
    TraceMutator(random.Next(), MostOperations(limit)).Mutate(trace);
    if (const std::optional<Bytes> encoded = reference::EncodeTrace(trace)) return *encoded;
  }
  Bytes changed = Cut(bytes, limit);
  on_bytes(changed, limit);
  return changed;
}

Bytes CrossBytes(std::span<const std::uint8_t> one, std::span<const std::uint8_t> other,
                 std::size_t limit, std::uint64_t seed) {
  Trace trace = reference::DecodeTrace(one);
  TraceMutator(seed, MostOperations(limit)).Splice(trace, reference::DecodeTrace(other));
  const std::optional<Bytes> encoded = reference::EncodeTrace(trace);
  return encoded && encoded->size() <= limit ? *encoded : Cut(one, limit);
}

}  // namespace fuzz
