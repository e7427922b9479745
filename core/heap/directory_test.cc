// core/heap/directory_test.cc -- listed objects are found, in order, and no others.
//
// Label: threads.

#include "core/heap/directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <latch>
#include <map>
#include <optional>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "core/testing/directory.h"
#include "core/testing/nodes.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kAll = [](Index) { return true; };

class DirectoryTest : public testing::Test {
 protected:
  Object& Make() { return *heap.New<Node>('a'); }
  Object* Find(Directory::Record outer, std::string_view name) {
    return directory.Find(outer, directory.Intern(name), [](Index) { return true; });
  }
  Directory::Record Add(Object& object, Directory::Record outer, Name name,
                        Directory::List list = 0) {
    return AddTo(directory, object, outer, name, list);
  }
  Heap heap;
  Directory directory;
};

// S1.12
TEST_F(DirectoryTest, FindsByNameAndOuter) {
  Object& level = Make();
  Object& door = Make();
  const Directory::Record outer = Add(level, 0, directory.Intern("Level"));
  Add(door, outer, directory.Intern("Door"));
  EXPECT_EQ(Find(0, "Level"), &level);
  EXPECT_EQ(Find(outer, "Door"), &door);
  EXPECT_EQ(Find(0, "Door"), nullptr);
  EXPECT_EQ(Find(outer, "Level"), nullptr);
  EXPECT_THAT(directory.InsideOf(0, kAll), ElementsAre(&level));
  EXPECT_THAT(directory.InsideOf(outer, kAll), ElementsAre(&door));
}

// B7: a doomed object and its successor have one name. The accepting function of a look-up chooses
// between them, and a removal takes its own record.
TEST_F(DirectoryTest, TwoOfOneNameAreToldApartByTheAcceptingFunctionAndByTheirRecords) {
  Object& old = Make();
  Object& young = Make();
  const Name name = directory.Intern("Door");
  const Directory::Record first = Add(old, 0, name);
  Add(young, 0, name);
  EXPECT_EQ(directory.Find(0, name, [&](Index one) { return one == old.header().index; }), &old);
  directory.Remove(first);
  EXPECT_EQ(Find(0, "Door"), &young);
  EXPECT_EQ(directory.size(), 1u);
}

// S3.12: a name is claimed before its object is there.
TEST_F(DirectoryTest, AClaimedNameIsTakenAndLeadsToNothing) {
  const Name name = directory.Intern("Door");
  const Directory::Record claimed = directory.Claim(0, name, 0, 0, kAll);
  ASSERT_NE(claimed, 0u);
  EXPECT_EQ(directory.Claim(0, name, 0, 0, kAll), 0u);
  EXPECT_EQ(directory.Claim(0, name, 0, 0, [](Index) { return false; }), 0u) << "it has no object";
  EXPECT_EQ(Find(0, "Door"), nullptr);
  EXPECT_THAT(directory.InsideOf(0, kAll), IsEmpty());
  const Directory::Record other = Add(Make(), 0, directory.Intern("Window"));
  EXPECT_FALSE(directory.Move(other, 0, name, kAll));
  Object& door = Make();
  directory.Fill(claimed, door);
  EXPECT_EQ(Find(0, "Door"), &door);
  EXPECT_EQ(directory.Claim(0, name, 0, 0, kAll), 0u);
  EXPECT_NE(directory.Claim(0, name, 0, 0, [](Index) { return false; }), 0u) << "of the doomed";
}

// S3.12: of several threads that claim one name at once, one gets it.
TEST_F(DirectoryTest, OneOfSeveralThreadsGetsAName) {
  constexpr int kNames = 20'000;
  std::vector<std::atomic<int>> claims(kNames);
  std::vector<Name> names;
  for (int i = 0; i < kNames; ++i) names.push_back(directory.MakeUp("x"));
  std::vector<std::thread> threads;
  std::latch begun(2);
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      begun.arrive_and_wait();
      for (std::size_t at = 0; at < names.size(); ++at) {
        claims[at] += directory.Claim(0, names[at], 0, 0, kAll) != 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(std::ranges::all_of(claims, [](const auto& claimed) { return claimed == 1; }));
  EXPECT_EQ(directory.size(), std::size_t{kNames});
}

// S1.12, S3.12: between the question and the claim no other thread gets in.
TEST_F(DirectoryTest, IsLockedWhileItAsksWhetherANameIsTaken) {
  const Name name = directory.Intern("Door");
  Add(Make(), 0, name);
  std::optional<HeldUp> other;
  bool was_locked = false;
  const auto has = [&](Index) {
    other.emplace([this] { directory.Intern("Window"); });
    was_locked = other->Waits();
    return true;
  };
  EXPECT_EQ(directory.Claim(0, name, 0, 0, has), 0u);
  EXPECT_TRUE(was_locked);
}

// S1.12, S3.11: nor between the question and the move of what is renamed.
TEST_F(DirectoryTest, IsLockedWhileItAsksWhetherANewNameIsTaken) {
  const Name name = directory.Intern("Door");
  Add(Make(), 0, name);
  const Directory::Record renamed = Add(Make(), 0, directory.Intern("Gate"));
  std::optional<HeldUp> other;
  bool was_locked = false;
  const auto has = [&](Index) {
    other.emplace([this] { directory.Intern("Window"); });
    was_locked = other->Waits();
    return true;
  };
  EXPECT_FALSE(directory.Move(renamed, 0, name, has));
  EXPECT_TRUE(was_locked);
}

// S1.26: a class that dies without instances leaves its list to the next one.
TEST_F(DirectoryTest, AThousandClassesThatDieHaveOneList) {
  const Directory::List list = directory.AddClass(Make(), 0);
  directory.RemoveClass(list);
  for (int i = 0; i < 1000; ++i) {
    const Directory::List next = directory.AddClass(Make(), 0);
    ASSERT_EQ(next, list);
    const Directory::Record record = Add(Make(), 0, directory.MakeUp("x"), next);
    ASSERT_EQ(record, 1u) << "and so does its instance";
    if (i % 2 == 0) directory.Remove(record);
    directory.RemoveClass(next);
    if (i % 2 != 0) directory.Remove(record);
  }
}

TEST_F(DirectoryTest, WhatIsInsideIsNotFoundOnceItsOuterIsGone) {
  Object& outer = Make();
  Object& inner = Make();
  const Directory::Record above = Add(outer, 0, directory.Intern("Room"));
  const Directory::Record below = Add(inner, above, directory.Intern("Door"));
  directory.Remove(above);
  EXPECT_EQ(Find(above, "Door"), nullptr);
  Object& successor = Make();
  EXPECT_EQ(Add(successor, 0, directory.Intern("Hall")), above) << "reused";
  EXPECT_EQ(Find(above, "Door"), nullptr) << "and the new one has nothing inside";
  EXPECT_THAT(directory.InsideOf(above, kAll), IsEmpty());
  directory.Remove(below);
  EXPECT_EQ(directory.size(), 1u);
}

// S1.26
TEST_F(DirectoryTest, ListsTheInstancesOfAClassAndOfThoseDerivedFromIt) {
  Object& base = Make();
  Object& derived = Make();
  const Directory::List bases = directory.AddClass(base, 0);
  const Directory::List deriveds = directory.AddClass(derived, bases);
  Object& a = Make();
  Object& b = Make();
  Object& c = Make();
  Add(a, 0, directory.MakeUp("x"), bases);
  Add(b, 0, directory.MakeUp("x"), deriveds);
  const Directory::Record last = Add(c, 0, directory.MakeUp("x"), bases);
  EXPECT_THAT(directory.InstancesOf(bases, true, kAll), ElementsAre(&a, &c, &b));
  EXPECT_THAT(directory.InstancesOf(bases, false, kAll), ElementsAre(&a, &c));
  EXPECT_THAT(directory.InstancesOf(deriveds, true, kAll), ElementsAre(&b));
  directory.Remove(last);
  EXPECT_THAT(directory.InstancesOf(bases, true, kAll), ElementsAre(&a, &b));
}

// A class may be removed before its last instance. No other class gets its list until that instance
// is removed.
TEST_F(DirectoryTest, AClassThatIsGoneKeepsItsListWhileItHasInstances) {
  Object& type = Make();
  Object& instance = Make();
  const Directory::List list = directory.AddClass(type, 0);
  const Directory::Record record = Add(instance, 0, directory.MakeUp("x"), list);
  directory.RemoveClass(list);
  EXPECT_NE(directory.AddClass(Make(), 0), list);
  directory.Remove(record);
  EXPECT_EQ(directory.AddClass(Make(), 0), list);
}

TEST_F(DirectoryTest, AMillionMadeUpNamesShareOneText) {
  const Name first = directory.MakeUp("Door");
  Name last = first;
  for (int i = 0; i < 1'000'000; ++i) last = directory.MakeUp("Door");
  EXPECT_EQ(first.text, last.text);
  EXPECT_EQ(directory.Text(last), "Door_1000000");
}

// Through growth and reuse, the directory gives the same answers as a std::map.
TEST_F(DirectoryTest, AgreesWithAMapWhateverIsAddedMovedAndRemoved) {
  std::mt19937 random(7);
  std::map<std::pair<Directory::Record, std::uint32_t>, Object*> expected;
  std::map<Directory::Record, std::pair<Directory::Record, std::uint32_t>> keys;
  std::vector<Directory::Record> outers{0};
  for (int i = 0; i < 8; ++i) {
    outers.push_back(Add(Make(), 0, directory.Intern("outer_" + std::to_string(i))));
  }
  const auto name = [&](std::uint32_t number) {
    return directory.Intern("n_" + std::to_string(number));
  };
  for (int step = 0; step < 20'000; ++step) {
    const std::pair key{outers[random() % outers.size()],
                        static_cast<std::uint32_t>(random() % 500)};
    const auto at = expected.find(key);
    if (at == expected.end()) {
      if (!keys.empty() && random() % 3 == 0) {
        const auto moved = keys.begin();
        expected[key] = expected.at(moved->second);
        expected.erase(moved->second);
        ASSERT_TRUE(directory.Move(moved->first, key.first, name(key.second), kAll));
        moved->second = key;
        continue;
      }
      Object& object = Make();
      expected[key] = &object;
      keys[Add(object, key.first, name(key.second))] = key;
    } else {
      const auto record = std::find_if(keys.begin(), keys.end(),
                                       [&](const auto& one) { return one.second == key; });
      directory.Remove(record->first);
      keys.erase(record);
      expected.erase(at);
    }
  }
  for (const auto& [key, object] : expected) {
    ASSERT_EQ(directory.Find(key.first, name(key.second), [](Index) { return true; }), object);
  }
  EXPECT_EQ(directory.size(), expected.size() + 8);
}

// S1.12: the directory has a lock of its own.
TEST_F(DirectoryTest, MayBeUsedFromSeveralThreads) {
  std::vector<Object*> objects;
  for (int i = 0; i < 2; ++i) objects.push_back(&Make());
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] {
      for (int step = 0; step < 2000; ++step) {
        const Name name = directory.MakeUp("x");
        const Directory::Record record = Add(*objects[i], 0, name);
        if (directory.Find(0, name, [](Index) { return true; }) != objects[i]) std::abort();
        directory.Remove(record);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(directory.size(), 0u);
}

// S3.8: the list of a class that is gone is taken by none while it has instances.
TEST_F(DirectoryTest, AListIsTakenAgainWhenItsLastInstanceHasLeft) {
  const Directory::List gone = directory.AddClass(Make(), 0);
  const auto add = [&](Directory::List list) {
    return Add(Make(), 0, directory.Intern("Door"), list);
  };
  const Directory::Record first = add(gone), second = add(gone);
  directory.RemoveClass(gone);
  EXPECT_NE(directory.AddClass(Make(), 0), gone);
  directory.Remove(first);
  EXPECT_NE(directory.AddClass(Make(), 0), gone);
  directory.Remove(second);
  EXPECT_EQ(directory.AddClass(Make(), 0), gone);
}

// Those that had a record may ask for it: a heap that is dropped clears its directory first, and
// then calls its objects.
TEST_F(DirectoryTest, ThatIsClearedHasNothing) {
  const Directory::Record room = Add(Make(), 0, directory.Intern("Room"));
  Add(Make(), room, directory.Intern("Door"));
  directory.Clear();
  EXPECT_EQ(directory.size(), 0u);
  EXPECT_EQ(Find(0, "Room"), nullptr);
  EXPECT_EQ(Find(room, "Door"), nullptr);
  EXPECT_THAT(directory.InsideOf(0, kAll), IsEmpty());
  EXPECT_THAT(directory.InsideOf(room, kAll), IsEmpty());
  EXPECT_EQ(directory.RolesOf(room), 0u);
  Object& door = Make();
  Add(door, 0, directory.Intern("Door"));
  EXPECT_THAT(directory.InsideOf(0, kAll), ElementsAre(&door));
}

// The name of what is made just now leads to no object, not even where everything may be shown.
TEST_F(DirectoryTest, AClaimedNameHidesNoOtherObjectOfThatName) {
  Object& doomed = Make();
  Add(doomed, 0, directory.Intern("Door"));
  const Directory::Record claimed =
      directory.Claim(0, directory.Intern("Door"), 0, 0, [](Index) { return false; });
  ASSERT_NE(claimed, 0u);
  EXPECT_EQ(Find(0, "Door"), &doomed);
}

// A look-up reads the lists under the lock. What another thread asks waits until it is done; that
// it has waited for a while is seen in any case, that it would not is seen most of the time.
TEST_F(DirectoryTest, WhatAnotherThreadAsksWaitsForALookUp) {
  Add(Make(), 0, directory.Intern("Door"));
  std::atomic<bool> has_asked{false};
  std::thread other;
  directory.Find(0, directory.Intern("Door"), [&](Index) {
    other = std::thread([&] {
      static_cast<void>(directory.size());
      has_asked = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(has_asked);
    return true;
  });
  other.join();
  EXPECT_TRUE(has_asked);
}

}  // namespace
}  // namespace gc
