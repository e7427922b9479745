// properties/judge/closing.h -- what a heap owes its objects when it is dropped.
//
// A program drops a heap at any moment: while it marks, while objects wait, in the middle of a
// purge. Whatever was pending then, each object that is left ends as every object does: it begins
// its destruction, unless it has; it finishes, ready or not, unless it has; and it is freed. All
// begin before any finishes, and all finish before any is freed. An object whose class lacks a
// callback says nothing of that stage (Setting::kCallbacks).
//
// Read next: properties/judge/judge.h.

#pragma once

#include <span>

#include "reference/oracle/oracle.h"
#include "reference/trace/event.h"

namespace properties {

// The first thing that is wrong in what objects said while their heap was dropped.
reference::Finding CheckClosing(const reference::Oracle& oracle, const reference::Variant& heap,
                                std::span<const reference::Event> events);

}  // namespace properties
