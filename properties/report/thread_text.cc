// properties/report/thread_text.cc -- lays out columns, a legend, and reasons for what is not seen.

#include "properties/report/thread_text.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "properties/report/layout.h"
#include "properties/report/matrix_text.h"

namespace properties {
namespace {

constexpr std::size_t kFaultWidth = 26;

std::string Head(const Style& style) {
  return style.Bold("rules of the threads, each broken in turn") + "\n" +
         style.Faint(fmt::format("  {:<{}} {:<19} {:>9}   {:<15} {:>5} {:<15}   {:^12}\n", "",
                                 kFaultWidth, "every interleaving", "obeyed:", "broken: first", "",
                                 "", "seen running")) +
         style.Faint(fmt::format("  {:<{}} {:<19} {:>9}   {:<15} {:>5} {:<15}   {:<5} {}\n",
                                 "rule/variant", kFaultWidth, "of the machine", "states",
                                 "what is wrong", "turns", "memory", "plain", "TSan"));
}

std::string Wrong(const ThreadRow& row) {
  if (row.length == 0) return fmt::format("{:<15} {:>5} {:<15}", "nothing", "-", "-");
  return fmt::format("{:<15} {:>5} {:<15}", row.wrong, row.length, row.memory);
}

std::string Line(const ThreadRow& row, const Style& style) {
  const std::string variant = row.fault.substr(row.fault.find('/') + 1);
  const std::string line =
      fmt::format("    {:<{}} {:<19} {:>9}   {}   {:<5} {:<6}", variant, kFaultWidth - 2,
                  row.machine, Short(row.sound_states), Wrong(row), row.running, row.sanitizer);
  const std::size_t end = line.find_last_not_of(' ') + 1;
  return line.substr(0, end) + (row.status == "shown" ? "" : "  " + style.Bad(row.status)) + "\n";
}

constexpr const char* kLegend[] = {
    "states: of the machine with every rule obeyed, in sizes larger than the witness needs and in "
    "both memories: every interleaving was tried, and nothing is wrong in any.",
    "turns: of the shortest wrong interleaving without the rule; `rules RULE` draws it. memory: "
    "sequential shows the last write to every thread; release/acquire is what C++ allows.",
    "seen running: whether free-running threads and core's tests of threads fail, or hang, on a "
    "core that was broken so by hand, as it ships and under ThreadSanitizer (measured before, by "
    ".ci/broken_threads; one run each, and what threads do when is the machine's affair)."};

// Each reason why a fault is not seen once, with the faults that have it.
std::string ThreadReasons(const std::vector<ThreadRow>& rows, const Style& style) {
  std::map<std::string, std::string> names;
  for (const ThreadRow& row : rows) {
    if (row.running != kThreadUnseen && row.sanitizer != kThreadUnseen) continue;
    std::string& list = names[row.reason];
    list += (list.empty() ? "" : ", ") + row.fault;
  }
  std::string text;
  for (const auto& [reason, list] : names) {
    text += style.Wrapped(std::string(kThreadUnseen) + " of " + list + ": " + reason + ".", 4);
  }
  return text;
}

// The faults that have no row: what they break core does not have.
std::string Elsewhere() {
  std::string compared;
  for (const model::threads::FaultEntry& entry : model::threads::kFaults) {
    if (entry.whose == model::threads::Whose::kCores) continue;
    compared += (compared.empty() ? "" : ", ") + NameOf(entry.fault);
  }
  return "not here: faults of protocols that core does not have (`prove --threads` explores "
         "them): " +
         compared + ".";
}

std::string Foot(const std::vector<ThreadRow>& rows, const Style& style) {
  std::map<std::string, std::size_t> counts;
  for (const ThreadRow& row : rows) ++counts[row.status];
  std::string text = "  ";
  for (const auto& [status, count] : counts) {
    text += fmt::format("{}{} {}", text.size() > 2 ? ", " : "", count, status);
  }
  text += "\n";
  for (const char* const line : kLegend) text += style.Wrapped(line, 4);
  return text + ThreadReasons(rows, style) + style.Wrapped(Elsewhere(), 4);
}

std::string Running(const ThreadRow& row) {
  if (row.running == kThreadNotThere) return "Core cannot be broken so: " + row.in_core + ".";
  std::string text = fmt::format("In core: {}. Free-running threads {} it, ThreadSanitizer {}.",
                                 row.in_core, row.running == kThreadSeen ? "show" : "do not show",
                                 row.sanitizer == kThreadSeen ? "does" : "does not");
  return row.reason.empty() ? text : text + " Why: " + row.reason + ".";
}

}  // namespace

std::string ThreadRulesText(const std::vector<ThreadRow>& rows, const Style& style) {
  std::string text = Head(style);
  std::string rule;
  for (const ThreadRow& row : rows) {
    if (row.rule != rule) text += "  " + style.Bold(row.rule) + "\n";
    rule = row.rule;
    text += Line(row, style);
  }
  return text + Foot(rows, style);
}

std::string ThreadRuleText(const ThreadRow& row, const Style& style) {
  std::string text = style.Bold(row.fault) + "\n" + style.Wrapped(row.sentence + ".", 2);
  text += style.Wrapped(
      row.sound
          ? fmt::format("With the rule, every interleaving of the machine \"{}\" was tried: {} "
                        "states, and nothing is wrong in any.",
                        row.machine, Grouped(row.sound_states))
          : fmt::format("THE MACHINE \"{}\" IS WRONG, OR NOT EXHAUSTED, WITH THE RULE",
                        row.machine),
      2);
  if (row.length == 0) return text + style.Bad("  NO WITNESS without it") + "\n";
  text += style.Wrapped(fmt::format("Without it: {} in {} turns, the shortest ({} memory).",
                                    row.wrong, row.length, row.memory),
                        2);
  std::istringstream lines(row.witness);
  for (std::string line; std::getline(lines, line);) text += "    " + line + "\n";
  return text + style.Wrapped(Running(row), 2);
}

}  // namespace properties
