// fuzz/libfuzzer_mutator_main.cc -- gives libFuzzer our mutator, for the targets whose bytes are
// traces.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fuzz/mutation/byte_mutator.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

void MutateAsBytes(fuzz::Bytes& bytes, std::size_t limit) {
  const std::size_t size = bytes.size();
  bytes.resize(std::max(limit, size));
  bytes.resize(LLVMFuzzerMutate(bytes.data(), size, limit));
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned int seed) {
  const fuzz::Bytes changed = fuzz::MutateBytes({data, size}, max_size, seed, MutateAsBytes);
  std::ranges::copy(changed, data);
  return changed.size();
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* one, std::size_t one_size,
                                                 const std::uint8_t* other, std::size_t other_size,
                                                 std::uint8_t* out, std::size_t max_size,
                                                 unsigned int seed) {
  const fuzz::Bytes crossed =
      fuzz::CrossBytes({one, one_size}, {other, other_size}, max_size, seed);
  std::ranges::copy(crossed, out);
  return crossed.size();
}
