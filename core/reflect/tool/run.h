// core/reflect/tool/run.h -- one call of the tool: reads the headers, says what is wrong, writes.
//
// Nothing is written for a header in which something is wrong, and nothing is shared between two
// headers but the names of the module's types, of which there may be only one of each.
//
// Source: S4.1, S4.23, S5.11.   Read next: core/reflect/tool/read/reader.h.

#pragma once

#include <string>
#include <vector>

#include "core/reflect/tool/model/exit_codes.h"
#include "core/reflect/tool/read/raw_policy.h"

namespace gc::header_tool {

struct Call {
  std::vector<std::string> headers;
  std::vector<std::string> arguments;  // for clang: include folders and macros
  std::vector<std::string> others;     // headers that define what the headers may only declare
  std::string module;
  std::string out = ".";  // the folder to write into
  std::string depfile;    // empty: none
  std::string stamp;      // a file that is new after each call that succeeds; empty: none
  RawPolicy raw = RawPolicy::kRefuse;
  bool timings = false;
};

// Findings go to stderr, as compilers write them. Returns an exit code.
int Run(const Call& call);

// Of generated headers of one module: complains of types that have one name. Returns an exit code.
int CheckModule(const std::vector<std::string>& generated_headers);

}  // namespace gc::header_tool
