// model/threads/litmus/table.cc -- the litmus tests themselves.
//
// The names are the usual ones. MP: a message is passed. SB: stores are buffered. LB: loads are.
// IRIW: independent reads of independent writes. WRC: from a write to a read to what it causes.
// Co: of one location, with the letters of the accesses. The last part of a name says what orders.

#include "model/threads/litmus/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/threads/litmus/axioms.h"
#include "model/threads/litmus/litmus.h"

namespace model::threads {

namespace {

constexpr bool kAllowed = true;
constexpr bool kForbidden = false;

LitmusTest Both(std::string_view name, std::string_view program, std::string_view outcome,
                bool allowed) {
  return {name, program, outcome, allowed, allowed};
}

void AddMessages(std::vector<LitmusTest>& all) {
  const auto add = [&](auto... parts) { all.push_back(Both(parts...)); };
  add("MP", "x=1; y=1 | a=y; b=x", "a=1 b=0", kAllowed);
  add("MP+rel+acq", "x=1; y=1.rel | a=y.acq; b=x", "a=1 b=0", kForbidden);
  add("MP+rel+rlx", "x=1; y=1.rel | a=y; b=x", "a=1 b=0", kAllowed);
  add("MP+rlx+acq", "x=1; y=1 | a=y.acq; b=x", "a=1 b=0", kAllowed);
  add("MP+sc+sc", "x=1; y=1.sc | a=y.sc; b=x", "a=1 b=0", kForbidden);
  add("MP+fence-rel+fence-acq", "x=1; F.rel; y=1 | a=y; F.acq; b=x", "a=1 b=0", kForbidden);
  add("MP+fence-rel+acq", "x=1; F.rel; y=1 | a=y.acq; b=x", "a=1 b=0", kForbidden);
  add("MP+rel+fence-acq", "x=1; y=1.rel | a=y; F.acq; b=x", "a=1 b=0", kForbidden);
  add("MP+fence-rel+rlx", "x=1; F.rel; y=1 | a=y; b=x", "a=1 b=0", kAllowed);
  add("MP+rlx+fence-acq", "x=1; y=1 | a=y; F.acq; b=x", "a=1 b=0", kAllowed);
  add("MP+fence-sc+rlx", "x=1; F.sc; y=1 | a=y; b=x", "a=1 b=0", kAllowed);
  add("MP+fence-sc+acq", "x=1; F.sc; y=1 | a=y.acq; b=x", "a=1 b=0", kForbidden);
  add("MP+fence-acq+fence-rel", "x=1; F.acq; y=1 | a=y; F.rel; b=x", "a=1 b=0", kAllowed);
  add("MP+rel-then-rlx+acq", "x=1; y=1.rel; y=2 | a=y.acq; b=x", "a=2 b=0", kAllowed);
  add("MP+rel+rmw+acq", "x=1; y=1.rel | c=add(y,1) | a=y.acq; b=x", "a=2 b=0", kForbidden);
  add("MP+rel+rmws+acq", "x=1; y=1.rel; d=add(y,1) | c=add(y,1) | a=y.acq; b=x", "a=3 b=0",
      kForbidden);
  add("MP+fence-rel+rmw+fence-acq", "x=1; F.rel; y=1 | c=add(y,1) | a=y; F.acq; b=x", "a=2 b=0",
      kForbidden);
  add("MP+rel+store+acq", "x=1; y=1.rel | y=2 | a=y.acq; b=x", "a=2 b=0", kAllowed);
  add("MP+rel+cas", "x=1; y=1.rel | a=cas(y,1,2).acq; b=x", "a=1 b=0", kForbidden);
  add("MP+rel+cas-rlx", "x=1; y=1.rel | a=cas(y,1,2); b=x", "a=1 b=0", kAllowed);
  add("MP+rel+cas-fails-rlx", "x=1; y=1.rel | a=cas(y,2,3).ar; b=x", "a=1 b=0", kAllowed);
  add("MP+rel+cas-fails-acq", "x=1; y=1.rel | a=cas(y,2,3).rel.acq; b=x", "a=1 b=0", kForbidden);
  add("MP+rel+wcas-fails-rlx", "x=1; y=1.rel | a=wcas(y,1,2).acq; b=x", "a=1 b=0 y=1", kAllowed);
  add("MP+rel+wcas-fails-acq", "x=1; y=1.rel | a=wcas(y,1,2).acq.acq; b=x", "a=1 b=0 y=1",
      kForbidden);
}

void AddBuffers(std::vector<LitmusTest>& all) {
  const auto add = [&](auto... parts) { all.push_back(Both(parts...)); };
  add("SB", "x=1; a=y | y=1; b=x", "a=0 b=0", kAllowed);
  add("SB+rel+acq", "x=1.rel; a=y.acq | y=1.rel; b=x.acq", "a=0 b=0", kAllowed);
  add("SB+sc", "x=1.sc; a=y.sc | y=1.sc; b=x.sc", "a=0 b=0", kForbidden);
  add("SB+sc+acq", "x=1.sc; a=y.acq | y=1.sc; b=x.sc", "a=0 b=0", kAllowed);
  add("SB+rel+sc", "x=1.rel; a=y.sc | y=1.sc; b=x.sc", "a=0 b=0", kAllowed);
  add("SB+fences-sc", "x=1; F.sc; a=y | y=1; F.sc; b=x", "a=0 b=0", kForbidden);
  add("SB+fences-ar", "x=1; F.ar; a=y | y=1; F.ar; b=x", "a=0 b=0", kAllowed);
  add("SB+fence-sc+rlx", "x=1; F.sc; a=y | y=1; b=x", "a=0 b=0", kAllowed);
  add("SB+fence-sc+sc", "x=1; F.sc; a=y | y=1.sc; b=x.sc", "a=0 b=0", kForbidden);
  add("SB+fence-sc+sc+acq", "x=1; F.sc; a=y | y=1.sc; b=x.acq", "a=0 b=0", kAllowed);
  add("SB+rmws-ar", "c=xchg(x,1).ar; a=y.acq | d=xchg(y,1).ar; b=x.acq", "a=0 b=0", kAllowed);
  add("SB+rmws-sc", "c=xchg(x,1).sc; a=y.sc | d=xchg(y,1).sc; b=x.sc", "a=0 b=0", kForbidden);
  add("SB+rmws-ar-only", "c=xchg(x,1).ar; a=add(y,0).ar | d=xchg(y,1).ar; b=add(x,0).ar", "a=0 b=0",
      kForbidden);
  add("SB+rmws-on-z", "x=1; c=add(z,1).ar; a=y | y=1; d=add(z,1).ar; b=x", "a=0 b=0", kForbidden);
  add("SB+rmws-on-z-rlx", "x=1; c=add(z,1); a=y | y=1; d=add(z,1); b=x", "a=0 b=0", kAllowed);
  all.push_back({"LB", "a=y; x=1 | b=x; y=1", "a=1 b=1", kAllowed, kForbidden});
  all.push_back({"LB+acq", "a=y.acq; x=1 | b=x.acq; y=1", "a=1 b=1", kAllowed, kForbidden});
  all.push_back({"LB+rel", "a=y; x=1.rel | b=x; y=1.rel", "a=1 b=1", kAllowed, kForbidden});
  add("LB+acq+rel", "a=y.acq; x=1.rel | b=x.acq; y=1.rel", "a=1 b=1", kForbidden);
  add("LB+fences-ar", "a=y; F.ar; x=1 | b=x; F.ar; y=1", "a=1 b=1", kForbidden);
  add("2+2W", "x=1; y=2 | y=1; x=2", "x=1 y=1", kAllowed);
  add("2+2W+rel", "x=1.rel; y=2.rel | y=1.rel; x=2.rel", "x=1 y=1", kAllowed);
  add("2+2W+sc", "x=1.sc; y=2.sc | y=1.sc; x=2.sc", "x=1 y=1", kForbidden);
  add("2+2W+fences-sc", "x=1; F.sc; y=2 | y=1; F.sc; x=2", "x=1 y=1", kForbidden);
  add("2+2W+fences-ar", "x=1; F.ar; y=2 | y=1; F.ar; x=2", "x=1 y=1", kAllowed);
  add("R", "x=1; y=1 | y=2; a=x", "y=2 a=0", kAllowed);
  add("R+rel+acq", "x=1.rel; y=1.rel | y=2.rel; a=x.acq", "y=2 a=0", kAllowed);
  add("R+sc", "x=1.sc; y=1.sc | y=2.sc; a=x.sc", "y=2 a=0", kForbidden);
  add("R+fences-sc", "x=1; F.sc; y=1 | y=2; F.sc; a=x", "y=2 a=0", kForbidden);
  add("S", "x=2; y=1 | a=y; x=1", "a=1 x=2", kAllowed);
  add("S+rel+acq", "x=2; y=1.rel | a=y.acq; x=1", "a=1 x=2", kForbidden);
  add("S+fence-rel+fence-acq", "x=2; F.rel; y=1 | a=y; F.acq; x=1", "a=1 x=2", kForbidden);
}

void AddOneLocation(std::vector<LitmusTest>& all) {
  const auto add = [&](auto... parts) { all.push_back(Both(parts...)); };
  add("CoRR", "x=1 | a=x; b=x", "a=1 b=0", kForbidden);
  add("CoRR2", "x=1 | x=2 | a=x; b=x | c=x; d=x", "a=1 b=2 c=2 d=1", kForbidden);
  add("CoWW", "x=1; x=2", "x=1", kForbidden);
  add("CoWR", "x=1; a=x | x=2", "a=0", kForbidden);
  add("CoRW1", "a=x; x=1", "a=1", kForbidden);
  add("CoRW2", "a=x; x=2 | x=1", "a=1 x=1", kForbidden);
  add("CoRW2+rlx-order", "a=x; x=2 | x=1", "a=0 x=1", kAllowed);
  add("RMW+RMW", "a=add(x,1) | b=add(x,1)", "a=0 b=0", kForbidden);
  add("RMW+W", "a=add(x,1) | x=2", "a=0 x=1", kForbidden);
  add("RMW+RMW+RMW", "a=add(x,1) | b=add(x,1) | c=add(x,1)", "a=1 b=1", kForbidden);
  add("CAS+CAS", "a=cas(x,0,1) | b=cas(x,0,2)", "a=0 b=0", kForbidden);
  add("CAS-strong", "a=cas(x,0,1)", "a=0 x=0", kForbidden);
  add("CAS-weak", "a=wcas(x,0,1)", "a=0 x=0", kAllowed);
}

void AddThreeThreads(std::vector<LitmusTest>& all) {
  const auto add = [&](auto... parts) { all.push_back(Both(parts...)); };
  add("WRC", "x=1 | a=x; y=1 | b=y; c=x", "a=1 b=1 c=0", kAllowed);
  add("WRC+rel+acq", "x=1.rel | a=x.acq; y=1.rel | b=y.acq; c=x", "a=1 b=1 c=0", kForbidden);
  add("WRC+rlx+rel+acq", "x=1 | a=x; y=1.rel | b=y.acq; c=x", "a=1 b=1 c=0", kForbidden);
  add("WRC+fences-ar", "x=1 | a=x; F.ar; y=1 | b=y; F.ar; c=x", "a=1 b=1 c=0", kForbidden);
  add("ISA2", "x=1; y=1 | a=y; z=1 | b=z; c=x", "a=1 b=1 c=0", kAllowed);
  add("ISA2+rel+acq", "x=1; y=1.rel | a=y.acq; z=1.rel | b=z.acq; c=x", "a=1 b=1 c=0", kForbidden);
  add("ISA2+rel+rlx+acq", "x=1; y=1.rel | a=y; z=1.rel | b=z.acq; c=x", "a=1 b=1 c=0", kAllowed);
  add("RWC", "x=1 | a=x; b=y | y=1; c=x", "a=1 b=0 c=0", kAllowed);
  add("RWC+rel+acq", "x=1.rel | a=x.acq; b=y.acq | y=1.rel; c=x.acq", "a=1 b=0 c=0", kAllowed);
  add("RWC+sc", "x=1.sc | a=x.sc; b=y.sc | y=1.sc; c=x.sc", "a=1 b=0 c=0", kForbidden);
  add("RWC+fences-sc", "x=1 | a=x; F.sc; b=y | y=1; F.sc; c=x", "a=1 b=0 c=0", kForbidden);
  add("W+RWC+rel+acq", "x=1; y=1.rel | a=y.acq; b=z.acq | z=1.rel; c=x.acq", "a=1 b=0 c=0",
      kAllowed);
  add("W+RWC+fences-sc", "x=1; y=1.rel | a=y.acq; F.sc; b=z | z=1; F.sc; c=x", "a=1 b=0 c=0",
      kForbidden);
  add("W+RWC+acq+sc", "x=1.sc; y=1.rel | a=y.acq; b=z.sc | z=1.sc; c=x.sc", "a=1 b=0 c=0",
      kForbidden);
  add("Z6.3", "x=1; y=1 | y=2; z=1 | a=z; b=x", "y=2 a=1 b=0", kAllowed);
  add("Z6.3+rel+acq", "x=1; y=1.rel | y=2; z=1.rel | a=z.acq; b=x", "y=2 a=1 b=0", kAllowed);
  add("Z6.3+sc", "x=1.sc; y=1.sc | y=2.sc; z=1.sc | a=z.sc; b=x.sc", "y=2 a=1 b=0", kForbidden);
  add("Z6.3+fences-sc", "x=1; F.sc; y=1 | y=2; F.sc; z=1 | a=z; F.sc; b=x", "y=2 a=1 b=0",
      kForbidden);
  add("Z6.U", "x=1.sc; y=1.rel | a=add(y,1).sc; b=y | y=3.sc; c=x.sc", "a=1 b=3 c=0", kAllowed);
  add("fences-sc-not-in-time", "x=1; F.sc; y=1 | a=y; z=1 | b=z; F.sc; c=x", "a=1 b=1 c=0",
      kAllowed);
  add("3.SB+fences-sc", "x=1; F.sc; a=y | y=1; F.sc; b=z | z=1; F.sc; c=x", "a=0 b=0 c=0",
      kForbidden);
  add("3.2W+sc", "x=1.sc; y=2.sc | y=1.sc; z=2.sc | z=1.sc; x=2.sc", "x=1 y=1 z=1", kForbidden);
  all.push_back({"sc-through-a-relaxed-write", "x=1.sc; a=y.sc | b=y.sc; F.sc; c=x.sc | y=1",
                 "a=0 b=1 c=0", kForbidden, kAllowed});
}

void AddFourThreads(std::vector<LitmusTest>& all) {
  const auto add = [&](auto... parts) { all.push_back(Both(parts...)); };
  constexpr std::string_view kSeen = "a=1 b=0 c=1 d=0";
  add("IRIW", "x=1 | y=1 | a=x; b=y | c=y; d=x", kSeen, kAllowed);
  add("IRIW+rel+acq", "x=1.rel | y=1.rel | a=x.acq; b=y.acq | c=y.acq; d=x.acq", kSeen, kAllowed);
  add("IRIW+sc", "x=1.sc | y=1.sc | a=x.sc; b=y.sc | c=y.sc; d=x.sc", kSeen, kForbidden);
  add("IRIW+sc+acq", "x=1.sc | y=1.sc | a=x.acq; b=y.acq | c=y.acq; d=x.acq", kSeen, kAllowed);
  add("IRIW-acq-sc", "x=1.sc | y=1.sc | a=x.acq; b=y.sc | c=y.acq; d=x.sc", kSeen, kAllowed);
  add("IRIW+fences-sc", "x=1 | y=1 | a=x; F.sc; b=y | c=y; F.sc; d=x", kSeen, kForbidden);
  add("IRIW+fences-ar", "x=1 | y=1 | a=x; F.ar; b=y | c=y; F.ar; d=x", kSeen, kAllowed);
  add("IRIW+fence-sc+acq", "x=1.rel | y=1.rel | a=x.acq; F.sc; b=y | c=y.acq; d=x", kSeen,
      kAllowed);
  add("IRRWIW+fences-sc", "x=2 | y=1 | a=x; F.sc; b=y | c=y; F.sc; x=1", "a=2 b=0 c=1 x=2",
      kForbidden);
}

}  // namespace

const std::vector<LitmusTest>& LitmusTests() {
  static const std::vector<LitmusTest> tests = [] {
    std::vector<LitmusTest> all;
    AddMessages(all);
    AddBuffers(all);
    AddOneLocation(all);
    AddThreeThreads(all);
    AddFourThreads(all);
    return all;
  }();
  return tests;
}

// Where C++20 allows and RC11 forbids, it is for a load that reads a later store.
bool LitmusRow::IsAsKnown() const {
  const bool expected = test.cpp20 && !(test.rc11 == kForbidden);
  return memory == expected && axioms == expected && axioms_rc11 == test.rc11;
}

std::vector<LitmusRow> LitmusTable() {
  std::vector<LitmusRow> rows;
  for (const LitmusTest& test : LitmusTests()) {
    const Litmus litmus = LitmusOf(test.program);
    const auto allows = [&](const std::set<Outcome>& outcomes) {
      return std::any_of(outcomes.begin(), outcomes.end(),
                         [&](const Outcome& outcome) { return Matches(outcome, test.outcome); });
    };
    const LitmusAnswer memory = Explore(litmus);
    const AxiomaticAnswer axioms = Enumerate(litmus);
    rows.push_back({.test = test,
                    .memory = allows(memory.outcomes),
                    .axioms = allows(axioms.outcomes),
                    .axioms_rc11 = allows(axioms.rc11),
                    .states = memory.states});
  }
  return rows;
}

std::string LitmusText(const std::vector<LitmusRow>& rows) {
  const auto word = [](bool allowed) { return allowed ? "allowed" : "forbidden"; };
  std::string text = fmt::format("{:<27} {:<60} {:<17} {:<10} {:<10} {}\n", "litmus test",
                                 "program", "outcome", "C++20", "RC11", "here");
  for (const LitmusRow& row : rows) {
    text +=
        fmt::format("{:<27} {:<60} {:<17} {:<10} {:<10} {}{}\n", row.test.name, row.test.program,
                    row.test.outcome, word(row.test.cpp20), word(row.test.rc11), word(row.memory),
                    row.IsAsKnown() ? "" : ", NOT AS KNOWN");
  }
  return text;
}

}  // namespace model::threads
