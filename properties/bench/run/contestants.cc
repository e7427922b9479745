// properties/bench/run/contestants.cc -- the list.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "properties/bench/run/contestant.h"
#include "properties/bench/serve/serve.h"
#include "properties/bench/subjects/core.h"
#include "properties/bench/subjects/plain.h"

namespace bench {
namespace {

// A subject that is compiled into this program, in a process of its own.
template <class Make>
std::function<std::unique_ptr<Child>()> Forked(Make make) {
  return [make] { return Child::Fork([&](int in, int out) { return Serve(*make(), in, out); }); };
}

Contestant Ours(std::string name, std::uint32_t threads, Pace pace, std::string workloads) {
  return {.name = std::move(name),
          .kind = Kind::kOurs,
          .threads = threads,
          .workloads = std::move(workloads),
          .start = Forked([=] { return MakeCore(threads, pace); })};
}

}  // namespace

std::vector<Contestant> Contestants(std::uint32_t processors) {
  std::vector<std::uint32_t> counts = {1, 2, processors};
  std::ranges::sort(counts);
  counts.erase(std::ranges::unique(counts).begin(), counts.end());
  std::erase_if(counts, [=](std::uint32_t count) { return count > processors; });

  std::vector<Contestant> list;
  for (const std::uint32_t threads : counts) {
    list.push_back(Ours(fmt::format("tricolour {}t", threads), threads, Pace::kSlices,
                        threads == 1 ? "W1 W2 W3 W4 W5 W6 W7" : "W1 W2 W3 W4 W5 W6"));
  }
  list.push_back(Ours("tricolour 1t, at once", 1, Pace::kAtOnce, "W6"));
  list.push_back(Ours("tricolour 1t, never", 1, Pace::kNever, "W6"));
  list.push_back(
      {.name = "naive", .kind = Kind::kNaive, .workloads = "W1 W2 W3 W4 W5", .start = Forked([] {
                                                                               return MakeNaive();
                                                                             })});
  list.push_back(
      {.name = "no collector", .kind = Kind::kByHand, .workloads = "W6", .start = Forked([] {
                                                                           return MakeNaive();
                                                                         })});
  list.push_back({.name = "malloc and free",
                  .kind = Kind::kByHand,
                  .workloads = "W4 W5",
                  .start = Forked([] { return MakeByHand(); })});
  list.push_back({.name = "batched marker",
                  .kind = Kind::kMarker,
                  .workloads = "W1 W2 W3",
                  .start = Forked([] { return MakeBatchedMarker(); })});
  for (const std::uint32_t threads : counts) {
    list.push_back({.name = fmt::format("limit {}t", threads),
                    .kind = Kind::kLimit,
                    .threads = threads,
                    .workloads = threads == 1 ? "W1 W2 W3 W7" : "W1 W2",
                    .start = Forked([=] { return MakeLimit(threads); })});
  }
  return list;
}

}  // namespace bench
