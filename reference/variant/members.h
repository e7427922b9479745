// reference/variant/members.h -- in which kind of member a field is (Setting::kMembers).
//
// Fields are trailing references, unless the setting names a kind of member. Then the first field
// is in a member of that kind, the next one in the next kind, and so on, the first kind again
// behind the last. What is beyond that is in the vector. So each value of the setting begins with
// another kind, and an object with ten fields has all of them:
//
//     members=row        a.0 is in an array, a.1 in a struct, a.2 in a vector, ..., a.9 is alone
//     members=reported   a.0 is in no description, and the object shows it itself; a.1 is in an
//     array
//
// A container has its elements in the kind of member of a first field; what a container is where
// the member is none, a subject chooses.
//
// A collector that is told where a reference was stored can find the object around the place, if
// the place is in the object, and know that it is a field, if it always is one. Such a field is
// closed. The others are open: memory of their own, and what a variant or an optional holds now.
//
// Read next: reference/oracle/clusters.h (what the difference is for).

#pragma once

#include <cstddef>
#include <cstdint>

#include "reference/variant/variant.h"

namespace reference {

// In the order of the values of the setting, behind the first of these.
enum class MemberKind : std::uint8_t {
  kAlone,
  kRow,
  kCell,
  kVector,
  kCells,
  kDeque,
  kMap,
  kOptional,
  kVariant,
  kPair,
  kReported  // of a first field only
};
// Kinds that any field may be in.
inline constexpr std::size_t kMemberKinds = 10;
static_assert(EntryOf(Setting::kMembers).Values().size() == kMemberKinds + 2);

// `choice` is that of Setting::kMembers, and not 0.
constexpr MemberKind KindOfMember(std::uint8_t choice, std::size_t field) {
  const std::size_t first = choice - 1u;
  if (field >= kMemberKinds) return MemberKind::kVector;
  if (field == 0) return static_cast<MemberKind>(first);
  return static_cast<MemberKind>((first + field) % kMemberKinds);
}

// `choice` is that of Setting::kMembers.
constexpr bool IsClosed(std::uint8_t choice, std::size_t field) {
  return choice == 0 || KindOfMember(choice, field) <= MemberKind::kCell;
}

}  // namespace reference
