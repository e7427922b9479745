// properties/subjects/mruby/mruby_heap.h -- the objects of a judged heap of mruby, and its memory.
//
// Included by mruby_subject.cc only.

#pragma once

#include <mruby.h>
#include <mruby/array.h>
#include <mruby/gc.h>
#include <mruby/hash.h>
#include <mruby/variable.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "properties/subjects/plugin/tricolour_subject.h"

namespace properties {
inline namespace mruby {

enum Fault : std::uint32_t {
  kNoFault,
  kStoreWithoutBarrier,
  kAppendWithoutBarrier,
  kMissRoot,
};
inline constexpr std::array kFaultNames = {"store-without-barrier", "append-without-barrier",
                                           "root-is-no-variable"};

// What a shape's bits say. Of the first two: neither is an array, both are an array too.
inline constexpr std::uint32_t kHash = 1;
inline constexpr std::uint32_t kVariables = 2;
inline constexpr std::uint32_t kGenerational = 4;
inline constexpr std::uint32_t kByHand = 8;  // stores write into the array, and call a barrier
inline constexpr std::uint32_t kBarrierOfAll = 16;  // the barrier that makes the object grey again

inline constexpr std::uint32_t kPadding = 10;  // references of an object beside its fields, all nil

// Memory for one heap: what is freed is filled, and is not used again.
class Arena {
 public:
  void* Resize(void* old, std::size_t bytes) {
    if (bytes == 0) {
      Fill(old);
      return nullptr;
    }
    void* const fresh = Allocate(bytes);
    if (fresh == nullptr || old == nullptr) return fresh;
    std::memcpy(fresh, old, std::min(bytes, SizeOf(old)));
    Fill(old);
    return fresh;
  }
  bool IsFull() const { return full_; }

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 20;
  static constexpr std::size_t kMostChunks = 256;
  static constexpr std::size_t kHead = 16;

  static std::size_t& SizeOf(void* memory) {
    return *reinterpret_cast<std::size_t*>(static_cast<char*>(memory) - kHead);
  }
  static void Fill(void* memory) {
    if (memory != nullptr) std::memset(memory, 0xDD, SizeOf(memory));
  }

  void* Allocate(std::size_t bytes) {
    const std::size_t all = kHead + (bytes + 15) / 16 * 16;
    if (chunks_.empty() || used_ + all > size_) {
      if (chunks_.size() == kMostChunks) {
        full_ = true;
        return nullptr;
      }
      size_ = std::max(kChunk, all);
      used_ = 0;
      chunks_.push_back(std::make_unique_for_overwrite<char[]>(size_));
    }
    char* const memory = chunks_.back().get() + used_ + kHead;
    used_ += all;
    SizeOf(memory) = bytes;
    return memory;
  }

  std::vector<std::unique_ptr<char[]>> chunks_;
  std::size_t size_ = 0;
  std::size_t used_ = 0;
  bool full_ = false;
};

struct Named {
  RBasic* object = nullptr;  // null: not made yet, or gone
  mrb_vtype tag = MRB_TT_FALSE;
  std::uint32_t count = 0;
  bool grows = false;  // a container: no reference beside its fields
};

}  // namespace mruby
}  // namespace properties

struct tricolour_heap {
  const tricolour_host* host;
  std::uint32_t fault;
  std::uint32_t shape;
  properties::Arena arena;
  mrb_state* mrb = nullptr;
  int protected_before = 0;  // of mruby's own objects
  std::vector<properties::Named> named;
  std::unordered_map<const RBasic*, tricolour_name> names;
};

namespace properties {
namespace {

mrb_value ValueOf(RBasic* object) {
  return object == nullptr ? mrb_nil_value() : mrb_obj_value(object);
}
RBasic* ObjectOf(mrb_value value) { return mrb_nil_p(value) ? nullptr : mrb_basic_ptr(value); }

bool IsArray(const Named& named) { return named.tag == MRB_TT_ARRAY; }

mrb_sym SymbolOf(mrb_state* mrb, char kind, std::uint32_t number) {
  const std::string word = (kind == '$' ? "$" : "@f") + std::to_string(number);
  return mrb_intern(mrb, word.data(), word.size());
}

mrb_value Field(const tricolour_heap& heap, const Named& named, std::uint32_t field) {
  if (IsArray(named)) return RARRAY_PTR(ValueOf(named.object))[field];
  if (named.tag == MRB_TT_HASH) {
    return mrb_hash_get(heap.mrb, ValueOf(named.object), mrb_fixnum_value(field));
  }
  return mrb_iv_get(heap.mrb, ValueOf(named.object), SymbolOf(heap.mrb, '@', field));
}

// As an extension does that writes into an array by itself.
void SetByHand(const tricolour_heap& heap, const Named& named, std::uint32_t field, mrb_value value,
               bool shades) {
  RArray* const array = mrb_ary_ptr(ValueOf(named.object));
  if (ARY_SHARED_P(array)) mrb_ary_modify(heap.mrb, array);  // which is a barrier itself
  RARRAY_PTR(ValueOf(named.object))[field] = value;
  if (!shades) return;
  if ((heap.shape & kBarrierOfAll) != 0) {
    mrb_write_barrier(heap.mrb, named.object);
  } else if (!mrb_nil_p(value)) {
    mrb_field_write_barrier(heap.mrb, named.object, mrb_basic_ptr(value));
  }
}

void Set(const tricolour_heap& heap, const Named& named, std::uint32_t field, mrb_value value,
         Fault broken = kStoreWithoutBarrier) {
  if (IsArray(named)) {
    const bool breaks = heap.fault == broken;
    if (breaks || (heap.shape & kByHand) != 0) return SetByHand(heap, named, field, value, !breaks);
    return mrb_ary_set(heap.mrb, ValueOf(named.object), field, value);
  }
  if (named.tag == MRB_TT_HASH) {
    return mrb_hash_set(heap.mrb, ValueOf(named.object), mrb_fixnum_value(field), value);
  }
  mrb_iv_set(heap.mrb, ValueOf(named.object), SymbolOf(heap.mrb, '@', field), value);
}

// Arrays alone can be stored into without a barrier.
mrb_vtype TagFor(const tricolour_heap& heap) {
  const std::uint32_t kind = heap.shape & (kHash | kVariables);
  if (heap.fault == kStoreWithoutBarrier || kind == 0 || kind == (kHash | kVariables)) {
    return MRB_TT_ARRAY;
  }
  return kind == kHash ? MRB_TT_HASH : MRB_TT_OBJECT;
}

RBasic* Make(mrb_state* mrb, mrb_vtype tag) {
  if (tag == MRB_TT_ARRAY) return mrb_basic_ptr(mrb_ary_new(mrb));
  if (tag == MRB_TT_HASH) return mrb_basic_ptr(mrb_hash_new(mrb));
  return mrb_obj_alloc(mrb, MRB_TT_OBJECT, mrb->object_class);
}

Named& Born(tricolour_heap& heap, tricolour_name name, std::uint32_t count, mrb_vtype tag) {
  if (name >= heap.named.size()) heap.named.resize(name + 1);
  Named& named = heap.named[name];
  named = {.object = Make(heap.mrb, tag), .tag = tag, .count = count, .grows = count == 0};
  heap.names[named.object] = name;
  if (count == 0) return named;
  for (std::uint32_t i = 0; i < count + kPadding; ++i) {
    if (tag == MRB_TT_ARRAY) {
      mrb_ary_push(heap.mrb, ValueOf(named.object), mrb_nil_value());
    } else {
      Set(heap, named, i, mrb_nil_value());
    }
  }
  return named;
}

}  // namespace
}  // namespace properties
