// properties/bench/peers/libgc_main.cc -- the collector of Boehm, Demers and Weiser.
//
//     libgc_peer THREADS
//
// Objects are typed: a descriptor says which words are references. Stacks, registers and static
// data are searched conservatively, so a dead object may live on. It sweeps when memory is asked
// for again, so its refill pays for what its collection leaves. Collections begin when they are
// asked for, but in W5, where the heap's own growth decides.

#define GC_THREADS
#include <gc/gc.h>
#include <gc/gc_mark.h>
#include <gc/gc_typed.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "properties/bench/serve/serve.h"

namespace bench {
namespace {

// The first word is a header as others have one; the slots follow.
struct Cell {
  std::uint64_t header;

  Cell** Slots() { return reinterpret_cast<Cell**>(this + 1); }
};

// A list of roots that the collector searches and never frees.
class Roots {
 public:
  ~Roots() { Clear(); }
  void Clear() {
    if (cells_ != nullptr) GC_free(cells_);
    cells_ = nullptr;
  }
  void Set(const std::vector<std::uint32_t>& numbers, const std::vector<Cell*>& cells) {
    Clear();
    if (numbers.empty()) return;
    cells_ = static_cast<Cell**>(GC_malloc_uncollectable(numbers.size() * sizeof(Cell*)));
    for (std::size_t i = 0; i < numbers.size(); ++i) cells_[i] = cells[numbers[i]];
  }
  std::uint64_t Lists() const { return cells_ != nullptr ? 1 : 0; }

 private:
  Cell** cells_ = nullptr;
};

// Overwrites what earlier calls left in the stack and in registers. One address that is forgotten
// there keeps most of a random graph alive.
[[gnu::noinline]] void ForgetOldFrames() {
  volatile char frame[1 << 16];
  for (volatile char& byte : frame) byte = 0;
  __asm__ volatile("" : : : "rbx", "r12", "r13", "r14", "r15", "memory");
}

class Libgc : public Subject {
 public:
  Libgc() {
    for (std::size_t shape = 0; shape < std::size(kShapes); ++shape) {
      std::vector<GC_word> bits(kShapes[shape].bytes / sizeof(void*) / GC_WORDSZ + 1);
      for (std::size_t word = 1; word <= kShapes[shape].slots; ++word) {
        bits[word / GC_WORDSZ] |= GC_word{1} << (word % GC_WORDSZ);
      }
      descriptors_[shape] = GC_make_descriptor(bits.data(), kShapes[shape].bytes / sizeof(void*));
    }
  }

  void Build(const Graph& graph) override {
    GC_disable();
    graph_ = graph;
    gone_ = Reached(graph, false);
    gone_.flip();
    cells_.assign(graph.objects(), nullptr);
    const std::vector<bool> everything(graph.objects(), true);
    Fill(everything);
    kept_.Set(graph.kept, cells_);
    Link(everything);
    GC_enable();
    GC_gcollect();
  }

  Measures Trace() override {
    ForgetOldFrames();
    const Stopwatch watch;
    GC_gcollect();
    return {{"whole", {watch.Milliseconds()}}, {"count", {Count()}}};
  }

  Measures Halve() override {
    dropped_.Clear();
    ForgetOldFrames();
    const Stopwatch collect;
    GC_gcollect();
    const double collected = collect.Milliseconds(), count = Count();
    GC_disable();
    const Stopwatch refill;
    Fill(gone_);
    const double refilled = refill.Milliseconds();
    Link(gone_);
    GC_enable();
    return {{"collect", {collected}}, {"refill", {refilled}}, {"count", {count}}};
  }

  Measures Litter(std::uint32_t count) override {
    const Stopwatch watch;
    for (std::uint32_t i = 0; i < count; ++i) New(kFirstSized);
    const double total = watch.Milliseconds();
    GC_gcollect();
    return {{"total", {total}}, {"count", {Count()}}};
  }

 private:
  Cell* New(std::uint32_t shape) const {
    void* const made = GC_malloc_explicitly_typed(kShapes[shape].bytes, descriptors_[shape]);
    if (made == nullptr) throw std::runtime_error("out of memory");
    return static_cast<Cell*>(made);
  }
  void Fill(const std::vector<bool>& which) {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (which[i]) cells_[i] = New(graph_.shapes[i]);
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
    dropped_.Set(graph_.dropped, cells_);
  }
  // What is marked, without the lists of roots.
  double Count() const {
    std::uint64_t count = 0;
    GC_call_with_alloc_lock(
        [](void* of) -> void* {
          GC_enumerate_reachable_objects_inner(
              [](void*, std::size_t bytes, void* to) {
                if (bytes >= kShapes[kFirstSized].bytes) ++*static_cast<std::uint64_t*>(to);
              },
              of);
          return nullptr;
        },
        &count);
    return static_cast<double>(count - kept_.Lists() - dropped_.Lists());
  }

  std::array<GC_descr, std::size(kShapes)> descriptors_;
  Graph graph_;
  std::vector<Cell*> cells_;
  std::vector<bool> gone_;
  Roots kept_;
  Roots dropped_;
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  GC_set_all_interior_pointers(0);
  GC_set_markers_count(argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1);
  GC_INIT();
  // In memory of malloc, which is not searched for references.
  const auto subject = std::make_unique<bench::Libgc>();
  return bench::Serve(*subject, STDIN_FILENO, STDOUT_FILENO);
}
