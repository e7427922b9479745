// core/population/stall.h -- a place of its own for the machinery of one heap after another.
//
// The machinery of a dropped heap goes to a pool of the process, and the next heap takes what lies
// on top (core/collect/collector.cc). That is wrong where memory is not the process's: a tool that
// copies a whole heap byte by byte, to put it back later, must know that no other heap uses any of
// these bytes, and that none of this heap's lie elsewhere.
//
// Thread rules: as the heaps that are opened and dropped in a Use of it: one thread at a time.
//
// Read next: core/collect/collector.h.

#pragma once

#include <memory>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

class Collector;

class Stall {
 public:
  Stall();
  // Frees the machinery that it has.
  ~Stall();
  Stall(const Stall&) = delete;
  Stall& operator=(const Stall&) = delete;

  // While it lives, a heap that this thread opens has the stall's machinery, or new one, and a heap
  // that it drops gives its own back to the stall, unless its serials are used up.
  class Use {
   public:
    explicit Use(Stall& stall);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Stall* const outer_;
  };

 private:
  friend class Collector;
  std::unique_ptr<Collector> kept_;
};

}  // namespace GC_BUILD
}  // namespace gc
