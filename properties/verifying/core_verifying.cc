// properties/verifying/core_verifying.cc -- what a program does behind the collector's back, and
// what the modes say of it.

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/inspect/report/inspector.h"
#include "core/inspect/verify/disregard_check.h"
#include "core/inspect/verify/unlisted.h"
#include "core/inspect/verify/verification.h"
#include "core/population/use.h"
#include "properties/verifying/cells.h"
#include "properties/verifying/damaged_heap.h"
#include "properties/verifying/moments.h"
#include "properties/verifying/reports.h"
#include "properties/verifying/shared_parts.h"
#include "properties/verifying/twins.h"
#include "properties/verifying/verifying_run.h"

namespace properties::verifying {
namespace {

// A program, and what is known of it.
class Program {
 public:
  explicit Program(VerifyingLie lie) : lie_(lie) {
    heap_.SetEventSink({.publish = Publish, .context = this});
  }
  ~Program() {
    Mend();
    for (Cell* const cell : cells_) {
      if (cell != nullptr && IsConfused(cell)) static_cast<Confused*>(cell)->inner.Unregister();
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  VerifyingVerdict Judge(const VerifyingRun& run) {
    for (const VerifyingOperation& operation : run.before) Apply(operation);
    CompareIdle();
    MendDisregarded();
    if (run.full) {
      heap_.Collect();
    } else {
      CompareSlices(run.after);
    }
    Mend();
    heap_.Collect();
    CompareIdle();
    CompareShared(run.shares, lie_ == VerifyingLie::kShared, verdict_);
    return verdict_;
  }

 private:
  using Field = std::tuple<std::size_t, std::size_t, std::size_t>;  // holder, field, target

  static void Publish(void* self, const gc::Event& event) {
    static_cast<Program*>(self)->Hear(event);
  }
  void Hear(const gc::Event& event) {
    if (event.kind == gc::EventKind::kFree) {
      const auto found = std::ranges::find(cells_, static_cast<const Cell*>(event.object));
      if (found != cells_.end()) *found = nullptr;
    }
  }
  void Same(std::string_view what, std::string_view said, std::string_view should) {
    verdict_.Same(what, said, should);
  }
  void Same(std::string_view what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }
  static std::string NameOf(const Cell* cell) {
    const gc::Header& header = cell->header();
    return std::string(header.type->name) + " " + std::to_string(header.index);
  }

  // The cell with a number that is counted round, of those that are not doomed; or null.
  Cell* At(std::uint32_t number) const {
    std::vector<Cell*> there;
    for (Cell* const one : cells_) {
      if (one != nullptr && !IsDoomed(one)) there.push_back(one);
    }
    return there.empty() ? nullptr : there[number % there.size()];
  }
  bool IsDoomed(const Cell* cell) const {
    return heap_.collector().population.IsDoomed(cell->header().index);
  }
  static bool IsConfused(const Cell* cell) { return cell->header().type == &Confused::kClass; }
  bool IsDisregarded(const Cell* cell) const {
    return heap_.collector().population.table.IsLow(cell->header().index);
  }

  void Apply(const VerifyingOperation& operation) {
    ++verdict_.applied;
    const auto [which, field, other] = operation.numbers;
    Cell* const cell = At(which);
    Cell* const target = At(other);
    switch (operation.verb) {
      case VerifyingVerb::kCell:
        cells_.push_back(heap_.New<Cell>());
        return;
      case VerifyingVerb::kClose:
        heap_.CloseDisregardWindow();
        return;
      case VerifyingVerb::kRoot:
        if (cell != nullptr) heap_.AddRoot(cell);
        return;
      case VerifyingVerb::kUnroot:
        if (cell != nullptr && !IsDisregarded(cell)) heap_.RemoveRoot(cell);
        return;
      case VerifyingVerb::kStore:
        if (cell != nullptr) cell->Field(field) = which % 5 == 0 ? nullptr : target;
        return;
      case VerifyingVerb::kStorePast:
        if (cell != nullptr) StorePast(*cell, field, target);
        return;
      case VerifyingVerb::kHide:
        if (cell != nullptr) cell->hidden = target;
        return;
      case VerifyingVerb::kInside:
        heap_.CloseDisregardWindow();
        cells_.push_back(heap_.New<Confused>(heap_));
        heap_.AddRoot(cells_.back());
        return;
      case VerifyingVerb::kTick:
        if (heap_.phase() == gc::Phase::kMarking) heap_.Tick(1);
        return;
    }
  }
  static void StorePast(Cell& cell, std::size_t field, Cell* target) {
    std::memcpy(static_cast<void*>(&cell.Field(field)), static_cast<const void*>(&target),
                sizeof target);
  }

  // What the findings are about: the rule, and holder, field and target as text.
  static std::vector<std::string> LinesOf(const std::vector<gc::Finding>& findings) {
    std::vector<std::string> lines;
    for (const gc::Finding& one : findings) lines.push_back(one.text);
    return lines;
  }
  std::string Joined(std::vector<std::string> lines) const {
    if (lie_ == VerifyingLie::kBlind) lines.clear();
    if (lie_ == VerifyingLie::kCriesWolf) lines.emplace_back("a wolf\n");
    std::string text;
    for (const std::string& line : lines) text += line;
    if (lie_ == VerifyingLie::kOtherHolder) std::ranges::replace(text, '1', '2');
    return text.empty() ? "nothing" : text;
  }
  static std::string JoinedPaper(const std::vector<std::string>& lines) {
    std::string text;
    for (std::size_t i = 0; i < std::min(lines.size(), gc::kMostFindings); ++i) text += lines[i];
    return text.empty() ? "nothing" : text;
  }

  // Between cycles.
  void CompareIdle() {
    std::vector<std::string> breaches, offences, inside;
    for (const Cell* const cell : cells_) {
      if (cell == nullptr) continue;
      if (IsConfused(cell)) {
        inside.push_back(
            "referencer-barrier: a referencer must not be a managed object, nor a part of one\n"
            "referencer inner in " +
            NameOf(cell) + "\n");
      }
      if (!IsDisregarded(cell)) continue;
      for (std::size_t i = 0; i < 2; ++i) {
        const Cell* const target = cell->Field(i).Get();
        if (target == nullptr || IsDisregarded(target) || heap_.IsRoot(target)) continue;
        const std::string edge = NameOf(cell) + " ." + kFieldNames[i] + " -> " + NameOf(target);
        breaches.push_back(
            "disregarded-is-deep: a disregarded object refers only to disregarded or rooted "
            "objects\n" +
            edge + "\n");
        offences.push_back(edge + "\n");
      }
    }
    const std::vector<gc::Finding> found = gc::FindDisregardBreaches(heap_);
    Same("disregarded objects that hold what may die", Joined(LinesOf(found)),
         JoinedPaper(breaches));
    std::vector<std::string> said;
    for (const gc::DisregardOffence& one : gc::DisregardOffences(heap_)) {
      said.push_back(NameOf(static_cast<const Cell*>(one.object)) + " ." + one.property->name +
                     " -> " + NameOf(static_cast<const Cell*>(one.target)) + "\n");
    }
    std::string all;
    for (const std::string& line : offences) all += line;
    Same("the same as offences", Joined(said), all.empty() ? "nothing" : all);
    Same("referencers inside of objects", Joined(LinesOf(gc::FindReferencersInObjects(heap_))),
         JoinedPaper(inside));
    CompareAssumptions(breaches);
    Same("what a root reaches and is gone", Joined(LinesOf(gc::FindReachableDoomed(heap_))),
         "nothing");
    Same("doomed objects in members that are not listed", gc::FindUnlistedHolders(heap_).size(), 0);
  }

  // All of these are the breaches above, and the verifier's one.
  void CompareAssumptions(const std::vector<std::string>& breaches) {
    gc::Verifier verifier;
    std::vector<gc::Finding> found = gc::FindBrokenAssumptions(heap_, verifier);
    Same("broken assumptions", found.size(),
         std::min(breaches.size(), gc::kMostFindings) + !breaches.empty());
    if (breaches.empty() || found.empty()) return;
    const gc::Finding last = found.back();
    found.pop_back();
    Same("the first of them", Joined(LinesOf(found)), JoinedPaper(breaches));
    const std::string edge = breaches.front().substr(breaches.front().find('\n') + 1);
    Same("the verifier's finding", std::string(gc::EntryOf(last.rule).name), "disregarded-is-deep");
    Same("it names the reference", last.text.find(edge) != last.text.npos ? edge : last.text, edge);
  }

  // Marking in slices, with stores in between.
  void CompareSlices(const std::vector<VerifyingOperation>& after) {
    const Mode mode = static_cast<Mode>(after.size() % kModes);
    Reports reports;
    const gc::Inspector inspector(heap_, {.verify = OptionsOf(mode), .findings = reports.Sink()});
    heap_.Start();
    for (const VerifyingOperation& operation : after) {
      if (heap_.phase() == gc::Phase::kMarking) Apply(operation);
    }
    while (heap_.phase() == gc::Phase::kMarking) heap_.Tick(1);
    CompareGathering();
    Same("reports", inspector.verification().Reported(), reports.all);
    if (lie_ == VerifyingLie::kSilent) reports = {};
    std::string should;
    for (const gc::Finding& one : gc::FindReachableDoomed(heap_)) should += one.text;
    Same("what is reported when marking ends", reports.doomed, should);
    Same("referencers that are reported", reports.inside,
         mode == Mode::kReferencers ? gc::FindReferencersInObjects(heap_).size() : 0);
    // The marking has ended too early, so there is an edge from a black object to a white one.
    if (!TellsAssumptions(mode)) Same("assumptions that are not due", reports.others, 0);
    if (TellsAssumptions(mode) && !should.empty()) {
      Same("broken assumptions are reported where they are due", reports.others != 0, 1);
    }
  }

  // The doomed are those of core; what leads to them is read from the cells.
  void CompareGathering() {
    Steps reached;
    std::set<const Cell*> victims;
    std::vector<const Cell*> next;  // with the nearest first
    const auto meet = [&](const Cell* cell, std::size_t steps) {
      if (cell == nullptr) return;
      if (IsDoomed(cell)) {
        victims.insert(cell);
      } else if (reached.emplace(cell, steps).second) {
        next.push_back(cell);
      }
    };
    for (const Cell* const cell : cells_) {
      if (cell != nullptr && (heap_.IsRoot(cell) || IsDisregarded(cell))) meet(cell, 1);
    }
    for (std::size_t at = 0; at < next.size(); ++at) {
      const Cell* const cell = next[at];
      for (std::size_t i = 0; i < 2; ++i) meet(cell->Field(i).Get(), reached.at(cell) + 1);
    }
    const std::vector<gc::Finding> found = gc::FindReachableDoomed(heap_);
    const bool blind = lie_ == VerifyingLie::kBlind;
    Same("doomed objects that a root reaches", blind ? 0 : found.size(),
         std::min(victims.size(), gc::kMostFindings));
    for (const gc::Finding& one : found) CompareVictim(one, reached, victims);
    CompareHidden();
  }
  using Steps = std::map<const Cell*, std::size_t>;  // from a root on, which is one
  void CompareVictim(const gc::Finding& one, const Steps& reached,
                     const std::set<const Cell*>& victims) {
    const Cell* const target = CellAt(one.edge.target);
    Same("a victim is doomed, and reached", victims.contains(target), 1);
    Same("the rule of it", std::string(gc::EntryOf(one.rule).name), "insertion-barrier");
    if (one.edge.IsRoot()) return;
    const Cell* const holder = CellAt(one.edge.holder);
    Same("its holder is reached", reached.contains(holder), 1);
    if (holder == nullptr || target == nullptr) return;
    const std::size_t field = std::string_view(one.edge.name) == kFieldNames[1];
    Same("the field leads to it", holder->Field(field).Get() == target, 1);
    const std::string way = NameOf(target) + "\n  <- " + NameOf(holder) + " ." + one.edge.name;
    Same("the way to it is told", one.text.find(way) != one.text.npos ? way : one.text, way);
    std::size_t steps = 0;
    for (std::size_t at = one.text.find("  <- "); at != one.text.npos; ++steps) {
      at = one.text.find("  <- ", at + 1);
    }
    Same("it is the shortest from a root, in steps", steps, reached.at(holder) + 1);
  }
  const Cell* CellAt(gc::Index index) const {
    for (const Cell* const cell : cells_) {
      if (cell != nullptr && cell->header().index == index) return cell;
    }
    return nullptr;
  }

  void CompareHidden() {
    std::string should, said;
    for (const Cell* const cell : cells_) {
      if (cell == nullptr || IsDoomed(cell) || cell->hidden == nullptr) continue;
      if (!IsDoomed(cell->hidden)) continue;
      const auto at =
          reinterpret_cast<const char*>(&cell->hidden) - reinterpret_cast<const char*>(cell);
      should += NameOf(cell) + " points to " + NameOf(cell->hidden) +
                ", which is doomed, at byte " + std::to_string(at) +
                ": no line of its class lists that member\n";
    }
    for (const gc::UnlistedHolder& one : gc::FindUnlistedHolders(heap_)) said += one.text + "\n";
    Same("what members that are not listed lead to", said, should);
  }

  // Before anything is freed that is still referred to.
  void Mend() {
    for (Cell* const cell : cells_) {
      if (cell == nullptr) continue;
      cell->hidden = nullptr;
      for (std::size_t i = 0; i < 2; ++i) StorePast(*cell, i, nullptr);
    }
  }
  void MendDisregarded() {
    for (Cell* const cell : cells_) {
      if (cell == nullptr || !IsDisregarded(cell)) continue;
      for (std::size_t i = 0; i < 2; ++i) StorePast(*cell, i, nullptr);
    }
  }

  const VerifyingLie lie_;
  VerifyingVerdict verdict_;
  std::vector<Cell*> cells_;  // null: freed
  gc::Heap heap_{{.max_disregarded = 4}};
};

}  // namespace

// What is compared of twins, or at the moments of modes, takes as long as some runs.
constexpr std::uint32_t kTwinsInOneOf = 20;

VerifyingVerdict JudgeVerifying(const VerifyingRun& run, VerifyingLie lie) {
  VerifyingVerdict verdict = Program(lie).Judge(run);
  if (verdict.difference.empty() && run.damaged != 0) {
    JudgeDamages(run.damaged, lie == VerifyingLie::kNoDamage, verdict);
  }
  if (verdict.difference.empty() && run.damaged % kTwinsInOneOf == 1) {
    JudgeTwins(run.damaged, lie == VerifyingLie::kUnlikeTwins, verdict);
  }
  // The checked build refuses to mark a heap with the breach that the moments need.
  if (!gc::kUseChecked && verdict.difference.empty() && run.damaged % kTwinsInOneOf == 2) {
    Moments(run.damaged, lie == VerifyingLie::kAtRandom, verdict).Compare();
  }
  return verdict;
}

}  // namespace properties::verifying
