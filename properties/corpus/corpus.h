// properties/corpus/corpus.h -- the traces that once broke something.
//
// A failure that was found once is kept as a file, named after what it broke, and replayed for
// ever. The trace must agree on the sound subject. If it is there to show a fault, it must disagree
// on the faulty one. Comments of the file say which:
//
//     tricolour trace 2
//     # fault: insertion-barrier/store-without-shading
//     # seen by: outcome safety 7, verifier insertion-barrier 5      (seen_by.h)
//     # subject: lua                                       (default core)
//
// Read next: reference/trace/trace_text.h.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/faults.h"
#include "reference/trace/trace.h"

namespace properties {

struct CorpusEntry {
  std::string name;  // the file's, without folder and suffix
  reference::Trace trace;
  std::optional<gc::Fault> fault;  // the fault that it catches
  std::string seen_by;             // the checkers that see the fault in it
  std::string subject = "core";
};

struct Corpus {
  std::vector<CorpusEntry> entries;  // sorted by name
  // The files that could not be read: "FILE:LINE:COLUMN: why". A corpus with problems passes no
  // gate.
  std::vector<std::string> problems;
};

// Reads every *.trace of a folder.
Corpus LoadCorpus(const std::filesystem::path& folder);

// The text of an entry, as it is written to NAME.trace.
std::string TextOf(const CorpusEntry& entry);

}  // namespace properties
