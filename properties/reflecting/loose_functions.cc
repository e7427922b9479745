#include "properties/reflecting/loose_functions.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "core/gc.h"
#include "core/reflect/call.h"
#include "properties/reflecting/drawing.h"
#include "properties/reflecting/loose_types.h"
#include "properties/reflecting/moods.h"

namespace properties::reflecting {

using reference::reflecting::Deed;

LooseNotes loose_notes;

std::int64_t LooseObject::Sum(std::int8_t a, std::uint32_t b, std::int16_t c) {
  loose_notes.object = this;
  return std::int64_t{a} + b + c;
}
void LooseObject::Note(const std::string& text, bool loud) {
  loose_notes = {this, loud ? text + '!' : text};
}
gc::ObjectPtr<gc::NamedObject> LooseObject::Choose(gc::ObjectPtr<gc::NamedObject> first,
                                                   gc::ObjectPtr<gc::NamedObject> second,
                                                   bool takes_second) const {
  loose_notes.object = this;
  return takes_second ? second : first;
}
std::string LooseObject::Spell(const double& number, Mood mood) noexcept {
  loose_notes.object = this;
  const std::string sign = number < 0 ? "-" : "";
  if (mood == Mood::kGone) return sign + "gone";
  return sign + (mood == Mood::kCalm ? "calm" : "angry");
}
double LooseObject::Half() const noexcept {
  loose_notes.object = this;
  return 0.5 * static_cast<double>(loose_notes.noted.size());
}
std::vector<std::int32_t> LooseObject::Twice(std::vector<std::int32_t> list) {
  loose_notes.object = this;
  const std::size_t size = list.size();
  for (std::size_t i = 0; i < size; ++i) list.push_back(list[i]);
  return list;
}
void LooseObject::Forget() { loose_notes = {this, ""}; }

const TypeEntry& EntryWith(const gc::ValueType& type) {
  return *std::ranges::find(TypeTable(), &type, &TypeEntry::type);
}

namespace {

template <class T>
T MadeOf(const PaperValue& value, const Named& named) {
  T made{};
  EntryWith(gc::kValueTypeOf<T>).set(reinterpret_cast<std::byte*>(&made), value, named);
  return made;
}

template <class T>
PaperValue ValueOf(const T& from, const Named& named) {
  return EntryWith(gc::kValueTypeOf<T>).get(reinterpret_cast<const std::byte*>(&from), named);
}

template <class Result, class Values>
struct Caller;
template <class Result, class... Values>
struct Caller<Result, std::tuple<Values...>> {
  static std::vector<const TypeEntry*> Parameters() {
    return {&EntryWith(gc::kValueTypeOf<Values>)...};
  }
  static const TypeEntry* ResultOf() {
    if constexpr (std::is_void_v<Result>) return nullptr;
    if constexpr (!std::is_void_v<Result>) return &EntryWith(gc::kValueTypeOf<Result>);
  }
  template <std::size_t... kAt>
  static std::optional<PaperValue> Call(gc::Object& object, std::string_view name,
                                        const std::vector<PaperValue>& arguments,
                                        const Named& named, std::string& error,
                                        std::index_sequence<kAt...>) {
    if constexpr (std::is_void_v<Result>) {
      const bool done = gc::Invoke(object, name, error, MadeOf<Values>(arguments[kAt], named)...);
      return done ? std::optional<PaperValue>(PaperValue{}) : std::nullopt;
    } else {
      const std::optional<Result> answer =
          gc::Call<Result>(object, name, error, MadeOf<Values>(arguments[kAt], named)...);
      if (!answer) return std::nullopt;
      return ValueOf(*answer, named);
    }
  }
};

template <auto kMember>
FunctionEntry FunctionRow(Deed deed) {
  using Member = gc::MemberFunction<decltype(kMember)>;
  using Called = Caller<typename Member::Returned, typename Member::Values>;
  FunctionEntry entry{
      .deed = deed, .parameters = Called::Parameters(), .result = Called::ResultOf()};
  entry.describe = [](const char* name, std::span<const char* const> names,
                      std::span<const gc::Metadata> metadata) {
    return gc::MakeFunction<kMember>(name, names, metadata);
  };
  entry.call = [](gc::Object& object, std::string_view name,
                  const std::vector<PaperValue>& arguments, const Named& named,
                  std::string& error) {
    return Called::Call(object, name, arguments, named, error,
                        std::make_index_sequence<std::tuple_size_v<typename Member::Values>>{});
  };
  return entry;
}

}  // namespace

const gc::Function& DescribedAs(const reference::reflecting::PaperFunction& function) {
  static constexpr const char* kNames[] = {"of0", "of1", "of2"};
  static auto& made = *new std::map<std::pair<Deed, std::string>, gc::Function>;
  const auto [at, is_new] = made.try_emplace({function.deed, function.name});
  if (is_new) {
    const FunctionEntry& row = FunctionTable()[static_cast<std::size_t>(function.deed)];
    at->second =
        row.describe(at->first.second.c_str(), std::span(kNames).first(row.parameters.size()),
                     MetadataOf(function.name));
  }
  return at->second;
}

const std::vector<FunctionEntry>& FunctionTable() {
  static const std::vector<FunctionEntry>& table =
      *new std::vector<FunctionEntry>{FunctionRow<&LooseObject::Sum>(Deed::kSum),
                                      FunctionRow<&LooseObject::Note>(Deed::kNote),
                                      FunctionRow<&LooseObject::Choose>(Deed::kChoose),
                                      FunctionRow<&LooseObject::Spell>(Deed::kSpell),
                                      FunctionRow<&LooseObject::Half>(Deed::kHalf),
                                      FunctionRow<&LooseObject::Twice>(Deed::kTwice),
                                      FunctionRow<&LooseObject::Forget>(Deed::kForget)};
  return table;
}

}  // namespace properties::reflecting
