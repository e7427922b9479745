// core/heap/directory_books_test.cc -- lists of a directory that do not agree are noticed.
//
// Each test damages one part and mends it; then nothing is found again. Others look at how far
// apart the names are put.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/testing/directory.h"
#include "core/testing/nodes.h"

namespace gc {
inline namespace GC_BUILD {

// Damages one part of a directory.
struct DirectoryDamage {
  using Row = Directory::Row;
  Directory& of;
  Row& At(Directory::Record record) const { return of.rows_.Peek()[record]; }
  Directory::Instances& ListAt(Directory::List list) const { return of.lists_.Peek()[list]; }
  std::vector<Directory::Record>& free() const { return of.free_.Peek(); }
  Directory::Record& BucketOf(Directory::Record record) const {
    std::vector<Directory::Record>& buckets = of.buckets_.Peek();
    return buckets[At(record).hash & (buckets.size() - 1)];
  }
};

}  // namespace GC_BUILD

namespace {

class DirectoryBooks : public testing::Test {
 protected:
  DirectoryBooks() {
    EXPECT_EQ(directory.FirstBreach(), nullptr);
    gone = Add(0, "gone", type);
    Add(gone, "inside", type);
    directory.Remove(gone);
    EXPECT_EQ(directory.FirstBreach(), nullptr);
    room = Add(0, "room", type);
    door = Add(room, "door", type);
    window = Add(room, "window", other);
    EXPECT_EQ(directory.FirstBreach(), nullptr);
  }
  Directory::Record Add(Directory::Record outer, std::string_view name, Directory::List list) {
    return AddTo(directory, *heap.New<Node>('n'), outer, directory.Intern(name), list);
  }
  // What is said while `part` has the value `wrong`.
  template <class Part>
  std::string SaidWith(Part& part, Part wrong) {
    const Part right = std::exchange(part, wrong);
    const char* const said = directory.FirstBreach();
    part = right;
    EXPECT_EQ(directory.FirstBreach(), nullptr);
    return said != nullptr ? said : "nothing";
  }
  Heap heap;
  Directory directory;
  const Directory::List type = directory.AddClass(*heap.New<Node>('c'), 0);
  const Directory::List other = directory.AddClass(*heap.New<Node>('c'), 0);
  Directory::Record gone = 0, room = 0, door = 0, window = 0;
  DirectoryDamage damage{directory};
};

TEST_F(DirectoryBooks, OfBuckets) {
  EXPECT_EQ(SaidWith(damage.BucketOf(door), 0u), "a name cannot be looked up");
  EXPECT_EQ(SaidWith(damage.At(door).hash, damage.At(door).hash + 1),
            "a name is where no look-up finds it");
  EXPECT_EQ(SaidWith(damage.At(door).hash, damage.At(door).hash ^ 1u << 31),
            "a name is looked up by the hash of another");
  EXPECT_EQ(SaidWith(damage.At(door).same_bucket, door), "a name is where no look-up finds it");
}

TEST_F(DirectoryBooks, OfOuters) {
  const std::string another = "a name is among those of another outer";
  EXPECT_EQ(SaidWith(damage.At(window).previous_beside, window), another);
  EXPECT_EQ(SaidWith(damage.At(window).next_beside, door), another);
  EXPECT_EQ(SaidWith(damage.At(0).first_inside, door), another);
  EXPECT_EQ(SaidWith(damage.At(room).first_inside, 0u), "a name is not listed in its outer");
  EXPECT_EQ(SaidWith(damage.At(room).last_inside, door),
            "the last name in an outer is not the last");
}

TEST_F(DirectoryBooks, OfClasses) {
  const std::string another = "a named object is among the instances of another class";
  EXPECT_EQ(SaidWith(damage.At(door).previous_instance, 0u), another);
  EXPECT_EQ(SaidWith(damage.At(window).instances_of, type), another);
  EXPECT_EQ(SaidWith(damage.At(window).next_instance, door), another);
  EXPECT_EQ(SaidWith(damage.ListAt(type).last, 0u),
            "the last named object of a class is not the last");
  EXPECT_EQ(SaidWith(damage.ListAt(other).count, 0u),
            "the named objects of a class are counted wrongly");
  EXPECT_EQ(SaidWith(damage.ListAt(other).used, false),
            "the list of a class is free and in use, or neither");
}

TEST_F(DirectoryBooks, OfWhatIsFree) {
  damage.free().assign(damage.free().capacity(), 0);
  EXPECT_STREQ(directory.FirstBreach(), "more names are free than there are");
  damage.free().clear();
  EXPECT_EQ(directory.FirstBreach(), nullptr);
}

// What is cleared has no classes either: their lists are given anew, and are empty.
TEST_F(DirectoryBooks, OfClassesBeginAnewWhenAllIsCleared) {
  directory.Clear();
  ASSERT_EQ(directory.FirstBreach(), nullptr);
  EXPECT_EQ(directory.AddClass(*heap.New<Node>('c'), 0), type);
  EXPECT_EQ(directory.AddClass(*heap.New<Node>('c'), type), other);
  EXPECT_TRUE(directory.InstancesOf(type, true, [](Index) { return true; }).empty());
  Object& object = *heap.New<Node>('n');
  AddTo(directory, object, 0, directory.Intern("door"), other);
  EXPECT_EQ(directory.InstancesOf(type, true, [](Index) { return true; }),
            std::vector<Object*>{&object});
  EXPECT_EQ(directory.FirstBreach(), nullptr);
}

// An object leaves its bucket in constant time, and is found in it in constant time: so names that
// differ in anything are in different buckets, but for chance. Puts 4096 names into a directory,
// where Put(number) puts one, and answers how many records stand before one in its bucket, at most.
template <class Put>
int MostBefore(Directory& directory, const Put& put) {
  std::vector<Directory::Record> records;
  for (int i = 0; i < 4096; ++i) records.push_back(put(i));
  const DirectoryDamage inside{directory};
  int most = 0;
  for (const Directory::Record record : records) {
    int before = 0;
    for (Directory::Record at = inside.BucketOf(record); at != record; ++before) {
      at = inside.At(at).same_bucket;
    }
    most = std::max(most, before);
  }
  return most;
}

class DirectoryBuckets : public testing::Test {
 protected:
  Directory::Record Add(Directory::Record outer, Name name) {
    return AddTo(directory, object, outer, name);
  }
  static constexpr int kByChance = 15;
  Heap heap;
  Object& object = *heap.New<Node>('n');
  Directory directory;
};

TEST_F(DirectoryBuckets, HaveFewNamesOfDifferentTexts) {
  const auto text = [&](int i) { return Add(0, directory.Intern("n" + std::to_string(i) + "x")); };
  EXPECT_LE(MostBefore(directory, text), kByChance);
}

TEST_F(DirectoryBuckets, HaveFewNamesOfDifferentNumbers) {
  EXPECT_LE(MostBefore(directory, [&](int) { return Add(0, directory.MakeUp("Door")); }),
            kByChance);
}

TEST_F(DirectoryBuckets, HaveFewNamesOfDifferentOuters) {
  const Name part = directory.Intern("part");
  const auto put = [&](int) { return Add(Add(0, directory.MakeUp("Door")), part); };
  EXPECT_LE(MostBefore(directory, put), kByChance);
}

// What is moved to another class is the last one of it, and was taken out of the middle of its old
// one.
TEST_F(DirectoryBooks, AreKeptWhenAnObjectIsReclassified) {
  const auto all = [](Index) { return true; };
  const auto of = [&](Directory::List list) { return directory.InstancesOf(list, false, all); };
  const Directory::Record last = Add(room, "last", type);
  std::vector<Object*> of_type = of(type), of_other = of(other);
  Object* const moved = damage.At(door).object;
  directory.Reclassify(door, other);
  ASSERT_EQ(directory.FirstBreach(), nullptr);
  std::erase(of_type, moved);
  of_other.push_back(moved);
  EXPECT_EQ(of(type), of_type);
  EXPECT_EQ(of(other), of_other);
  directory.Reclassify(last, type);
  ASSERT_EQ(directory.FirstBreach(), nullptr);
  EXPECT_EQ(of(type), of_type) << "to its own, of which it was the last";
}

}  // namespace
}  // namespace gc
