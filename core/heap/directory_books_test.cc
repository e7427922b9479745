// core/heap/directory_books_test.cc -- lists of a directory that do not agree are noticed.
//
// Each test damages one part and mends it; then nothing is found again.

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace gc
