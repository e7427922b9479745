// properties/mutate/copy/switches.h -- writes all sites of a file into its text, each behind a
// switch.
//
// The text keeps its lines, so that what the collector says of a place in its sources stays true.
// Where the compiler complains, the column leads to the site that is at fault, and that site is
// left out the next time.
//
// Read next: properties/mutate/copy/mutated_copy.h.

#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "properties/mutate/sites/site.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

// The environment variable that says which mutant is on, as a decimal number; none if it is unset.
inline constexpr const char* kVariable = "TRICOLOUR_MUTANT";
// The one that names the file into which the tests write which sites each of them reached; the next
// must be set too.
inline constexpr const char* kReachedVariable = "TRICOLOUR_REACHED";
// The one that names the file in which a program and all processes that it begins note together
// which sites they reached: a byte for each number, kReachedByte if it was.
inline constexpr const char* kReachedByAllVariable = "TRICOLOUR_REACHED_BY_ALL";
inline constexpr char kReachedByte = 3;
// Mutants have numbers below this.
inline constexpr std::size_t kMostMutants = std::size_t{1} << 16;

// The text of the header that every changed file includes, and where it stands in the copy.
extern const char* const kSwitchHeader;
inline constexpr const char* kSwitchHeaderFile = "core/mutants.h";
// The line that includes it.
extern const char* const kSwitchInclude;
// The text of test files, but for that line. Each makes a program of tests write which test reached
// which sites.
extern const char* const kReachedTest;
// The programs that have the unit tests of core, of the build that ships and of the one with
// faults, and where each gets that file: in the folder of its own sources.
struct TestProgram {
  const char* name;
  const char* reached_file;
};
inline constexpr TestProgram kTestPrograms[] = {
    {"core_test", "core/base/mutants_reached_test.cc"},
    {"saving_test", "core/reflect/saving/mutants_reached_test.cc"},
    {"core_checked_test", "core/pointer/builds/checked/mutants_reached_test.cc"}};

// A site with the number of its mutant; 0 is none.
struct Numbered {
  std::size_t number = 0;
  const Site* site = nullptr;
};

// The text of a file with the switches, and where they are in it.
class Switched {
 public:
  // `sites` are those of this file. One that crosses another is left out.
  Switched(const tidy::File& file, const std::vector<Numbered>& sites);

  const std::string& text() const { return text_; }
  // The numbers that could not be written, since they cross others.
  const std::vector<std::size_t>& left_out() const { return left_out_; }
  // The mutant to which the text at this place belongs most closely; 0 if there is none. `line` is
  // that of the file as it was, and `column` that of the text, both from 1.
  std::size_t At(std::size_t line, std::size_t column) const;
  std::set<std::size_t> All() const;
  // All mutants with text of their own in this line.
  std::vector<std::size_t> InLine(std::size_t line) const;

 private:
  struct Stretch {
    std::size_t begin = 0, end = 0;  // in text_
    std::size_t number = 0;
    bool own = false;  // written for the switch; else what it encloses
  };

  void Write(const tidy::File& file, const std::vector<Numbered>& sites);
  void Own(std::size_t number, const std::string& text);
  std::size_t Offset(std::size_t line) const;

  std::string text_;
  std::vector<Stretch> stretches_;
  std::vector<std::size_t> left_out_;
};

}  // namespace properties::mutate
