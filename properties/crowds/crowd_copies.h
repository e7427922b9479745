// properties/crowds/crowd_copies.h -- an object that is made with the values of another one.
//
// A copy has the properties of its class, what is referred to by name and behind the object, and
// nothing else; it is made at any time of a cycle, and keeps what it refers to.
//
// Included by core_crowds.cc only.

#pragma once

#include <cstdint>
#include <string>

#include "properties/crowds/crowd_together.h"

namespace properties::crowds {
namespace {

struct Ticket : gc::Object {
  explicit Ticket(const gc::Birth& birth) : Object(birth) {}
  int number = 0, unlisted = 0;
  std::string text;
  gc::ObjectPtr<gc::Object> held;
  static const gc::Class kClass;
};
inline const gc::Reference kTicketReferences[] = {gc::Reference::To(&Ticket::held, "held"),
                                                  gc::Reference::Trailing<Ticket>("more")};
inline const gc::Property kTicketProperties[] = {gc::Property::Of(&Ticket::number, "number"),
                                                 gc::Property::Of(&Ticket::text, "text")};
inline const gc::Class Ticket::kClass = [] {
  gc::Class type = gc::Describe<Ticket>("Ticket", kTicketReferences);
  type.properties = kTicketProperties;
  return type;
}();

// Of none that the paper knows: they die when the cycle is over.
inline void CompareCopies(CrowdHeap& crowd, Random& random) {
  if (!SharedByThreads::HasRoom(crowd)) return;
  gc::Heap& heap = *crowd.heap;
  const std::uint32_t tail = random.Below(5);
  Ticket* const like = heap.NewWithTail<Ticket>(tail);
  heap.AddRoot(like);
  like->number = static_cast<int>(random.Below(1000)) + 1;
  like->unlisted = 7;
  like->text = std::to_string(random.Below(1000)) + " and so many letters that they are elsewhere";
  like->held = heap.NewWithTail<Ticket>(0);
  if (tail > 0) gc::Tail(*like)[0] = heap.NewWithTail<Ticket>(0);
  if (random.Chance(1, 2)) crowd.Step([&] { return heap.Start(); });
  Ticket* const copy = heap.NewFrom(*like);
  heap.AddRoot(copy);
  heap.RemoveRoot(like);
  crowd.Same("a number of a copy", copy->number, like->number);
  crowd.Same("what is no property is not copied", copy->unlisted, 0);
  crowd.Same("a text of a copy", copy->text == like->text, true);
  crowd.Same("what a copy refers to", copy->held == like->held.Get(), true);
  crowd.Same("references behind a copy", gc::TailOf(*copy), tail);
  const gc::Object* const held = copy->held.Get();
  const gc::Object* const behind = tail > 0 ? gc::Tail(*copy)[0].Raw() : nullptr;
  if (tail > 0) crowd.Same("what is behind a copy", behind == gc::Tail(*like)[0].Raw(), true);
  like->held = nullptr;
  if (tail > 0) gc::Tail(*like)[0] = nullptr;
  crowd.Step([&] { heap.Collect(); });
  crowd.Same("what only a copy refers to lives",
             gc::IsValidLowLevel(held) && (behind == nullptr || gc::IsValidLowLevel(behind)), true);
  heap.RemoveRoot(copy);
  crowd.Settle();
}

}  // namespace
}  // namespace properties::crowds
