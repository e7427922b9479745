#include "properties/memory/core_trim.h"

#include <cstddef>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "core/collect/collector.h"
#include "core/gc.h"
#include "properties/base/private_memory.h"

namespace properties::memory {
namespace {

constexpr int kFew = 10, kMany = 12'000;
constexpr std::size_t kLittle = 24'000;  // less than any list of so many has

struct Link : gc::Object {
  explicit Link(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<Link> left, right;
  gc::Vector<Link> all;
  static const gc::Class kClass;
};
const gc::Reference kLinkReferences[] = {gc::Reference::To(&Link::left, "left"),
                                         gc::Reference::To(&Link::right, "right"),
                                         gc::Reference::To(&Link::all, "all")};
const gc::Class Link::kClass = gc::Describe<Link>("Link", kLinkReferences);

// Is asked twice whether it is ready.
struct Slow : gc::Object {
  explicit Slow(const gc::Birth& birth) : Object(birth) {}
  void BeginDestroy() noexcept {}
  bool IsReadyForFinishDestroy() noexcept { return asked++ > 0; }
  int asked = 0;
  static const gc::Class kClass;
};
const gc::Class Slow::kClass = gc::Describe<Slow>("Slow");

struct Reporting : gc::Referencer {
  explicit Reporting(gc::Heap& heap) : Referencer(heap, Kind::kWrapper, "reporting") {}
  void Report(gc::Reporter& to) const override {
    for (int i = 0; i < times; ++i) to(slot);
  }
  gc::ObjectPtr<Link> slot;
  int times = 0;
};

// Makes, holds, shades and drops so many objects in each way that there is, and trims.
void Live(gc::Heap& heap, int count, bool trims) {
  {
    gc::Registered<Reporting> reporting(heap);
    reporting.slot = heap.New<Link>();
    reporting.times = count;
    Link* const top = heap.New<Link>();
    heap.AddRoot(top);
    std::vector<gc::WeakPtr<Link>> weak;
    for (int i = 0; i < count; ++i) {
      Link* const one = heap.New<Link>();
      one->left = top->left;
      (i % 2 == 0 ? top->left : top->right) = one;
      if (i % 3 == 0) top->all.push_back(heap.New<Link>());
      weak.emplace_back(one);
      if (i % 3 == 2) heap.AddRoot(one);
      heap.New<Slow>();
    }
    std::vector<gc::Identity> identities;
    for (const gc::WeakPtr<Link>& one : weak) {
      identities.push_back(heap.IdentityOf(one.GetEvenIfGarbage()));
    }
    for (const gc::Identity& one : identities) heap.Forget(one);
    heap.Start();
    heap.Tick(10);
    Link* const black = heap.New<Link>();
    for (const gc::WeakPtr<Link>& one : weak) black->right = one.GetEvenIfGarbage();  // shades each
    heap.Collect();
    heap.FinishPurge({});
    heap.RemoveRoot(top);
    heap.ForEachObject([&heap](gc::Object& object) {
      if (heap.IsRoot(&object)) heap.RemoveRoot(&object);
    });
  }
  heap.Collect();
  heap.FinishPurge({});
  if (trims) heap.Trim();
}

// Nothing can look at these when they are dead; so none is listed for the stages of a purge.
struct Still : gc::Object {
  explicit Still(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<Still> next;
  static const gc::Class kClass;
};
const gc::Reference kStillReferences[] = {gc::Reference::To(&Still::next, "next")};
const gc::Class Still::kClass = gc::Describe<Still>("Still", kStillReferences);

void CompareStill(PaperVerdict& verdict) {
  if (gc::kChecked) return;  // then there are stages for all
  gc::Heap heap;
  for (int i = 0; i < kMany; ++i) heap.New<Still>();
  const gc::Purger& purger = heap.collector().purger;
  const std::size_t before = purger.capacity();
  heap.Collect();
  verdict.Same("objects that are listed for the stages though nothing is to be done in them",
               purger.capacity() - before, 0);
}

}  // namespace

std::size_t BytesInUse() {
#ifdef __GLIBC__
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

bool CanCompareTrimmed() {
#ifdef __GLIBC__
  return PrivateMemory::kWorks;  // a sanitizer's malloc does not say
#else
  return false;
#endif
}

void CompareTrimmed(std::uint32_t workers, bool lies, PaperVerdict& verdict) {
  if (!CanCompareTrimmed()) return;
  gc::Heap heap({.workers = workers});
  Live(heap, kFew, true);
  const std::size_t before = BytesInUse();
  const gc::Table& table = heap.collector().population.table;
  const std::size_t chunks = table.End() / gc::kChunkEntries;
  Live(heap, kMany, !lies);
  const std::size_t of_table = (table.End() / gc::kChunkEntries - chunks) * sizeof(gc::Chunk) +
                               table.Free().size() * sizeof(gc::Index);
  const std::size_t allowed = before + of_table + kLittle;
  const std::size_t now = BytesInUse();
  verdict.Same("bytes that a trimmed heap keeps and needs not", now > allowed ? now - allowed : 0,
               0);
  verdict.Same("objects of a heap in which nothing is held", heap.ObjectCount(), 0);
  CompareStill(verdict);
}

}  // namespace properties::memory
