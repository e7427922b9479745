// properties/bench/subjects/naive.cc -- a mark-and-sweep of a page, and malloc and free by hand.

#include <cstdlib>
#include <span>
#include <stdexcept>
#include <vector>

#include "properties/bench/subjects/frames.h"
#include "properties/bench/subjects/plain.h"

namespace bench {
namespace {

// The slots follow.
struct Cell {
  std::uint32_t slots;
  std::uint32_t mark;  // the number of the last marking that reached it; 0: none

  Cell** Slots() { return reinterpret_cast<Cell**>(this + 1); }
};

Cell* NewCell(std::uint32_t shape) {
  Cell* const cell = static_cast<Cell*>(std::calloc(1, kShapes[shape].bytes));
  if (cell == nullptr) throw std::runtime_error("out of memory");
  cell->slots = kShapes[shape].slots;
  return cell;
}

// The objects of a graph, made by calloc.
class Cells {
 public:
  explicit Cells(const Graph& graph) : graph_(graph), cells_(graph.objects()) {
    Fill(std::vector<bool>(graph.objects(), true));
  }
  ~Cells() {
    for (Cell* const cell : cells_) std::free(cell);
  }
  Cells(const Cells&) = delete;
  Cells& operator=(const Cells&) = delete;

  const Graph& graph() const { return graph_; }
  const std::vector<Cell*>& all() const { return cells_; }
  Cell*& operator[](std::size_t number) { return cells_[number]; }

  // Makes the objects that `which` names. Link gives them their references.
  void Fill(const std::vector<bool>& which) {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (which[i]) cells_[i] = NewCell(graph_.shapes[i]);
    }
  }
  void Link(const std::vector<bool>& which) {
    graph_.ForEach([&](std::uint32_t number, const Shape&, std::span<const std::uint32_t> targets) {
      if (!which[number]) return;
      Cell** slot = cells_[number]->Slots();
      for (const std::uint32_t target : targets) {
        *slot++ = target == 0 ? nullptr : cells_[target - 1];
      }
    });
  }

 private:
  const Graph graph_;
  std::vector<Cell*> cells_;
};

class ByHand : public Subject {
 public:
  void Build(const Graph& graph) override {
    cells_ = std::make_unique<Cells>(graph);
    gone_ = Reached(graph, false);
    gone_.flip();
  }

  Measures Halve() override {
    double count = 0;
    const Stopwatch collect;
    for (std::size_t i = 0; i < gone_.size(); ++i) {
      if (gone_[i]) {
        std::free((*cells_)[i]);
        (*cells_)[i] = nullptr;
      } else {
        ++count;
      }
    }
    const double collected = collect.Milliseconds();
    const Stopwatch refill;
    cells_->Fill(gone_);
    return {{"collect", {collected}}, {"refill", {refill.Milliseconds()}}, {"count", {count}}};
  }

  // Each object outlives the next thousand, or a free would always find the block that it gave
  // last.
  Measures Litter(std::uint32_t count) override {
    std::vector<Cell*> ring(1024);
    const Stopwatch watch;
    for (std::uint32_t i = 0; i < count; ++i) {
      Cell*& place = ring[i % ring.size()];
      std::free(place);
      place = NewCell(kFirstSized);
    }
    for (Cell* const cell : ring) std::free(cell);
    return {{"total", {watch.Milliseconds()}},
            {"count", {static_cast<double>(cells_->all().size())}}};
  }

 protected:
  std::unique_ptr<Cells> cells_;
  std::vector<bool> gone_;
};

class Naive : public ByHand {
 public:
  void Build(const Graph& graph) override {
    ByHand::Build(graph);
    cells_->Link(std::vector<bool>(graph.objects(), true));
    alive_ = cells_->all();
    roots_ = graph.kept;
    roots_.insert(roots_.end(), graph.dropped.begin(), graph.dropped.end());
    // What no root reaches goes now, and is forgotten.
    Mark();
    for (std::size_t i = 0; i < graph.objects(); ++i) {
      if ((*cells_)[i]->mark != epoch_) unreached_.push_back(i);
    }
    Sweep();
    for (const std::size_t number : unreached_) (*cells_)[number] = nullptr;
  }

  Measures Trace() override {
    const Stopwatch watch;
    const double count = Mark();
    const double mark = watch.Milliseconds();
    Sweep();
    return {{"mark", {mark}}, {"whole", {watch.Milliseconds()}}, {"count", {count}}};
  }

  Measures Halve() override {
    const Graph& graph = cells_->graph();
    roots_ = graph.kept;
    const Stopwatch collect;
    const double count = Mark();
    Sweep();
    const double collected = collect.Milliseconds();
    const Stopwatch refill;
    cells_->Fill(gone_);
    const double refilled = refill.Milliseconds();
    cells_->Link(gone_);
    alive_ = cells_->all();
    std::erase(alive_, nullptr);
    roots_.insert(roots_.end(), graph.dropped.begin(), graph.dropped.end());
    return {{"collect", {collected}}, {"refill", {refilled}}, {"count", {count}}};
  }

  Measures Litter(std::uint32_t count) override {
    constexpr std::uint32_t kBetween = 250'000;
    double live = 0;
    const Stopwatch watch;
    for (std::uint32_t i = 1; i <= count; ++i) {
      alive_.push_back(NewCell(kFirstSized));
      if (i % kBetween == 0 || i == count) {
        live = Mark();
        Sweep();
      }
    }
    return {{"total", {watch.Milliseconds()}}, {"count", {live}}};
  }

  // Nothing is collected here: the same loop without a collector.
  Measures Frames(const FramePlan& plan) override {
    FrameGame<Naive> game(*this, static_cast<std::uint32_t>(cells_->all().size()), plan);
    Measures measures = game.Play();
    measures["count"] = {Mark() - game.ExtraLive()};
    return measures;
  }

  using Reference = Cell*;
  Reference At(std::uint32_t number) const { return (*cells_)[number]; }
  Reference New() {
    alive_.push_back(NewCell(kFirstSized));
    return alive_.back();
  }
  void Store(Reference holder, Reference target) { holder->Slots()[3] = target; }
  void Collect(std::uint32_t, double) {}

 private:
  // A mark of an earlier number means "not marked", so that no sweep has to take marks away.
  double Mark() {
    ++epoch_;
    std::size_t count = 0;
    std::vector<Cell*> stack;
    const auto reach = [&](Cell* cell) {
      if (cell == nullptr || cell->mark == epoch_) return;
      cell->mark = epoch_;
      ++count;
      stack.push_back(cell);
    };
    for (const std::uint32_t root : roots_) reach((*cells_)[root]);
    while (!stack.empty()) {
      Cell* const cell = stack.back();
      stack.pop_back();
      for (std::uint32_t i = 0; i < cell->slots; ++i) reach(cell->Slots()[i]);
    }
    return static_cast<double>(count);
  }
  void Sweep() {
    std::size_t kept = 0;
    for (Cell* const cell : alive_) {
      if (cell->mark == epoch_) {
        alive_[kept++] = cell;
      } else {
        std::free(cell);
      }
    }
    alive_.resize(kept);
  }

  std::uint32_t epoch_ = 0;
  std::vector<std::uint32_t> roots_;
  std::vector<Cell*> alive_;
  std::vector<std::size_t> unreached_;
};

}  // namespace

std::unique_ptr<Subject> MakeNaive() { return std::make_unique<Naive>(); }
std::unique_ptr<Subject> MakeByHand() { return std::make_unique<ByHand>(); }

}  // namespace bench
