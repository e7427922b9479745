#include "properties/reflecting/hostile.h"

#include <optional>

#include "core/reflect/saving/saving.h"
#include "properties/reflecting/stage.h"

namespace properties::reflecting {

using gc::Encoding;

namespace {

Encoding EncodingOf(std::uint8_t first) {
  return (first & 1) != 0 ? Encoding::kBinary : Encoding::kJson;
}

// The run's objects with their values, and a way to load something beside them.
class Outside {
 public:
  explicit Outside(std::uint8_t first)
      : encoding_(EncodingOf(first)), run_(DrawReflectingRun(first >> 1)), stage_(run_.saved) {
    stage_.Make(run_);
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      stage_.Set(*stage_.named.At(static_cast<Name>(i + 1)), run_.objects[i].type,
                 run_.objects[i].values);
    }
  }

  gc::NamedObject& first() const { return *stage_.named.At(1); }
  std::uint32_t Objects() const { return stage_.heap.ObjectCount(); }
  std::optional<std::string> Saved(gc::NamedObject& object) {
    return gc::SaveObject(stage_.heap, object, encoding_, error);
  }
  gc::NamedObject* Load(std::string_view bytes, std::string_view name) {
    return gc::LoadObject(stage_.heap, bytes, encoding_, {.name = name}, {.paths = &stage_.paths},
                          error);
  }

  std::string error;

 private:
  const Encoding encoding_;
  const ReflectingRun run_;
  Stage stage_;
};

}  // namespace

std::vector<std::uint8_t> BytesThatLoad(std::uint8_t first) {
  Outside outside(first);
  const std::string saved = outside.Saved(outside.first()).value_or("");
  std::vector<std::uint8_t> bytes = {first};
  bytes.reserve(saved.size() + 1);
  for (const char byte : saved) bytes.push_back(static_cast<std::uint8_t>(byte));
  return bytes;
}

std::string WrongWithLoading(std::span<const std::uint8_t> bytes) {
  const std::uint8_t first = bytes.empty() ? 0 : bytes.front();
  const std::span<const std::uint8_t> rest = bytes.subspan(bytes.empty() ? 0 : 1);
  Outside outside(first);
  const std::optional<std::string> beside = outside.Saved(outside.first());
  const std::uint32_t before = outside.Objects();
  gc::NamedObject* const loaded =
      outside.Load({reinterpret_cast<const char*>(rest.data()), rest.size()}, "loaded");
  if (loaded == nullptr) {
    if (outside.error.empty()) return "it is refused without a reason";
    if (outside.Objects() != before) return "it is refused, and objects were made";
  }
  if (outside.Saved(outside.first()) != beside) return "another object has changed";
  if (loaded == nullptr) return "";
  const std::optional<std::string> saved = outside.Saved(*loaded);
  if (!saved) return "it is loaded and cannot be saved: " + outside.error;
  gc::NamedObject* const again = outside.Load(*saved, "again");
  if (again == nullptr) return "it is saved and cannot be loaded: " + outside.error;
  const std::optional<std::string> twice = outside.Saved(*again);
  if (!twice) return "it is loaded twice and cannot be saved: " + outside.error;
  // Parts without an order of their own may stand in another one.
  return twice->size() == saved->size() ? "" : "it is saved otherwise after it was loaded again";
}

}  // namespace properties::reflecting
