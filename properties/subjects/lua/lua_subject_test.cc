// properties/subjects/lua/lua_subject_test.cc -- each operation of a trace, done in each way of
// Lua.

#include "properties/subjects/lua/lua_subject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "properties/judge/judge.h"
#include "properties/subjects/lua/state/lua_shape.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Answer;
using reference::Event;
using reference::EventKind;
using reference::kNull;
using reference::Name;
namespace op = reference::op;

constexpr std::uint32_t kShapes = 400;

// Does operations, all of which must be allowed, on one shape.
class Played {
 public:
  Played(LuaSubject& subject, std::uint32_t shape) : subject_(subject) {
    subject_.Reset({.shape = shape});
  }
  Answer Do(const reference::Operation& operation) { return subject_.Apply(operation, events); }
  std::vector<Name> FieldsOf(Name object) {
    std::vector<Name> fields;
    EXPECT_TRUE(subject_.Peek(object, fields));
    return fields;
  }
  bool IsThere(Name object) {
    std::vector<Name> fields;
    return subject_.Peek(object, fields);
  }
  std::vector<Event> events;

 private:
  LuaSubject& subject_;
};

TEST(LuaSubject, AFieldHoldsWhatItWasGiven_InEveryShape) {
  const auto subject = MakeLuaSubject();
  for (std::uint32_t shape = 1; shape <= kShapes; ++shape) {
    Played run(*subject, shape);
    for (const Name name : {0u, 1u, 2u}) run.Do(op::Create(name, 4));
    EXPECT_THAT(run.FieldsOf(0), testing::ElementsAre(kNull, kNull, kNull, kNull));
    run.Do(op::Store(0, 0, 1));
    run.Do(op::Store(0, 1, 1));
    run.Do(op::Store(0, 2, 0));
    run.Do(op::Store(0, 3, 2));
    EXPECT_THAT(run.FieldsOf(0), testing::ElementsAre(1u, 1u, 0u, 2u)) << shape;
    run.Do(op::Store(0, 1, kNull));
    run.Do(op::Swap(0, 0, 0, 3));
    run.Do(op::Move(1, 2, 0, 2));
    EXPECT_THAT(run.FieldsOf(0), testing::ElementsAre(2u, kNull, kNull, 1u)) << shape;
    EXPECT_THAT(run.FieldsOf(1), testing::ElementsAre(kNull, kNull, 0u, kNull)) << shape;
  }
}

TEST(LuaSubject, ObjectsMayHaveNoFieldsOrMany) {
  const auto subject = MakeLuaSubject();
  for (std::uint32_t shape = 1; shape <= kShapes; ++shape) {
    Played run(*subject, shape);
    run.Do(op::Create(0, 0));
    run.Do(op::Create(1, reference::kFieldLimit));
    run.Do(op::Root(1));
    for (std::uint16_t i = 0; i < reference::kFieldLimit; i += 3) run.Do(op::Store(1, i, i % 2));
    run.Do(op::Collect());
    EXPECT_THAT(run.FieldsOf(0), testing::IsEmpty());
    const std::vector<Name> fields = run.FieldsOf(1);
    ASSERT_EQ(fields.size(), reference::kFieldLimit);
    for (std::uint32_t i = 0; i < reference::kFieldLimit; ++i) {
      EXPECT_EQ(fields[i], i % 3 == 0 ? i % 2 : kNull) << shape << " field " << i;
    }
  }
}

// Roots, counts and referencers, each in every form; a cut object can be named until the next step.
TEST(LuaSubject, WhateverHoldsAnObjectKeepsItAndLetsItGo) {
  const auto subject = MakeLuaSubject();
  const reference::Operation holds[] = {op::Root(0), op::StrongTake(0), op::ReferencerHold(2, 0),
                                        op::ReferencerHold(1, 0, true)};
  const reference::Operation drops[] = {op::Unroot(0), op::StrongDrop(0), op::ReferencerRelease(2),
                                        op::ReferencerRelease(1)};
  for (std::uint32_t shape = 1; shape <= kShapes; ++shape) {
    for (int way = 0; way < 4; ++way) {
      Played run(*subject, shape);
      run.Do(op::Create(0, 1));
      run.Do(op::Create(1, 1));
      run.Do(op::Store(0, 0, 1));
      run.Do(holds[way]);
      run.Do(op::Collect());
      run.Do(op::Start());
      run.Do(op::Tick(7));
      run.Do(drops[way]);
      EXPECT_THAT(run.FieldsOf(0), testing::ElementsAre(1u)) << shape;
      run.Do(op::Store(1, 0, 0));
      run.Do(holds[way]);
      run.Do(op::Collect());
      EXPECT_THAT(run.FieldsOf(1), testing::ElementsAre(0u)) << shape;
      run.Do(drops[way]);
      for (int i = 0; i < 5; ++i) run.Do(op::Collect());
      EXPECT_FALSE(run.IsThere(0)) << shape;
      EXPECT_FALSE(run.IsThere(1)) << shape;
    }
  }
}

TEST(LuaSubject, AHeldLocalSurvivesSteps) {
  const auto subject = MakeLuaSubject();
  for (std::uint32_t shape = 1; shape <= kShapes; ++shape) {
    Played run(*subject, shape);
    for (const Name name : {0u, 1u, 2u}) run.Do(op::Create(name, 1));
    run.Do(op::Hold(2));
    run.Do(op::Hold(0));
    run.Do(op::Store(0, 0, 1));
    run.Do(op::Collect());
    run.Do(op::Drop(2));
    for (int i = 0; i < 5; ++i) run.Do(op::Collect());
    EXPECT_THAT(run.FieldsOf(0), testing::ElementsAre(1u));
    EXPECT_FALSE(run.IsThere(2));
  }
}

TEST(LuaSubject, AWeakReferenceOfEveryFormAnswersItsObjectAndThenNull) {
  const auto subject = MakeLuaSubject();
  std::set<LuaWeakForm> forms;
  for (std::uint32_t shape = 1; shape <= kShapes; ++shape) {
    forms.insert(LuaShape(shape).WeakFormOf(0, 0));
    Played run(*subject, shape);
    run.Do(op::Create(0, 1));
    run.Do(op::Root(0));
    run.Do(op::WeakMake(0, 0));
    run.Do(op::WeakCopy(3, 0));
    run.Do(op::Collect());
    for (const std::uint32_t weak : {0u, 3u}) {
      const Answer answer = run.Do(op::WeakRead(weak));
      EXPECT_EQ(answer.kind, Answer::Kind::kRead);
      EXPECT_EQ(answer.object, 0u) << shape;
    }
    run.Do(op::Unroot(0));
    run.Do(op::Collect());
    EXPECT_EQ(run.Do(op::WeakRead(0)).object, kNull) << shape;
    EXPECT_EQ(run.Do(op::WeakRead(3)).object, kNull) << shape;
    run.Do(op::WeakCopy(1, 0));
    EXPECT_EQ(run.Do(op::WeakRead(1)).object, kNull) << shape;
  }
  EXPECT_EQ(forms.size(), kLuaWeakFormCount);
}

TEST(LuaSubject, AFinalizerIsToldBeforeItsObjectIsFreed_AndReviversLiveLonger) {
  const auto subject = MakeLuaSubject();
  std::uint32_t with_finalizer = 0;
  std::uint32_t revived = 0;
  for (std::uint32_t shape = 1; shape <= kShapes; ++shape) {
    Played run(*subject, shape);
    const std::uint64_t revivals = subject->CountOf(LuaPath::kRevival);
    run.Do(op::Create(0, 1));
    run.Do(op::Store(0, 0, 0));
    run.Do(op::Collect());
    const bool revives = subject->CountOf(LuaPath::kRevival) != revivals;
    if (revives) {
      EXPECT_TRUE(run.IsThere(0)) << shape;
    }
    for (int i = 0; i < 4; ++i) run.Do(op::Collect());
    std::vector<EventKind> kinds;
    for (const Event& event : run.events) kinds.push_back(event.kind);
    with_finalizer += kinds.size() == 2;
    revived += revives;
    if (kinds.size() == 2) {
      EXPECT_EQ(kinds.front(), EventKind::kBegan) << shape;
    }
    ASSERT_THAT(kinds, testing::SizeIs(testing::AllOf(testing::Ge(1u), testing::Le(2u)))) << shape;
    EXPECT_EQ(kinds.back(), EventKind::kFreed) << shape;
  }
  EXPECT_GT(with_finalizer, 20u);
  EXPECT_GT(revived, 10u);
}

TEST(LuaSubject, LookingChangesNothing) {
  const auto subject = MakeLuaSubject();
  const auto run_of = [&](std::uint32_t shape, bool look) {
    Played run(*subject, shape);
    for (Name name = 0; name < 60; ++name) {
      run.Do(op::Create(name, 2));
      run.Do(name == 0 ? op::Root(0) : op::Store(name / 2, name % 2, name));
    }
    for (int i = 0; i < 120; ++i) {
      run.Do(i % 50 == 0 ? op::Start() : op::Tick(1));
      if (i == 20 || i == 70) run.Do(op::Store(static_cast<Name>(i / 10), 0, kNull));
      for (Name name = 0; look && name < 60; ++name) run.IsThere(name);
      if (look) {
        EXPECT_FALSE(subject->Verify());
      }
    }
    std::vector<Name> freed;
    for (const Event& event : run.events) freed.push_back(event.object);
    return freed;
  };
  for (std::uint32_t shape = 1; shape <= 60; ++shape) {
    EXPECT_EQ(run_of(shape, false), run_of(shape, true)) << shape;
  }
}

TEST(LuaSubject, SaysWhatItPromises) {
  const auto subject = MakeLuaSubject();
  EXPECT_EQ(subject->name(), "lua");
  EXPECT_TRUE(subject->promises().exact);
  EXPECT_TRUE(subject->promises().shapes);
  EXPECT_FALSE(subject->promises().units);
  EXPECT_FALSE(subject->promises().verbs.Has(reference::Verb::kReady));
}

TEST(LuaSubject, SaysHowItDidWhatItDid) {
  const auto subject = MakeLuaSubject();
  std::set<std::string> kinds;
  std::set<std::string> stores;
  for (std::uint32_t shape = 0; shape < kShapes; ++shape) {
    Played run(*subject, shape);
    run.Do(op::Create(0, 1));
    kinds.insert(subject->HowDone());
    run.Do(op::Store(0, 0, 0));
    stores.insert(subject->HowDone());
    run.Do(op::Start());
  }
  EXPECT_THAT(kinds, testing::IsSupersetOf({"a table", "a C closure", "a coroutine"}));
  EXPECT_THAT(stores, testing::IsSupersetOf({"lua_rawset", "lua_setmetatable to an object"}));
}

TEST(LuaOptions, AreReadAsTheyAreWritten) {
  for (const char* text :
       {"lua", "lua:generational", "lua:spare-known", "lua:generational,spare-known",
        "lua:mend-upvalue-join", "lua:generational,mend-upvalue-join,mend-userdata-metatable"}) {
    const auto options = LuaOptionsFrom(text);
    ASSERT_TRUE(options) << text;
    EXPECT_EQ(SpecificationOf(*options), text);
    EXPECT_EQ(MakeLuaSubject(*options)->name(), text);
  }
  for (const char* text : {"", "core", "luax", "lua:", "lua:17", "lua:generational,", "lua:mend-",
                           "lua:mend-x", "Lua"}) {
    EXPECT_FALSE(LuaOptionsFrom(text)) << text;
  }
}

}  // namespace
}  // namespace properties
