// properties/bench/subjects/batched.cc -- how fast a marker can be that is nothing else.
//
// A naive marker waits for the mark of each target, and mispredicts whether it is set. This one
// collects targets first and asks for their lines ahead; by the time it looks at a mark, the line
// has come. Null, mark and push are arithmetic:
//
//     found   t0 t1 t2 ...    each prefetched when it was found; filled up to a batch
//     drain   stack[top] = t; top += t is not marked; t is marked

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

#include "properties/bench/subjects/plain.h"

namespace bench {
namespace {

constexpr std::size_t kBatch = 128;
constexpr std::size_t kMostSlots = 50;

// The slots follow.
struct Cell {
  std::uint32_t slots;
  std::uint32_t mark;

  Cell** Slots() { return reinterpret_cast<Cell**>(this + 1); }
};

// Memory that is all zeroes, in huge pages where the system gives them.
class Arena {
 public:
  Arena() = default;
  explicit Arena(std::size_t bytes) : bytes_(bytes) {
    memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw std::runtime_error("out of memory");
    madvise(memory_, bytes_, MADV_HUGEPAGE);
    next_ = static_cast<std::byte*>(memory_);
  }
  ~Arena() {
    if (memory_ != nullptr) munmap(memory_, bytes_);
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  void* Take(std::size_t bytes) {
    std::byte* const taken = next_;
    next_ += bytes;
    return taken;
  }

 private:
  std::size_t bytes_ = 0;
  void* memory_ = nullptr;
  std::byte* next_ = nullptr;
};

class BatchedMarker : public Subject {
 public:
  void Build(const Graph& graph) override {
    arena_ = std::make_unique<Arena>(graph.Bytes() + 4096);
    cells_.clear();
    for (const std::uint32_t shape : graph.shapes) {
      Cell* const cell = static_cast<Cell*>(arena_->Take(kShapes[shape].bytes));
      cell->slots = kShapes[shape].slots;
      cells_.push_back(cell);
    }
    graph.ForEach([&](std::uint32_t number, const Shape&, std::span<const std::uint32_t> targets) {
      Cell** slot = cells_[number]->Slots();
      for (const std::uint32_t target : targets) {
        *slot++ = target == 0 ? nullptr : cells_[target - 1];
      }
    });
    roots_ = graph.kept;
    roots_.insert(roots_.end(), graph.dropped.begin(), graph.dropped.end());
    // One more place than objects, since a push that does not count is written too.
    stack_.resize(cells_.size() + 1);
    found_.resize(kBatch + kMostSlots + 1);
  }

  Measures Trace() override {
    const Stopwatch watch;
    const std::size_t count = Mark();
    return {{"mark", {watch.Milliseconds()}}, {"count", {static_cast<double>(count)}}};
  }

 private:
  std::size_t Mark() {
    ++epoch_;
    top_ = 0;
    count_ = 0;
    std::size_t found = 0;
    for (const std::uint32_t root : roots_) {
      found_[found++] = cells_[root];
      if (found >= kBatch) found = Drain(found);
    }
    while (true) {
      if (found >= kBatch || top_ == 0) found = Drain(found);
      if (top_ == 0) return count_;
      Cell* const cell = stack_[--top_];
      Cell** const slots = cell->Slots();
      for (std::uint32_t i = 0; i < cell->slots; ++i) {
        Cell* const target = slots[i];
        __builtin_prefetch(target);
        found_[found] = target;
        found += target != nullptr;
      }
    }
  }

  // Marks and stacks what was found. Returns the number that is found now: none.
  std::size_t Drain(std::size_t found) {
    const std::size_t before = top_;
    for (std::size_t i = 0; i < found; ++i) {
      Cell* const cell = found_[i];
      stack_[top_] = cell;
      top_ += cell->mark != epoch_;
      cell->mark = epoch_;
    }
    count_ += top_ - before;
    return 0;
  }

  std::uint32_t epoch_ = 0;
  std::size_t top_ = 0;
  std::size_t count_ = 0;
  std::unique_ptr<Arena> arena_;
  std::vector<std::uint32_t> roots_;
  std::vector<Cell*> cells_;
  std::vector<Cell*> stack_;
  std::vector<Cell*> found_;
};

}  // namespace

std::unique_ptr<Subject> MakeBatchedMarker() { return std::make_unique<BatchedMarker>(); }

}  // namespace bench
