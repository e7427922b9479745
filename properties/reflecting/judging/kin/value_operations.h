// properties/reflecting/judging/kin/value_operations.h -- what the functions of a type do to a
// value, and the names that an enumeration has.
//
// Included by core_describing.cc only.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/reflect/reflected.h"
#include "core/reflect/value_type.h"
#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

enum class Grade : std::uint8_t { kLow, kMiddle = 4, kHigh };

// What passes is not saved.
struct Ticket {
  GC_REFLECTED_STRUCT(Ticket)
  std::int64_t stays = 1;
  std::int64_t passes = 2;
};

// Counts how many there are.
struct Counted {
  Counted() { ++there; }
  Counted(const Counted&) { ++there; }
  Counted& operator=(const Counted&) = default;
  ~Counted() { --there; }
  static inline int there = 0;
};

}  // namespace properties::reflecting

GC_DESCRIBE_ENUM(properties::reflecting::Grade, kLow, kMiddle, kHigh)
GC_DESCRIBE_STRUCT(properties::reflecting::Ticket, "/Script/Describing", GC_PROPERTY_OF(stays),
                   GC_PROPERTY_OF(passes, gc::property::kTransient))

namespace properties::reflecting {
namespace {

inline void CompareOperations(ReflectingVerdict& verdict) {
  std::string names;
  for (const gc::Enumerator& one : gc::Enumerated<Grade>::Values()) {
    names += std::string(one.name) + " " + std::to_string(one.value) + "; ";
  }
  verdict.Same("the names of an enumeration", names, "kLow 0; kMiddle 4; kHigh 5; ");

  const gc::ValueType& tickets = gc::kValueTypeOf<Ticket>;
  const Ticket one, other{.passes = 3};
  verdict.Same("structs of which only what passes differs are equal",
               gc::AreEqual(tickets, &one, &other), false);
  verdict.Same("and where that does not count",
               gc::AreEqual(tickets, &one, &other, {.with_transient = false}), true);

  const gc::ValueOperations& of_counted = gc::kValueTypeOf<Counted>.operations;
  alignas(Counted) std::byte room[sizeof(Counted)];
  of_counted.construct(room);
  verdict.Same("values that were constructed", static_cast<std::uint64_t>(Counted::there), 1);
  of_counted.destroy(room);
  verdict.Same("values that were destroyed and are there",
               static_cast<std::uint64_t>(Counted::there), 0);
  Counted::there = 0;
}

}  // namespace
}  // namespace properties::reflecting
