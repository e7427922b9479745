// core/bench/schema_bench.cc -- a walk by the words of a class, beside a visit written by hand.
//
// A collector does not know the class of the object that it comes to. So a visit by hand is a
// function that the class leads to. ByVisit is what a user of a library can write: it knows the
// members, and calls whatever wants their slots. ByHand has the work of this one marker compiled
// into the visit of each class, which only a generator of code could do. Inlined knows the class as
// well, and is what no collector reaches.
// Each object's targets are noted as a marker notes them. Ratios of one run mean something;
// arguments are the number of objects: in the cache, and in memory, in random order and asked for
// in advance, as a marker comes to them.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <random>
#include <vector>

#include "core/assembly/assembled.h"
#include "core/gc.h"

namespace gc {
namespace {

// Notes targets, over and over in the same place.
struct Notes {
  void Take(const ObjectSlot& slot) {
    Object* const target = slot.Raw();
    __builtin_prefetch(target);
    targets[into % kTargets] = target;
    into += target != nullptr;
  }
  static constexpr std::size_t kTargets = 1024;
  std::array<Object*, kTargets> targets;
  std::size_t into = 0;
};

// A class with a visit that is written by hand.
struct TracedClass : Class {
  void (*trace)(Object& object, Notes& notes) = nullptr;
  void (*show)(Object& object, const SlotVisitor& visit) = nullptr;
};
template <class T>
TracedClass DescribeTraced(const char* name, Schema lines) {
  return {Describe<T>(name, lines),
          [](Object& object, Notes& notes) {
            static_cast<T&>(object).Each([&notes](const ObjectSlot& slot) { notes.Take(slot); });
          },
          [](Object& object, const SlotVisitor& visit) {
            static_cast<T&>(object).Each(
                [&visit](const ObjectSlot& slot) { visit(const_cast<ObjectSlot&>(slot)); });
          }};
}

struct Target : Object {
  explicit Target(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Class Target::kClass = Describe<Target>("Target");

// Members among others.
struct Plain : Object {
  explicit Plain(const Birth& birth) : Object(birth) {}
  void Fill(Target* target) { a = c = d = target; }
  template <class Visit>
  void Each(Visit&& visit) const {
    visit(a);
    visit(b);
    visit(c);
    visit(d);
  }
  ObjectPtr<Target> a;
  ObjectPtr<Target> b;
  long x = 0;
  ObjectPtr<Target> c;
  long y = 0;
  ObjectPtr<Target> d;
  static const TracedClass kClass;
};
const Reference kPlainLines[] = {Reference::To(&Plain::a, "a"), Reference::To(&Plain::b, "b"),
                                 Reference::To(&Plain::c, "c"), Reference::To(&Plain::d, "d")};
const TracedClass Plain::kClass = DescribeTraced<Plain>("Plain", kPlainLines);

struct Weighted {
  using Contributor = Weighted;
  void VisitReferences(const SlotVisitor& visit) { visit(to); }
  static void ContributeReferences(Entries& entries, std::int64_t at) {
    ContributeMember(&Weighted::to, entries, at);
  }
  template <class Visit>
  void Each(Visit&& visit) const {
    visit(to);
  }
  long weight = 0;
  ObjectPtr<Target> to;
};
struct Bunch {
  using Contributor = Bunch;
  void VisitReferences(const SlotVisitor& visit) {
    visit(first);
    visit(links);
    visit(maybe);
  }
  static void ContributeReferences(Entries& entries, std::int64_t at) {
    ContributeMember(&Bunch::first, entries, at);
    ContributeMember(&Bunch::links, entries, at);
    ContributeMember(&Bunch::maybe, entries, at);
  }
  template <class Visit>
  void Each(Visit&& visit) const {
    visit(first);
    for (const Weighted& link : links) link.Each(visit);
    if (maybe) maybe->Each(visit);
  }
  ObjectPtr<Target> first;
  Container<std::vector<Weighted>> links;
  std::optional<Weighted> maybe;
};

// One field of a type, with so many elements.
template <class Field, std::size_t kElements>
struct With : Object {
  explicit With(const Birth& birth) : Object(birth) {}
  void Fill(Target* target);
  template <class Visit>
  void Each(Visit&& visit) const {
    for (const auto& element : field) {
      if constexpr (requires { element.Each(visit); }) {
        element.Each(visit);
      } else {
        visit(element);
      }
    }
  }
  Field field;
  static const TracedClass kClass;
};
template <class Field, std::size_t kElements>
const Reference kWithLines[] = {Reference::To(&With<Field, kElements>::field, "field")};
template <class Field, std::size_t kElements>
const TracedClass With<Field, kElements>::kClass =
    DescribeTraced<With<Field, kElements>>("With", kWithLines<Field, kElements>);

void FillOne(ObjectPtr<Target>& slot, Target* target) { slot = target; }
void FillOne(Weighted& link, Target* target) { link.to = target; }
void FillOne(Bunch& bunch, Target* target) {
  bunch.first = target;
  bunch.maybe = Weighted{.to = target};
  bunch.links.resize(3);
  bunch.links.Edit([&](auto& all) {
    for (Weighted& link : all) link.to = target;
  });
}
template <class Field, std::size_t kElements>
void With<Field, kElements>::Fill(Target* target) {
  const auto fill = [target](auto& all) {
    for (auto& one : all) FillOne(one, target);
  };
  if constexpr (requires { field.resize(kElements); }) {
    field.resize(kElements);
    field.Edit(fill);
  } else {
    fill(field);
  }
}

using Fixed = With<std::array<ObjectPtr<Target>, 8>, 8>;
using Vectors = With<Vector<Target>, 6>;
using Structs = With<Container<std::vector<Weighted>>, 6>;
using Nested = With<Container<std::vector<Bunch>>, 3>;

template <class T, class Scan>
void Walk(benchmark::State& state, Scan scan) {
  constexpr std::size_t kAhead = 16;
  const auto count = static_cast<std::size_t>(state.range(0));
  Heap heap({.max_objects = static_cast<Index>(count + 1)});
  Target* const target = heap.New<Target>();
  std::vector<Object*> objects;
  for (std::size_t i = 0; i < count; ++i) {
    T* const made = heap.New<T>();
    made->Fill(target);
    objects.push_back(made);
  }
  constexpr std::size_t kInTheCache = 1000;
  if (count > kInTheCache) std::ranges::shuffle(objects, std::minstd_rand(1));
  for (std::size_t i = 0; i < kAhead; ++i) objects.push_back(objects[i]);
  Notes notes;
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) {
      __builtin_prefetch(objects[i + kAhead]);
      __builtin_prefetch(reinterpret_cast<const std::byte*>(objects[i + kAhead]) + 56);
      scan(*objects[i], notes);
    }
    benchmark::DoNotOptimize(notes.into);
    benchmark::ClobberMemory();
  }
  state.counters["ns/object"] = benchmark::Counter(
      static_cast<double>(count) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Called through the class.
template <class T>
void ByHand(benchmark::State& state) {
  Walk<T>(state, [](Object& object, Notes& notes) {
    static_cast<const TracedClass*>(object.header().type)->trace(object, notes);
  });
}
template <class T>
void ByVisit(benchmark::State& state) {
  Walk<T>(state, [](Object& object, Notes& notes) {
    const SlotVisitor visitor(
        [](void* to, ObjectSlot& slot) { static_cast<Notes*>(to)->Take(slot); }, &notes);
    static_cast<const TracedClass*>(object.header().type)->show(object, visitor);
  });
}
template <class T>
void Inlined(benchmark::State& state) {
  Walk<T>(state, [](Object& object, Notes& notes) {
    static_cast<T&>(object).Each([&notes](const ObjectSlot& slot) { notes.Take(slot); });
  });
}
template <class T>
void ByWords(benchmark::State& state) {
  Walk<T>(state, [](Object& object, Notes& notes) {
    ForEachSlotByWords(object, [&notes](const ObjectSlot& slot) { notes.Take(slot); });
  });
}
template <class T>
void ByLines(benchmark::State& state) {
  Walk<T>(state, [](Object& object, Notes& notes) {
    ForEachSlot(object, [&notes](const ObjectSlot& slot) { notes.Take(slot); });
  });
}

#define GC_WALKS(T)                               \
  BENCHMARK(ByHand<T>)->Arg(1000)->Arg(200'000);  \
  BENCHMARK(ByVisit<T>)->Arg(1000)->Arg(200'000); \
  BENCHMARK(Inlined<T>)->Arg(1000)->Arg(200'000); \
  BENCHMARK(ByWords<T>)->Arg(1000)->Arg(200'000); \
  BENCHMARK(ByLines<T>)->Arg(1000)->Arg(200'000);
GC_WALKS(Plain)
GC_WALKS(Fixed)
GC_WALKS(Vectors)
GC_WALKS(Structs)
GC_WALKS(Nested)

}  // namespace
}  // namespace gc
