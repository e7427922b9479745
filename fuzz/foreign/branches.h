// fuzz/foreign/branches.h -- the branches of a library that was compiled to tell of them.
//
// Read next: fuzz/subject_branches_main.cc.

#pragma once

#include <cstdint>
#include <span>

namespace fuzz {

// How often each branch was taken since the counts were last cleared; all 0 if no library was
// compiled so.
std::span<std::uint8_t> Branches();

}  // namespace fuzz
