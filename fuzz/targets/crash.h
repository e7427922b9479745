// fuzz/targets/crash.h -- from the bytes that broke something to a trace for the corpus.
//
// What a fuzzer leaves behind has a hundred operations in a form that a person cannot read. Kept in
// the corpus it should be the few that matter, as text, and say what it catches.
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
  properties::Verdict verdict;        // of that trace
  std::size_t operations_before = 0;  // that the bytes stood for
  std::size_t runs = 0;               // that shrinking took
  bool complete = false;              // shrinking left nothing to try
};

// Judges what the bytes stand for on the subject, as the settings say, and shrinks it if it
// disagrees.
Crash CrashOf(std::span<const std::uint8_t> bytes, const std::string& name,
              const Settings& settings, reference::Subject& subject,
              const properties::ShrinkBudget& budget = {});

}  // namespace fuzz
