// fuzz/foreign/subject_fuzzer.h -- fuzzes a collector of a library or of a program, which no
// fuzzer's runtime was linked to.
//
// libFuzzer watches the program that it is linked into, and dies with it. A stranger's collector is
// neither compiled by us, nor should its crash be the end. So this is a loop of our own: a trace is
// taken from those kept, changed line by line, judged, and kept in turn if it showed something new.
//
// Read next: fuzz/foreign/novelty.h, fuzz/mutation/trace_mutator.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "properties/judge/judge.h"
#include "properties/search/search.h"
#include "reference/trace/trace.h"

namespace fuzz {

struct SubjectFuzzOptions {
  std::uint64_t seed = 1;
  std::uint64_t max_runs = ~std::uint64_t{0};
  std::size_t max_operations = 100;       // of a trace
  std::vector<reference::Locals> locals;  // the disciplines that the subject has; one at least
  std::vector<reference::Trace> seeds;    // tried first, and kept
  std::span<std::uint8_t> branches;       // counts of the subject's branches; may be empty
  std::function<bool()> stop;             // asked before each run
};

struct SubjectFuzzResult {
  std::uint64_t runs = 0;
  std::uint64_t applied = 0;                // operations
  std::uint64_t inconclusive = 0;           // runs without a verdict
  std::size_t kept = 0;                     // traces that showed something new
  std::size_t features = 0;                 // all that was shown
  std::optional<properties::Catch> caught;  // the first run that disagrees; none: all agree
};

// Fuzzes one subject until a run disagrees, or as the options say. Equal options make equal runs,
// as far as the subject's branches are the same.
SubjectFuzzResult FuzzSubject(const properties::SubjectFactory& factory,
                              const SubjectFuzzOptions& options);

// The trace as a stranger may be given it: without claims, which need not hold of it.
reference::Trace WithoutExpectations(reference::Trace trace);

}  // namespace fuzz
