// core/reflect/tool/read/reader.h -- reads one annotated header: what it describes, and what is
// wrong.
//
// A header is read in three passes over what clang made of it. The first goes through its types and
// takes each annotation that stands where it means something. The second looks at every use of a
// macro of annotations.h in the file: what the first pass did not take stands at a wrong place. The
// third sees that the generated header is the last include.
//
// Source: S4.1, S4.2, S4.20, S4.21.   Read next: core/reflect/tool/model/header.h.

#pragma once

#include <ctime>
#include <span>
#include <string>
#include <vector>

#include "core/reflect/tool/model/finding.h"
#include "core/reflect/tool/model/header.h"
#include "core/reflect/tool/read/raw_policy.h"

namespace gc::header_tool {

struct Reading {
  Header header;
  Findings findings;
  std::vector<std::string> dependencies;  // every file that was read; sorted
  std::clock_t parsing = 0;               // processor time in clang, in clocks
};

// `arguments` are those of a compiler: include folders and macros.
Reading Read(const std::string& path, std::span<const std::string> arguments, RawPolicy raw);

// Types of one name in one module, of all headers that were read.
Findings TypesOfOneName(std::span<const Reading> readings);

}  // namespace gc::header_tool
