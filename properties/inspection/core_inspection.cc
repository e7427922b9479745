// properties/inspection/core_inspection.cc -- core's inspector, run beside the heap on paper.

#include "core/inspect/report/inspector.h"

#include <bit>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/schedule/settings.h"
#include "properties/inspection/late_graphs.h"
#include "properties/inspection/recording_heap.h"
#include "reference/inspection/paper_history.h"

namespace properties::inspection {
namespace {

class InspectionJudge : private RecordingHeap {
 public:
  explicit InspectionJudge(InspectionLie lie) : RecordingHeap(lie) { Inspect({0, 0, 0}); }

  InspectionVerdict Judge(const InspectionRun& run) {
    for (const InspectionOperation& operation : run) {
      if (Apply(operation)) {
        ++verdict_.applied;
        Compare(operation.numbers);
      }
      if (!verdict_.difference.empty()) return verdict_;
      ++verdict_.step;
    }
    heap_.Collect();
    Compare({1, 2, 3});
    return verdict_;
  }
  InspectionVerdict VerdictOrStop() {
    verdict_.NoteStop(heap_.failure());
    return verdict_;
  }

 private:
  using Numbers = std::array<std::uint8_t, 3>;
  // What a marking that followed garbage has to tell, and has told.
  struct Holders {
    PaperGraph graph;
    gc::TrackGarbage track = gc::TrackGarbage::kOff;
    std::vector<gc::Finding> told = {};
  };
  static constexpr std::size_t kMostBytes[] = {std::size_t{64} << 20, 200, 700, 1'500};

  bool Apply(const InspectionOperation& operation) {
    if (operation.verb == InspectionVerb::kInspect) return Inspect(operation.numbers);
    if (operation.verb == InspectionVerb::kConfigure) return Configure(operation.numbers);
    return Change(operation);
  }
  bool Inspect(const Numbers& numbers);
  bool Configure(const Numbers& numbers);

  void Ended() override;
  void CycleEnded() override;
  void Shaded(const std::vector<std::uint32_t>& indices) override;
  void Flipped() override { stored_.clear(); }
  void Draw();
  // A line that the inspector is going to log.
  void Expect(std::string line) {
    if (options_.log.line != nullptr) should_say_.push_back(std::move(line));
  }
  std::string Cycle() const {
    return "cycle " + std::to_string(heap_.collector().marker.flips()) + ": ";
  }

  void Compare(const Numbers& numbers);
  void CompareLog();
  void CompareRecords();
  void CompareCleared();
  void CompareHistory(gc::Index target, std::size_t number);

  gc::InspectorOptions options_;
  std::unique_ptr<gc::Inspector> inspector_;
  std::vector<std::string> says_, should_say_;
  std::vector<Holders> holders_;
  gc::HeapGraph graph_;  // of the last moment that was compared: it is drawn anew in its place
  std::deque<PaperRecord> records_;  // the newest first
  std::unique_ptr<paper::PaperHistory> history_;
  std::vector<std::uint32_t> stored_;  // indices that the barrier has shaded in this cycle
  bool is_new_picture_ = false;
  gc::Verifier verifier_;
};

// A new inspector hears nothing of what was before it.
bool InspectionJudge::Inspect(const Numbers& numbers) {
  const auto [lengths, memory, bits] = numbers;
  inspector_.reset();
  options_ = {};
  options_.records = lengths % 4;
  options_.graphs = lengths / 4 % 4;
  options_.most_graph_bytes = kMostBytes[memory % 4];
  options_.count_classes = (bits & 1) != 0;
  options_.cleared_slots = (bits & 2) == 0;
  options_.log.cycles = (bits & 4) == 0;
  options_.log.verbose = (bits & 8) == 0;
  options_.track_garbage = static_cast<gc::TrackGarbage>(bits / 16 % 3);
  const bool timed = memory / 4 % 4 != 0;
  if (timed) {
    options_.clock = {.now = [](void* clock) { return static_cast<StageClock*>(clock)->now; },
                      .context = &clock_};
  }
  options_.log.context = this;
  if (memory / 16 % 4 != 0) {
    options_.log.line = [](void* self, std::string_view line) {
      static_cast<InspectionJudge*>(self)->says_.emplace_back(line);
    };
  }
  options_.findings = {.report =
                           [](void* self, const gc::Finding& finding) {
                             InspectionJudge& judge = *static_cast<InspectionJudge*>(self);
                             judge.Holds("holders are asked for", !judge.holders_.empty());
                             if (judge.holders_.empty()) return;
                             judge.holders_.back().told.push_back(finding);
                             judge.Expect(finding.text.substr(0, finding.text.rfind('\n')));
                           },
                       .context = this};
  inspector_ = std::make_unique<gc::Inspector>(heap_, options_);
  log_ = std::make_unique<paper::PaperLog>(timed);
  clock_.log = log_.get();
  records_.clear();
  stored_.clear();
  paper_.ForgetCleared();
  paper_.ForgetPictures();
  history_ = std::make_unique<paper::PaperHistory>(options_.graphs, options_.most_graph_bytes);
  if (lengths / 16 % 4 == 1) LateGraphJudge(memory * 256u + bits, verdict_).Judge();
  return true;
}

bool InspectionJudge::Configure(const Numbers& numbers) {
  gc::Settings settings;
  settings.history_size = numbers[0] % 4;
  settings.report_cycles = numbers[1] % 2 == 0;
  settings.track_garbage = numbers[2] % 3;
  inspector_->Configure(settings);
  options_.records = options_.graphs = settings.history_size;
  options_.log.cycles = options_.log.verbose = settings.report_cycles;
  options_.track_garbage = static_cast<gc::TrackGarbage>(settings.track_garbage);
  while (records_.size() > options_.records) records_.pop_back();
  history_->SetLength(options_.graphs);
  if (!history_->IsOn()) {
    stored_.clear();
    paper_.ForgetPictures();
  }
  return true;
}

void InspectionJudge::Shaded(const std::vector<std::uint32_t>& indices) {
  if (history_->IsOn()) stored_.insert(stored_.end(), indices.begin(), indices.end());
  if (!options_.log.verbose) return;
  Expect(Cycle() + "the barrier added " + std::to_string(indices.size()) + " objects");
}

void InspectionJudge::CycleEnded() {
  const PaperRecord record = log_->Ends(clock_.now, paper_, options_.count_classes);
  if (record.cycle != 0 ? options_.log.cycles : options_.log.verbose) Expect(TextOf(record));
  if (record.cycle == 0) return;
  records_.push_front(record);
  while (records_.size() > options_.records) records_.pop_back();
}

// In the order of the lines: cleared slots, a graph that was given up, holders of garbage.
void InspectionJudge::Ended() {
  if (options_.cleared_slots) {
    for (const paper::PaperCleared& cleared : paper_.cleared()) Expect(TextOf(paper_, cleared));
  }
  if (history_->IsOn()) Draw();
  if (heap_.collector().elimination.Followed()) {
    holders_.push_back({paper_.Draw(), options_.track_garbage});
  }
}

void InspectionJudge::Draw() {
  const std::string given_up =
      Cycle() + "its graph was given up, for it took too much time or memory";
  const std::size_t end = heap_.collector().population.table.End();
  const std::size_t table_bytes = end * sizeof(gc::HeapGraph::Node);
  paper::PaperPicture picture{heap_.collector().marker.flips(), 0, paper_.Draw()};
  for (auto& [index, node] : picture.graph.nodes) {
    paper::PaperObject& object = paper_.At(paper_.AtIndex(index));
    node.age = object.pictures;
    object.pictures += history_->IsDrawn(table_bytes);
  }
  for (const std::uint32_t index : stored_) {
    picture.graph.roots.push_back({.via = paper::Via::kBarrier, .target = index});
  }
  // Lists of edges grow to twice their length.
  const auto room = [](std::size_t edges) { return edges == 0 ? 0 : std::bit_ceil(edges); };
  picture.bytes =
      (end + 1) * sizeof(gc::HeapGraph::Node) +
      (room(picture.graph.edges.size()) + room(picture.graph.roots.size())) * sizeof(gc::Edge);
  is_new_picture_ = true;
  if (history_->Add(std::move(picture), table_bytes)) Expect(given_up);
}

void InspectionJudge::Compare(const Numbers& numbers) {
  if (!IsGathering()) paper_.clusters.GatherIsOver(paper_);
  if (heap_.phase() == gc::Phase::kIdle) paper_.EndMask();
  const std::size_t number = std::size_t{numbers[0]} + numbers[1] * 7u + numbers[2] * 31u;
  const auto target = static_cast<gc::Index>(1 + number % (kMostObjects + 1));
  graph_.Take(heap_);
  const gc::HeapGraph& graph = graph_;
  TakeOrder(graph);
  const PaperGraph should = paper_.Draw();
  CompareGraph("graph", graph, should);
  CompareClasses("classes", gc::CountClasses(heap_), paper_.Counts());
  Same("text of classes", gc::TextOf(gc::CountClasses(heap_), number % 6),
       TextOf(paper_.Counts(), number % 6));
  CompareClusters();
  CompareLog();
  CompareRecords();
  CompareCleared();
  verdict_.Sound(verifier_.Verify(heap_));
  if (!verdict_.difference.empty()) return;
  for (Holders& one : std::exchange(holders_, {})) CompareHolders(one.told, one.graph, one.track);
  CompareSearches(graph, should, target, number);
  CompareLiveSearches(should, target, number);
  CompareLeaks(should, target, number);
  const gc::TrackGarbage track = static_cast<gc::TrackGarbage>(number % 3);
  CompareHolders(gc::FindGarbageHolders(heap_, track), should, track);
  CompareHistory(target, number);
}

void InspectionJudge::CompareLog() {
  std::vector<std::string> said = std::exchange(says_, {});
  if (Lies(InspectionLie::kSaysTwice) && !said.empty()) said.push_back(said.back());
  const std::vector<std::string> should = std::exchange(should_say_, {});
  for (std::size_t i = 0; i < std::max(said.size(), should.size()); ++i) {
    Same("line of the log", i < said.size() ? said[i] : "nothing",
         i < should.size() ? should[i] : "nothing");
  }
}

void InspectionJudge::CompareRecords() {
  const gc::Statistics& statistics = inspector_->statistics();
  CompareRecord("total", statistics.Total(), log_->total(), true);
  Same("cycles", statistics.Cycles(), log_->cycles());
  Holds("last start", statistics.LastStart() == log_->last_start());
  Holds("last duration", statistics.LastDuration() == log_->last_duration());
  const gc::CycleHistory& said = inspector_->records();
  const std::size_t size = said.size() - (Lies(InspectionLie::kForgetsCycle) && said.size() != 0);
  Same("records", size, records_.size());
  if (size != records_.size()) return;
  for (std::size_t back = 0; back < size; ++back) {
    CompareRecord("record " + std::to_string(back), said[back], records_[back], false);
    if (back + 1 < size) CompareChange(said.ChangeOf(back), records_[back + 1], records_[back]);
  }
}

void InspectionJudge::CompareCleared() {
  std::string said, should;
  for (const gc::ClearedSlots& one : inspector_->cleared().slots()) said += gc::TextOf(one) + "\n";
  if (options_.cleared_slots) {
    for (const paper::PaperCleared& one : paper_.cleared()) should += TextOf(paper_, one) + "\n";
  }
  Same("cleared slots", said, should);
}

void InspectionJudge::CompareHistory(gc::Index target, std::size_t number) {
  const gc::GraphHistory& said = inspector_->graphs();
  const std::size_t size = said.size() - (Lies(InspectionLie::kForgetsGraph) && said.size() != 0);
  Same("graphs", size, history_->size());
  if (size != history_->size()) return;
  Same("graphs that were skipped", said.Skipped(), history_->skipped());
  Same("bytes of graphs", said.bytes(), history_->bytes());
  for (std::size_t back = 0; back < size; ++back) {
    Same("cycle of a graph", said[back].cycle, (*history_)[back].cycle);
  }
  if (std::exchange(is_new_picture_, false) && size != 0) {
    CompareGraph("newest graph", said[0].graph, (*history_)[0].graph);
    CompareSearches(said[0].graph, (*history_)[0].graph, target, number);
  }
  std::uint32_t serial = 0;
  for (const Made& one : made_) {
    if (one.weak.index() == target && number % 2 == 0) serial = one.weak.serial();
  }
  const gc::CyclePicture* const picture = said.LastWith(target, serial);
  const auto back = history_->LastWith(target, serial);
  Same("an earlier graph has it", picture != nullptr, back.has_value());
  if (!verdict_.difference.empty()) return;
  if (!back) {
    return Same("why it lived", said.WhyItLived(target, serial),
                std::string("no picture has it alive\n"));
  }
  const paper::PaperPicture& should = (*history_)[*back];
  gc::Chain chain = gc::ShortestChain(picture->graph, target, [](const gc::Edge& edge) {
    return edge.kind != gc::EdgeKind::kBarrier;
  });
  if (chain.empty()) chain = gc::ShortestChain(picture->graph, target);
  Same("cycle of the last graph", picture->cycle, should.cycle);
  Same("why it lived", said.WhyItLived(target, serial),
       "in cycle " + std::to_string(should.cycle) + ": " +
           should.graph.WhyAlive(target, AllOnPaper(chain)));
}

}  // namespace

#if TRICOLOUR_FAULTY
InspectionVerdict JudgeChecked(const InspectionRun& run, InspectionLie lie) {
  InspectionJudge judge(lie);
  judge.Judge(run);
  return judge.VerdictOrStop();
}
#else
InspectionVerdict JudgeShipped(const InspectionRun& run, InspectionLie lie) {
  return InspectionJudge(lie).Judge(run);
}
#endif

}  // namespace properties::inspection
