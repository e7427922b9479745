// core/base/check_test.cc -- a failure and a misuse say what is wrong and where, and abort.

#include "core/base/check.h"

#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "core/rules.h"

namespace gc {
namespace {

constexpr Rule kSome = Rule::kStrongBarrier;
// The end of what is said of a rule.
std::string OfTheRule() { return "\ngc: rule " + std::string(EntryOf(kSome).name) + ": "; }

class CheckDeathTest : public testing::Test {
 protected:
  CheckDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

// The file and line, the sentence, the object if there is one, and the rule.
TEST_F(CheckDeathTest, AFailureAbortsAndNamesTheRuleAndTheObject) {
  EXPECT_EXIT(Abort(Failure{kSome, 7, "it must be so", "here.cc:12"}, "Door"),
              testing::KilledBySignal(SIGABRT),
              "^gc: here\\.cc:12: it must be so \\(object 7, Door\\)" + OfTheRule());
  EXPECT_EXIT(Abort(Failure{.rule = kSome, .sentence = "it must be so", .where = "here.cc:12"}, ""),
              testing::KilledBySignal(SIGABRT), "^gc: here\\.cc:12: it must be so" + OfTheRule());
}

TEST_F(CheckDeathTest, AMisuseAbortsAndNamesWhatIsAtFault) {
  EXPECT_EXIT(Abort(Misuse{.rule = kSome, .sentence = "ask first", .where = "it.h:3", .what = "x"}),
              testing::KilledBySignal(SIGABRT), "^gc: it\\.h:3: ask first: x" + OfTheRule());
  EXPECT_EXIT(Abort(Misuse{.sentence = "ask first", .where = "it.h:3"}),
              testing::KilledBySignal(SIGABRT), "^gc: it\\.h:3: ask first\n$");
}

}  // namespace
}  // namespace gc
