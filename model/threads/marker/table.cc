// model/threads/marker/table.cc -- explores markers without a mutex, sound, broken and weakened.

#include "model/threads/marker/table.h"

#include <fmt/format.h>

namespace model::threads::marker {

namespace {

constexpr std::uint64_t kMostStates = 100'000'000;

struct Size {
  std::size_t workers = 2;
  std::size_t objects = 0;  // of the pool
  bool deadline = false;    // of the pool
  bool weak = true;         // whether it is explored under C++'s memory too
};

// The sizes that are explored to the end, small ones first: most faults show in these.
std::vector<Size> SizesOf(Protocol protocol, Depth depth) {
  const bool deep = depth == Depth::kDeep;
  switch (protocol) {
    case Protocol::kPool:
      return {{2, 4, false},
              {2, 4, true},
              {3, 2, false, deep},
              {3, 2, true, false},
              {3, 3, false, deep}};
    case Protocol::kDeque:
      return {{2}, {3}, {4, 0, false, deep}};
    case Protocol::kDoubleScan:
    case Protocol::kDissolve:
      break;
  }
  return {{2}, {3}};
}

std::vector<MemoryModel> MemoriesOf(const Size& size) {
  if (!size.weak) return {MemoryModel::kSequential};
  return {MemoryModel::kSequential, MemoryModel::kReleaseAcquire};
}

Machine Make(Protocol protocol, const Size& size, MarkerDesign design) {
  design.workers = size.workers;
  design.objects = size.objects;
  design.deadline = size.deadline;
  return MachineOf(protocol, design);
}

// Explores the machines of a design, small ones first, until one is wrong.
struct Found {
  std::uint64_t states = 0;
  std::size_t workers = 0;
  MemoryModel memory = MemoryModel::kSequential;
  std::optional<Bad> bad;
  std::string machine;
  std::string witness;
};
Found Refute(Protocol protocol, const MarkerDesign& design, Depth depth) {
  Found found;
  for (const Size& size : SizesOf(protocol, depth)) {
    const Machine machine = Make(protocol, size, design);
    found.machine = machine.name;
    for (const MemoryModel memory : MemoriesOf(size)) {
      SearchResult result = Search(machine, memory, kMostStates);
      found.states += result.states;
      if (!result.bad) continue;
      found.workers = size.workers;
      found.memory = memory;
      found.witness = Schedule(machine, *result.bad);
      found.bad = std::move(result.bad);
      return found;
    }
  }
  return found;
}

std::string SizeText(Protocol protocol, const Size& size) {
  std::string text = fmt::format("{} workers", size.workers);
  if (protocol == Protocol::kPool) text += fmt::format(", {} objects", size.objects);
  return text + (size.deadline ? ", a deadline" : "");
}

}  // namespace

Machine MachineOf(Protocol protocol, const MarkerDesign& design) {
  switch (protocol) {
    case Protocol::kPool:
      return MarkerPool(design);
    case Protocol::kDeque:
      return MarkerDeque(design);
    case Protocol::kDoubleScan:
      return DoubleScan(design);
    case Protocol::kDissolve:
      break;
  }
  return DissolveBeside(design);
}

std::vector<Order> WeakerThan(Order order) {
  switch (order) {
    case Order::kRelaxed:
      return {};
    case Order::kAcquire:
    case Order::kRelease:
      return {Order::kRelaxed};
    case Order::kAcquireRelease:
      return {Order::kAcquire, Order::kRelease};
    case Order::kSequential:
      break;
  }
  return {Order::kAcquireRelease};
}

std::string_view WordOf(Order order) {
  switch (order) {
    case Order::kRelaxed:
      return "relaxed";
    case Order::kAcquire:
      return "acquire";
    case Order::kRelease:
      return "release";
    case Order::kAcquireRelease:
      return "acq_rel";
    case Order::kSequential:
      break;
  }
  return "seq_cst";
}

std::vector<SoundRow> MarkerSoundTable(Depth depth) {
  std::vector<SoundRow> rows;
  for (std::size_t i = 0; i < kProtocolCount; ++i) {
    const auto protocol = static_cast<Protocol>(i);
    for (const Size& size : SizesOf(protocol, depth)) {
      const Machine machine = Make(protocol, size, {});
      for (const MemoryModel memory : MemoriesOf(size)) {
        rows.push_back(
            {machine.name, SizeText(protocol, size), memory, Search(machine, memory, kMostStates)});
      }
    }
  }
  return rows;
}

std::vector<MarkerFaultRow> MarkerFaultTable() {
  std::vector<MarkerFaultRow> rows;
  for (const MarkerFaultEntry& entry : kMarkerFaults) {
    Found found = Refute(entry.protocol, {.fault = entry.fault}, Depth::kGate);
    rows.push_back({.fault = entry.fault,
                    .machine = std::move(found.machine),
                    .fewest = found.workers,
                    .memory = found.memory,
                    .states = found.states,
                    .bad = std::move(found.bad),
                    .witness = std::move(found.witness)});
  }
  return rows;
}

std::vector<WeakenedRow> WeakenedTable(Depth depth) {
  std::vector<WeakenedRow> rows;
  for (const AccessEntry& entry : kAccesses) {
    for (const Order weakened : WeakerThan(entry.order)) {
      MarkerDesign design;
      design.orders[static_cast<std::size_t>(entry.access)] = weakened;
      Found found = Refute(entry.protocol, design, depth);
      rows.push_back({.access = entry.access,
                      .order = entry.order,
                      .weakened = weakened,
                      .states = found.states,
                      .bad = std::move(found.bad),
                      .witness = std::move(found.witness)});
    }
  }
  return rows;
}

std::string_view ReasonFor(const WeakenedRow& row) {
  for (const KeptOrder& kept : kKeptOrders) {
    if (kept.access == row.access && kept.weakened == row.weakened) return kept.reason;
  }
  return "";
}

std::string SoundText(const std::vector<SoundRow>& rows) { return TableText(rows, {}); }

std::string FaultText(const std::vector<MarkerFaultRow>& rows, bool draw) {
  std::string text;
  for (const MarkerFaultRow& row : rows) {
    const auto& entry = kMarkerFaults[static_cast<std::size_t>(row.fault)];
    text += fmt::format(
        "{:<46} {:<15} {:<16} {:>6} states, {}\n", fmt::format("{}/{}", entry.rule, entry.variant),
        row.machine, WordOf(row.memory), row.states,
        !row.bad ? "NO WITNESS"
                 : fmt::format("{} in {} turns", WordOf(row.bad->kind), row.bad->turns.size()));
    if (draw) text += "\n" + row.witness + "\n";
  }
  return text;
}

std::string WeakenedText(const std::vector<WeakenedRow>& rows, bool draw) {
  std::string text;
  for (const WeakenedRow& row : rows) {
    const auto& entry = kAccesses[static_cast<std::size_t>(row.access)];
    text += fmt::format(
        "{:<13} {:<42} {:<8} as {:<8} {}\n", entry.name, entry.does, WordOf(row.order),
        WordOf(row.weakened),
        row.bad ? fmt::format("{} in {} turns", WordOf(row.bad->kind), row.bad->turns.size())
                : "stronger than these machines need");
    if (!row.bad) text += fmt::format("    kept: {}\n", ReasonFor(row));
    if (draw && row.bad) text += "\n" + row.witness + "\n";
  }
  return text;
}

}  // namespace model::threads::marker
