// fuzz/seeds.cc -- drops what bytes cannot express, and encodes the rest.

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
