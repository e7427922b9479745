// properties/bench/run/contestants.cc -- the list.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "properties/bench/run/contestant.h"
#include "properties/bench/serve/serve.h"
#include "properties/bench/subjects/core.h"
#include "properties/bench/subjects/growth.h"
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

// A peer that is a program beside this one, if it was built.
Contestant Program(std::string name, const std::string& program, const std::string& why_absent,
                   std::uint32_t threads, std::string workloads) {
  const std::string path = std::string(TRICOLOUR_PEER_FOLDER) + "/" + program;
  Contestant peer{.name = std::move(name),
                  .kind = Kind::kPeer,
                  .threads = threads,
                  .workloads = std::move(workloads),
                  .start = [=] {
                    return Child::Execute({path, std::to_string(threads)});
                  }};
  if (access(path.c_str(), X_OK) != 0)
    peer.absent = "not installed when this was built: " + why_absent;
  return peer;
}

// OpenJDK with one of its collectors. The options of an experimental one are unlocked for all.
Contestant Java(const std::string& name, const std::string& collector, std::uint32_t threads,
                std::string workloads) {
  const std::string folder = std::string(TRICOLOUR_PEER_FOLDER) + "/java";
  const std::vector<std::string> words = {"java",
                                          "-XX:+UnlockExperimentalVMOptions",
                                          "-XX:+ExplicitGCInvokesConcurrent",
                                          "-XX:+Use" + collector + "GC",
                                          fmt::format("-XX:ParallelGCThreads={}", threads),
                                          "-Xms256m",
                                          "-Xmx4g",
                                          "-cp",
                                          folder,
                                          "Peer"};
  Contestant peer{.name = fmt::format("java {} {}t", name, threads),
                  .kind = Kind::kMoving,
                  .threads = threads,
                  .workloads = std::move(workloads),
                  .start = [=] { return Child::Execute(words); }};
  if (access((folder + "/Peer.class").c_str(), R_OK) != 0) {
    peer.absent = "not installed when this was built: openjdk-17-jdk-headless";
  }
  return peer;
}

void AddPeers(const std::vector<std::uint32_t>& counts, std::vector<Contestant>& list) {
  for (const std::uint32_t threads : counts) {
    list.push_back(Program(fmt::format("cppgc {}t", threads), "cppgc_peer", "libnode-dev", threads,
                           threads == 1 ? "W1 W2 W3 W4 W5 W6 W7" : "W1 W2 W3 W4 W5 W6"));
    list.push_back(Program(fmt::format("libgc {}t", threads), "libgc_peer", "libgc-dev", threads,
                           "W1 W2 W3 W4 W5"));
    // Its stacks and registers may hold what looks like a reference.
    list.back().slack = 0.01;
    list.push_back(Program(fmt::format("go {}t", threads), "go_peer", "golang-go", threads,
                           "W1 W2 W3 W4 W5 W6"));
  }
  list.push_back(Program("lua 5.4", "lua_peer", "liblua5.4-dev", 1, "W1 W2 W3 W4 W5"));
  list.push_back(Java("serial", "Serial", 1, "W1 W2 W4 W5"));
  list.push_back(Java("parallel", "Parallel", counts.back(), "W1 W2 W4 W5"));
  list.push_back(Java("shenandoah", "Shenandoah", counts.back(), "W6"));
  list.push_back(Java("zgc", "Z", counts.back(), "W6"));
}

}  // namespace

GrowthSubjects Growers() {
  return {Forked([] { return MakeGrowth(); }), Forked([] { return MakeLimit(1); })};
}

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
  AddPeers(counts, list);
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
