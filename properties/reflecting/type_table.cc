#include "properties/reflecting/type_table.h"

#include <bit>

#include "core/reflect/access.h"
#include "properties/reflecting/known_types.h"

namespace properties::reflecting {

namespace {

using P = gc::ObjectPtr<gc::NamedObject>;
using Any = gc::ObjectPtr<gc::Object>;
using Weak = gc::WeakPtr<gc::NamedObject>;
using Soft = gc::SoftPtr<gc::NamedObject>;
using Lazy = gc::LazyPtr<gc::NamedObject>;

// The bytes of a Holder, which nobody derives a real member from, begin where its offsets count.
template <class Holder, class T>
gc::Property PropertyAt(std::int32_t offset, const char* name, gc::PropertyFlags flags) {
  using Member = T Holder::*;
  return gc::PropertyOf(std::bit_cast<Member>(offset + gc::StartOf<Holder>()), name, flags);
}

template <class T>
constexpr TypeEntry Entry(std::size_t needs) {
  TypeEntry entry{
      .type = &gc::kValueTypeOf<T>, .size = sizeof(T), .alignment = alignof(T), .needs = needs};
  entry.is_opaque = gc::kValueTypeOf<T>.kind == gc::ValueKind::kOpaque;
  entry.property = [](std::int32_t offset, const char* name, gc::PropertyFlags flags,
                      bool of_class) {
    return of_class ? PropertyAt<LooseObject, T>(offset, name, flags)
                    : PropertyAt<LooseStruct<0>, T>(offset, name, flags);
  };
  entry.construct = [](std::byte* at) {
    if constexpr (std::is_array_v<T>) {
      std::uninitialized_value_construct_n(&(*reinterpret_cast<T*>(at))[0], std::extent_v<T>);
    } else {
      new (at) T();
    }
  };
  entry.destroy = [](std::byte* at) { std::destroy_at(reinterpret_cast<T*>(at)); };
  entry.copy = [](std::byte* to, const std::byte* from) {
    T& target = *reinterpret_cast<T*>(to);
    const T& source = *reinterpret_cast<const T*>(from);
    if constexpr (std::is_array_v<T>) {
      std::copy(std::begin(source), std::end(source), std::begin(target));
    } else {
      target = source;
    }
  };
  entry.set = [](std::byte* at, const PaperValue& value, const Named& named) {
    Known<T>::Set(*reinterpret_cast<T*>(at), value, named);
  };
  entry.get = [](const std::byte* at, const Named& named) {
    return Known<T>::Get(*reinterpret_cast<const T*>(at), named);
  };
  entry.find = [](gc::Object& object, std::string_view path, std::string& error) {
    return static_cast<const void*>(gc::GetValue<T>(object, path, error));
  };
  if constexpr (!std::is_array_v<T>) {
    entry.store = [](gc::Object& object, std::string_view path, const PaperValue& value,
                     const Named& named, std::string& error) {
      return gc::SetValue<T>(object, path, Made<T>(value, named), error);
    };
  }
  return entry;
}

class Table {
 public:
  Table() {
    Add<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
        std::int64_t, std::uint64_t, float, double, std::string, Mood>();
    Add<P, Any, Weak, Soft, Lazy>();
    Add<P[3], std::array<P, 2>, std::int16_t[2], std::array<std::string, 2>, Lazy[2],
        std::array<Weak, 2>>();
    Add<gc::Vector<gc::NamedObject>, gc::Deque<gc::NamedObject>, std::vector<std::int32_t>,
        std::deque<double>, std::vector<std::string>, gc::Container<std::vector<Lazy>>,
        std::vector<Weak>, std::vector<Soft>>();
    Add<gc::Set<gc::NamedObject>, gc::HashSet<gc::NamedObject>, std::set<std::int32_t>,
        std::unordered_set<std::string>>();
    Add<gc::Map<std::string, P>, gc::Map<P, std::int32_t>, gc::Map<P, P>, gc::HashMap<P, P>,
        gc::HashMap<std::int32_t, P>, std::map<std::string, std::vector<std::int32_t>>,
        gc::Map<std::int8_t, gc::Vector<gc::NamedObject>>>();
    Add<std::optional<P>, std::optional<std::int64_t>, std::optional<gc::Vector<gc::NamedObject>>,
        std::optional<gc::HashSet<gc::NamedObject>>, std::optional<std::string>>();
    Add<std::variant<std::int32_t, P>, std::variant<std::string, gc::Vector<gc::NamedObject>, Weak>,
        std::variant<bool, std::optional<P>, double>>();
    Add<std::pair<P, std::int32_t>, std::pair<std::string, P>>();
    AddRelatives();
    AddStruct<0>();
    AddStruct<1>();
    AddStruct<2>();
  }
  std::vector<TypeEntry> entries;

 private:
  template <class... Types>
  void Add(std::size_t needs = 0) {
    (entries.push_back(Entry<Types>(needs)), ...);
    std::size_t at = entries.size() - sizeof...(Types);
    ((entries[at++].paper = PaperOf<Types>()), ...);
  }
  // What values of the types above can become.
  void AddRelatives() {
    Add<Temper, gc::ObjectPtr<gc::ClassObject>, gc::Vector<gc::ClassObject>,
        gc::WeakPtr<gc::Object>, gc::SoftPtr<gc::Object>, gc::LazyPtr<gc::Object>>();
    Add<std::int64_t[3], std::array<float, 2>, std::array<Any, 4>, std::array<std::optional<P>, 9>,
        std::array<gc::Vector<gc::NamedObject>, 9>, std::array<P, 20>, std::array<Lazy, 9>>();
    Add<gc::Vector<gc::Object>, std::vector<std::uint64_t>, std::vector<float>,
        std::deque<std::int8_t>, std::vector<Temper>, std::vector<Mood>,
        std::vector<gc::SoftPtr<gc::Object>>>();
    Add<gc::Set<gc::Object>, std::set<std::uint8_t>, std::unordered_set<std::int64_t>,
        std::set<Mood>, std::set<Temper>>();
    Add<gc::Map<Any, std::uint8_t>, std::map<std::int16_t, double>, std::map<std::uint64_t, float>,
        std::unordered_map<std::int8_t, std::string>, gc::Map<std::int64_t, Any>,
        std::map<Mood, std::int32_t>>();
    Add<std::optional<double>, std::optional<std::uint8_t>, std::optional<Any>>();
    Add<std::variant<std::int64_t, Any>, std::variant<std::uint8_t, std::string, double>,
        std::variant<bool>>();
  }
  template <std::size_t kWhich>
  void AddStruct() {
    using S = LooseStruct<kWhich>;
    Add<S, S[2], std::array<S, 2>, gc::Container<std::vector<S>>, gc::Container<std::deque<S>>,
        std::optional<S>, std::variant<std::int32_t, S>, gc::Map<std::string, S>, gc::Map<P, S>,
        gc::HashMap<std::int16_t, S>>(kWhich + 1);
    if constexpr (kWhich == 0) Add<std::array<S, 9>>(kLoose);
  }
};

}  // namespace

std::span<const TypeEntry> TypeTable() {
  static const Table& table = *new Table;
  return table.entries;
}

}  // namespace properties::reflecting
