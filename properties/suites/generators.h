// properties/suites/generators.h -- traces for RapidCheck.
//
// RapidCheck draws the operations, and the heap. The names are settled afterwards, since an
// operation on an object that was never created tests nothing: each birth makes the next object,
// and other operations use objects made before them. RapidCheck's own shrinking is switched off: it
// would try tens of thousands of traces without a budget, and knows nothing of traces, as Shrink
// does (properties/shrink/shrink.h).
//
// Needs RapidCheck, which the library itself does not: for tests only.
// Read next: properties/suites/trace_property.h.

#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "properties/base/random.h"
#include "properties/search/variants.h"
#include "reference/trace/trace.h"

namespace properties {

// Gives the operations of a run names of objects that exist when they come, and of the kind that
// they are about: the k-th birth makes object k, and any other name is taken modulo the number of
// objects made so far. Operations before the first birth are left as they are, and will be skipped.
class NameSettler {
 public:
  void Settle(reference::Operation& operation) {
    using reference::Verb;
    const bool birth = reference::IsBirth(operation.verb);
    const bool of_another = reference::Takes(operation.verb, reference::Operand::kOther);
    if (created_ == 0 && (!birth || of_another)) return;
    if (operation.target != reference::kNull) operation.target %= created_;
    if (operation.verb == Verb::kRecreate) Choose(&identified_, operation.target);
    if (birth) {
      operation.object = created_++;
      if (operation.verb == Verb::kCreate && operation.number == 0) Add(containers_, operation);
      if (operation.verb == Verb::kCreateNamed) Add(named_, operation);
      return;
    }
    if (operation.object == reference::kNull) return;
    if (operation.verb == Verb::kTake) Choose(&containers_, operation.target);
    Choose(ListFor(operation.verb), operation.object);
    if (operation.verb == Verb::kCluster) Add(roots_, operation);
    if (operation.verb == Verb::kIdentify) Add(identified_, operation);
    if (operation.verb == Verb::kFlag) Add(flagged_, operation);
  }

 private:
  using List = std::vector<reference::Name>;
  static void Add(List& names, const reference::Operation& operation) {
    names.push_back(operation.object);
  }
  // The objects that the verb is about; null: any.
  const List* ListFor(reference::Verb verb) const {
    using reference::Verb;
    if (verb == Verb::kAppend || verb == Verb::kErase || verb == Verb::kTake) return &containers_;
    if (verb == Verb::kUnflag) return &flagged_;
    if (verb == Verb::kFind || verb == Verb::kRename) return &named_;
    return verb == Verb::kClusterAdd || verb == Verb::kDissolve ? &roots_ : nullptr;
  }
  void Choose(const List* names, reference::Name& name) const {
    const bool any = names == nullptr || names->empty();
    name = any ? name % created_ : (*names)[name % names->size()];
  }

  reference::Name created_ = 0;
  List containers_, named_, roots_;  // those, and roots of clusters
  List identified_, flagged_;        // objects that were noted, and that have a flag
};

// How often a verb is drawn. The weights let runs build something, and make most steps of the
// collector small. A verb that is added does not compile without its line.
constexpr std::size_t WeightOf(reference::Verb verb) {
  using reference::Verb;
  switch (verb) {
    case Verb::kTick:
      return 24;
    case Verb::kStore:
      return 20;
    case Verb::kCreate:
      return 14;
    case Verb::kRoot:
      return 9;
    case Verb::kClusterAdd:
      return 8;
    case Verb::kStart:
      return 6;
    case Verb::kComplete:
    case Verb::kWeakRead:
      return 5;
    case Verb::kMove:
    case Verb::kSwap:
    case Verb::kUnroot:
    case Verb::kWeakMake:
    case Verb::kReferencerHold:
    case Verb::kReady:
    case Verb::kAppend:
    case Verb::kResolve:
    case Verb::kCreateNamed:
    case Verb::kFind:
    case Verb::kCluster:
    case Verb::kPurge:
      return 4;
    case Verb::kStrongTake:
    case Verb::kHold:
    case Verb::kCopy:
    case Verb::kKeep:
    case Verb::kLeave:
      return 3;
    case Verb::kStrongDrop:
    case Verb::kReferencerRelease:
    case Verb::kDrop:
    case Verb::kCollect:
    case Verb::kUnkeep:
    case Verb::kReserve:
    case Verb::kTake:
    case Verb::kEnter:
    case Verb::kFrame:
    case Verb::kPermanent:
    case Verb::kResurrect:
    case Verb::kGarbage:
    case Verb::kOuter:
    case Verb::kReferencerProtect:
    case Verb::kDissolve:
    case Verb::kRename:
    case Verb::kAbandon:
    case Verb::kFinishPurge:
    case Verb::kFlag:
    case Verb::kStartKeeping:
    case Verb::kIdentify:
    case Verb::kRecreate:
    case Verb::kBeginByHand:
      return 2;
    case Verb::kWeakCopy:
    case Verb::kErase:
    case Verb::kTryCollect:
    case Verb::kTrim:
    case Verb::kUnflag:
    case Verb::kCollectKeeping:
      return 1;
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
      return 0;  // claims of an author, who knows the run
  }
  return 0;
}

// Draws the members that belong to an operand. To be called while RapidCheck generates a value.
inline void DrawOperand(reference::Operand operand, reference::Name objects, std::uint16_t fields,
                        reference::Operation& operation) {
  using reference::Operand;
  namespace gen = rc::gen;
  const auto name = gen::inRange<reference::Name>(0, objects);
  const auto field = gen::inRange<std::uint16_t>(0, fields);
  const auto slot = gen::inRange<std::uint32_t>(0, 3);
  switch (operand) {
    case Operand::kNone:
      return;
    case Operand::kField:
      operation.field =
          *gen::weightedOneOf<std::uint16_t>({{2, gen::just<std::uint16_t>(0)}, {3, field}});
      [[fallthrough]];
    case Operand::kObject:
      operation.object = *name;
      return;
    case Operand::kTargetField:
      operation.target_field = *field;
      [[fallthrough]];
    case Operand::kOther:
      operation.target = *name;
      return;
    case Operand::kValue:
      operation.target =
          *gen::weightedOneOf<reference::Name>({{4, name}, {1, gen::just(reference::kNull)}});
      return;
    case Operand::kFieldCount:
      operation.number = *gen::inRange<std::uint32_t>(0, fields + 1u);
      return;
    case Operand::kUnits:
      operation.number = *gen::weightedOneOf<std::uint32_t>(
          {{6, gen::just<std::uint32_t>(1)}, {2, gen::inRange<std::uint32_t>(2, 9)}});
      return;
    case Operand::kSeconds:
      operation.number = *gen::element(0u, 61u);
      return;
    case Operand::kWeak:
    case Operand::kReferencer:
      operation.number = *slot;
      return;
    case Operand::kOtherWeak:
      operation.other = *slot;
      return;
    case Operand::kYesNo:
    case Operand::kRaw:
      operation.flag = *gen::inRange<std::uint8_t>(0, 2);
      return;
  }
}

// A verb of the table, by its weight.
inline rc::Gen<reference::Verb> AnyVerb() {
  std::vector<std::pair<std::size_t, reference::Verb>> weighted;
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    if (const std::size_t weight = WeightOf(entry.verb); weight > 0) {
      weighted.emplace_back(weight, entry.verb);
    }
  }
  return rc::gen::map(
      rc::gen::inRange<std::size_t>(
          0, std::accumulate(weighted.begin(), weighted.end(), std::size_t{0},
                             [](std::size_t sum, const auto& one) { return sum + one.first; })),
      [weighted](std::size_t at) {
        std::size_t i = 0;
        while (at >= weighted[i].first) at -= weighted[i++].first;
        return weighted[i].second;
      });
}

// An operation on one of `objects` objects with up to `fields` fields each; a few of the mutator's
// on another lane, which does them if it has a section open.
inline rc::Gen<reference::Operation> AnyOperation(reference::Name objects, std::uint16_t fields) {
  return rc::gen::exec([objects, fields] {
    reference::Operation operation{.verb = *AnyVerb()};
    for (const reference::Operand operand : reference::OperandsOf(operation.verb)) {
      DrawOperand(operand, objects, fields, operation);
    }
    const bool section = reference::KindOf(operation.verb) == reference::VerbKind::kSection;
    if (!reference::IsCollectorStep(operation.verb)) {
      operation.lane = section || *rc::gen::inRange(0, 12) == 0 ? 1 : 0;
    }
    return operation;
  });
}

// A heap as a search draws it, but for threads, which are for tests with a label.
inline reference::Variant HeapOfOneThread(std::uint64_t seed) {
  Random random(seed);
  return DrawVariant(random, reference::SettingSet::All().Remove(reference::Setting::kHands));
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
    return gen::apply(
        [locals](std::vector<reference::Operation> drawn, std::uint64_t seed) {
          NameSettler names;
          for (reference::Operation& operation : drawn) names.Settle(operation);
          return reference::Trace{.header = {.locals = locals, .heap = HeapOfOneThread(seed)},
                                  .operations = std::move(drawn)};
        },
        operations, gen::arbitrary<std::uint64_t>());
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
