// properties/bench/peers/lua_main.cc -- the collector of Lua 5.4, by its interface for C.
//
// Objects are userdata with user values as slots, so they are somewhat larger than what the graph
// asks for. Lua does not tell what it marked; its allocator tells what survived: every userdata
// comes from it with a tag, and goes back with a size that no other value of this program has.

#include <unistd.h>
#include <lua5.4/lua.hpp>

#include <algorithm>
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

// Bytes of a userdata with so many user values, and of each of these.
constexpr std::size_t kUserdataBytes = 40;
constexpr std::size_t kUserValueBytes = 16;

std::size_t PayloadOf(const Shape& shape) {
  const std::size_t used = kUserdataBytes + kUserValueBytes * shape.slots;
  return shape.bytes > used ? shape.bytes - used : 0;
}
std::size_t BytesOf(const Shape& shape) {
  return kUserdataBytes + kUserValueBytes * shape.slots + PayloadOf(shape);
}

class Lua : public Subject {
 public:
  Lua() : state_(lua_newstate(&Allocate, this)) {
    if (state_ == nullptr) throw std::runtime_error("out of memory");
  }
  ~Lua() override { lua_close(state_); }

  void Build(const Graph& graph) override {
    graph_ = graph;
    gone_ = Reached(graph, false);
    gone_.flip();
    lua_gc(state_, LUA_GCSTOP);
    Fill(std::vector<bool>(graph.objects(), true));
    Link(std::vector<bool>(graph.objects(), true));
    Hold("kept", graph.kept);
    Forget();
    lua_gc(state_, LUA_GCCOLLECT);
  }

  Measures Trace() override {
    const Stopwatch watch;
    lua_gc(state_, LUA_GCCOLLECT);
    return {{"whole", {watch.Milliseconds()}}, {"count", {Count()}}};
  }

  Measures Halve() override {
    lua_pushnil(state_);
    lua_setglobal(state_, "dropped");
    const Stopwatch collect;
    lua_gc(state_, LUA_GCCOLLECT);
    const double collected = collect.Milliseconds(), count = Count();
    const Stopwatch refill;
    Fill(gone_);
    const double refilled = refill.Milliseconds();
    Link(gone_);
    Forget();
    return {{"collect", {collected}}, {"refill", {refilled}}, {"count", {count}}};
  }

  Measures Litter(std::uint32_t count) override {
    lua_gc(state_, LUA_GCRESTART);
    const Stopwatch watch;
    for (std::uint32_t i = 0; i < count; ++i) {
      Push(kFirstSized);
      lua_pop(state_, 1);
    }
    const double total = watch.Milliseconds();
    lua_gc(state_, LUA_GCCOLLECT);
    lua_gc(state_, LUA_GCSTOP);
    return {{"total", {total}}, {"count", {Count()}}};
  }

 private:
  static void* Allocate(void* self, void* block, std::size_t old, std::size_t bytes) {
    Lua& lua = *static_cast<Lua*>(self);
    if (block == nullptr && old == LUA_TUSERDATA) ++lua.live_;
    if (bytes == 0) {
      if (block != nullptr && IsOurs(old)) --lua.live_;
      std::free(block);
      return nullptr;
    }
    return std::realloc(block, bytes);
  }
  static bool IsOurs(std::size_t bytes) {
    return std::ranges::any_of(kShapes,
                               [=](const Shape& shape) { return BytesOf(shape) == bytes; });
  }

  void Push(std::uint32_t shape) {
    lua_newuserdatauv(state_, PayloadOf(kShapes[shape]), static_cast<int>(kShapes[shape].slots));
  }
  // A table with the objects by number, from 1, is on the stack from Fill to Forget.
  void Fill(const std::vector<bool>& which) {
    lua_createtable(state_, static_cast<int>(which.size()), 0);
    for (std::size_t i = 0; i < which.size(); ++i) {
      if (!which[i]) continue;
      Push(graph_.shapes[i]);
      lua_rawseti(state_, -2, static_cast<lua_Integer>(i + 1));
    }
  }
  void Link(const std::vector<bool>& which) {
    graph_.ForEach([&](std::uint32_t number, const Shape&, std::span<const std::uint32_t> targets) {
      if (!which[number]) return;
      lua_rawgeti(state_, -1, number + 1);
      int slot = 1;
      for (const std::uint32_t target : targets) {
        if (target != 0) {
          lua_rawgeti(state_, -2, target);
          lua_setiuservalue(state_, -2, slot);
        }
        ++slot;
      }
      lua_pop(state_, 1);
    });
    Hold("dropped", graph_.dropped);
  }
  void Hold(const char* name, const std::vector<std::uint32_t>& roots) {
    lua_createtable(state_, static_cast<int>(roots.size()), 0);
    lua_Integer place = 0;
    for (const std::uint32_t root : roots) {
      lua_rawgeti(state_, -2, root + 1);
      lua_rawseti(state_, -2, ++place);
    }
    lua_setglobal(state_, name);
  }
  void Forget() { lua_pop(state_, 1); }
  double Count() const { return static_cast<double>(live_); }

  std::uint64_t live_ = 0;
  lua_State* const state_;
  Graph graph_;
  std::vector<bool> gone_;
};

}  // namespace
}  // namespace bench

int main() {
  bench::Lua subject;
  return bench::Serve(subject, STDIN_FILENO, STDOUT_FILENO);
}
