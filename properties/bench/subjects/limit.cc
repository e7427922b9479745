// properties/bench/subjects/limit.cc -- what the memory allows.
//
// A trace has to read the line of each object, and the mark of each reference's target. The limit
// is the time of these reads alone, in the order in which a marker makes them, but with the order
// known beforehand: so no read waits for another one. The marks are a map of one byte an object,
// which is the least that can be tested. A list cannot be read that way by any collector, since the
// next object's address is in this one: there each read waits for the one before.

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "properties/bench/graph/generate.h"
#include "properties/bench/subjects/plain.h"
#include "properties/bench/subjects/store_loop.h"

namespace bench {
namespace {

struct Node {
  Node* reference;
  Node* other[7];
};

class Limit : public Subject {
 public:
  explicit Limit(std::uint32_t threads) : threads_(threads) {}

  void Build(const Graph& graph) override {
    objects_ = graph.objects();
    LayOut(graph);
    Order(graph);
    marks_.assign(objects_, 1);
    is_list_ = graph.Edges() < objects_;
  }

  Measures Trace() override {
    const Stopwatch watch;
    const std::uint64_t count = is_list_ ? Chase() : Read();
    return {{"mark", {watch.Milliseconds()}}, {"count", {static_cast<double>(count)}}};
  }

  // What the reads of a trace take, for comparison.
  Measures Grow(std::uint32_t objects) override {
    Build(RandomGraph(objects));
    Trace();
    return {{"reads", Trace().at("mark")}};
  }

  Measures Stores() override {
    Measures measures;
    for (const auto& [name, count] : {std::pair{"hot", kHotObjects}, {"cold", objects_}}) {
      std::vector<Node> nodes(count);
      std::vector<Node*> addresses;
      for (Node& node : nodes) addresses.push_back(&node);
      const StoreLoop<Node> loop(addresses);
      const auto raw = [](Node* holder, Node* target) { holder->reference = target; };
      loop.Nanoseconds(raw);
      measures[std::string("raw ") + name] = {loop.Nanoseconds(raw)};
    }
    return measures;
  }

 private:
  // What is read for one object: its line, and the marks of its targets.
  struct Reader {
    const std::byte* memory;
    std::uint32_t edges;
    std::uint32_t first;  // of its references, in targets_
  };

  void LayOut(const Graph& graph) {
    const std::size_t huge = std::size_t{2} << 20;
    const std::size_t bytes = (graph.Bytes() / huge + 1) * huge;
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(huge, bytes)));
    if (memory_ == nullptr) throw std::runtime_error("out of memory");
    madvise(memory_.get(), bytes, MADV_HUGEPAGE);
    std::fill_n(memory_.get(), bytes, std::byte{0});
    places_.clear();
    std::byte* next = memory_.get();
    for (const std::uint32_t shape : graph.shapes) {
      places_.push_back(next);
      next += kShapes[shape].bytes;
    }
  }

  // The order of a marker with a stack.
  void Order(const Graph& graph) {
    const std::vector<std::uint64_t> firsts = graph.FirstSlots();
    std::vector<bool> reached(objects_);
    std::vector<std::uint32_t> stack;
    readers_.clear();
    targets_.clear();
    const auto reach = [&](std::uint32_t number) {
      if (reached[number]) return;
      reached[number] = true;
      stack.push_back(number);
    };
    for (const std::uint32_t root : graph.kept) reach(root);
    for (const std::uint32_t root : graph.dropped) reach(root);
    while (!stack.empty()) {
      const std::uint32_t number = stack.back();
      stack.pop_back();
      Reader reader{places_[number], 0, static_cast<std::uint32_t>(targets_.size())};
      for (std::uint32_t slot = 0; slot < kShapes[graph.shapes[number]].slots; ++slot) {
        const std::uint32_t target = graph.targets[firsts[number] + slot];
        if (target == 0) continue;
        targets_.push_back(target - 1);
        ++reader.edges;
        reach(target - 1);
      }
      readers_.push_back(reader);
    }
    // Along a list, each object has the address of the next one.
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      std::byte* const at = const_cast<std::byte*>(readers_[i].memory);
      *reinterpret_cast<const std::byte**>(at) =
          i + 1 < readers_.size() ? readers_[i + 1].memory : nullptr;
    }
  }

  std::uint64_t Read() {
    std::vector<std::jthread> helpers;
    std::atomic<std::uint64_t> count = 0;
    const std::size_t share = readers_.size() / threads_ + 1;
    const auto read = [&](std::size_t from) {
      count += ReadSome(from, std::min(from + share, readers_.size()));
    };
    for (std::uint32_t i = 1; i < threads_; ++i) helpers.emplace_back(read, i * share);
    read(0);
    helpers.clear();
    return count;
  }
  std::uint64_t ReadSome(std::size_t from, std::size_t to) const {
    std::uint64_t sum = 0, count = 0;
    for (std::size_t i = from; i < to; ++i) {
      const Reader& reader = readers_[i];
      sum += static_cast<std::uint64_t>(reader.memory[16]);
      for (std::uint32_t edge = 0; edge < reader.edges; ++edge) {
        sum += marks_[targets_[reader.first + edge]];
      }
      ++count;
    }
    Use(sum);
    return count;
  }
  std::uint64_t Chase() const {
    std::uint64_t count = 0;
    const std::byte* at = readers_.empty() ? nullptr : readers_.front().memory;
    for (; at != nullptr; ++count) at = *reinterpret_cast<const std::byte* const*>(at);
    return count;
  }
  // What the compiler must not find out to be unused.
  static void Use(std::uint64_t value) { __asm__ volatile("" : : "r"(value)); }

  struct Freer {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  const std::uint32_t threads_;
  std::size_t objects_ = 0;
  bool is_list_ = false;
  std::unique_ptr<std::byte, Freer> memory_;
  std::vector<const std::byte*> places_;
  std::vector<Reader> readers_;
  std::vector<std::uint32_t> targets_;
  std::vector<std::uint8_t> marks_;
};

}  // namespace

std::unique_ptr<Subject> MakeLimit(std::uint32_t threads) {
  return std::make_unique<Limit>(threads);
}

}  // namespace bench
