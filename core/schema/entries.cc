// core/schema/entries.cc -- packs slots, and writes down what else fields contribute.

#include "core/schema/entries.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr std::int64_t kUnit = kSlotBytes;
// So many adjacent slots have a word of their own, as a row is walked faster than packed offsets.
constexpr std::size_t kWorthARow = Word::kMostPacked;
// A row inside of an object is written out up to so many elements.
constexpr std::uint64_t kWrittenOut = 8;

bool IsPackable(std::int64_t at) { return at >= -Word::kReach && at < Word::kReach; }

}  // namespace

void Entries::Slots(std::int64_t at, std::uint64_t count) {
  if (count > Word::kMostNumber || at % kUnit != 0) {
    shape_.fits = false;
    return;
  }
  shape_.slots += count;
  if (count < kWorthARow) {
    for (std::uint64_t i = 0; i < count; ++i) {
      waiting_.push_back(at / kUnit + static_cast<std::int64_t>(i));
    }
  } else {
    Add(Op::kRow, count, at);
  }
}

void Entries::Trailing(std::int64_t at) {
  shape_.has_tail = true;
  Add(Op::kTrailing, 0, at);
}

void Entries::Tagged(std::int64_t at) {
  shape_.is_flat = false;
  Add(Op::kTagged, 0, at);
}

// What is being contributed already, further out, would go on for ever.
bool Entries::IsCut(List list) const {
  std::size_t depth = 0;
  for (const Entries* at = this; at != nullptr; at = at->outer_, ++depth) {
    if (at->list_ == list || depth == kMostNested) return true;
  }
  return false;
}

bool Entries::CanWalk(const Elements& elements, const Entries& inner) const {
  return inner.shape_.fits && elements.bytes % kSlotBytes == 0 &&
         elements.bytes <= Word::kMostNumber;
}

void Entries::Range(std::int64_t at, const Elements& elements) {
  if (IsCut(elements.list)) return Call(at, elements.show);
  Entries inner(*this, elements.list);
  elements.list(inner, 0);
  inner.End();
  const std::span words = inner.words();
  const Word first = words.front();
  if (!CanWalk(elements, inner)) return Call(at, elements.show);
  if (first.op() == Op::kEnd) return;  // nothing in it is followed
  shape_.is_flat = false;
  if (words.size() == 2 && first.op() <= Op::kFour) {
    if (elements.bytes == kSlotBytes) return Add(Op::kRange, 0, at);  // each is a slot
    Add(Op::kPackedRange, elements.bytes, at);
    return Put(first);
  }
  AddInner(Op::kStructRange, at, elements.bytes, inner);
}

void Entries::Row(std::int64_t at, std::uint64_t count, const Elements& elements) {
  if (count <= kWrittenOut) {
    for (std::uint64_t i = 0; i < count; ++i) {
      elements.list(*this, at + static_cast<std::int64_t>(i * elements.bytes));
    }
    return;
  }
  if (IsCut(elements.list)) return Call(at, elements.show);
  Entries inner(*this, elements.list);
  elements.list(inner, 0);
  inner.End();
  if (!CanWalk(elements, inner)) return Call(at, elements.show);
  const Word first = inner.words().front();
  if (first.op() == Op::kEnd) return;
  if (inner.words().size() == 2 && first.op() == Op::kOne && elements.bytes == kSlotBytes) {
    return Slots(at, count);
  }
  shape_.is_flat = false;
  AddInner(Op::kStructRow, at, elements.bytes, inner);
  Put(Word(count));
}

// The schema of the elements is kept beside this one, with all that it leads to.
void Entries::AddInner(Op op, std::int64_t at, std::uint64_t bytes, Entries& inner) {
  auto words = std::make_unique<Word[]>(inner.words().size());
  std::ranges::copy(inner.words(), words.get());
  Add(op, bytes, at);
  Put(WordOf(static_cast<const Word*>(words.get())));
  shape_.calls = shape_.calls || inner.shape_.calls;
  inner_.push_back(std::move(words));
  for (Inner& deeper : inner.inner_) inner_.push_back(std::move(deeper));
}

void Entries::When(std::int64_t flag, std::uint8_t value, std::int64_t at, List list) {
  Add(Op::kUnless, 0, flag);
  const std::size_t start = words_.size();
  list(*this, at);
  Pack();
  const std::size_t skipped = words_.size() - start;
  constexpr unsigned kValueBits = 8;
  if (skipped == 0) {
    words_.pop_back();
    labels_.pop_back();
    return;
  }
  shape_.is_flat = false;
  if (skipped > Word::kMostNumber >> kValueBits || !shape_.fits) {
    shape_.fits = false;
    return;
  }
  words_[start - 1] =
      Word::Wide(Op::kUnless, static_cast<std::uint32_t>(skipped << kValueBits) | value,
                 static_cast<std::int32_t>(flag / kUnit));
}

void Entries::Call(std::int64_t at, ShowSlots show) {
  shape_.is_flat = false;
  shape_.calls = true;
  Add(Op::kCall, 0, at);
  Put(WordOf(show));
}

void Entries::Add(Op op, std::uint64_t number, std::int64_t at) {
  Pack();
  const std::int64_t offset = at / kUnit;
  using Offset = std::numeric_limits<std::int32_t>;
  if (at % kUnit != 0 || offset < Offset::min() || offset > Offset::max()) shape_.fits = false;
  Put(Word::Wide(op, static_cast<std::uint32_t>(number), static_cast<std::int32_t>(offset)));
}

// Writes down the waiting slots: long rows and what is out of reach by themselves, all others four
// in a word.
void Entries::Pack() {
  const std::vector<std::int64_t> waiting = std::exchange(waiting_, {});
  const std::size_t count = waiting.size();
  std::size_t start = 0;  // of those that are still to be packed
  for (std::size_t at = 0; at < count;) {
    std::size_t end = at + 1;
    while (end < count && waiting[end] == waiting[end - 1] + 1) ++end;
    const bool is_row = end - at >= kWorthARow;
    const bool is_far = !IsPackable(waiting[at]) || !IsPackable(waiting[end - 1]);
    if (is_row || is_far) {
      PackSome({waiting.data() + start, at - start});
      Put(Word::Wide(Op::kRow, static_cast<std::uint32_t>(end - at),
                     static_cast<std::int32_t>(waiting[at])));
      start = end;
    }
    at = end;
  }
  PackSome({waiting.data() + start, count - start});
}

void Entries::PackSome(std::span<const std::int64_t> offsets) {
  while (!offsets.empty()) {
    const std::size_t count = std::min(offsets.size(), Word::kMostPacked);
    Put(Word::Packed(offsets.data(), count));
    offsets = offsets.subspan(count);
  }
}

void Entries::Begin(std::span<const Word> words, std::span<const std::uint16_t> labels,
                    const Shape& shape) {
  words_.assign(words.begin(), words.end());
  labels_.assign(labels.begin(), labels.end());
  shape_ = shape;
}

void Entries::Line(std::size_t number, bool is_plain) {
  if (!is_plain || !is_plain_) Pack();
  is_plain_ = is_plain;
  line_ = static_cast<std::uint16_t>(number);
  if (number > std::numeric_limits<std::uint16_t>::max()) shape_.fits = false;
}

void Entries::Put(Word word) {
  words_.push_back(word);
  labels_.push_back(line_);
}

void Entries::End() {
  Pack();
  Put(Word());
}

bool IsWhole(std::span<const Word> words) {
  std::size_t at = 0;
  while (at < words.size() && words[at].op() != Op::kEnd) at += Word::LengthOf(words[at].op());
  return at + 1 == words.size();
}

}  // namespace GC_BUILD
}  // namespace gc
