// fuzz/targets/crash.h -- from the bytes that broke something to a trace for the corpus.
//
// A crash file holds a hundred operations in a form that a person cannot read. An entry of the
// corpus should hold the few operations that matter, as text, and say what it catches.
//
// Read next: properties/shrink/shrink.h, properties/corpus/corpus.h.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "fuzz/targets/settings.h"
#include "properties/corpus/corpus.h"
#include "properties/judge/judge.h"
#include "properties/shrink/shrink.h"
#include "reference/oracle/subject.h"

namespace fuzz {

struct Crash {
  properties::CorpusEntry entry;      // shrunk, if it disagrees
  properties::Verdict verdict;        // the verdict on that trace
  std::size_t operations_before = 0;  // operations in the bytes
  std::size_t runs = 0;               // runs that shrinking took
  bool complete = false;              // shrinking left nothing to try
};

// Judges the trace in the bytes on the subject, as the settings say, and shrinks it if it
// disagrees.
Crash CrashOf(std::span<const std::uint8_t> bytes, const std::string& name,
              const Settings& settings, reference::Subject& subject,
              const properties::ShrinkBudget& budget = {});

}  // namespace fuzz
