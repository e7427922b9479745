// model/orders/weakening.cc -- weakens one access at a time, and searches.

#include "model/orders/weakening.h"

#include <algorithm>
#include <iterator>

namespace model::orders {

using threads::Access;
using threads::At;
using threads::Bad;
using threads::Machine;
using threads::MemoryModel;
using threads::Orders;
using threads::SearchResult;

namespace {

// An access with a weaker order than it has.
struct Step {
  std::string order;
  std::string weakened;
  Orders::One one;
};

// The orders that are weaker, one step after the other.
std::vector<std::memory_order> Weaker(std::memory_order order, std::string_view operation) {
  constexpr std::memory_order kRelaxed = std::memory_order_relaxed;
  constexpr std::memory_order kAcquire = std::memory_order_acquire;
  constexpr std::memory_order kRelease = std::memory_order_release;
  switch (order) {
    case std::memory_order_relaxed:
      return {};
    case std::memory_order_consume:
    case std::memory_order_acquire:
    case std::memory_order_release:
      return {kRelaxed};
    case std::memory_order_acq_rel:
      return {kAcquire, kRelease, kRelaxed};
    case std::memory_order_seq_cst:
      break;
  }
  if (operation == "load") return {kAcquire, kRelaxed};
  if (operation == "store") return {kRelease, kRelaxed};
  return {std::memory_order_acq_rel, kAcquire, kRelease, kRelaxed};
}

std::vector<Step> StepsOf(const Access& access, const Orders::One& now) {
  std::vector<Step> steps;
  if (access.IsEdge()) {
    Orders::One without = now;
    without.left_out = true;
    if (access.IsSequence()) return {{"in this order", "reversed", without}};
    return {{"there", "left out", without}};
  }
  for (const std::memory_order weaker : Weaker(now.order, access.operation)) {
    Orders::One one = now;
    one.order = weaker;
    steps.push_back({std::string(WordOf(now.order)), std::string(WordOf(weaker)), one});
  }
  const std::memory_order failure = now.failure.value_or(std::memory_order_relaxed);
  for (const std::memory_order weaker : Weaker(failure, "load")) {
    Orders::One one = now;
    one.failure = weaker;
    steps.push_back(
        {std::string(WordOf(failure)) + " if it fails", std::string(WordOf(weaker)), one});
  }
  return steps;
}

std::string WordsOf(const Bad& bad) {
  switch (bad.kind) {
    case Bad::Kind::kBroken:
      return bad.sentence;
    case Bad::Kind::kRace: {
      const std::string& last = bad.turns.back().what;
      return "a data race: " + last;
    }
    case Bad::Kind::kDeadlock:
      return "a thread sleeps for ever";
    case Bad::Kind::kLivelock:
      break;
  }
  return "a thread goes round for ever";
}

// Explores the machines one after the other, until one goes wrong.
ProtocolRow Explore(const Protocol& protocol, const Orders& orders, bool both_memories) {
  ProtocolRow row{.name = protocol.name, .promise = protocol.promise, .holds = true};
  for (const Machine& machine : protocol.machines(orders)) {
    ++row.machines;
    for (const MemoryModel memory : {MemoryModel::kReleaseAcquire, MemoryModel::kSequential}) {
      // What goes wrong in a strong memory does in a weak one; only livelocks need the strong one.
      if (memory == MemoryModel::kSequential && !both_memories) continue;
      const SearchResult result = Search(machine, memory);
      row.states += result.states;
      row.holds = row.holds && result.exhausted && !result.bad;
      if (!result.bad) continue;
      row.wrong = WordsOf(*result.bad);
      row.witness = "machine \"" + machine.name + "\":\n" + Schedule(machine, *result.bad);
      return row;
    }
  }
  return row;
}

std::size_t TurnsIn(const std::string& drawn) {
  // The lines but for the machine's name, the head, the rule below it, and the sentence at the end.
  const auto lines = static_cast<std::size_t>(std::count(drawn.begin(), drawn.end(), '\n'));
  return lines < 4 ? 0 : lines - 4;
}

WeakenedRow Weakened(const Protocol& protocol, At at, const Step& step, const Orders& orders) {
  Orders weaker = orders;
  weaker.Set(at, step.one);
  const ProtocolRow found = Explore(protocol, weaker, false);
  return {.protocol = protocol.name,
          .at = at,
          .order = step.order,
          .weakened = step.weakened,
          .refuted = !found.wrong.empty(),
          .exhausted = found.holds,
          .states = found.states,
          .lost = found.wrong,
          .turns = TurnsIn(found.witness),
          .witness = found.witness};
}

}  // namespace

std::vector<OrderVerdict> OrderTable::Verdicts() const {
  std::vector<OrderVerdict> verdicts;
  for (const Access& access : threads::kAccesses) {
    for (const WeakenedRow& row : rows) {
      if (row.at != access.at) continue;
      auto verdict = std::ranges::find_if(verdicts, [&](const OrderVerdict& one) {
        return one.at == row.at && one.order == row.order && one.weakened == row.weakened;
      });
      if (verdict == verdicts.end()) {
        verdicts.push_back({.at = row.at, .order = row.order, .weakened = row.weakened});
        verdict = std::prev(verdicts.end());
      }
      verdict->states += row.states;
      if (!row.refuted) {
        verdict->exhausted = verdict->exhausted && row.exhausted;
        continue;
      }
      ++verdict->refuted;
      const bool shorter = verdict->shortest == nullptr || row.turns < verdict->shortest->turns;
      if (shorter) verdict->shortest = &row;
    }
  }
  return verdicts;
}

bool OrderTable::Holds() const { return std::ranges::all_of(protocols, &ProtocolRow::holds); }

std::vector<ProtocolRow> ExploreProtocols(const Orders& orders) {
  std::vector<ProtocolRow> rows;
  for (const Protocol& protocol : Protocols()) rows.push_back(Explore(protocol, orders, true));
  return rows;
}

OrderTable ExploreOrders(const Orders& orders) {
  OrderTable table{.protocols = ExploreProtocols(orders), .rows = {}};
  for (const Protocol& protocol : Protocols()) {
    Orders asked = orders;
    asked.ForgetAsked();
    protocol.machines(asked);
    for (const Access& access : threads::kAccesses) {
      if (!asked.WasAsked(access.at)) continue;
      for (const Step& step : StepsOf(access, orders[access.at])) {
        table.rows.push_back(Weakened(protocol, access.at, step, orders));
      }
    }
  }
  return table;
}

std::string_view WordOf(std::memory_order order) {
  switch (order) {
    case std::memory_order_relaxed:
      return "relaxed";
    case std::memory_order_consume:
      return "consume";
    case std::memory_order_acquire:
      return "acquire";
    case std::memory_order_release:
      return "release";
    case std::memory_order_acq_rel:
      return "acq_rel";
    case std::memory_order_seq_cst:
      break;
  }
  return "seq_cst";
}

}  // namespace model::orders
