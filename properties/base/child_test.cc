// properties/base/child_test.cc -- a child that ends is a silence, and not the end of its parent.

#include "properties/base/child.h"

#include <unistd.h>

#include <csignal>

#include <gtest/gtest.h>

namespace properties {
namespace {

constexpr double kPatience = 20;

// A child that answers once, and has stopped listening before it does.
std::unique_ptr<Child> Deaf() {
  std::signal(SIGPIPE, SIG_DFL);  // whatever the tests before left
  return Child::Fork([](int in, int out) {
    char c = 0;
    while (read(in, &c, 1) == 1 && c != '\n') continue;
    close(in);
    return write(out, "heard\n", 6) == 6 && sleep(100) == 0 ? 0 : 1;
  });
}

TEST(Child, ThatDoesNotListenAnyMoreIsSilent) {
  const auto child = Deaf();
  ASSERT_EQ(child->Ask("one", kPatience), "heard");
  EXPECT_EQ(child->Ask("two", kPatience), std::nullopt);
  EXPECT_EQ(child->Ask("three", kPatience), std::nullopt);
}

TEST(Child, ThatDoesNotListenAnyMoreIsEnded) {
  const auto child = Deaf();
  EXPECT_EQ(child->Ask("one", kPatience), "heard");
}

TEST(Child, ThatIsNoProgramIsSilent) {
  EXPECT_EQ(Child::Execute({"/no/such/program"})->Ask("one", kPatience), std::nullopt);
}

// The shell would be told to ignore it, and everything that it starts.
TEST(Child, ThatIsAProgramEndsByABrokenPipeAsUsual) {
  const auto child = Child::Execute({"/bin/sh", "-c", "kill -PIPE $$; echo survived"});
  EXPECT_EQ(child->Ask("one", kPatience), std::nullopt);
}

}  // namespace
}  // namespace properties
