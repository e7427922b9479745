// properties/crowds/core_crowds.cc -- the operations of a run, done to a heap and on paper.

#include "core/inspect/verify/verifier.h"
#include "properties/crowds/crowd_clusters.h"
#include "properties/crowds/crowd_copies.h"
#include "properties/crowds/crowd_deferred.h"
#include "properties/crowds/crowd_ends.h"
#include "properties/crowds/crowd_full.h"
#include "properties/crowds/crowd_heap.h"
#include "properties/crowds/crowd_identities.h"
#include "properties/crowds/crowd_loans.h"
#include "properties/crowds/crowd_locks.h"
#include "properties/crowds/crowd_notices.h"
#include "properties/crowds/crowd_paced.h"
#include "properties/crowds/crowd_reported.h"
#include "properties/crowds/crowd_rest.h"
#include "properties/crowds/crowd_scanned.h"
#include "properties/crowds/crowd_slices.h"
#include "properties/crowds/crowd_state.h"
#include "properties/crowds/crowd_steady.h"
#include "properties/crowds/crowd_sweep.h"
#include "properties/crowds/crowd_together.h"
#include "properties/crowds/crowd_visits.h"
#include "properties/subjects/core/list_memory.h"

namespace properties::crowds {
namespace {

class CrowdJudge {
 public:
  explicit CrowdJudge(CrowdLie lie) : lie_(lie) {}

  CrowdVerdict Judge(const CrowdRun& run) {
    {
      CrowdHeap crowd(run.front().numbers[1], verdict_, lie_);
      crowd_ = &crowd;
      Same("units of a new heap that scanned again", heap().collector().marker.scanner().again(),
           0);
      for (std::size_t at = 1; at < run.size() && verdict_.difference.empty(); ++at) {
        Apply(run[at]);
        ++verdict_.applied;
        verdict_.NoteStop(heap().failure());
        if (!verdict_.difference.empty()) break;
        crowd.CompareLiving();
        CompareNotices(crowd);
        CompareSound();
      }
      if (verdict_.difference.empty()) crowd.Settle();
      if (verdict_.difference.empty()) CompareSound();
      const bool fills = !gc::kFaulty && run.front().numbers[0] % 16 == 0;
      if (verdict_.difference.empty() && fills) Fill(crowd);
      if (verdict_.difference.empty()) CompareNotices(crowd);
      verdict_.NoteStop(heap().failure());
    }
    return verdict_;
  }

 private:
  gc::Heap& heap() { return *crowd_->heap; }
  PaperCrowd& paper() { return crowd_->paper; }
  void Same(const char* what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }

  void Apply(const CrowdOperation& operation) {
    const std::uint32_t many = operation.numbers[0];
    random_ = Random(operation.numbers[1]);
    switch (operation.verb) {
      case CrowdVerb::kMake:
        return Make(many + 1);
      case CrowdVerb::kLink:
      case CrowdVerb::kUnlink:
        return Link(many, /*to_nothing=*/operation.verb == CrowdVerb::kUnlink);
      case CrowdVerb::kRoot:
      case CrowdVerb::kUnroot:
        return Root(many % 20 + 1, operation.verb == CrowdVerb::kRoot);
      case CrowdVerb::kGarbage:
        return Garbage(many % 30 + 1);
      case CrowdVerb::kWatch:
        return Watch(many % 50 + 1);
      case CrowdVerb::kCluster:
        return MakeCluster(*crowd_, many % 40 + 1, random_);
      case CrowdVerb::kDissolve:
        return Dissolve(*crowd_, many);
      case CrowdVerb::kReuse:
        return crowd_->Reuse(random_.Chance(2, 3));
      case CrowdVerb::kListen:
        return Listen();
      case CrowdVerb::kRemember:
        return identities_.Remember(*crowd_, many % 8 + 1, random_);
      case CrowdVerb::kAgain:
        return identities_.MakeAgain(*crowd_, random_);
      case CrowdVerb::kClaim:
        return identities_.Claim(*crowd_, random_);
      case CrowdVerb::kTogether:
        return MakeTogether(*crowd_, many, random_);
      case CrowdVerb::kSurvive:
        return Survive(many % 3);
      case CrowdVerb::kSweep:
        return Sweep(*crowd_, random_);
      case CrowdVerb::kSlices:
        if (random_.Chance(1, 3)) return CollectInPacedSlices(*crowd_, random_);
        return MarkInSlices(*crowd_, many, random_);
      case CrowdVerb::kHelp:
        return Help();
      case CrowdVerb::kClears:
        return Clears();
      case CrowdVerb::kFormation:
        return Formation();
      case CrowdVerb::kStart:
        return Start();
      case CrowdVerb::kTick:
        return Tick(many + 1);
      case CrowdVerb::kUntil:
        return TickUntil(random_.Chance(1, 2) ? many : many % 8);
      case CrowdVerb::kPurge:
        return Purge(many + 1);
      case CrowdVerb::kCollect:
        crowd_->Settle();
        if (!verdict_.difference.empty()) return;  // an object may be gone that should be there
        CompareLocks(*crowd_);
        CompareState(*crowd_);
        CompareRest(*crowd_);
        if (many % 2 == 0) CompareScanned(*crowd_);
        if (many % 8 == 3) CompareDeferred(verdict_, random_);
        if (many % 16 == 5) OrderJudge(verdict_).Judge(1 + random_.Below(1'000'000));
        if (many % 16 == 9) CompareWindow(verdict_);
        if (many % 16 == 1) CompareGrace(verdict_, random_);
        if (many % 16 == 3) CompareShown(verdict_, random_);
        if (many % 16 == 13) CompareForgotten(verdict_);
        if (many % 16 == 7) CompareSwept(verdict_);
        if (many % 16 == 11) CompareFarRoot(verdict_);
        if (many % 4 == 0) CompareSteady(*crowd_, random_);
        if (many % 4 == 1) CompareReported(*crowd_, random_);
        if (many % 4 == 2) CompareCopies(*crowd_, random_);
        if (many % 4 == 3) SweepBehindOne(*crowd_);
        return CompareVisits(*crowd_);
      case CrowdVerb::kLoans:
        return CompareLoans(*crowd_, many, random_);
      case CrowdVerb::kLack:
        return CollectWithoutMemory();
      case CrowdVerb::kTrim:
        return crowd_->Step([&] { heap().Trim(); });
    }
  }

  // What no object shows: lists, marks, links of clusters, what is doomed.
  void CompareSound() {
    verdict_.Sound(crowd_->Step([this] { return verifier_.Verify(heap()); }));
  }
  void Start() {
    const bool idle = heap().phase() == gc::Phase::kIdle;
    const std::uint64_t flips = heap().collector().marker.flips();
    Same("a cycle begins", crowd_->Step([&] { return heap().Start(); }), idle);
    Same("flips", heap().collector().marker.flips() - flips, idle ? 1 : 0);
    const bool logs = crowd_->options.raw_fields == gc::RawFields::kLog;
    if (!idle || !logs || crowd_->made[CrowdHeap::Number(Kind::kRaw)] == 0) return;
    Same("fields that go past the barrier and are told", crowd_->heard.raw_fields, 2);
  }
  void Tick(std::uint32_t units) {
    const gc::Work done = crowd_->Step([&] { return heap().Tick(units); });
    Same("a tick does more than it may", done > units, false);
    Same("nothing is loaded", heap().Loaded<Being>(nullptr) != nullptr, false);
  }
  void TickUntil(std::uint32_t looks) {
    Readings clock;
    crowd_->Step([&] { return heap().TickUntil(clock.After(looks)); });
  }
  // Of this thread: workers have what they ask for.
  void CollectWithoutMemory() {
    const std::uint64_t before = heap().collector().marker.scanner().again();
    {
      const NoListMemory none(random_.Chance(2, 3));
      crowd_->Step([&] { heap().Collect(); });
      crowd_->Step([&] { heap().Purge(); });
    }
    crowd_->Settle();
    const std::uint64_t again = heap().collector().marker.scanner().again() - before;
    const std::uint64_t end = heap().collector().population.table.End();
    Same("units that scanned again are more than each object for each other", again > end * end,
         false);
  }
  void Purge(std::uint32_t units) {
    const bool done = crowd_->Step([&] { return heap().Purge(units); });
    const bool pending = heap().phase() == gc::Phase::kGathering || heap().PurgePending();
    Same("nothing is to be purged", done, !pending);
  }

  // Into fields that are empty, so that nothing is let go of; what finds none is a root.
  void Make(std::uint32_t many) {
    std::vector<Id> holders = paper().Living();
    const bool mixed = random_.Chance(1, 2);
    Kind kind = static_cast<Kind>(random_.Below(kKinds));
    for (std::uint32_t i = 0; i < many; ++i) {
      if (mixed) kind = static_cast<Kind>(random_.Below(kKinds));
      if (kind == Kind::kHuge && i > 10) kind = Kind::kPlain;
      const std::uint32_t tail = random_.Below(random_.Chance(1, 20) ? 300 : 6);
      if (!MakeOne(kind, tail, holders)) return;
    }
  }
  bool MakeOne(Kind kind, std::uint32_t tail, std::vector<Id>& holders) {
    const Id id = paper().Size();
    Being* const body = crowd_->MakeOne(kind, id, tail);
    if (body == nullptr) {
      crowd_->Lack(kind, tail);
      return false;
    }
    Id holder = kNobody;
    std::size_t field = 0;
    for (int tries = 0; tries < 3 && holder == kNobody && !holders.empty(); ++tries) {
      const Id one = random_.Pick(std::span(holders));
      field = Empty(one);
      if (field < crowd_->StorableFields(one)) holder = one;
    }
    crowd_->Enter(kind, body, tail, holder == kNobody || random_.Chance(1, 30));
    if (kind == Kind::kRaw && !holders.empty() && heap().phase() == gc::Phase::kIdle) {
      SetRaw(id, random_.Pick(std::span(holders)));
    }
    if (holder != kNobody) crowd_->Store(holder, field, id);
    holders.push_back(id);
    return true;
  }
  void SetRaw(Id id, Id target) {
    if (paper().At(target).garbage) return;
    paper().Store(id, 2, target);
    static_cast<Raw*>(crowd_->bodies[id])->plain = crowd_->bodies[target];
  }
  std::size_t Empty(Id id) const {
    const std::vector<Id>& fields = crowd_->paper.At(id).fields;
    return static_cast<std::size_t>(std::ranges::find(fields, kNobody) - fields.begin());
  }

  void Link(std::uint32_t times, bool to_nothing) {
    const std::vector<Id> living = paper().Living();
    if (living.empty()) return;
    for (std::uint32_t i = 0; i < times; ++i) {
      const Id holder = random_.Pick(std::span(living));
      const std::size_t fields = crowd_->StorableFields(holder);
      if (fields == 0) continue;
      const std::size_t field = random_.Below(static_cast<std::uint32_t>(fields));
      Id target = to_nothing ? kNobody : random_.Pick(std::span(living));
      if (target != kNobody && paper().At(target).garbage) target = kNobody;
      crowd_->Store(holder, field, target);
    }
  }

  void Root(std::uint32_t times, bool root) {
    const std::vector<Id> living = paper().Living();
    for (std::uint32_t i = 0; i < times && !living.empty(); ++i) {
      const Id id = random_.Pick(std::span(living));
      if (id < crowd_->permanent || paper().At(id).garbage) continue;
      crowd_->SetRoot(id, root);
    }
  }
  // All other roots go, and with them most of the crowd.
  void Survive(std::uint32_t roots) {
    std::uint32_t left = 0;
    for (const Id id : std::vector<Id>(paper().Living())) {
      if (!paper().At(id).root || id < crowd_->permanent || left++ < roots) continue;
      crowd_->SetRoot(id, false);
    }
  }

  void Garbage(std::uint32_t times) {
    const std::vector<Id> living = paper().Living();
    if (heap().phase() == gc::Phase::kIdle && random_.Chance(1, 3)) return TakeBack(living);
    for (std::uint32_t i = 0; i < times && !living.empty(); ++i) {
      const Id id = random_.Pick(std::span(living));
      const PaperCrowd::One& one = paper().At(id);
      if (one.root || one.garbage || one.cluster != kNobody || crowd_->MustStay(id)) continue;
      paper().MarkGarbage(id);
      if (lie_ != CrowdLie::kForgetsGarbage) heap().MarkGarbage(crowd_->bodies[id]);
    }
  }
  void TakeBack(const std::vector<Id>& living) {
    for (const Id id : living) {
      if (!paper().At(id).garbage) continue;
      paper().MarkGarbage(id, false);
      heap().ClearGarbage(crowd_->bodies[id]);
    }
  }

  void Watch(std::uint32_t times) {
    const std::vector<Id> living = paper().Living();
    for (std::uint32_t i = 0; i < times && !living.empty(); ++i) {
      const Id id = random_.Pick(std::span(living));
      crowd_->weak.emplace_back(id, gc::WeakPtr<Being>(crowd_->bodies[id]));
    }
  }

  void Help() {
    std::optional<std::uint32_t> destroyed;
    if (random_.Chance(1, 3)) destroyed = BeginToDestroy(*crowd_, random_);
    gc::HeapOptions& options = crowd_->options;
    options.parallel = !options.parallel;
    options.destroy_off_thread = random_.Chance(1, 2);
    heap().Change(options);
    Same("objects are destroyed beside a change of settings",
         heap().collector().population.sharing.IsDestroying(), false);
    Beside::Choose(options);
    if (destroyed) {
      Same("objects that a finished purge left to a worker", crowd_->ends.destroyed - *destroyed,
           0);
    }
    CompareStored(*crowd_);
  }
  // From the next cycle on.
  void Clears() {
    crowd_->Settle();
    paper().SetClears(!paper().Clears());
    crowd_->options.eliminate = paper().Clears() ? gc::Origins::All() : gc::Origins::None();
    heap().Change(crowd_->options);
    crowd_->Settle();
  }
  void Formation() {
    gc::HeapOptions& options = crowd_->options;
    const bool may = options.clusters.create;
    options.clusters = FormationBy(random_);
    options.clusters.create = !may;
    for (Id one = 0; one < paper().Clusters() && !options.clusters.create; ++one) {
      paper().DissolveCluster(one);
    }
    if (random_.Chance(1, 2)) return heap().SetClusterOptions(options.clusters);
    options.raw_fields = random_.Chance(1, 2) ? gc::RawFields::kAllow : gc::RawFields::kLog;
    heap().Change(options);
  }

  void Listen() {
    crowd_->Settle();
    crowd_->present_then = static_cast<std::uint32_t>(paper().Living().size());
    crowd_->heard.births = crowd_->heard.deaths = 0;
    if (crowd_->listening) {
      heap().RemoveListener(&crowd_->heard);
    } else {
      heap().AddListener(&crowd_->heard);
    }
    crowd_->listening = !crowd_->listening;
  }

  const CrowdLie lie_;
  CrowdVerdict verdict_;
  CrowdHeap* crowd_ = nullptr;
  Random random_{0};
  Identities identities_;
  gc::Verifier verifier_;
};

}  // namespace

#if TRICOLOUR_FAULTY
CrowdVerdict JudgeChecked(const CrowdRun& run, CrowdLie lie) { return CrowdJudge(lie).Judge(run); }
#else
CrowdVerdict JudgeShipped(const CrowdRun& run, CrowdLie lie) { return CrowdJudge(lie).Judge(run); }
#endif

}  // namespace properties::crowds
