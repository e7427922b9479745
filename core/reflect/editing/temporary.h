// core/reflect/editing/temporary.h -- a value of a type that is known at run time only.
//
// Thread rules: as for any local.
// Read next: core/reflect/value_type.h.

#pragma once

#include <memory>
#include <new>

#include "core/reflect/value_type.h"

namespace gc {
inline namespace GC_BUILD {

// A value in memory of its own, for as long as it takes to fill it.
class Temporary {
 public:
  explicit Temporary(const ValueType& type)
      : type_(type), memory_(::operator new(type.size, Alignment()), Release{Alignment()}) {
    type_.operations.construct(at());
  }
  ~Temporary() { type_.operations.destroy(at()); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  void* at() { return memory_.get(); }

 private:
  struct Release {
    std::align_val_t alignment;
    void operator()(void* memory) const { ::operator delete(memory, alignment); }
  };
  std::align_val_t Alignment() const { return std::align_val_t{type_.alignment}; }

  const ValueType& type_;
  std::unique_ptr<void, Release> memory_;
};

}  // namespace GC_BUILD
}  // namespace gc
