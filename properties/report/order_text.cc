// properties/report/order_text.cc -- lays out protocols, accesses and interleavings.

#include "properties/report/order_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "properties/report/layout.h"

namespace properties {

namespace {

using model::orders::OrderTable;
using model::orders::OrderVerdict;
using model::orders::ProtocolRow;
using model::threads::Access;
using model::threads::AccessOf;
using model::threads::kOthers;
using model::threads::OtherAccess;

std::string ProtocolLine(const ProtocolRow& row, const Style& style) {
  std::string text =
      fmt::format("  {:<17} {:>7} states  {}\n", row.name, Grouped(row.states),
                  row.holds ? std::string(row.promise)
                            : style.Bad(row.wrong.empty() ? "not exhausted" : row.wrong));
  return row.holds ? text : text + row.witness;
}

// A lock or a task has no operation: its words stand there instead.
std::string OperationOf(const Access& access) {
  if (!access.IsEdge()) return std::string(access.operation);
  return std::string(access.on.substr(0, 25));
}

std::string VerdictLine(const OrderVerdict& verdict, const Style& style) {
  const Access& access = AccessOf(verdict.at);
  const std::string what =
      verdict.IsNeeded() ? fmt::format("{}: {}", verdict.shortest->protocol, verdict.shortest->lost)
      : verdict.exhausted ? "nothing"
                          : "not exhausted";
  const std::string line =
      fmt::format("  {:<25} {:<25} {:<19} {:<8} {:<8} {:>7} {:>5}  {}", access.function,
                  OperationOf(access), verdict.order, verdict.weakened,
                  verdict.IsNeeded() ? "needed" : "stronger", Grouped(verdict.states),
                  verdict.IsNeeded() ? std::to_string(verdict.shortest->turns) : "-", what);
  return (verdict.IsNeeded() || verdict.exhausted ? line : style.Bad(line)) + "\n";
}

std::string OrderHead(const Style& style) {
  return style.Bold("core's memory orders, each weakened in turn") + "\n" +
         style.Faint(fmt::format("  {:<25} {:<25} {:<19} {:<8} {:<8} {:>7} {:>5}  {}\n", "access",
                                 "operation", "order", "weakened", "verdict", "states", "turns",
                                 "what is lost first, in which protocol"));
}

constexpr const char* kOrderLegend =
    "needed: some interleaving loses something with the weaker order (drawn with --all). stronger: "
    "every interleaving of every protocol that has the access was tried, and nothing is lost. The "
    "other accesses are relaxed, and nothing weaker is atomic.";

// The accesses on which no protocol relies, under the reason.
std::string OthersText(const Style& style) {
  std::string text = "\n" + style.Bold("accesses on which no other thread relies") + "\n";
  std::vector<std::string_view> reasons;
  for (const OtherAccess& access : kOthers) {
    if (std::ranges::find(reasons, access.why) == reasons.end()) reasons.push_back(access.why);
  }
  for (const std::string_view why : reasons) {
    text += style.Wrapped(std::string(why) + ":", 2);
    for (const OtherAccess& access : kOthers) {
      if (access.why != why) continue;
      text += fmt::format("    {:<28} {:<24} {}\n", access.function, access.operation,
                          model::orders::WordOf(access.order));
    }
  }
  return text;
}

std::string Drawn(const OrderVerdict& verdict) {
  const Access& access = AccessOf(verdict.at);
  return fmt::format("\n{}, {}: {} -> {}; protocol \"{}\", {}", access.function,
                     OperationOf(access), verdict.order, verdict.weakened,
                     verdict.shortest->protocol, verdict.shortest->witness);
}

}  // namespace

std::string OrderText(const OrderTable& table, const OrderSources& sources, bool drawn,
                      const Style& style) {
  std::string text =
      style.Bold(fmt::format("core's protocols between threads, with the orders of the {} atomic "
                             "accesses in its sources",
                             sources.accesses)) +
      "\n";
  for (const std::string& difference : sources.differences) {
    text += style.Bad("  " + difference) + "\n";
  }
  for (const ProtocolRow& row : table.protocols) text += ProtocolLine(row, style);
  text += "\n" + OrderHead(style);
  const std::vector<OrderVerdict> verdicts = table.Verdicts();
  for (const OrderVerdict& verdict : verdicts) text += VerdictLine(verdict, style);
  text += style.Wrapped(kOrderLegend, 4);
  if (!drawn) return text;
  for (const OrderVerdict& verdict : verdicts) {
    if (verdict.IsNeeded()) text += Drawn(verdict);
  }
  return text + OthersText(style);
}

}  // namespace properties
