// model/threads/litmus/random_litmus_test.cc -- on random programs the memory and the axioms agree.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <random>
#include <string>

#include "model/threads/litmus/axioms.h"
#include "model/threads/litmus/litmus.h"

namespace model::threads {
namespace {

using Kind = Statement::Kind;

// Makes programs of 2 or 3 threads, with up to 4 or 3 statements each, on 2 locations.
class Maker {
 public:
  explicit Maker(std::uint32_t seed) : random_(seed) {}

  Litmus Make(bool plain) {
    names_ = 'a';
    plain_ = plain;
    sequential_ = Below(3) > 0;
    only_fences_ = Below(3) == 0;  // loads and stores, all relaxed, and fences between them
    Litmus litmus(2 + Below(2));
    for (auto& thread : litmus) {
      const std::size_t count = 1 + Below(litmus.size() == 2 ? 4 : 3);
      for (std::size_t i = 0; i < count; ++i) thread.push_back(MakeStatement());
    }
    return litmus;
  }

 private:
  std::size_t Below(std::size_t count) { return random_() % count; }
  Order OneOf(std::initializer_list<Order> orders) { return orders.begin()[Below(orders.size())]; }

  Statement MakeStatement() {
    static constexpr Kind kKinds[] = {Kind::kLoad,  Kind::kLoad,     Kind::kStore,
                                      Kind::kStore, Kind::kFence,    Kind::kAdd,
                                      Kind::kLoad,  Kind::kExchange, Kind::kCompareExchange,
                                      Kind::kStore, Kind::kFence};
    Statement statement{.kind = kKinds[Below(std::size(kKinds))],
                        .where = static_cast<Location>(Below(2)),
                        .weak = Below(2) == 0,
                        .value = static_cast<Value>(1 + Below(2))};
    if (plain_ && Below(3) == 0) {
      statement.kind = Below(2) == 0 ? Kind::kReadPlainly : Kind::kWritePlainly;
      statement.where = 0;
    }
    if (only_fences_ && statement.kind != Kind::kFence) {
      statement.kind = Writes(statement.kind) ? Kind::kStore : Kind::kLoad;
    }
    using enum Order;
    switch (statement.kind) {
      case Kind::kLoad:
        statement.order = OneOf({kRelaxed, kAcquire, kSequential});
        break;
      case Kind::kStore:
        statement.order = OneOf({kRelaxed, kRelease, kSequential});
        break;
      case Kind::kFence:
        statement.order = OneOf({kAcquire, kRelease, kAcquireRelease, kSequential, kSequential});
        statement.where = 0;
        break;
      case Kind::kCompareExchange:
        statement.failure = OneOf({kRelaxed, kAcquire, kSequential});
        [[fallthrough]];
      case Kind::kAdd:
      case Kind::kExchange:
        statement.order = OneOf({kRelaxed, kAcquire, kRelease, kAcquireRelease, kSequential});
        break;
      case Kind::kReadPlainly:
      case Kind::kWritePlainly:
        break;
    }
    if (!sequential_ && statement.order == kSequential) statement.order = kRelaxed;
    if (statement.kind == Kind::kFence && statement.order == kRelaxed) statement.order = kAcquire;
    if (!sequential_ && statement.failure == kSequential) statement.failure = kAcquire;
    if (only_fences_ && statement.kind != Kind::kFence) statement.order = kRelaxed;
    if (Reads(statement.kind)) statement.name = names_++;
    return statement;
  }

  std::mt19937 random_;
  char names_ = 'a';
  bool plain_ = false;
  bool sequential_ = false;
  bool only_fences_ = false;
};

std::string Written(const std::set<Outcome>& outcomes) {
  std::string text;
  for (const Outcome& outcome : outcomes) {
    for (const auto& [name, value] : outcome) {
      text += std::string(1, name) + "=" + std::to_string(value) + " ";
    }
    text += "\n";
  }
  return text;
}

std::set<Outcome> Without(const std::set<Outcome>& left, const std::set<Outcome>& right) {
  std::set<Outcome> rest;
  std::set_difference(left.begin(), left.end(), right.begin(), right.end(),
                      std::inserter(rest, rest.begin()));
  return rest;
}

// Whether a program has so few writes to a location that all their orders can be tried.
bool IsSmall(const Litmus& litmus) {
  std::size_t reads = 0;
  std::array<std::size_t, 2> writes = {};
  for (const auto& thread : litmus) {
    for (const Statement& statement : thread) {
      reads += Reads(statement.kind);
      writes[statement.where] += Writes(statement.kind);
    }
  }
  return reads <= 6 && writes[0] <= 4 && writes[1] <= 4 && writes[0] + writes[1] <= 6;
}

TEST(RandomLitmus, TheMemoryHasTheOutcomesOfTheAxioms) {
  Maker maker(20);
  std::size_t rc11_has_more = 0;
  for (int i = 0; i < 4000;) {
    const Litmus litmus = maker.Make(/*plain=*/false);
    if (!IsSmall(litmus)) continue;
    ++i;
    const AxiomaticAnswer axioms = Enumerate(litmus);
    const LitmusAnswer memory = Explore(litmus);
    ASSERT_TRUE(memory.exhausted) << TextOf(litmus);
    ASSERT_EQ(memory.outcomes, axioms.outcomes)
        << TextOf(litmus) << "\nonly the memory:\n"
        << Written(Without(memory.outcomes, axioms.outcomes)) << "only the axioms:\n"
        << Written(Without(axioms.outcomes, memory.outcomes));
    ASSERT_TRUE(Without(axioms.outcomes, axioms.rc11).empty()) << TextOf(litmus);
    rc11_has_more += !Without(axioms.rc11, axioms.outcomes).empty();
  }
  EXPECT_LE(rc11_has_more, 8u) << "they differ seldom: model/README.md says where";
}

TEST(RandomLitmus, TheMemoryFindsTheRacesOfTheAxioms) {
  Maker maker(21);
  std::size_t races = 0;
  for (int i = 0; i < 3000;) {
    const Litmus litmus = maker.Make(/*plain=*/true);
    if (!IsSmall(litmus)) continue;
    ++i;
    const AxiomaticAnswer axioms = Enumerate(litmus);
    const LitmusAnswer memory = Explore(litmus);
    ASSERT_EQ(memory.races, axioms.races) << TextOf(litmus);
    races += memory.races;
    if (memory.races) continue;
    ASSERT_EQ(memory.outcomes, axioms.outcomes) << TextOf(litmus);
  }
  EXPECT_GT(races, 1000u);
  EXPECT_LT(races, 2500u);
}

}  // namespace
}  // namespace model::threads
