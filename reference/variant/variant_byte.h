// reference/variant/variant_byte.h -- discipline, lanes and heap of a trace in one byte.
//
// The low 2 bits of the first byte are the discipline. The high 6 are the heap, and mean one lane.
// But from kManyLanes on they mean the usual heap with 1 to 4 lanes, and below that, downwards, the
// other heaps with 4.
//
// So there is room for kOfFirstPage other heaps. The rest have the fourth value of the low 2 bits,
// which says dead locals too: upwards with one lane, downwards with 4.
//
// Read next: reference/trace/trace_bytes.cc.

#pragma once

#include <algorithm>
#include <cstdint>

#include "reference/variant/variant_number.h"

namespace reference {

inline constexpr std::uint32_t kMostLanes = 4;  // two bits
inline constexpr std::uint32_t kManyLanes = 64 - kMostLanes;
inline constexpr std::uint32_t kOfFirstPage = 29, kSecondPage = 3;
static_assert(kOfFirstPage < kManyLanes - kOfFirstPage);
static_assert(kLastVariant - kOfFirstPage <= 32);

// Whether the byte of a trace with this heap says dead locals, whatever its discipline is.
inline bool MeansDeadLocals(const Variant& heap) {
  return NumberOf(heap).value_or(0) > kOfFirstPage;
}

struct LanesAndHeap {
  std::uint32_t lanes = 1;
  Variant heap;
};

inline LanesAndHeap LanesAndHeapOf(std::uint32_t low, std::uint32_t high) {
  if (low == kSecondPage) {
    const bool one = high < 32;
    const std::uint32_t number = kOfFirstPage + 1 + (one ? high : 63 - high);
    return {one ? 1 : kMostLanes, VariantOf(number <= kLastVariant ? number : 0)};
  }
  if (high >= kManyLanes) return {high - kManyLanes + 1, {}};
  if (high < kManyLanes - kOfFirstPage) return {1, VariantOf(high <= kOfFirstPage ? high : 0)};
  return {kMostLanes, VariantOf(kManyLanes - high)};
}

// A heap without a number becomes the usual one, and the trace will not fit.
// `locals` is the number of the discipline, below kSecondPage.
inline std::uint32_t FirstByteOf(std::uint32_t locals, std::uint32_t lanes, const Variant& heap) {
  const std::uint32_t number = NumberOf(heap).value_or(0);
  if (number > kOfFirstPage) {
    const std::uint32_t high = number - kOfFirstPage - 1;
    return kSecondPage | (lanes == 1 ? high : 63 - high) << 2;
  }
  if (lanes == 1) return locals | number << 2;
  const std::uint32_t usual = kManyLanes - 1 + std::min(lanes, kMostLanes);
  return locals | (number == 0 ? usual : kManyLanes - number) << 2;
}

}  // namespace reference
