// reference/trace/trace_bytes.cc -- which bits of a record mean what, read and written.
//
//     byte 0   low 6 bits: the verb, by kVerbOfCode; high 2 bits: the lane
//     byte 1   low 6 bits: the object; high 2 bits: the high bits of its field
//     byte 2   low 6 bits: the target, or the slot wN or rN; high 2 bits: the high bits of the
//              target's field, or 3 if a store stores null; or the whole: a number of fields, or of
//              seconds
//     byte 3   low 4 bits: the low bits of the field; high 4 bits: those of the target's field; or
//              the other slot; or the flag, in its lowest bit; or fields, beside an object
//
// A tick uses bytes 1 to 3 for its units. An object or a field is read modulo their number.

#include "reference/trace/trace_bytes.h"

#include <algorithm>
#include <array>

#include "reference/trace/trace_grammar.h"
#include "reference/variant/variant_byte.h"

namespace reference {
namespace {

using Record = std::array<std::uint8_t, kRecordBytes>;
using Header = std::array<std::uint8_t, kTraceHeaderBytes>;

// A byte chosen for a value below 192 is one of what is usual, and from there on exact.
constexpr std::uint32_t kUsualBelow = 192;
constexpr std::uint32_t kMostOfAnything = 256 - kUsualBelow;  // 64 objects, fields or slots
constexpr std::array<std::uint32_t, 4> kUsualObjects = {8, 3, 4, 5};
constexpr std::array<std::uint32_t, 4> kUsualFields = {2, 1, 3, 4};
constexpr std::array<std::uint32_t, 4> kUsualSlots = {4, 1, 2, 8};
static_assert(kMostOfAnything == kFieldLimit);

// The codes of the verbs that a fuzzer may use: all but the expectations, in the order of the
// table; and then, as often as there is room, those again that make most of a good run.
constexpr std::uint32_t kVerbCodes = 64;
constexpr std::uint32_t kDecodedVerbs = static_cast<std::uint32_t>(std::ranges::count_if(
    kVerbs, [](const VerbEntry& entry) { return !IsExpectation(entry.verb); }));
constexpr std::array<Verb, 6> kVerbsAgain = {Verb::kTick,   Verb::kStore, Verb::kTick,
                                             Verb::kCreate, Verb::kTick,  Verb::kReferencerHold};
static_assert(kDecodedVerbs <= kVerbCodes);

constexpr std::array<Verb, kVerbCodes> kVerbOfCode = [] {
  std::array<Verb, kVerbCodes> verbs{};
  std::uint32_t code = 0;
  for (const VerbEntry& entry : kVerbs) {
    if (!IsExpectation(entry.verb)) verbs[code++] = entry.verb;
  }
  for (; code < kVerbCodes; ++code) {
    verbs[code] = kVerbsAgain[(code - kDecodedVerbs) % kVerbsAgain.size()];
  }
  return verbs;
}();

// By verb; an expectation has none.
constexpr std::array<std::uint8_t, kVerbCount> kCodeOfVerb = [] {
  std::array<std::uint8_t, kVerbCount> codes{};
  for (std::uint32_t code = 0; code < kDecodedVerbs; ++code) {
    codes[static_cast<std::size_t>(kVerbOfCode[code])] = static_cast<std::uint8_t>(code);
  }
  return codes;
}();

constexpr std::uint32_t kContainers = 160;  // byte 2 of a creation, from here on: no fields
constexpr std::uint32_t kExplicitFields = 255 - kFieldLimit;  // and from here on: so many
constexpr std::uint32_t kMiddleTicks = 224;  // byte 1 from here on: ticks of 5 to 32 units
constexpr std::uint32_t kLargeTicks = 252;   // and from here on: up to 2^18, with bytes 2 and 3
constexpr std::uint32_t kMostUnits = (256 - kLargeTicks) << 16;
constexpr std::uint32_t kNullBits = 3;

// How many there are of everything: the header, decoded.
struct Shape {
  Locals locals = Locals::kDead;
  std::uint32_t lanes = 1;
  std::uint32_t objects = kUsualObjects[0];
  std::uint32_t fields = kUsualFields[0];
  std::uint32_t slots = kUsualSlots[0];
  std::uint32_t ways = 0;  // TraceHeader::shape
  Variant heap;
};

constexpr std::uint8_t Byte(std::uint32_t value) { return static_cast<std::uint8_t>(value); }

std::uint32_t CountOf(std::uint8_t byte, const std::array<std::uint32_t, 4>& usual) {
  return byte < kUsualBelow ? usual[byte % usual.size()] : byte - kUsualBelow + 1;
}

// A byte for at least this many. Beyond 64 it is a byte for too few, and the trace will not fit.
std::uint8_t ByteForCount(std::uint32_t count, const std::array<std::uint32_t, 4>& usual) {
  if (count <= usual[0]) return 0;
  return Byte(kUsualBelow - 1 + std::min(count, kMostOfAnything));
}

static_assert(kLocalsWords.size() <= kSecondPage);

Header HeaderOf(std::span<const std::uint8_t> bytes) {
  Header header{};
  std::copy_n(bytes.begin(), std::min(bytes.size(), header.size()), header.begin());
  return header;
}

Shape DecodeShape(std::span<const std::uint8_t> bytes) {
  const Header header = HeaderOf(bytes);
  const std::uint32_t low = header[0] & 3u;
  const LanesAndHeap both = LanesAndHeapOf(low, header[0] >> 2);
  return {.locals = static_cast<Locals>(low % kLocalsWords.size()),
          .lanes = both.lanes,
          .objects = CountOf(header[1], kUsualObjects),
          .fields = CountOf(header[2], kUsualFields),
          .slots = CountOf(header[3], kUsualSlots),
          .ways = header[4] | header[5] << 8u | header[6] << 16u |
                  static_cast<std::uint32_t>(header[7]) << 24u,
          .heap = both.heap};
}

Header EncodeShape(const Shape& shape) {
  return {Byte(FirstByteOf(static_cast<std::uint32_t>(shape.locals), shape.lanes, shape.heap)),
          ByteForCount(shape.objects, kUsualObjects),
          ByteForCount(shape.fields, kUsualFields),
          ByteForCount(shape.slots, kUsualSlots),
          Byte(shape.ways),
          Byte(shape.ways >> 8),
          Byte(shape.ways >> 16),
          Byte(shape.ways >> 24)};
}

std::uint32_t DecodeUnits(const Record& record) {
  if (record[1] < kMiddleTicks) return 1 + record[1] % 4u;
  if (record[1] < kLargeTicks) return 5 + (record[1] - kMiddleTicks);
  const std::uint32_t high = record[1] - kLargeTicks;
  return 1 + (high << 16 | static_cast<std::uint32_t>(record[2]) << 8 | record[3]);
}

void EncodeUnits(std::uint32_t units, Record& record) {
  const std::uint32_t from_zero = std::min(units, kMostUnits) - 1;
  if (units <= 4) {
    record[1] = Byte(from_zero);
  } else if (units < 5 + kLargeTicks - kMiddleTicks) {
    record[1] = Byte(units - 5 + kMiddleTicks);
  } else {
    record[1] = Byte((from_zero >> 16) + kLargeTicks);
    record[2] = Byte(from_zero >> 8);
    record[3] = Byte(from_zero);
  }
}

std::uint16_t DecodeField(std::uint32_t high, std::uint32_t low, const Shape& shape) {
  return static_cast<std::uint16_t>((high << 4 | low) % shape.fields);
}

std::uint32_t FieldCountOf(std::uint8_t byte, const Shape& shape) {
  if (byte < kContainers) return shape.fields;
  return byte < kExplicitFields ? 0 : byte - kExplicitFields;
}

std::size_t ByteOfCount(Verb verb) { return Takes(verb, Operand::kOther) ? 3 : 2; }

void DecodeOperand(Operand operand, const Record& record, const Shape& shape, Operation& out) {
  switch (operand) {
    case Operand::kNone:
      return;
    case Operand::kField:
      out.field = DecodeField(record[1] >> 6, record[3] & 15, shape);
      [[fallthrough]];
    case Operand::kObject:
      out.object = (record[1] & 63u) % shape.objects;
      return;
    case Operand::kTargetField:
      out.target_field = DecodeField(record[2] >> 6, record[3] >> 4, shape);
      out.target = (record[2] & 63u) % shape.objects;
      return;
    case Operand::kOther:
      out.target = (record[2] & 63u) % shape.objects;
      return;
    case Operand::kValue:
      out.target = record[2] >> 6 == kNullBits ? kNull : (record[2] & 63u) % shape.objects;
      return;
    case Operand::kFieldCount:
      out.number = FieldCountOf(record[ByteOfCount(out.verb)], shape);
      return;
    case Operand::kUnits:
      out.number = DecodeUnits(record);
      return;
    case Operand::kWeak:
    case Operand::kReferencer:
      out.number = (record[2] & 63u) % shape.slots;
      return;
    case Operand::kOtherWeak:
      out.other = (record[3] & 63u) % shape.slots;
      return;
    case Operand::kYesNo:
    case Operand::kRaw:
      out.flag = record[3] & 1u;
      return;
    case Operand::kSeconds:
      out.number = record[2];
      return;
  }
}

Operation DecodeRecord(const Record& record, const Shape& shape) {
  Operation operation{.verb = kVerbOfCode[record[0] & 63u]};
  operation.lane = Byte((record[0] >> 6) % shape.lanes);
  for (const Operand operand : OperandsOf(operation.verb)) {
    DecodeOperand(operand, record, shape, operation);
  }
  return operation;
}

void EncodeOperand(Operand operand, const Operation& from, const Shape& shape, Record& record) {
  switch (operand) {
    case Operand::kNone:
      return;
    case Operand::kField:
      record[1] = Byte(from.field >> 4 << 6);
      record[3] |= Byte(from.field & 15);
      [[fallthrough]];
    case Operand::kObject:
      record[1] |= Byte(from.object & 63);
      return;
    case Operand::kTargetField:
      record[2] = Byte(from.target_field >> 4 << 6 | (from.target & 63));
      record[3] |= Byte(from.target_field << 4);
      return;
    case Operand::kOther:
      record[2] = Byte(from.target & 63);
      return;
    case Operand::kValue:
      record[2] = Byte(from.target == kNull ? kNullBits << 6 : from.target & 63);
      return;
    case Operand::kFieldCount:
      record[ByteOfCount(from.verb)] =
          Byte(from.number == shape.fields ? 0 : from.number + kExplicitFields);
      return;
    case Operand::kUnits:
      return EncodeUnits(from.number, record);
    case Operand::kWeak:
    case Operand::kReferencer:
      record[2] = Byte(from.number & 63);
      return;
    case Operand::kOtherWeak:
      record[3] = Byte(from.other & 63);
      return;
    case Operand::kYesNo:
    case Operand::kRaw:
      record[3] = from.flag;
      return;
    case Operand::kSeconds:
      record[2] = Byte(from.number);
      return;
  }
}

Record EncodeRecord(const Operation& operation, const Shape& shape) {
  Record record{Byte(kCodeOfVerb[static_cast<std::size_t>(operation.verb)] |
                     static_cast<std::uint32_t>(operation.lane) << 6)};
  for (const Operand operand : OperandsOf(operation.verb)) {
    EncodeOperand(operand, operation, shape, record);
  }
  return record;
}

// Widens a shape until this operand fits, if anything can make it fit.
void Widen(Operand operand, const Operation& operation, Shape& shape) {
  const auto hold = [](std::uint32_t& count, std::uint32_t index) {
    count = std::max(count, std::min(index, kMostOfAnything) + 1);
  };
  switch (operand) {
    case Operand::kField:
      hold(shape.fields, operation.field);
      [[fallthrough]];
    case Operand::kObject:
      return hold(shape.objects, operation.object);
    case Operand::kTargetField:
      hold(shape.fields, operation.target_field);
      [[fallthrough]];
    case Operand::kOther:
    case Operand::kValue:
      if (operation.target != kNull) hold(shape.objects, operation.target);
      return;
    case Operand::kWeak:
    case Operand::kReferencer:
      return hold(shape.slots, operation.number);
    case Operand::kOtherWeak:
      return hold(shape.slots, operation.other);
    case Operand::kNone:
    case Operand::kFieldCount:
    case Operand::kUnits:
    case Operand::kSeconds:
    case Operand::kYesNo:
    case Operand::kRaw:
      return;
  }
}

// Bytes have no version: they decode to the newest, which has the same verbs and more.
constexpr bool IsKnown(std::uint32_t version) { return version >= 1 && version <= kVersion; }

Shape ShapeFor(const Trace& trace) {
  Shape shape{.locals = trace.header.locals, .ways = trace.header.shape, .heap = trace.header.heap};
  for (const Operation& operation : trace.operations) {
    shape.lanes = std::max<std::uint32_t>(shape.lanes, operation.lane + 1u);
    for (const Operand operand : OperandsOf(operation.verb)) Widen(operand, operation, shape);
  }
  return shape;
}

}  // namespace

Trace DecodeTrace(std::span<const std::uint8_t> bytes) {
  const Shape shape = DecodeShape(bytes);
  Trace trace{.header = {.locals = shape.locals, .shape = shape.ways, .heap = shape.heap}};
  if (bytes.size() <= kTraceHeaderBytes) return trace;
  const std::size_t count = (bytes.size() - kTraceHeaderBytes) / kRecordBytes;
  trace.operations.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Record record;
    std::copy_n(bytes.begin() + kTraceHeaderBytes + i * kRecordBytes, kRecordBytes, record.begin());
    trace.operations.push_back(DecodeRecord(record, shape));
  }
  return trace;
}

std::optional<std::vector<std::uint8_t>> EncodeTrace(const Trace& trace) {
  const Shape shape = ShapeFor(trace);
  const Header header = EncodeShape(shape);
  std::vector<std::uint8_t> bytes(header.begin(), header.end());
  bytes.reserve(kTraceHeaderBytes + trace.operations.size() * kRecordBytes);
  for (const Operation& operation : trace.operations) {
    const Record record = EncodeRecord(operation, shape);
    bytes.insert(bytes.end(), record.begin(), record.end());
  }
  // Whatever does not fit was cut to size above, and shows here.
  Trace decoded = DecodeTrace(bytes);
  if (IsKnown(trace.header.version)) decoded.header.version = trace.header.version;
  if (decoded != trace) return std::nullopt;
  return bytes;
}

}  // namespace reference
