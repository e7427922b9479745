// properties/report/matrix_text.cc -- lays out the columns, and the reasons for empty cells.

#include "properties/report/matrix_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "core/rules.h"
#include "properties/report/layout.h"

namespace properties {
namespace {

constexpr std::size_t kVariantWidth = 27;

std::string Cell(const std::optional<std::uint64_t>& count) { return count ? Short(*count) : "-"; }

std::string ColumnText(const ReportColumn& column) {
  const auto cell = [&](Checker checker) {
    const auto& until = column.traces_until[static_cast<std::size_t>(checker)];
    return column.traces == 0 ? "." : Cell(until);
  };
  return fmt::format("{:>7} {:>5} {:>5}", cell(Checker::kOutcome), cell(Checker::kInvariant),
                     cell(Checker::kVerifier));
}

// "12", or "7/14" if the machine's own first finding is shorter than the witness.
std::string BothLengths(const FaultProof& proof) {
  if (proof.shortest.first_finding == 0 || proof.shortest.first_finding >= proof.length) {
    return std::to_string(proof.length);
  }
  return fmt::format("{}/{}", proof.shortest.first_finding, proof.length);
}

std::string_view SignOfZ3(const FaultProof& proof) {
  if (proof.shortest.z3 == "confirmed") return "=";
  if (proof.shortest.z3 == "inconclusive") return "?";
  return proof.shortest.z3.empty() ? "-" : "!";
}

// "S-C--": the first letters of the purposes for which the rule is necessary, each in its place.
std::string Letters(const FaultProof& proof) {
  std::string letters;
  for (const std::string& purpose : PurposeWords()) {
    const auto& all = proof.purpose.necessary_for;
    const bool has = std::find(all.begin(), all.end(), purpose) != all.end();
    letters += has ? static_cast<char>(std::toupper(purpose.front())) : '-';
  }
  return letters;
}

std::string ProofText(const FaultProof& proof) {
  if (proof.verdict.empty()) return fmt::format("{:<9} {:>5} {:<2} {:<12}", "?", "?", "?", "?");
  const std::string word = proof.verdict == kProgressOnly ? "progress" : proof.verdict;
  if (!proof.Necessary()) return fmt::format("{:<9} {:>5} {:<2} {:<12}", word, "-", "-", "-");
  return fmt::format(
      "{:<9} {:>5} {:<2} {:<12}", Letters(proof), BothLengths(proof), SignOfZ3(proof),
      std::string(proof.fails ? "fails" : "PASSES") + "/" + (proof.passes ? "passes" : "FAILS"));
}

std::string LastColumn(const ReportRow& row) {
  const std::string length = row.operations == 0 ? " -" : fmt::format("{:>2}", row.operations);
  return row.status == "caught" ? length : length + "  " + row.status;
}

bool SeenBy(Checker checker, const ReportRow& row) {
  const auto index = static_cast<std::size_t>(checker);
  return row.small_heaps.traces_until[index] || row.random.traces_until[index];
}

std::vector<const ReportRow*> RowsOf(const std::vector<ReportRow>& rows,
                                     const std::string& locals) {
  std::vector<const ReportRow*> chosen;
  for (const ReportRow& row : rows) {
    if (row.locals == locals) chosen.push_back(&row);
  }
  return chosen;
}

// Collects reasons, so that each is printed once, with the faults that have it. A reason that all
// rows have is printed without their names.
class Reasons {
 public:
  explicit Reasons(std::size_t rows) : rows_(rows) {}
  void Give(const std::string& reason, const std::string& name) {
    if (!reason.empty()) names_[reason].insert(name);
  }
  std::string Text(const std::string& column, const Style& style) const {
    std::string text;
    for (const auto& [reason, names] : names_) {
      std::string list;
      for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
      const std::string of = names.size() > 1 && names.size() == rows_ ? "" : " of " + list;
      text += style.Wrapped(column + of + ": " + reason + ".", 4);
    }
    return text;
  }

 private:
  std::size_t rows_;
  std::map<std::string, std::set<std::string>> names_;
};

std::string_view ClauseReason(const std::string& rule) {
  for (const gc::RuleEntry& entry : gc::kRules) {
    if (entry.name == rule) return entry.no_clause_because;
  }
  return {};
}

// "S safety, A answers, ...".
std::string PurposeLegend() {
  std::string text;
  for (const std::string& purpose : PurposeWords()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                        static_cast<char>(std::toupper(purpose.front())), purpose);
  }
  return text;
}

std::string EmptyCells(const std::vector<const ReportRow*>& rows, const Style& style) {
  Reasons verifier(rows.size()), fuzzer(rows.size()), progress(rows.size()), assumed(rows.size());
  bool unasked = false, asked = false, by_turns = false;
  for (const ReportRow* const row : rows) {
    unasked = unasked || row->proof.verdict.empty();
    asked = asked || row->proof.Necessary();
    by_turns = by_turns || (row->small_heaps.traces == 0) != (row->random.traces == 0);
    if (!SeenBy(Checker::kVerifier, *row)) {
      verifier.Give(std::string(ClauseReason(row->rule)), row->rule);
    }
    fuzzer.Give(row->fuzzer.reason, row->fault);
    if (row->proof.verdict == kProgressOnly) {
      progress.Give("what breaks is only that a cycle ends, which no shortest run shows",
                    row->fault);
    }
    if (row->proof.verdict == kAssumed) {
      assumed.Give("the model takes it for granted, and the machines of the threads show it",
                   row->fault);
    }
  }
  return style.Wrapped(
             "- in a search: that checker saw nothing in any trace tried. The invariant checker "
             "sees only "
             "colours of what lives; the verifier only what the collector knows of itself.",
             4) +
         (by_turns
              ? style.Wrapped(". in a search: it was not asked, since the other had caught the "
                              "fault before its turn came; `rules` asks both.",
                              4)
              : "") +
         style.Wrapped(
             "long: operations and units of the shortest run, in every order of creation; with two "
             "numbers, the machine's own first finding comes sooner (`prove --without` says why). "
             "z3: = Z3 confirms the first finding, ! it says another length, ? it ran out of time, "
             "- it was not asked, and no run was sought that is shorter than the first that core "
             "bears out.",
             4) +
         (unasked ? style.Wrapped("? : not asked here; `prove --without RULE` and the full `rules` "
                                  "matrix do.",
                                  4)
                  : "") +
         (asked ? style.Wrapped(
                      "proof: for what the rule is necessary, by the conditions that break: " +
                          PurposeLegend() + ".",
                      4)
                : "") +
         verifier.Text("- by the verifier", style) + progress.Text("- as witness", style) +
         assumed.Text("- as witness", style) + fuzzer.Text("- by the fuzzer", style);
}

}  // namespace

std::string RulesHead(const std::string& locals, const Style& style) {
  std::string text = style.Bold("rules, each broken in turn") + " (locals " + locals + ")\n";
  text += style.Faint(fmt::format("  {:<{}} {:<31} {:^19}   {:^19}   {:^11}   {}\n", "",
                                  kVariantWidth, "model: shortest witness", "small heaps: traces",
                                  "random: traces", "fuzzer", "shortest"));
  text += style.Faint(
      fmt::format("  {:<{}} {:<9} {:>5} {:<2} {:<12} {:>7} {:>5} {:>5}   {:>7} {:>5} {:>5}   {:>5} "
                  "{:>5}   {}\n",
                  "rule/variant", kVariantWidth, "proof", "long", "z3", "core off/on", "outcome",
                  "inv.", "ver.", "outcome", "inv.", "ver.", "empty", "seeds", "trace"));
  return text;
}

std::string RuleText(const ReportRow& row, bool first_of_rule, const Style& style) {
  const std::string variant = row.fault.substr(row.fault.find('/') + 1);
  const std::string line =
      fmt::format("    {:<{}} {} {}   {}   {:>5} {:>5}   ", variant, kVariantWidth - 2,
                  ProofText(row.proof), ColumnText(row.small_heaps), ColumnText(row.random),
                  Cell(row.fuzzer.from_empty), Cell(row.fuzzer.from_seeds));
  const std::string head = first_of_rule ? "  " + style.Bold(row.rule) + "\n" : "";
  const std::string last = LastColumn(row);
  if (row.status == "caught") return head + line + last + "\n";
  return head + line + (row.status == "redundant" ? style.Odd(last) : style.Bad(last)) + "\n";
}

std::string RulesFoot(const std::vector<ReportRow>& rows, const std::string& locals,
                      const Style& style) {
  const std::vector<const ReportRow*> mine = RowsOf(rows, locals);
  std::map<std::string, std::size_t> counts;
  for (const ReportRow* const row : mine) ++counts[row->status];
  std::string text = "  ";
  for (const auto& [status, count] : counts) {
    text += fmt::format("{}{} {}", text.size() > 2 ? ", " : "", count, status);
  }
  text += "\n" + EmptyCells(mine, style);
  for (const ReportRow* const row : mine) {
    if (row->argument.empty()) continue;
    text +=
        style.Odd("  " + row->fault + ": " + row->status) + "\n" + style.Wrapped(row->argument, 4);
  }
  return text;
}

std::string RulesText(const std::vector<ReportRow>& rows, const std::string& locals,
                      const Style& style) {
  std::string text = RulesHead(locals, style);
  std::string rule;
  for (const ReportRow* const row : RowsOf(rows, locals)) {
    text += RuleText(*row, row->rule != rule, style);
    rule = row->rule;
  }
  return text + RulesFoot(rows, locals, style);
}

}  // namespace properties
