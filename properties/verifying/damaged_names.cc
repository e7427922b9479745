#include "properties/verifying/damaged_names.h"

#include <string>
#include <utility>
#include <vector>

#include "core/heap/naming.h"
#include "properties/verifying/damaging.h"

namespace gc {
inline namespace GC_BUILD {

// What a directory lets nobody write.
struct DirectoryDamage {
  using Record = Directory::Record;
  Directory& of;
  Directory::Row& At(Record record) const { return of.rows_.Peek()[record]; }
  Directory::Instances& ListAt(Directory::List list) const { return of.lists_.Peek()[list]; }
  std::vector<Record>& free() const { return of.free_.Peek(); }
  Record& BucketOf(Record record) const {
    std::vector<Record>& buckets = of.buckets_.Peek();
    return buckets[At(record).hash & (buckets.size() - 1)];
  }
  Record RecordOf(const Object& object) const {
    Record record = 1;
    while (At(record).object != &object) ++record;
    return record;
  }
};

}  // namespace GC_BUILD
}  // namespace gc

namespace properties::verifying {
namespace {

struct Label : gc::NamedObject {
  explicit Label(const gc::Birth& birth) : NamedObject(birth) {}
  static const gc::Class kClass;
};
const gc::Class Label::kClass = gc::DescribeNamed<Label>("Label", gc::NamedObject::kClass);

class DamagedNames : Damaging {
 public:
  DamagedNames(std::uint64_t seed, bool lies, PaperVerdict& verdict)
      : Damaging(seed, lies, verdict, {}) {
    for (std::uint32_t i = random_.Between(4, 20); i > 0; --i) {
      Label* const outer = i == 1 ? labels_[0] : random_.Pick(std::span(labels_));
      labels_.push_back(make_.New<Label>({.outer = outer}));
    }
    for (Label* const label : labels_) heap_.AddRoot(label);
    for (std::uint32_t i = random_.Below(4); i > 0; --i) make_.New<Label>();  // freed, or doomed
    if (random_.Chance(1, 2)) heap_.Collect();
    if (random_.Chance(1, 2)) heap_.Start();
    heap_.Tick(random_.Below(30));
    for (Label* const label : labels_) {
      if (label->outer() == labels_[0]) inside_ = label;
    }
  }

  void Judge() {
    Same("what the verifier says of sound names", Said(), "nothing");
    const gc::DirectoryDamage::Record one = damage_.RecordOf(*random_.Pick(std::span(labels_)));
    DamageBuckets(one);
    DamageOuters(one);
    DamageClasses(one);
    DamageObjects(one);
  }

 private:
  // While `part` is wrong.
  template <class Part, class Wrong>
  void TryPart(const char* sentence, Part& part, Wrong wrong, gc::Index index = gc::kNoIndex) {
    const Part right = part;
    Try(
        std::string("begin-finish-free: ") + sentence, index,
        [&] { part = static_cast<Part>(wrong); }, [&] { part = right; });
  }

  void DamageBuckets(gc::DirectoryDamage::Record one) {
    auto& row = damage_.At(one);
    TryPart("a name cannot be looked up", damage_.BucketOf(one), 0u);
    TryPart("a name is where no look-up finds it", row.hash, row.hash + 1);
    TryPart("a name is where no look-up finds it", row.same_bucket, one);
    TryPart("a name is looked up by the hash of another", row.hash, row.hash ^ 1u << 31);
    TryPart("a name is looked up by the hash of another", row.outer, one);
  }
  void DamageOuters(gc::DirectoryDamage::Record one) {
    auto& row = damage_.At(one);
    constexpr const char* kAnother = "a name is among those of another outer";
    TryPart(kAnother, row.previous_beside, one);
    TryPart(kAnother, row.next_beside, one);
    auto& outer = damage_.At(damage_.RecordOf(*labels_[0]));
    TryPart("a name is not listed in its outer", outer.first_inside, 0u);
    TryPart("the last name in an outer is not the last", outer.last_inside, 0u);
  }
  void DamageClasses(gc::DirectoryDamage::Record one) {
    auto& row = damage_.At(one);
    auto& list = damage_.ListAt(row.instances_of);
    constexpr const char* kAnother = "a named object is among the instances of another class";
    TryPart(kAnother, row.previous_instance, one);
    TryPart(kAnother, row.next_instance, one);
    TryPart(kAnother, row.instances_of, row.instances_of + 1);
    TryPart("the last named object of a class is not the last", list.last, 0u);
    TryPart("the named objects of a class are counted wrongly", list.count, list.count - 1);
    TryPart("the list of a class is free and in use, or neither", list.used, false);
  }
  void DamageObjects(gc::DirectoryDamage::Record one) {
    auto& row = damage_.At(one);
    const gc::Index index = row.index;
    const gc::Index other = labels_[row.object == labels_[0] ? 1 : 0]->header().index;
    TryPart("a name leads to the index of another", row.index, other, index);
    TryPart("a name leads to freed memory", row.object, freed_);
    auto& flags = population().table[index].flags;
    Try(
        "begin-finish-free: the directory does not list those whose entries say that it does",
        gc::kNoIndex, [&] { flags.Clear(gc::flag::kNamed); }, [&] { flags.Set(gc::flag::kNamed); });
    Cell* const cell = heap_.New<Cell>();
    auto& of_cell = population().EntryOf(*cell).flags;
    Try(
        "begin-finish-free: a name leads to an object without one", index,
        [&] {
          flags.Clear(gc::flag::kNamed);
          of_cell.Set(gc::flag::kNamed);
        },
        [&] {
          flags.Set(gc::flag::kNamed);
          of_cell.Clear(gc::flag::kNamed);
        });
  }

  gc::Factory make_{heap_};
  // All of them roots; the first one is the outer of `inside_`. With it the heap has names.
  std::vector<Label*> labels_{make_.New<Label>({.name = "first"})};
  Label* inside_ = nullptr;
  const gc::DirectoryDamage damage_{gc::Naming::Of(population()).directory};
};

}  // namespace

void JudgeDamagedNames(std::uint64_t seed, bool lies, PaperVerdict& verdict) {
  DamagedNames(seed, lies, verdict).Judge();
}

}  // namespace properties::verifying
