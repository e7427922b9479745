// fuzz/targets/libfuzzer_target_main.cc -- hands one target to libFuzzer; the build says which.

#include <cstddef>
#include <cstdint>

#include "fuzz/targets/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::TRICOLOUR_FUZZ_TARGET({data, size});
}
