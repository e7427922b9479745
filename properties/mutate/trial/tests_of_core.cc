// properties/mutate/trial/tests_of_core.cc -- reads which test reached what.

#include "properties/mutate/trial/tests_of_core.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "properties/tidy/tree.h"

namespace properties::mutate {

namespace {
constexpr const char* kBeforeMain = "before-main";
}  // namespace

Reach::Reach(const std::string& written) {
  for (const std::string_view line : tidy::Lines(written)) {
    is_whole_ = line == "end";
    std::istringstream words{std::string(line)};
    UnitTest test;
    double milliseconds = 0;
    if (!(words >> test.name >> milliseconds)) continue;
    test.seconds = milliseconds / 1000;
    std::string word;
    while (words >> word) {
      if (word == "failed") {
        test.failed = true;
      } else if (test.name == kBeforeMain) {
        before_main_.insert(std::stoul(word));
      } else {
        by_mutant_[std::stoul(word)].push_back(tests_.size());
      }
    }
    if (test.name != kBeforeMain) tests_.push_back(test);
  }
}

std::vector<const UnitTest*> Reach::Of(std::size_t number) const {
  std::vector<const UnitTest*> tests;
  const auto take = [&tests](const UnitTest& test) {
    if (!test.failed) tests.push_back(&test);
  };
  const auto found = by_mutant_.find(number);
  if (before_main_.contains(number)) {
    for (const UnitTest& test : tests_) take(test);
  } else if (found != by_mutant_.end()) {
    for (const std::size_t index : found->second) take(tests_[index]);
  }
  std::ranges::stable_sort(tests, {}, [](const UnitTest* test) { return test->seconds; });
  return tests;
}

}  // namespace properties::mutate
