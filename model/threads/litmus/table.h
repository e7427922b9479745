// model/threads/litmus/table.h -- the standard litmus tests, with what is known of each.
//
// The verdicts are those of the literature and of the tools that others use (C++20's wording, the
// papers on RC11 and on C++20's repair of sequential consistency, the catalogues of herd7 and
// GenMC). The memory of model/threads/memory/ must give them, with one exception that is meant:
// where C++20 lets a load read a store that comes later (LB), the memory follows RC11, which does
// not.
//
// Read next: litmus.h.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace model::threads {

struct LitmusTest {
  std::string_view name;
  std::string_view program;
  std::string_view outcome;
  bool cpp20 = false;  // whether C++20 allows the outcome
  bool rc11 = false;   // whether RC11 does, with the release sequences of C++20
};
const std::vector<LitmusTest>& LitmusTests();

struct LitmusRow {
  LitmusTest test;
  bool memory = false;  // what the memory allows
  bool axioms = false;  // what the axioms allow; they forbid what LB shows, as the memory does
  bool axioms_rc11 = false;
  std::uint64_t states = 0;
  bool IsAsKnown() const;
};
std::vector<LitmusRow> LitmusTable();
// A line for each row.
std::string LitmusText(const std::vector<LitmusRow>& rows);

}  // namespace model::threads
