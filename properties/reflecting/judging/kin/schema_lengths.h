// properties/reflecting/judging/kin/schema_lengths.h -- how many words a schema has, which is what
// a marking reads of it.
//
// A schema with more words than it needs finds the same slots, so only a count tells.
//
// Included by core_schemas.cc only.

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/assembly/assembled.h"
#include "core/schema/entries.h"
#include "properties/reflecting/judging/kin/everything.h"
#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {
namespace {

// How many words a class has of which all lines are plain, its end included: one for a row, and
// one for each four of the other slots that come one after the other.
inline std::size_t LengthOf(const std::vector<gc::Reference>& lines) {
  std::size_t words = 1;
  std::vector<std::int64_t> waiting;  // of the slots, in words
  const auto pack = [&words](std::size_t slots) {
    words += (slots + gc::Word::kMostPacked - 1) / gc::Word::kMostPacked;
  };
  const auto write = [&] {
    std::size_t shared = 0, next = 0;
    while (next < waiting.size()) {
      const std::int64_t first = waiting[next];
      std::size_t many = 1;
      while (next + many < waiting.size() &&
             waiting[next + many] == first + static_cast<std::int64_t>(many)) {
        many += 1;
      }
      const bool is_near = first + static_cast<std::int64_t>(many) <= gc::Word::kReach;
      next += many;
      if (is_near && many < gc::Word::kMostPacked) {
        shared += many;
        continue;
      }
      pack(std::exchange(shared, 0));
      words += 1;
    }
    pack(shared);
    waiting.clear();
  };
  for (const gc::Reference& line : lines) {
    if (line.count >= gc::Word::kMostPacked) {
      write();
      words += 1;
      continue;
    }
    for (std::uint32_t i = 0; i < std::max(line.count, 1u); ++i) {
      waiting.push_back(line.offset / std::int64_t{sizeof(Slot)} + i);
    }
  }
  write();
  return words;
}
inline void CompareLength(std::vector<gc::Reference> lines, ReflectingVerdict& verdict) {
  std::erase_if(lines, [](const gc::Reference& line) {
    return std::string_view(line.name) != kPlainPart.name;
  });
  gc::Class type = Everything::kClass;
  type.references = lines;
  verdict.Same("words of a class of plain lines", gc::AssembledOf(type).length(), LengthOf(lines));
  gc::Relinked(type);
}
// What each other part takes by itself, the end included.
inline void CompareLengths(ReflectingVerdict& verdict) {
  static constexpr std::pair<std::string_view, std::size_t> kLengths[] = {
      {"list", 2}, {"structs", 3}, {"asked", 3}, {"maybe", 3}, {"either", 3}, {"many", 4},
      {"five", 2}, {"twelve", 2},  {"pair", 2},  {"alone", 3}, {"tail", 2}};
  for (const gc::Reference& part : kParts) {
    gc::Class type = Everything::kClass;
    type.references = {&part, 1};
    const auto* const known =
        std::ranges::find(kLengths, part.name, [](const auto& one) { return one.first; });
    verdict.Same("words of a class that has " + std::string(part.name),
                 gc::AssembledOf(type).length(), known->second);
    gc::Relinked(type);
  }
}
// An offset in words has 32 bits.
inline void CompareReach(ReflectingVerdict& verdict) {
  using Offset = std::numeric_limits<std::int32_t>;
  for (const std::int64_t at :
       {std::int64_t{Offset::min()} - 1, std::int64_t{Offset::min()}, std::int64_t{0},
        std::int64_t{Offset::max()}, std::int64_t{Offset::max()} + 1}) {
    gc::Entries entries;
    entries.Trailing(at * std::int64_t{sizeof(Slot)});
    verdict.Same("a word says where a slot is", entries.shape().fits,
                 at >= Offset::min() && at <= Offset::max());
  }
}
// No word says where a slot is that lies between two words of memory.
inline void CompareOdd(ReflectingVerdict& verdict) {
  for (const gc::Reference& part : kParts) {
    gc::Reference line = part;
    line.offset += 4;
    gc::Class type = Everything::kClass;
    type.references = {&line, 1};
    verdict.Same("a class is walked by its lines of which one is out of step",
                 gc::AssembledOf(type).IsByLines(), true);
    gc::Relinked(type);
  }
}

// `lines`: some of the class, the plain ones in pieces.
inline void JudgeLengths(const std::vector<gc::Reference>& lines, ReflectingVerdict& verdict) {
  CompareLength(lines, verdict);
  CompareLengths(verdict);
  CompareReach(verdict);
  CompareOdd(verdict);
}

}  // namespace
}  // namespace properties::reflecting
