// properties/suites/generators.h -- traces for RapidCheck.
//
// RapidCheck draws the operations. The names are settled afterwards, since an operation on an
// object that was never created tests nothing: each birth makes the next object, and other
// operations use objects made before them. RapidCheck's own shrinking is switched off: it would try
// tens of thousands of traces without a budget, and knows nothing of traces, as Shrink does
// (properties/shrink/shrink.h).
//
// Needs RapidCheck, which the library itself does not: for tests only.
// Read next: properties/suites/trace_property.h.

#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "reference/trace/trace.h"

namespace properties {

// Gives every operation names of objects that exist when it comes: the k-th birth makes object k,
// and any other name is taken modulo the number of objects made so far. Operations before the first
// birth are left as they are, and will be skipped.
inline void UseCreatedNames(std::vector<reference::Operation>& operations) {
  reference::Name created = 0;
  for (reference::Operation& operation : operations) {
    const bool copies = operation.verb == reference::Verb::kCopy;
    if (created == 0 && (copies || !reference::IsBirth(operation.verb))) continue;
    if (operation.target != reference::kNull) operation.target %= created;
    if (reference::IsBirth(operation.verb)) {
      operation.object = created++;
    } else if (operation.object != reference::kNull) {
      operation.object %= created;
    }
  }
}

// An operation on one of `objects` objects with up to `fields` fields each. The weights let runs
// build something, and make most steps of the collector small.
inline rc::Gen<reference::Operation> AnyOperation(reference::Name objects, std::uint16_t fields) {
  using reference::Name;
  using reference::Operation;
  namespace op = reference::op;
  namespace gen = rc::gen;
  const auto name = gen::inRange<Name>(0, objects);
  const auto value = gen::weightedOneOf<Name>({{4, name}, {1, gen::just(reference::kNull)}});
  const auto field = gen::inRange<std::uint16_t>(0, fields);
  const auto slot = gen::inRange<std::uint32_t>(0, 3);
  const auto units = gen::weightedOneOf<std::uint32_t>(
      {{6, gen::just<std::uint32_t>(1)}, {2, gen::inRange<std::uint32_t>(2, 9)}});
  const auto on = [&](Operation (*make)(Name)) { return gen::map(name, make); };
  const auto on_places = [&](Operation (*make)(Name, std::uint16_t, Name, std::uint16_t)) {
    return gen::apply(make, name, field, name, field);
  };
  return gen::weightedOneOf<Operation>({
      {14, gen::map(gen::inRange<std::uint32_t>(0, fields + 1),
                    [](std::uint32_t n) { return op::Create(0, n); })},
      {3, gen::map(name, [](Name a) { return op::Copy(0, a); })},
      {2, gen::map(gen::inRange<std::uint32_t>(0, fields + 1),
                   [](std::uint32_t n) { return op::Reserve(0, n); })},
      {5, on(&op::Complete)},
      {2, gen::map(gen::inRange<std::uint32_t>(0, fields + 1),
                   [](std::uint32_t n) { return op::Permanent(0, n); })},
      {2, gen::apply(&op::Resurrect, name, name, field)},
      {20, gen::apply(&op::Store, name, field, value)},
      {4, on_places(&op::Move)},
      {4, on_places(&op::Swap)},
      {4, gen::apply(&op::Append, name, name)},
      {1, gen::apply(&op::Erase, name, field)},
      {2, gen::apply(&op::Take, name, name)},
      {2, on(&op::Garbage)},
      {2, gen::apply(&op::Outer, name, name)},
      {7, on(&op::Root)},
      {4, on(&op::Unroot)},
      {3, on(&op::StrongTake)},
      {2, on(&op::StrongDrop)},
      {4, gen::apply(&op::WeakMake, slot, name)},
      {5, gen::map(slot, &op::WeakRead)},
      {1, gen::apply(&op::WeakCopy, slot, slot)},
      {4, gen::apply(&op::Resolve, name, field, slot)},
      {4, gen::map(gen::inRange<std::uint32_t>(0, fields + 1),
                   [](std::uint32_t n) { return op::CreateNamed(0, n); })},
      {4, on(&op::Find)},
      {4, gen::apply(&op::ReferencerHold, slot, name, gen::arbitrary<bool>())},
      {2, gen::map(slot, &op::ReferencerRelease)},
      {4, gen::apply(&op::Ready, name, gen::arbitrary<bool>())},
      {3, on(&op::Hold)},
      {2, on(&op::Drop)},
      {2, gen::just(op::Collect())},
      {6, gen::just(op::Start())},
      {24, gen::map(units, &op::Tick)},
      {2, gen::just(op::Enter(1))},
      {3, gen::just(op::Leave(1))},
      {3,
       gen::apply([](Name a, std::uint16_t f, Name b) { return op::OnLane(1, op::Store(a, f, b)); },
                  name, field, value)},
      {1, gen::just(op::OnLane(1, op::Create(0)))},
      {1, gen::just(op::TryCollect())},
      {2, gen::element(op::Frame(0), op::Frame(61))},
  });
}

// A trace under a discipline; its length grows with RapidCheck's size.
inline rc::Gen<reference::Trace> AnyTrace(reference::Locals locals) {
  namespace gen = rc::gen;
  return gen::noShrink(gen::withSize([locals](int size) {
    const auto objects = static_cast<reference::Name>(3 + size / 10);
    const auto longest = 16 + 2 * static_cast<std::size_t>(size);
    const auto operations =
        gen::mapcat(gen::inRange<std::size_t>(8, longest), [objects](std::size_t length) {
          return gen::container<std::vector<reference::Operation>>(length,
                                                                   AnyOperation(objects, 3));
        });
    return gen::map(operations, [locals](std::vector<reference::Operation> drawn) {
      UseCreatedNames(drawn);
      return reference::Trace{.header = {.locals = locals}, .operations = std::move(drawn)};
    });
  }));
}

}  // namespace properties

template <>
struct rc::Arbitrary<reference::Locals> {
  static Gen<reference::Locals> arbitrary() {
    using reference::Locals;
    return gen::element(Locals::kDead, Locals::kRescanned, Locals::kBlack);
  }
};

template <>
struct rc::Arbitrary<reference::Trace> {
  static Gen<reference::Trace> arbitrary() {
    return gen::mapcat(gen::arbitrary<reference::Locals>(), &properties::AnyTrace);
  }
};
