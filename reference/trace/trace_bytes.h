// reference/trace/trace_bytes.h -- any bytes as a trace: what a fuzzer mutates.
//
// A fuzzer flips bytes and keeps what was new. If a flipped byte shifted the meaning of all that
// follows, it could not build on what it kept. So the form is a header of eight bytes and then
// records of four bytes, one operation each: a byte changes its own operation only (a header byte,
// how all are read), and a record can be cut out, copied or inserted.
//
//     header   discipline, lanes and heap | objects | fields of an object | weak references,
//     referencers
//              and the shape in four bytes, the lowest first
//     record   verb and lane | object | target, number | fields
//
// Bytes are read modulo what there is, so all of them mean something, and most mean something
// small: 8 objects or fewer, 2 fields, ticks of one to four units. Absent header bytes are zero,
// and bytes after the last whole record mean nothing.
//
// Expectations are never decoded. An expectation is a claim of the trace's author, and may be false
// of a mutated trace without anything being wrong.
//
// Read next: trace_bytes.cc, for which bits mean what.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/trace/trace.h"

namespace reference {

inline constexpr std::size_t kTraceHeaderBytes = 8;
inline constexpr std::size_t kRecordBytes = 4;

// The trace that these bytes stand for: one well-formed operation for each whole record.
Trace DecodeTrace(std::span<const std::uint8_t> bytes);

// Bytes that decode to this trace, or none if there are none: if it has an expectation, a name,
// weak reference or referencer from 64 on, a lane from 4 on, a tick above 2^18 units, a frame after
// more than 255 seconds, or a heap with two settings that are not the usual ones.
std::optional<std::vector<std::uint8_t>> EncodeTrace(const Trace& trace);

}  // namespace reference
