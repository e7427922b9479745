// core/assembly/assembled.cc -- from the lines of a class to words, once, and again after a change.

#include "core/assembly/assembled.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/guarded.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// A walk by the lines, as one call.
void ShowByLines(void* object, const SlotVisitor& visit) {
  ForEachSlot(*static_cast<Object*>(object), [&visit](ObjectSlot& slot) { visit(slot); });
}

bool IsPlainLine(const Reference& line) { return !line.ShowsItself(); }

bool SaysTheSame(const Reference& a, const Reference& b) {
  return a.kind == b.kind && a.offset == b.offset && a.count == b.count && a.field == b.field;
}

// Whether the lines of the class begin with those of the class above.
bool BeginsWithThoseAbove(const Class& type) {
  const Schema above = type.super->references;
  return above.size() <= type.references.size() &&
         std::equal(above.begin(), above.end(), type.references.begin(), SaysTheSame);
}

// Contributes the lines from one number up to another, and ends.
void ContributeLines(const Class& type, std::size_t from, std::size_t to, Entries& entries) {
  for (std::size_t i = from; i < to; ++i) {
    const Reference& line = type.references[i];
    entries.Line(i, IsPlainLine(line));
    switch (line.kind) {
      case ReferenceKind::kOne:
      case ReferenceKind::kArray:
        entries.Slots(line.offset, line.count);
        break;
      case ReferenceKind::kTrailing:
        entries.Trailing(line.offset);
        break;
      case ReferenceKind::kField:
      case ReferenceKind::kRaw:
      case ReferenceKind::kShown:
        line.field->contribute(entries, line.offset);
        break;
    }
  }
  entries.End();
}

bool HasStaleAbove(const Assembled& schema) {
  for (const Assembled* at = schema.parent(); at != nullptr; at = at->parent()) {
    if (at->IsStale()) return true;
  }
  return false;
}

Assembled::Form FormOf(const Entries::Shape& shape) {
  if (shape.is_flat) return Assembled::Form::kFlat;
  return shape.calls ? Assembled::Form::kCalls : Assembled::Form::kOpen;
}

}  // namespace

Assembled::Assembled(const Entries::Shape& shape, std::size_t length, const Assembled* parent,
                     bool is_by_lines)
    : form_(FormOf(shape)),
      is_by_lines_(is_by_lines),
      has_calls_(shape.calls),
      tails_(shape.has_tail ? ~std::uint32_t{0} : 0),
      length_(static_cast<std::uint32_t>(length)),
      slots_(shape.slots),
      parent_(parent) {}

// All schemas of the program. Never destroyed, as objects may be collected after main; and made
// without memory of the heap, as a step that needs a schema must not fail for want of it.
class Assembly {
 public:
  static Assembly& TheOnly() {
    alignas(Assembly) static std::byte place[sizeof(Assembly)];
    static Assembly& assembly = *new (place) Assembly;
    return assembly;
  }

  // Null if there is no memory.
  const Assembled* Get(const Class& type) {
    const std::lock_guard lock(mutex_);
    try {
      return &Make(type);
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }
  // What serves then. It is no class's own, so that the next who asks tries again.
  static const Assembled& ByLines() {
    constexpr std::size_t kWords = 3;
    struct Whole {
      Assembled header;
      Word words[kWords];
      std::uint16_t labels[kWords];
    };
    static const Whole whole = {
        .header = {{.calls = true, .is_flat = false}, kWords, nullptr, true},
        .words = {Word::Wide(Op::kCall, 0, 0), WordOf(&ShowByLines), Word()},
        .labels = {}};
    return whole.header;
  }
  void Forget(const Class& type) {
    const std::lock_guard lock(mutex_);
    MarkStale(type);
  }
  const Assembled* With(WordGap gap, const Assembled& whole) {
    const std::lock_guard lock(mutex_);
    const auto found = gaps_->find(&whole);
    return found != gaps_->end() ? found->second[static_cast<std::size_t>(gap)] : nullptr;
  }

 private:
  struct Current {
    const Assembled* schema;
    Entries::Shape shape;
  };

  const Assembled& Make(const Class& type);
  std::size_t BeginWithThoseAbove(const Class& type, Entries& entries) const;
  const Assembled& Build(const Class& type, const Assembled* parent, Entries& entries,
                         bool is_by_lines);
  Assembled& Lay(const Assembled* parent, Entries& entries, bool is_by_lines);
  void LeaveGaps(const Class& type, const Assembled* before, const Assembled& whole);
  void MarkStale(const Class& type);

  Mutex mutex_;
  Guarded<std::unordered_map<const Class*, Current>> current_{mutex_};  // the class may be gone
  const Assembled* live_ = nullptr;                                     // a list
  const Assembled* stale_ = nullptr;                                    // a list
  std::vector<Entries::Inner> inner_;
  // In the faulty build, beside words that are whole: those with each gap, or null.
  Guarded<std::unordered_map<const Assembled*, std::array<const Assembled*, kGaps>>> gaps_{mutex_};
};

const Assembled& Assembly::Make(const Class& type) {
  const std::atomic_ref published(type.learnt.assembled);
  const Assembled* const known = published.load(std::memory_order_relaxed);
  if (known != nullptr && !known->IsStale()) return *known;
  MarkStale(type);  // that of a class which stood here before, or of this one before it was changed
  const Assembled* const parent = type.super != nullptr ? &Make(*type.super) : nullptr;
  Entries entries;
  ContributeLines(type, BeginWithThoseAbove(type, entries), type.references.size(), entries);
  const Assembled* made = nullptr;
  if (entries.shape().fits) {
    made = &Build(type, parent, entries, false);
  } else {
    Entries by_lines;
    by_lines.Call(0, &ShowByLines);
    by_lines.End();
    made = &Build(type, parent, by_lines, true);
  }
  if (kFaulty) LeaveGaps(type, known, *made);
  published.store(made, std::memory_order_release);
  return *made;
}

// Begins with the words of the class above, which are there, if its lines come first. Returns the
// number of lines that this is.
std::size_t Assembly::BeginWithThoseAbove(const Class& type, Entries& entries) const {
  if (type.super == nullptr || !BeginsWithThoseAbove(type)) return 0;
  const auto& [parent, shape] = current_->at(type.super);
  if (parent->is_by_lines_) return 0;
  const std::size_t words = parent->length() - 1;  // without kEnd
  entries.Begin({parent->words(), words}, {parent->labels(), words}, shape);
  return type.super->references.size();
}

const Assembled& Assembly::Build(const Class& type, const Assembled* parent, Entries& entries,
                                 bool is_by_lines) {
  Current& current = current_[&type];
  Assembled& made = Lay(parent, entries, is_by_lines);
  made.next_ = std::exchange(live_, &made);
  current = {&made, entries.shape()};
  return made;
}

// Header, words and labels in one piece.
Assembled& Assembly::Lay(const Assembled* parent, Entries& entries, bool is_by_lines) {
  const std::vector<Word>& words = entries.words();
  std::vector<Entries::Inner> inner = entries.TakeInner();
  std::ranges::move(inner, std::back_inserter(inner_));
  constexpr std::align_val_t kLine{64};
  const std::size_t bytes =
      sizeof(Assembled) + words.size() * (sizeof(Word) + sizeof(std::uint16_t));
  auto* const memory = static_cast<std::byte*>(::operator new(bytes, kLine));
  Assembled* const made =
      new (memory) Assembled(entries.shape(), words.size(), parent, is_by_lines);
  Word* const first = reinterpret_cast<Word*>(memory + sizeof(Assembled));
  std::uninitialized_copy(words.begin(), words.end(), first);
  std::uninitialized_copy(entries.labels().begin(), entries.labels().end(),
                          reinterpret_cast<std::uint16_t*>(first + words.size()));
  return *made;
}

// Here and now, as later there may be no memory for it. `before` is what the class had until it
// changed.
void Assembly::LeaveGaps(const Class& type, const Assembled* before, const Assembled& whole) {
  std::array<const Assembled*, kGaps>& gaps = gaps_[&whole];
  gaps[static_cast<std::size_t>(WordGap::kLatestChange)] = before;
  const std::size_t lines = type.references.size();
  Entries cut;
  const std::size_t above = BeginWithThoseAbove(type, cut);
  if (whole.is_by_lines_ || above == lines) return;
  ContributeLines(type, above, lines - 1, cut);
  gaps[static_cast<std::size_t>(WordGap::kLastLine)] = &Lay(nullptr, cut, false);
  if (above == 0) return;
  Entries own;
  ContributeLines(type, above, lines, own);
  gaps[static_cast<std::size_t>(WordGap::kParent)] = &Lay(nullptr, own, false);
}

// What is current for the class is out of date, with all that has it above.
void Assembly::MarkStale(const Class& type) {
  const auto found = current_->find(&type);
  if (found == current_->end() || found->second.schema == nullptr) return;
  found->second.schema->form_.store(Assembled::Form::kStale, std::memory_order_relaxed);
  found->second.schema = nullptr;
  for (const Assembled** link = &live_; *link != nullptr;) {
    const Assembled* const one = *link;
    if (HasStaleAbove(*one)) one->form_.store(Assembled::Form::kStale, std::memory_order_relaxed);
    if (one->IsStale()) {
      *link = one->next_;
      one->next_ = std::exchange(stale_, one);
    } else {
      link = &one->next_;
    }
  }
}

const Assembled& Assemble(const Class& type) {
  const Assembled* const made = Assembly::TheOnly().Get(type);
  return made != nullptr ? *made : Assembly::ByLines();
}

const Assembled* AssembledWith(WordGap gap, const Class& type) {
  return Assembly::TheOnly().With(gap, AssembledOf(type));
}

void Relinked(const Class& type) { Assembly::TheOnly().Forget(type); }

void MustEnd(std::span<const Word> words, const Class& type) {
  if (IsWhole(words)) return;
  Abort(Misuse{.sentence = "a packed schema must end where its last word is",
               .where = GC_HERE,
               .what = type.name});
}

namespace {

// The line of the word of a flat schema that has the slot.
std::size_t LabelIn(const Assembled& schema, const Object& object, const ObjectSlot& slot) {
  struct Search {
    void Slot(const std::byte* at) { found = found || at == wanted; }
    const std::byte* wanted;
    bool found = false;
  } search{reinterpret_cast<const std::byte*>(&slot)};
  auto* const base = const_cast<std::byte*>(reinterpret_cast<const std::byte*>(&object));
  const Word* at = schema.words();
  for (; at->op() != Op::kEnd; ++at) {
    const Word alone[] = {*at, Word()};
    WalkFlat(alone, base, TailOf(object), search);
    if (search.found) break;
  }
  return schema.LineOf(at);
}

}  // namespace

const Reference& LineThatLists(const Object& object, const ObjectSlot& slot, std::size_t label) {
  const Class& type = *object.header().type;
  const std::ptrdiff_t at =
      reinterpret_cast<const std::byte*>(&slot) - reinterpret_cast<const std::byte*>(&object);
  const auto holds = [&](const Reference& line) {
    const std::uint32_t count = line.kind == ReferenceKind::kTrailing ? TailOf(object) : line.count;
    const std::ptrdiff_t behind =
        line.offset + static_cast<std::ptrdiff_t>(count * sizeof(ObjectSlot));
    return IsPlainLine(line) && line.offset <= at && at < behind;
  };
  const auto plain = std::ranges::find_if(type.references, holds);
  if (plain != type.references.end()) return *plain;
  const Assembled& schema = AssembledOf(type);
  const bool is_flat = schema.form() == Assembled::Form::kFlat;
  return type.references[is_flat ? LabelIn(schema, object, slot) : label];
}

}  // namespace GC_BUILD
}  // namespace gc
