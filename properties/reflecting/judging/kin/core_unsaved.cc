#include "properties/reflecting/judging/kin/core_unsaved.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/gc.h"
#include "core/pointer/soft_ptr.h"
#include "core/reflect/editing/duplicate.h"
#include "core/reflect/reflected.h"
#include "core/reflect/saving/saving.h"
#include "properties/base/random.h"
#include "properties/reflecting/sound.h"

namespace properties::reflecting {

// Of a type that nothing describes.
struct Ink {
  int colour = 0;
  bool operator==(const Ink&) const = default;
};
struct Box {
  GC_REFLECTED_STRUCT(Box)
  bool is_open = false;  // what comes next is not right behind it
  int number = 0;
  std::vector<Box> boxes;
};
// Cannot be copied without an exception where it is told so.
struct Fragile {
  GC_REFLECTED_STRUCT(Fragile)
  Fragile() = default;
  Fragile(const Fragile& other) : number(other.number) {
    if (number < 0) throw 1;
  }
  Fragile& operator=(const Fragile&) = default;
  int number = 0;
};
class Drawer : public gc::NamedObject {
  GC_REFLECTED(Drawer, gc::NamedObject)
  explicit Drawer(const gc::Birth& birth) : NamedObject(birth) {}
  int number = 0;
  Ink ink;
  Box box;
  std::variant<int, Fragile> either;
  gc::ObjectPtr<> bare;
  gc::ObjectPtr<gc::NamedObject> named;
  gc::SoftPtr<gc::NamedObject> soft;
};

// Have no reflection, and no name.
class Shy : public gc::NamedObject {
 public:
  explicit Shy(const gc::Birth& birth) : NamedObject(birth) {}
  static const gc::Class kClass;
};
const gc::Class Shy::kClass = gc::DescribeNamed<Shy>("Shy", gc::NamedObject::kClass);
struct Unnamed : gc::Object {
  explicit Unnamed(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
};
const gc::Class Unnamed::kClass = gc::Describe<Unnamed>("Unnamed");

}  // namespace properties::reflecting

GC_DESCRIBE_STRUCT(properties::reflecting::Box, "/Script/Unsaved", GC_PROPERTY_OF(is_open),
                   GC_PROPERTY_OF(number), GC_PROPERTY_OF(boxes))
GC_DESCRIBE_STRUCT(properties::reflecting::Fragile, "/Script/Unsaved", GC_PROPERTY_OF(number))
GC_DESCRIBE(properties::reflecting::Drawer, "/Script/Unsaved", GC_PROPERTY_OF(number),
            GC_PROPERTY_OF(ink), GC_PROPERTY_OF(box), GC_PROPERTY_OF(either), GC_PROPERTY_OF(bare),
            GC_PROPERTY_OF(named), GC_PROPERTY_OF(soft))

namespace properties::reflecting {
namespace {

constexpr int kLevels = 100;  // more than a document may have

class UnsavedJudge {
 public:
  UnsavedJudge(ReflectingLie lie, ReflectingVerdict& verdict)
      : lies_(lie == ReflectingLie::kWrongRefusal), verdict_(verdict) {}

  void Judge(std::uint64_t which) {
    drawer_->number = 5;
    heap_.AddRoot(drawer_);
    heap_.AddRoot(inner_);
    inner_->number = 6;
    Saves("an object that can be saved", "");
    LeaveOut(which % 2 == 0);
    const std::string should = Spoil(which);
    Saves("an object with what cannot be saved", should);
    LoadDeep(which);
  }

 private:
  // What is transient or garbage is in no document, nor is what is inside of it; and no copy has
  // what is inside of garbage. Nothing refers to it afterwards.
  void LeaveOut(bool garbage) {
    const gc::ObjectFlags flags = garbage ? gc::object_flag::kNone : gc::object_flag::kTransient;
    Drawer* const left = make_.New<Drawer>({.outer = drawer_, .name = "left", .flags = flags});
    Drawer* const within = make_.New<Drawer>({.outer = left, .name = "within"});
    Drawer* const far = make_.New<Drawer>({.name = "far", .flags = flags});
    drawer_->named = within;
    inner_->named = left;
    inner_->bare = far;
    if (garbage) {
      for (Drawer* const one : {left, far}) heap_.MarkGarbage(one);
    }
    std::string error;
    const std::string text =
        gc::SaveObject(heap_, *drawer_, gc::Encoding::kJson, error).value_or("");
    verdict_.Same("saving an object beside what is left out", error, "");
    verdict_.Same("a document has its members in lines", text.starts_with("{\n  \""), true);
    for (const char* const name : {"left", "within", "far"}) {
      verdict_.Same(std::string("a document has ") + name, text.find(name) != text.npos, false);
    }
    const auto* const copy = gc::Duplicate(heap_, *drawer_, {.name = "copy"}, error);
    verdict_.Same("duplicating an object beside what is left out", error, "");
    int copied = 0;
    make_.ForEachInside(
        *copy, [&copied](const gc::NamedObject*) { ++copied; }, gc::Lookup::Depth::kAtAnyDepth);
    verdict_.Same("objects in the copy", copied, garbage ? 1 : 3);
    drawer_->named = inner_->named = nullptr;
    inner_->bare = nullptr;
  }
  void Saves(const char* what, const std::string& should) {
    std::string error;
    const bool saved = gc::SaveObject(heap_, *drawer_, gc::Encoding::kJson, error).has_value();
    if (lies_ && !should.empty()) error = "something";
    verdict_.Same(what, error, should);
    verdict_.Same(std::string(what) + " is saved", saved, should.empty());
  }

  // Values in values, of which a document may have 64 levels, and this one ends in its midst.
  void LoadDeep(std::uint64_t which) {
    const bool is_text = which % 2 == 0;
    const std::size_t levels = 60 + which / 2 % 9;
    std::string error;
    const bool loads = gc::LoadObject(heap_, std::string(levels, is_text ? '[' : '\x91'),
                                      is_text ? gc::Encoding::kJson : gc::Encoding::kBinary, {}, {},
                                      error) != nullptr;
    verdict_.Same("a document without an end is loaded", loads, false);
    verdict_.Same("what is said of " + std::to_string(levels) + " levels", error,
                  levels > 64 ? "byte 65: a value is nested deeper than 64 levels"
                              : "byte " + std::to_string(levels + 1) + ": this is no document");
  }

  // What must be said of it.
  std::string Spoil(std::uint64_t which) {
    switch (which % 9) {
      case 0:
        make_.New<Shy>({.outer = drawer_, .name = "shy"});
        return "./shy: its class Shy is not reflected";
      case 1: {
        gc::ClassObject* const made = make_.Derive(make_.ClassOf<Drawer>(), {.name = "Made"});
        made_.emplace(made);
        make_.New<Drawer>({.outer = drawer_, .name = "made", .type = made});
        return "./made: its class Made was made while the program runs";
      }
      case 2:
        drawer_->ink.colour = 3;
        return "./ ink: a value of a type that is not described cannot be saved; describe the "
               "type, or make the property transient";
      case 3:
        return Nest();
      case 4:
        BreakEither();
        return "./ either: an exception took the value of this variant";
      case 5:
        drawer_->bare = heap_.New<Unnamed>();
        return "./ bare: it refers to an object without a name, which has no path";
      case 6:
        inner_->named = reserved_.object();
        return "./inner named: it refers to an object that is under construction";
      case 7:
        make_.New<Drawer>({.outer = drawer_, .name = "\xff"});
        return "a name or a path is not UTF-8";
      default:
        return PutTooDeep();
    }
  }
  std::string Nest() {
    Box* box = &drawer_->box;
    for (int i = 0; i < kLevels; ++i) box = &box->boxes.emplace_back();
    return "./ boxes: a value is nested deeper than 64 levels";
  }
  void BreakEither() {
    Fragile fragile;
    fragile.number = -1;
    try {
      drawer_->either.emplace<Fragile>(fragile);
    } catch (int) {
    }
  }
  std::string PutTooDeep() {
    gc::NamedObject* outer = drawer_;
    std::string path = "./";
    for (int i = 0; i < 65; ++i) {
      Drawer* const deeper = make_.New<Drawer>({.outer = outer, .name = "d"});
      heap_.AddRoot(deeper);
      outer = deeper;
      path += i == 0 ? "d" : "/d";
    }
    return path + ": it is too deep inside";
  }

  const bool lies_;
  ReflectingVerdict& verdict_;
  gc::Heap heap_;
  gc::Factory make_{heap_};
  Drawer* const drawer_ = make_.New<Drawer>({.name = "drawer"});
  Drawer* const inner_ = make_.New<Drawer>({.outer = drawer_, .name = "inner"});
  gc::Reserved<Drawer> reserved_ = make_.Reserve<Drawer>({.name = "reserved"});
  std::optional<gc::StrongPtr<gc::ClassObject>> made_;
  const SoundAtTheEnd sound_{heap_, verdict_};
};

}  // namespace

void JudgeUnsaved(std::uint64_t seed, ReflectingLie lie, ReflectingVerdict& verdict) {
  UnsavedJudge(lie, verdict).Judge(Mix(seed + 57));
}

}  // namespace properties::reflecting
