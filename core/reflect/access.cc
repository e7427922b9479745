// core/reflect/access.cc -- follows a path of names, step by step.

#include "core/reflect/access.h"

#include <algorithm>
#include <charconv>

#include "core/reflect/cast.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Reads a path from its start on: names, and indices in brackets.
class PathReader {
 public:
  PathReader(std::string_view path, std::string& error) : path_(path), error_(error) {}

  bool AtEnd() const { return at_ == path_.size(); }
  // Not at the end.
  bool AtIndex() const { return path_[at_] == '['; }

  // The next name, without the point before it; empty after an error.
  std::string_view Name() {
    if (at_ != 0 && !Takes('.')) return Fail<std::string_view>("expected '.' or '['");
    const std::size_t end = std::min(path_.find_first_of(".[", at_), path_.size());
    const std::string_view name = path_.substr(at_, end - at_);
    if (name.empty()) return Fail<std::string_view>("expected the name of a property");
    at_ = end;
    return name;
  }
  std::optional<std::size_t> Index() {
    at_ += 1;
    std::size_t index = 0;
    const char* const begin = path_.data() + at_;
    const auto [end, failure] = std::from_chars(begin, path_.data() + path_.size(), index);
    if (failure != std::errc{}) return Fail<std::optional<std::size_t>>("expected an index");
    at_ += static_cast<std::size_t>(end - begin);
    if (!Takes(']')) return Fail<std::optional<std::size_t>>("expected ']'");
    return index;
  }
  // Notes the error, with the column in the path where it was met, the first being 1.
  template <class T>
  T Fail(std::string_view why) {
    error_ = '\'' + std::string(path_) + "', column " + std::to_string(at_ + 1) + ": " +
             std::string(why);
    return T{};
  }

 private:
  bool Takes(char c) {
    if (AtEnd() || path_[at_] != c) return false;
    at_ += 1;
    return true;
  }

  const std::string_view path_;
  std::string& error_;
  std::size_t at_ = 0;
};

// From a struct or object to one of its properties.
Place Enter(PathReader& reader, const Reflection* in, void* at, bool is_read_only) {
  const std::string_view name = reader.Name();
  if (name.empty()) return {};
  const Property* const property = in != nullptr ? in->Find(name) : nullptr;
  if (property == nullptr) {
    const std::string of = in != nullptr ? in->Path() : "a class that is not reflected";
    return reader.Fail<Place>("there is no property '" + std::string(name) + "' in " + of);
  }
  return {ValueIn(at, *property), property->type,
          is_read_only || (property->flags & property::kReadOnly) != 0};
}

// From an array to one of its elements.
Place Enter(PathReader& reader, const Place& array) {
  if (array.type->operations.at == nullptr) {
    return reader.Fail<Place>(DescriptionOf(*array.type) + " has no index");
  }
  const std::optional<std::size_t> index = reader.Index();
  if (!index) return {};
  const std::size_t size = array.type->operations.size(array.at);
  if (*index >= size) {
    return reader.Fail<Place>("index " + std::to_string(*index) + " of " + std::to_string(size) +
                              " elements");
  }
  return {array.type->operations.at(array.at, *index), array.type->element, array.is_read_only};
}

}  // namespace

Place FindValue(Object& object, std::string_view path, std::string& error) {
  PathReader reader(path, error);
  Place place = Enter(reader, ClassOf(object).reflection, &object, false);
  while (place.at != nullptr && !reader.AtEnd()) {
    if (reader.AtIndex()) {
      place = Enter(reader, place);
    } else if (place.type->kind == ValueKind::kStruct) {
      place = Enter(reader, &place.type->structure(), place.at, place.is_read_only);
    } else {
      return reader.Fail<Place>(DescriptionOf(*place.type) + " has no properties");
    }
  }
  return place;
}

bool MayRefer(const ValueType& type, const Object* object) {
  return object == nullptr || type.target == nullptr || IsA(*object, *type.target());
}

bool MustBeOf(const Place& place, const ValueType& type, std::string_view path,
              std::string& error) {
  if (place.type == &type) return true;
  error = '\'' + std::string(path) + "' is " + DescriptionOf(*place.type) + ", not " +
          DescriptionOf(type);
  return false;
}

bool MustBeWritable(const Place& place, std::string_view path, std::string& error) {
  if (!place.is_read_only) return true;
  error = '\'' + std::string(path) + "' is read-only";
  return false;
}

bool SetReference(Object& object, std::string_view path, Object* to, std::string& error) {
  const Place place = FindValue(object, path, error);
  if (place.at == nullptr || !MustBeWritable(place, path, error)) return false;
  if (place.type->operations.set_reference == nullptr) {
    error =
        '\'' + std::string(path) + "' is " + DescriptionOf(*place.type) + ", which takes no object";
    return false;
  }
  if (!MayRefer(*place.type, to)) {
    error = '\'' + std::string(path) + "' is " + DescriptionOf(*place.type) +
            ", and the object is of class " + ClassOf(*to).name;
    return false;
  }
  place.type->operations.set_reference(place.at, to);
  return true;
}

}  // namespace GC_BUILD
}  // namespace gc
