// properties/mutate/trial/tests_of_core.h -- the unit tests, and which of them run through which
// mutant.
//
// A mutant is noticed only by a test that reaches its site, and most tests reach only few sites. So
// all tests run once while every site counts, and each mutant is then tried with the tests that
// reached it, the quickest first.
//
// Read next: properties/mutate/trial/stages.h.

#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace properties::mutate {

struct UnitTest {
  std::string name;  // "Suite.Test", as Google Test prints it
  double seconds = 0;
  bool failed = false;
};

// Which tests reached which mutants.
class Reach {
 public:
  // Reads what the tests wrote: each line has a test, its milliseconds, "failed" if it did, and the
  // numbers of the mutants that it reached. The first line may be "before-main", for what the
  // program reaches before any test. The last line is "end".
  explicit Reach(const std::string& written);

  const std::vector<UnitTest>& tests() const { return tests_; }
  // Whether the tests got to their end.
  bool is_whole() const { return is_whole_; }
  // The tests that reached this mutant and passed, the quickest first. All of them, if it was
  // reached before any.
  std::vector<const UnitTest*> Of(std::size_t number) const;

 private:
  bool is_whole_ = false;
  std::set<std::size_t> before_main_;
  std::vector<UnitTest> tests_;
  std::map<std::size_t, std::vector<std::size_t>> by_mutant_;
};

}  // namespace properties::mutate
