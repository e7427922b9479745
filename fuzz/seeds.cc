// fuzz/seeds.cc -- drop what bytes cannot say, and encode.

#include "fuzz/seeds.h"

#include "reference/trace/trace_bytes.h"

namespace fuzz {

std::optional<Bytes> SeedOf(reference::Trace trace) {
  std::erase_if(trace.operations, [](const reference::Operation& operation) {
    return reference::IsExpectation(operation.verb);
  });
  return reference::EncodeTrace(trace);
}

}  // namespace fuzz
