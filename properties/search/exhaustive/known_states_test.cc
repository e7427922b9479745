// properties/search/exhaustive/known_states_test.cc -- a state that is known is compared one time
// in eight, and one that is not each time.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "properties/search/exhaustive/small_heaps.h"
#include "properties/subjects/core/core_subject.h"

namespace properties {
namespace {

// Core, of which it is counted how often its verifier is asked; or one that always finds something.
class Asked final : public reference::Subject {
 public:
  explicit Asked(std::uint64_t& asked, bool finds = false) : asked_(asked), finds_(finds) {}

  std::string_view name() const override { return core_->name(); }
  const reference::Promises& promises() const override { return core_->promises(); }
  void Reset(const reference::TraceHeader& header) override { core_->Reset(header); }
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override {
    return core_->Apply(operation, events);
  }
  bool Peek(reference::Name name, std::vector<reference::Name>& fields) const override {
    return core_->Peek(name, fields);
  }
  void Observe(reference::Observation& observation) const override { core_->Observe(observation); }
  std::optional<reference::Breach> Verify() const override {
    ++asked_;
    if (!finds_) return core_->Verify();
    return reference::Breach{.rule = "grey-is-queued", .detail = "wrong"};
  }
  std::optional<std::uint64_t> Fingerprint() const override { return core_->Fingerprint(); }
  bool Keep(std::unique_ptr<Image>& image) override { return core_->Keep(image); }
  bool Return(const Image& image) override { return core_->Return(image); }

 private:
  std::uint64_t& asked_;
  const bool finds_;
  const std::unique_ptr<reference::Subject> core_ = MakeCoreSubject();
};

// Some ten thousand runs, which are all there are: what was judged beyond a limit would be counted.
SmallHeapOptions Options() {
  constexpr AlphabetGroup kGroup = AlphabetGroup::kKeep;
  return {.alphabet = MakeAlphabet(kGroup, DefaultSize(kGroup), reference::Locals::kDead)};
}

TEST(KnownStates, AreComparedOneTimeInEight) {
  std::uint64_t asked = 0;
  const SmallHeapResult result =
      ExploreSmallHeaps([&] { return std::make_unique<Asked>(asked); }, Options());
  ASSERT_EQ(result.search.First(), nullptr);
  ASSERT_TRUE(result.exhausted);
  ASSERT_GE(asked + 1, result.states) << "all but the empty heap are compared";
  const std::uint64_t known = result.search.traces - result.states;
  EXPECT_GT(asked - result.states, known / 9);
  EXPECT_LT(asked - result.states, known / 7);
}

// Of a heap with more names than that, only what an operation touches is compared, which is
// something else for each.
TEST(KnownStates, AreComparedEachTimeIfNotAllOfThemIs) {
  SmallHeapOptions options = Options();
  options.search.judge.compare_all_up_to = 0;  // the verifier is asked at the end of a cycle only
  std::uint64_t asked = 0, in_full = 0;
  ExploreSmallHeaps([&] { return std::make_unique<Asked>(asked); }, options);
  options.in_full = true;
  ExploreSmallHeaps([&] { return std::make_unique<Asked>(in_full); }, options);
  EXPECT_GT(in_full, 1000u);
  EXPECT_GT(asked + 10, in_full) << "all but the few states of a heap without names";
}

TEST(KnownStates, AreFoundWrongEachTime) {
  SmallHeapOptions options = Options();
  options.max_depth = 5;
  options.search.until = {};
  options.search.judge.stop_at_first = false;
  std::uint64_t asked = 0, found = 0;
  options.search.on_finding = [&](const Catch&) { return ++found != 0; };
  const SmallHeapResult result =
      ExploreSmallHeaps([&] { return std::make_unique<Asked>(asked, /*finds=*/true); }, options);
  EXPECT_GT(result.search.traces, 2 * result.states);
  EXPECT_EQ(found, result.search.traces);
}

}  // namespace
}  // namespace properties
