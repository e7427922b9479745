// properties/bench/graph/graph.cc -- counting in a graph, and its file.

#include "properties/bench/graph/graph.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace bench {
namespace {

constexpr std::uint32_t kMagic = 0x31475254;  // "TRG1"

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

[[noreturn]] void Fail(const std::string& file, const char* what) {
  throw std::runtime_error(file + ": " + what);
}

void Write(std::FILE* to, std::span<const std::uint32_t> words, const std::string& name) {
  if (std::fwrite(words.data(), sizeof words[0], words.size(), to) != words.size()) {
    Fail(name, "cannot be written to its end");
  }
}

std::vector<std::uint32_t> Read(std::FILE* from, std::size_t count, const std::string& name) {
  std::vector<std::uint32_t> words(count);
  if (std::fread(words.data(), sizeof words[0], count, from) != count) {
    Fail(name, "ends before its graph does");
  }
  return words;
}

}  // namespace

std::uint64_t Graph::Bytes() const {
  std::uint64_t bytes = 0;
  for (const std::uint32_t shape : shapes) bytes += kShapes[shape].bytes;
  return bytes;
}

std::uint64_t Graph::Edges() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(targets, [](std::uint32_t target) { return target != 0; }));
}

std::vector<std::uint64_t> Graph::FirstSlots() const {
  std::vector<std::uint64_t> firsts;
  firsts.reserve(shapes.size());
  std::uint64_t first = 0;
  for (const std::uint32_t shape : shapes) {
    firsts.push_back(first);
    first += kShapes[shape].slots;
  }
  return firsts;
}

std::vector<bool> Reached(const Graph& graph, bool all) {
  const std::vector<std::uint64_t> firsts = graph.FirstSlots();
  std::vector<bool> reached(graph.objects());
  std::vector<std::uint32_t> frontier;
  const auto reach = [&](std::uint32_t number) {
    if (reached[number]) return;
    reached[number] = true;
    frontier.push_back(number);
  };
  std::ranges::for_each(graph.kept, reach);
  if (all) std::ranges::for_each(graph.dropped, reach);
  while (!frontier.empty()) {
    const std::uint32_t number = frontier.back();
    frontier.pop_back();
    const std::uint32_t slots = kShapes[graph.shapes[number]].slots;
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
      const std::uint32_t target = graph.targets[firsts[number] + slot];
      if (target != 0) reach(target - 1);
    }
  }
  return reached;
}

std::uint64_t CountReached(const Graph& graph, bool all) {
  return static_cast<std::uint64_t>(std::ranges::count(Reached(graph, all), true));
}

void WriteGraph(const Graph& graph, const std::string& file) {
  const File to(std::fopen(file.c_str(), "wb"));
  if (to == nullptr) Fail(file, "cannot be written");
  const std::uint32_t head[] = {kMagic, static_cast<std::uint32_t>(graph.objects()),
                                static_cast<std::uint32_t>(graph.targets.size()),
                                static_cast<std::uint32_t>(graph.kept.size()),
                                static_cast<std::uint32_t>(graph.dropped.size())};
  Write(to.get(), head, file);
  for (const auto* words : {&graph.shapes, &graph.targets, &graph.kept, &graph.dropped}) {
    Write(to.get(), *words, file);
  }
  if (std::fflush(to.get()) != 0) Fail(file, "cannot be written to its end");
}

Graph ReadGraph(const std::string& file) {
  const File from(std::fopen(file.c_str(), "rb"));
  if (from == nullptr) Fail(file, "cannot be read");
  const std::vector<std::uint32_t> head = Read(from.get(), 5, file);
  if (head[0] != kMagic) Fail(file, "holds no graph");
  Graph graph;
  graph.shapes = Read(from.get(), head[1], file);
  graph.targets = Read(from.get(), head[2], file);
  graph.kept = Read(from.get(), head[3], file);
  graph.dropped = Read(from.get(), head[4], file);
  return graph;
}

}  // namespace bench
