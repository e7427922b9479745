#include "properties/reflecting/judging/kin/core_schemas.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/assembly/assembled.h"
#include "core/gc.h"
#include "properties/base/random.h"
#include "properties/reflecting/judging/kin/schema_lengths.h"
#include "properties/reflecting/judging/kin/very_many.h"

namespace properties::reflecting {
namespace {

// The slots of a part, as C++ knows them.
std::vector<Slot*> SlotsOf(Everything& all, const gc::Reference& line) {
  std::vector<Slot*> slots;
  const auto add = [&slots](auto& range, auto&& slot) {
    for (auto& one : range) slots.push_back(&slot(one));
  };
  const auto itself = [](auto& one) -> Slot& { return const_cast<Slot&>(one); };
  const auto inside = [](auto& one) -> Slot& { return const_cast<Slot&>(one.slot); };
  const std::string name = line.name;
  if (name == "plain") {
    const std::size_t from =
        static_cast<std::size_t>(line.offset - kPlainPart.offset) / sizeof(Slot);
    for (std::size_t i = 0; i < line.count; ++i) slots.push_back(&all.plain[from + i]);
  }
  if (name == "list") add(all.list, itself);
  if (name == "structs") add(all.structs, inside);
  if (name == "asked") add(all.asked, inside);
  if (name == "maybe" && all.maybe) slots.push_back(&*all.maybe);
  if (name == "either" && all.either.index() == 1) slots.push_back(&std::get<1>(all.either));
  if (name == "many") add(all.many, inside);
  if (name == "five") add(all.five, itself);
  if (name == "twelve") add(all.twelve, inside);
  if (name == "pair") slots.push_back(&all.pair.second);
  if (name == "alone") slots.push_back(&all.alone.slot);
  if (name == "tail") {
    for (gc::ObjectPtr<gc::Object>& one : gc::Tail(all))
      slots.push_back(reinterpret_cast<Slot*>(&one));
  }
  return slots;
}

// Whether the line calls a member to be shown its slots.
bool IsAsked(const gc::Reference& line) {
  const std::string name = line.name;
  return name == "asked" || name == "alone";
}

// A class of the line, and what its words were when they were last looked at.
struct Level {
  std::vector<gc::Reference> lines;
  gc::Class type = Everything::kClass;
  const gc::Assembled* seen = nullptr;
};

class SchemasJudge {
 public:
  SchemasJudge(std::uint64_t seed, ReflectingLie lie, ReflectingVerdict& verdict)
      : random_(Mix(seed + 11)), lie_(lie), verdict_(verdict) {
    all_ = heap_.NewWithTail<Everything>(kTail);
    heap_.AddRoot(all_);
  }
  ~SchemasJudge() {
    TypeOfAll() = &Everything::kClass;
    Forget();
  }
  SchemasJudge(const SchemasJudge&) = delete;
  SchemasJudge& operator=(const SchemasJudge&) = delete;

  void Judge() {
    MakeLevels(random_.Between(1, 4));
    for (int change = 0; change < 3 && !Differs(); ++change) {
      for (std::size_t i = 0; i < levels_.size() && !Differs(); ++i) {
        Compare(random_.Below(static_cast<std::uint32_t>(levels_.size())));
      }
      for (Level& level : levels_) level.seen = &gc::AssembledOf(level.type);
      Change(random_.Below(static_cast<std::uint32_t>(levels_.size())));
    }
    if (!Differs() && random_.Chance(1, 3)) JudgeLengths(DrawLines(), verdict_);
    if (!Differs() && random_.Chance(1, 20)) CompareVeryMany(random_, verdict_);
    if (!Differs() && random_.Chance(1, 20)) CompareManyRows(random_, verdict_);
    if (random_.Chance(1, 60)) CompareTooMany();
  }

 private:
  bool Differs() const { return !verdict_.difference.empty(); }
  void Same(std::string_view what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }
  const gc::Class*& TypeOfAll() { return const_cast<gc::Header&>(all_->header()).type; }

  void Forget() {
    for (Level& level : levels_) gc::Relinked(level.type);
    levels_.clear();
  }

  // Each part once, and the plain slots in pieces.
  std::vector<gc::Reference> DrawLines() {
    std::vector<gc::Reference> lines(std::begin(kParts), std::end(kParts));
    for (std::size_t from = 0; from < kPlain;) {
      const std::size_t count =
          std::min<std::size_t>(1 + random_.Below(random_.Chance(1, 3) ? 9 : 1), kPlain - from);
      gc::Reference line = kPlainPart;
      line.offset += static_cast<std::int32_t>(from * sizeof(Slot));
      line.count = static_cast<std::uint32_t>(count);
      if (count == 1) line.kind = gc::ReferenceKind::kOne;
      if (random_.Chance(3, 4)) lines.push_back(line);
      from += count;
    }
    for (std::size_t i = lines.size(); i > 1; --i) {
      std::swap(lines[i - 1], lines[random_.Below(static_cast<std::uint32_t>(i))]);
    }
    return lines;
  }
  // The lines are dealt out; a class has those above first, or somewhere.
  void MakeLevels(std::size_t many) {
    deck_ = DrawLines();
    for (std::size_t i = 0; i < many; ++i) {
      Level& level = levels_.emplace_back();
      if (i > 0) level.type.super = &levels_[i - 1].type;
      Deal(i);
    }
  }
  void Deal(std::size_t at) {
    Level& level = levels_[at];
    const std::vector<gc::Reference> above =
        at > 0 ? levels_[at - 1].lines : std::vector<gc::Reference>();
    level.lines = above;
    for (std::uint32_t i = random_.Below(8); i > 0 && !deck_.empty(); --i) {
      level.lines.push_back(deck_.back());
      deck_.pop_back();
    }
    if (random_.Chance(1, 5)) std::ranges::reverse(level.lines);
    if (random_.Chance(1, 6)) {  // some of those above are missing
      level.lines.resize(random_.Below(1 + static_cast<std::uint32_t>(level.lines.size())));
    }
    level.type.references = level.lines;
  }

  // Of this class and all below: what they had is dealt out anew.
  void Change(std::size_t from) {
    const std::vector<gc::Reference> above =
        from > 0 ? levels_[from - 1].lines : std::vector<gc::Reference>();
    deck_ = DrawLines();
    std::erase_if(deck_, [&above](const gc::Reference& line) {
      return std::ranges::any_of(above, [&line](const gc::Reference& one) {
        return line.offset < one.offset + Reach(one) && one.offset < line.offset + Reach(line);
      });
    });
    for (std::size_t i = from; i < levels_.size(); ++i) Deal(i);
    gc::Relinked(levels_[from].type);
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const Level& level = levels_[i];
      Same("words are out of date of class " + std::to_string(i), level.seen->IsStale(), i >= from);
      if (i < from) Same("they are as before", &gc::AssembledOf(level.type) == level.seen, true);
    }
  }
  static std::int32_t Reach(const gc::Reference& line) {
    return static_cast<std::int32_t>(std::max<std::uint32_t>(line.count, 1) * sizeof(Slot));
  }

  void Fill() {
    all_->list.clear();
    for (std::uint32_t i = random_.Below(6); i > 0; --i) all_->list.push_back(nullptr);
    all_->structs.clear();
    for (std::uint32_t i = random_.Below(4); i > 0; --i) all_->structs.emplace_back();
    all_->asked.clear();
    for (std::uint32_t i = random_.Below(3); i > 0; --i) all_->asked.emplace_back();
    all_->maybe.reset();
    if (random_.Chance(1, 2)) all_->maybe.emplace();
    all_->either = 7;
    if (random_.Chance(1, 2)) all_->either = Slot();
    leaves_.clear();
    std::vector<gc::Reference> parts(std::begin(kParts), std::end(kParts));
    parts.push_back(kPlainPart);
    for (const gc::Reference& part : parts) {
      for (Slot* const slot : SlotsOf(*all_, part)) {
        *slot = random_.Chance(3, 4) ? heap_.New<Leaf>() : nullptr;
        if (*slot != nullptr) leaves_.emplace_back(slot, slot->Get());
      }
    }
  }

  void Compare(std::size_t at) {
    Level& level = levels_[at];
    TypeOfAll() = &level.type;
    Fill();
    CompareSlots(level);
    CompareWords(at);
    CompareKept(level);
  }
  void CompareSlots(const Level& level) {
    std::vector<std::pair<const void*, std::size_t>> paper, named;  // the slot, its line
    std::vector<std::size_t> elements;
    for (std::size_t i = 0; i < level.lines.size(); ++i) {
      for (const Slot* const slot : SlotsOf(*all_, level.lines[i])) paper.emplace_back(slot, i);
    }
    std::vector<const void*> slots;
    gc::ForEachSlotByWords(*all_, [&](gc::ObjectSlot& slot) { slots.push_back(&slot); });
    if (lie_ == ReflectingLie::kWrongSchema && !slots.empty()) slots.pop_back();
    bool same = slots.size() == paper.size();
    for (std::size_t i = 0; same && i < slots.size(); ++i) same = slots[i] == paper[i].first;
    Same("the words of a class lead to the slots of its lines, in their order", same, true);
    gc::ForEachNamedSlot(*all_,
                         [&](gc::ObjectSlot& slot, const gc::Reference& line, std::size_t element) {
                           const std::ptrdiff_t number = &line - level.lines.data();
                           elements.push_back(element);
                           named.emplace_back(&slot, static_cast<std::size_t>(number));
                         });
    Same("each slot has the line that lists it", named == paper, true);
    for (std::size_t i = 0; !Differs() && i < elements.size(); ++i) {
      const bool goes_on = i > 0 && paper[i].second == paper[i - 1].second;
      Same("the number of a slot in its line", elements[i], goes_on ? elements[i - 1] + 1 : 0);
    }
    const gc::Assembled& words = gc::AssembledOf(level.type);
    Same("the words of a class call, and none of its members is asked",
         words.HasCalls() && !words.IsByLines(),
         !words.IsByLines() && std::ranges::any_of(level.lines, IsAsked));
    if (words.form() != gc::Assembled::Form::kFlat) return;
    Same("slots of a class whose words are flat", words.SlotsWith(kTail), paper.size());
  }
  // Those of the class above come first, if its lines do.
  void CompareWords(std::size_t at) {
    const gc::Assembled& words = gc::AssembledOf(levels_[at].type);
    Same("words are out of date that were just made", words.IsStale(), false);
    Same("words end where they end", gc::IsWhole({words.words(), words.length()}), true);
    Same("a class is walked by its lines", words.IsByLines(), false);
    if (at == 0)
      return Same("words of a class above that there is not", words.parent() != nullptr, false);
    const gc::Assembled& above = gc::AssembledOf(levels_[at - 1].type);
    Same("the words of the class above are known", words.parent() == &above, true);
  }
  void CompareKept(const Level& level) {
    std::vector<std::pair<const Slot*, gc::WeakPtr<Leaf>>> weak;
    for (const auto& [slot, leaf] : leaves_) weak.emplace_back(slot, gc::WeakPtr<Leaf>(leaf));
    std::vector<const Slot*> listed;
    for (const gc::Reference& line : level.lines) {
      for (const Slot* const slot : SlotsOf(*all_, line)) listed.push_back(slot);
    }
    heap_.Collect();
    for (const auto& [slot, leaf] : weak) {
      const bool is_listed = std::ranges::find(listed, slot) != listed.end();
      Same("what a slot holds is kept if a line lists the slot", leaf.Get() != nullptr, is_listed);
    }
  }

  // More lines than a word can have the number of: the object is walked by its lines, and so is one
  // of a class that begins with them.
  void CompareTooMany() {
    Forget();
    deck_.clear();
    Level& above = levels_.emplace_back();
    gc::Reference line = kPlainPart;
    line.kind = gc::ReferenceKind::kOne;
    line.count = 1;
    above.lines.assign(std::size_t{std::numeric_limits<std::uint16_t>::max()} + 2, line);
    above.type.references = above.lines;
    Level& below = levels_.emplace_back();
    below.type.super = &above.type;
    below.lines = above.lines;
    below.lines.push_back(kParts[random_.Below(std::size(kParts))]);
    below.type.references = below.lines;
    for (Level& level : levels_) {
      TypeOfAll() = &level.type;
      Fill();
      CompareSlots(level);
      const gc::Assembled& words = gc::AssembledOf(level.type);
      Same("a class with too many lines is walked by them", words.IsByLines(), true);
      Same("such words call", words.form() == gc::Assembled::Form::kCalls && words.HasCalls(),
           true);
    }
  }

  Random random_;
  const ReflectingLie lie_;
  ReflectingVerdict& verdict_;
  gc::Heap heap_;
  Everything* all_ = nullptr;
  std::deque<Level> levels_;
  std::vector<gc::Reference> deck_;  // lines that no class has
  std::vector<std::pair<const Slot*, Leaf*>> leaves_;
};

}  // namespace

void JudgeSchemas(std::uint64_t seed, ReflectingLie lie, ReflectingVerdict& verdict) {
  SchemasJudge(seed, lie, verdict).Judge();
}

}  // namespace properties::reflecting
