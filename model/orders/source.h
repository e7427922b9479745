// model/orders/source.h -- reads from the text of a source which atomic accesses it has.
//
// A table of memory orders that is kept beside the code tells what the code had once. So the
// accesses are read from the source itself: each call of load, store, exchange, fetch_* and
// compare_exchange_*, and each fence, with the function that it stands in and the orders that it
// names. An access that names no order has the strongest one, as in C++.
//
// The reader knows C++ only as far as core's sources use it. It does not see an atomic that is
// read or written by an operator (`word_ += 1`); OperatorsOnAtomics finds those.
//
// Read next: check.h.

#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace model::orders {

struct SourceFile {
  std::string path;  // such as "core/base/lock.cc"
  std::string text;
};

// An access as the source has it.
struct FoundAccess {
  std::string file;
  std::size_t line = 0;   // from 1
  std::string function;   // such as "Lock::Leave"; empty outside of functions
  std::string on;         // what it is done on, without blanks: "word_", "entry.serial"
  std::string operation;  // "fetch_sub", or "atomic_thread_fence"
  std::memory_order order = std::memory_order_seq_cst;
  std::optional<std::memory_order> failure;  // of a comparison that fails
};

// Every access of the file, in its order.
std::vector<FoundAccess> AccessesIn(const SourceFile& file);

// Whether the function has these words in its body, whatever blanks are between them. Where the
// words have "...", anything may stand in between.
bool FunctionHas(const SourceFile& file, std::string_view function, std::string_view words);

// Where a file of `files` uses an atomic that one of them declares otherwise than by a named
// operation: "core/base/lock.h:12: word_". Only names that end in "_" are looked at, in the header
// and the source that share a name.
std::vector<std::string> OperatorsOnAtomics(const std::vector<SourceFile>& files);

// Whether the file belongs to what ships: no test, benchmark, example or fixture.
bool Ships(std::string_view path);

}  // namespace model::orders
