// properties/subjects/core/core_variants.h -- the options of a judged heap, by the settings of its
// trace.
//
// A setting is there to lead a short run to code that the usual heap comes to after a thousand
// objects, or never. So what grows is made nearly full from the start:
//
//     indices=high    all indices of the first chunk but the last two are set aside, and the third
//                     object is in the next chunk
//     objects=large   seven objects fill a block
//     objects=huge    no block has room for an object; what it holds is at either end of a long
//                     array; where fields are members, an object is as large as these
//     permanent=pool  the pool has room for one permanent object or two
//     callbacks       plain objects are of a class that lacks some
//     members         the fields of plain objects are members of a reflected class (core_members.h)
//     classes=growing the class of plain objects gets its outer with the first object that has one
//     workers         no piece of work is too small for several threads
//     lists=none      whatever must not fail for want of memory, a store or a step, has none
//     room=2          there is memory for two of the largest objects
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/gc.h"
#include "core/object/table.h"
#include "properties/subjects/core/core_containers.h"
#include "reference/trace/trace.h"

namespace properties {
namespace {

inline gc::Origins OriginsOf(std::string_view word) {
  if (word == "code") return gc::Origins::Only(gc::Origin::kCode);
  if (word == "scripts") return gc::Origins::Only(gc::Origin::kScript);
  return word == "none" ? gc::Origins::None() : gc::Origins::All();
}

// The trailing references that an object has beside those that it shows.
inline std::uint32_t SpareOf(const reference::Variant& variant) {
  const std::string_view size = variant.Value(reference::Setting::kObjects);
  return size == "huge" ? 1200 : size == "large" ? 900 : 0;
}

// Of the largest object that a run may make where there is little room.
inline std::size_t BytesInRoom(const reference::Variant& variant) {
  const std::size_t fields = reference::kFieldsInRoom + SpareOf(variant);
  const std::size_t plain = sizeof(JudgedPlain) + fields * sizeof(gc::ObjectPtr<gc::Object>);
  const std::uint8_t members = variant.Choice(reference::Setting::kMembers);
  const auto size_of = [plain, members]<class T>(auto...) {
    return members == 0 && std::is_same_v<T, JudgedPlain> ? plain : sizeof(T);
  };
  return std::max(PlainKind(Callbacks::kAll, members).As(reference::kFieldsInRoom, size_of),
                  AsContainer(members, size_of));
}

inline gc::HeapOptions OptionsOf(const reference::Variant& variant) {
  using reference::Setting;
  constexpr std::uint32_t kHigh = gc::kChunkEntries - 3;
  constexpr std::size_t kPoolBytes = 192;
  gc::HeapOptions options;
  options.workers = variant.Number(Setting::kHands);
  if (options.workers > 1) options.task_objects = 1;
  options.begin_in_slices = variant.Value(Setting::kBegin) == "slices";
  options.names_in_trace = variant.Value(Setting::kNaming) == "yes";
  options.shuffle_purge = variant.Value(Setting::kOrder) == "shuffled" ? 7 : 0;
  options.preallocate = variant.Value(Setting::kTable) == "whole";
  options.reuse_indices = variant.Value(Setting::kReuse) == "yes";
  const bool high = variant.Value(Setting::kIndices) == "high";
  options.max_disregarded = high ? kHigh : reference::kPermanentLimit;
  options.permanent_bytes = variant.Value(Setting::kPermanent) == "pool" ? kPoolBytes : 0;
  options.clusters.min_objects = variant.Number(Setting::kClusters);
  options.clusters.create = options.clusters.min_objects != 0;
  options.deferred_stores = variant.Number(Setting::kStores);
  const std::uint32_t room = variant.Number(Setting::kRoom);
  if (room != 0) options.max_bytes = room * BytesInRoom(variant);
  options.eliminate = OriginsOf(variant.Value(Setting::kEliminate));
  return options;
}

// Whether an operation must be done though there is no memory: a step, and what only changes fields
// or lets go. A call that makes something may be refused instead (S1.31, S10.19).
inline bool MayNotFail(reference::Verb verb) {
  using reference::Verb;
  constexpr reference::VerbSet kChanges = reference::VerbSet()
                                              .Add(Verb::kStore)
                                              .Add(Verb::kMove)
                                              .Add(Verb::kSwap)
                                              .Add(Verb::kErase)
                                              .Add(Verb::kGarbage)
                                              .Add(Verb::kDrop)
                                              .Add(Verb::kUnroot)
                                              .Add(Verb::kUnkeep)
                                              .Add(Verb::kStrongDrop)
                                              .Add(Verb::kDissolve)
                                              .Add(Verb::kWeakRead)
                                              .Add(Verb::kResolve);
  return reference::IsCollectorStep(verb) || kChanges.Has(verb);
}

}  // namespace
}  // namespace properties
