// properties/report/proof_text.cc -- lays out tables of proofs, and the proof about one broken
// rule.

#include "properties/report/proof_text.h"

#include <fmt/format.h>

#include <sstream>

#include "properties/report/layout.h"

namespace properties {
namespace {

std::string GroupText(const ProofGroup& group, const Style& style) {
  std::string text = fmt::format("    {:<40} {:>5} proved {:>5} untouched {:>7.2f} s",
                                 group.sentence, group.proved, group.untouched, group.seconds);
  if (group.broken > 0) text += "  " + style.Bad(fmt::format("{} BROKEN", group.broken));
  if (group.inconclusive > 0) {
    text += "  " + style.Odd(fmt::format("{} inconclusive", group.inconclusive));
  }
  return text + "\n";
}

std::string LineText(const ProofLine& line, const Style& style) {
  const std::string verdict = fmt::format("{:<12}", line.verdict);
  return fmt::format("      {} {:<22} {:<24} {:>6.3f} s  {}\n",
                     line.verdict == "broken"         ? style.Bad(verdict)
                     : line.verdict == "inconclusive" ? style.Odd(verdict)
                                                      : verdict,
                     line.action, line.claim, line.seconds, line.sentence);
}

bool Holds(const ProofLine& line) {
  return line.verdict == "proved" || line.verdict == "untouched";
}

std::string Indented(const std::string& text, std::size_t indent) {
  std::istringstream lines(text);
  std::string indented;
  for (std::string line; std::getline(lines, line);) {
    indented += std::string(indent, ' ') + line + "\n";
  }
  return indented;
}

}  // namespace

std::string ProofText(const ProofTable& table, bool all, const Style& style) {
  std::string text =
      style.Bold("locals " + table.locals) +
      fmt::format(": {} conditions in {:.1f} s\n", Grouped(table.counts.conditions), table.seconds);
  std::string heaps;
  for (const ProofGroup& group : table.groups) {
    if (group.heaps != heaps) text += "  " + group.heaps + "\n";
    heaps = group.heaps;
    text += GroupText(group, style);
  }
  for (const ProofLine& line : table.lines) {
    if (all && line.heaps != heaps) text += "  each condition, for " + line.heaps + "\n";
    if (all) heaps = line.heaps;
    if (all || !Holds(line)) text += LineText(line, style);
  }
  return text;
}

std::string CountsText(const ProofCounts& counts, const Style& style) {
  const std::size_t any_size = counts.conditions - counts.repeated;
  const std::size_t any_size_untouched = counts.untouched - counts.repeated_untouched;
  std::string text =
      fmt::format("  {:>7} for {}: {} decided by the solver, {} untouched\n", Grouped(any_size),
                  kAnySize, Grouped(any_size - any_size_untouched), Grouped(any_size_untouched));
  text += fmt::format("  {:>7} repeat them for {}: {} decided by the solver, {} untouched\n",
                      Grouped(counts.repeated), kSmallSize,
                      Grouped(counts.repeated - counts.repeated_untouched),
                      Grouped(counts.repeated_untouched));
  return text + style.Wrapped(
                    "A condition is untouched if its action changes no relation that the claim "
                    "reads, so that no solver is needed.",
                    2);
}

std::string ReplayText(const FaultProof& proof) {
  return (proof.fails ? "fails on core without the rule (" + proof.checker + ")"
                      : std::string("DOES NOT FAIL on core without the rule")) +
         (proof.passes ? ", passes on core" : ", DOES NOT PASS on core");
}

// The two lengths of a broken rule, and what confirmed them.
std::string LengthText(const FaultProof& proof, const Style& style) {
  if (proof.shortest.first_finding == 0) return "";
  std::string text = style.Wrapped(
      fmt::format("the machine's own first finding: {} operations and units; Z3, asked for "
                  "that length and for one less: {}",
                  proof.shortest.first_finding, proof.shortest.z3),
      4);
  if (proof.shortest.longer_because.empty()) return text;
  return text + style.Wrapped("the witness is longer: " + proof.shortest.longer_because, 4);
}

std::string PurposeText(const FaultProof& proof) {
  return proof.purpose.necessary_for.size() == 1
             ? proof.purpose.necessary_for.front() + " only"
             : fmt::format("{}", fmt::join(proof.purpose.necessary_for, ", "));
}

std::string FaultProofText(const FaultProof& proof, const Style& style) {
  const std::string word = proof.verdict == kRedundantProved ? "redundant, proved"
                           : proof.Necessary() ? proof.verdict + " for " + PurposeText(proof)
                                               : proof.verdict;
  std::string text = style.Bold(proof.fault) + ", locals " + proof.locals + ": " +
                     (proof.Undecided() ? style.Bad(word) : style.Good(word)) +
                     fmt::format("  ({:.1f} s)\n", proof.seconds);
  if (proof.verdict == kAssumed) {
    return text + style.Wrapped(
                      "The model takes it for granted: its steps are taken one at a time, and in "
                      "none of them is there a reference that is not in the heap. What two "
                      "threads do at once is searched by the machines of the threads: see `rules " +
                          proof.fault.substr(0, proof.fault.find('/')) + "` and `prove --threads`.",
                      2);
  }
  text += proof.broken.empty() ? "  no condition breaks\n" : "  breaks, for heaps of any size\n";
  for (const std::string& condition : proof.broken) text += style.Wrapped(condition, 4);
  for (const std::string& searched : proof.searched)
    text += style.Wrapped("searched " + searched, 2);
  if (proof.verdict == kProgressOnly) {
    text += style.Wrapped(
        "Nothing is lost without it; but a cycle's end is no longer bounded, and no shortest "
        "run shows that.",
        2);
  }
  if (!proof.Necessary()) return text;
  text += fmt::format("  witness: {} operations and units from the empty heap; {}\n", proof.length,
                      ReplayText(proof));
  text += LengthText(proof, style);
  text += style.Wrapped(fmt::format("it shows {}{}; confirmed by {}", proof.purpose.shown,
                                    proof.Agrees() ? "" : ", WHICH NO BROKEN CONDITION IS FOR",
                                    fmt::join(proof.purpose.confirmed_by, ", ")),
                        4);
  text += style.Wrapped(proof.message, 4);
  return text + Indented(proof.trace, 4);
}

}  // namespace properties
