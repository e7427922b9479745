// core/base/fibre.h -- several lines of work on one thread, each with sections of its own.
//
// The lock must know which thread runs, and which sections that thread has open. A program that
// switches jobs on a few threads (fibres) has several lines of work on one thread. If they counted
// as one, a section of a job would end in the job that runs next, and every job on the collector's
// thread would count as the collector:
//
//     thread 1    job A: opens a section   |                          | job A: closes it
//                                          | collector: takes a step  |
//
// So the lock identifies strands. A thread has a strand of its own; a fibre has another, which is
// that of the thread while a Turn of the fibre lives.
//
// The lock cannot switch fibres. If a section of a fibre has to wait, the whole thread waits; where
// that would be for ever, because the collector is on that thread, the program aborts.
//
// Thread rules: a fibre may move from thread to thread, and has one turn at a time.
//
// Read next: core/base/lock.h.

#pragma once

#include <utility>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

class Section;

// A line of work: its address is its identity.
struct Strand {
  Section* innermost = nullptr;  // sections end in reverse order, so a linked list suffices
};

class Fibre {
 public:
  // While it lives, what this thread does is done by the fibre. Turns of different fibres nest.
  class Turn {
   public:
    explicit Turn(Fibre& fibre) : outer_(std::exchange(running_, &fibre.strand_)) {}
    ~Turn() { running_ = outer_; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Strand* const outer_;
  };

  Fibre() = default;
  Fibre(const Fibre&) = delete;
  Fibre& operator=(const Fibre&) = delete;

  // The strand of what runs on this thread now.
  static Strand& Running() { return running_ != nullptr ? *running_ : own_; }

 private:
  static inline thread_local constinit Strand own_;
  static inline thread_local constinit Strand* running_ = nullptr;

  Strand strand_;
};

}  // namespace GC_BUILD
}  // namespace gc
