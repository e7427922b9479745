// properties/subjects/core/core_room_test.cc -- a judged heap that is full has no verdict.
//
// Without a free index the heap takes steps of its own to find one, and then gives up. No operation
// asked for those steps: a run was taken for a crash, or for one that reused an index.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Answer;
namespace op = reference::op;

TEST(CoreSubjectWithoutRoom, TakesNoStepAndGivesNoVerdict) {
  constexpr std::uint32_t kIndices = 2 * 1024 * 1024;
  const auto subject = MakeCoreSubject();
  std::vector<reference::Event> events;
  std::uint32_t made = 0;
  Answer answer;
  for (; made < kIndices + 10; ++made) {
    answer = subject->Apply(op::Create(made, 0), events);
    if (answer.kind != Answer::Kind::kDone) break;
  }
  EXPECT_EQ(answer.kind, Answer::Kind::kExhausted);
  EXPECT_EQ(made, kIndices);
  EXPECT_TRUE(events.empty()) << "no step was taken to make room";
  for (const std::string birth : {"copy b a", "reserve b 1", "create-named b 0", "abandon b w0"}) {
    const auto parsed = reference::ParseTrace("tricolour trace 2\n" + birth + "\n");
    reference::Operation other = std::get<reference::Trace>(parsed).operations.front();
    other.object = made;
    EXPECT_EQ(subject->Apply(other, events).kind, Answer::Kind::kExhausted) << birth;
  }
}

}  // namespace
}  // namespace properties
