#include "properties/reflecting/judging/core_describing.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "core/reflect/cast.h"
#include "core/reflect/layout.h"
#include "core/reflect/reflected.h"
#include "core/reflect/registry.h"
#include "properties/reflecting/drawing.h"
#include "properties/reflecting/judging/comparison.h"
#include "properties/reflecting/judging/core_calling.h"
#include "properties/reflecting/judging/kin/value_operations.h"
#include "properties/reflecting/sound.h"
#include "properties/reflecting/stage.h"

namespace properties::reflecting {

// Two classes that many casts ask for, of which one says more of itself, and one of the others.
class Sign : public gc::NamedObject {
  GC_REFLECTED(Sign, gc::NamedObject)
  explicit Sign(const gc::Birth& birth) : NamedObject(birth) {}
  int number = 0;
};
class Post : public gc::NamedObject {
  GC_REFLECTED(Post, gc::NamedObject)
  explicit Post(const gc::Birth& birth) : NamedObject(birth) {}
  void* not_listed = nullptr;
};
class Stone : public gc::NamedObject {
  GC_REFLECTED(Stone, gc::NamedObject)
  explicit Stone(const gc::Birth& birth) : NamedObject(birth) {}
};
// The Object part begins behind another base. What is not listed is a gap of the second class.
struct Burden {
  std::int64_t weight = 1;
};
class Laden : public Burden, public gc::NamedObject {
  GC_REFLECTED(Laden, gc::NamedObject)
  explicit Laden(const gc::Birth& birth) : NamedObject(birth) {}
  std::int64_t number = 0;
};
class Overladen : public Laden {
  GC_REFLECTED(Overladen, Laden)
  explicit Overladen(const gc::Birth& birth) : Laden(birth) {}
  void* not_listed = nullptr;
};
// Has no name.
class Pebble : public gc::Object {
  GC_REFLECTED(Pebble, gc::Object)
  explicit Pebble(const gc::Birth& birth) : Object(birth) {}
};

}  // namespace properties::reflecting

GC_DESCRIBE(properties::reflecting::Sign, "/Script/Describing", gc::Metadata{"display", "A sign"},
            GC_PROPERTY_OF(number), GC_CASTABLE)
GC_DESCRIBE(properties::reflecting::Post, "/Script/Describing", GC_CASTABLE, GC_REST)
GC_DESCRIBE(properties::reflecting::Stone, "/Script/Describing")
GC_DESCRIBE(properties::reflecting::Pebble, "/Script/Describing")
GC_DESCRIBE(properties::reflecting::Laden, "/Script/Describing", GC_PROPERTY_OF(number))
GC_DESCRIBE(properties::reflecting::Overladen, "/Script/Describing")

namespace properties::reflecting {
namespace {

using reference::reflecting::PaperLayout;
using reference::reflecting::PaperMember;

constexpr std::uint32_t kWord = 8;

// The words of a class, and which of them a member covers.
class Room {
 public:
  Room(std::uint32_t start, std::uint32_t end) : start_(start), covered_(end / kWord, false) {}

  void Cover(const Placed& member) {
    for (std::uint32_t i = 0; i < member.entry->size; ++i) {
      const std::size_t word = (static_cast<std::uint32_t>(member.offset) + i) / kWord;
      if (word < covered_.size()) covered_[word] = true;
    }
  }
  // "48: 8 bytes; " for each gap.
  std::string Gaps(std::string text = "") const {
    std::uint32_t begin = start_;
    for (std::uint32_t at = start_; at <= 8 * covered_.size(); at += kWord) {
      if (at < 8 * covered_.size() && !covered_[at / kWord]) continue;
      if (at > begin) {
        text += std::to_string(begin) + ": " + std::to_string(at - begin) + " bytes; ";
      }
      begin = at + kWord;
    }
    return text;
  }

 private:
  const std::uint32_t start_;
  std::vector<bool> covered_;
};

class DescribingJudge {
 public:
  DescribingJudge(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict)
      : run_(run), verdict_(verdict), compare_(verdict, lie), stage_(run.saved) {}

  void Judge() {
    stage_.Make(run_);
    Paths();
    for (std::size_t i = 0; i < Classes() && !Differs(); ++i) {
      ByName(i);
      Made(i);
      Derives(i);
      Gaps(i);
    }
    if (!Differs()) AllGaps();
    if (!Differs()) BesideProperties();
    if (!Differs()) CompareOperations(verdict_);
    if (!Differs()) JudgeCalling(run_, stage_, verdict_);
  }

 private:
  const PaperLayout& layout() const { return run_.saved.layout; }
  std::size_t Classes() const { return layout().classes.size(); }
  bool Differs() const { return !verdict_.difference.empty(); }
  std::string PathOf(std::size_t type) const {
    return "/Script/Loose." + layout().classes[type].name;
  }

  // All are found, in the order of their paths among the others; nothing else is.
  void Paths() {
    std::vector<std::string> all;
    for (const gc::Reflection* const each : gc::AllReflections()) all.push_back(each->Path());
    verdict_.Same("types stand in the order of their paths", std::ranges::is_sorted(all), true);
    for (std::size_t i = 0; i < Classes(); ++i) {
      const LooseClass& type = stage_.ClassAt(i);
      const std::string path = PathOf(i);
      verdict_.Same(path + " is one of all types", std::ranges::count(all, path), 1);
      verdict_.Same(path + " is found", gc::FindReflection(path) == &type.layout.reflection, true);
      verdict_.Same(path + " is a class", gc::FindReflectedClass(path) == &type, true);
    }
    const gc::Object* const pebble = gc::NewByPath(stage_.heap, "/Script/Describing.Pebble");
    verdict_.Same("a class without names makes an object by its path",
                  pebble != nullptr && pebble->header().type == &Pebble::kClass, true);
    const std::string none = PathOf(0) + 'x';
    verdict_.Same(none + " is found", gc::FindReflection(none) != nullptr, false);
    verdict_.Same(none + " is a class", gc::FindReflectedClass(none) != nullptr, false);
    verdict_.Same(none + " makes an object", gc::NewByPath(stage_.heap, none) != nullptr, false);
    for (const gc::Reflection* const one : gc::AllReflections()) {
      if (one->type != nullptr) continue;
      verdict_.Same(one->Path() + ", a struct, makes an object",
                    gc::NewByPath(stage_.heap, one->Path()) != nullptr, false);
    }
  }

  void ByName(std::size_t type) {
    const gc::Reflection& reflection = stage_.ClassAt(type).layout.reflection;
    std::vector<std::string> names;
    gc::ForEachProperty(reflection,
                        [&](const gc::Property& each) { names.emplace_back(each.name); });
    std::vector<std::string> should;
    for (const PaperMember& member : MembersOf(layout(), type)) {
      should.push_back(member.name);
      const gc::Property* const found = reflection.Find(member.name);
      const std::string what = PathOf(type) + '.' + member.name;
      verdict_.Same(what + " is found", found != nullptr, true);
      if (found == nullptr) return;
      verdict_.Same(what + ": its type", found->type == EntryOf(*member.type).type, true);
      const bool is_transient = (found->flags & gc::property::kTransient) != 0;
      verdict_.Same(what + " is transient", is_transient, member.is_transient);
      for (const std::string key : {"unit", "help", "none"}) {
        verdict_.Same(what + " says of " + key, std::string(FindMetadata(found->metadata, key)),
                      SaidOf(member.name, key));
      }
    }
    verdict_.Same(PathOf(type) + " has its members in their order", names == should, true);
    for (std::size_t other = 0; other < Classes(); ++other) {
      for (const PaperMember& member : layout().classes[other].members) {
        verdict_.Same(PathOf(type) + " has " + member.name, reflection.Find(member.name) != nullptr,
                      std::ranges::count(should, member.name) > 0);
      }
    }
  }

  // An object by the path of its class has a name, and the values of the default object.
  void Made(std::size_t type) {
    const std::string name = "made" + std::to_string(type);
    gc::Object* const made = gc::NewByPath(stage_.heap, PathOf(type), {.name = name});
    verdict_.Same(PathOf(type) + " makes an object", made != nullptr, true);
    if (made == nullptr) return;
    verdict_.Same(PathOf(type) + " makes one of its own",
                  made->header().type == &stage_.ClassAt(type), true);
    verdict_.Same("it is " + name, stage_.factory.FindPath("Transient/" + name) == made, true);
    compare_.Values(layout(), type, stage_.Get(*made, type, stage_.named),
                    run_.saved.defaults[type], "made by its path");
  }

  void Derives(std::size_t type) {
    const gc::Object& object = stage_.DefaultOf(type);
    for (std::size_t other = 0; other < Classes(); ++other) {
      const bool should = layout().are_siblings ? other == type : other <= type;
      verdict_.Same(PathOf(type) + " is a " + PathOf(other), gc::IsA(object, stage_.ClassAt(other)),
                    should);
    }
    verdict_.Same(PathOf(type) + " is a NamedObject", gc::IsA(object, gc::NamedObject::kClass),
                  true);
    verdict_.Same(PathOf(type) + " is a class", gc::IsA(object, gc::ClassObject::kClass), false);
    const gc::Object& outside = *stage_.named.At(reference::reflecting::kOutside);
    verdict_.Same("a NamedObject is a " + PathOf(type), gc::IsA(outside, stage_.ClassAt(type)),
                  false);
  }

  std::string GapsOnPaper(std::size_t type) const {
    const LooseClass& described = stage_.ClassAt(type);
    if (described.layout.reflection.has_rest) return "";
    Room room(described.above != nullptr ? described.above->size : sizeof(LooseObject),
              described.size);
    for (const Placed& member : described.layout.members) room.Cover(member);
    return room.Gaps(compare_.Lies(ReflectingLie::kWrongGap) ? "8: 8 bytes; " : "");
  }
  static std::string TextOf(const std::vector<gc::Gap>& gaps) {
    std::string text;
    for (const gc::Gap& gap : gaps) {
      text += std::to_string(gap.offset) + ": " + std::to_string(gap.bytes) + " bytes; ";
    }
    return text;
  }
  void Gaps(std::size_t type) {
    const std::vector<gc::Gap> gaps = gc::GapsOf(stage_.ClassAt(type).layout.reflection);
    verdict_.Same("gaps of " + PathOf(type), TextOf(gaps), GapsOnPaper(type));
    if (gaps.empty()) return;
    const gc::Gap& gap = gaps.front();
    verdict_.Same("what is said of a gap", DescriptionOf(gap),
                  PathOf(type) + " has " + std::to_string(gap.bytes) + " bytes at " +
                      std::to_string(gap.offset) +
                      " that no property covers: list the members there, or add GC_REST if none "
                      "of them is a reference");
  }
  // Those of the program's other types are not ours.
  void AllGaps() {
    std::vector<gc::Gap> ours;
    for (const gc::Gap& gap : gc::FindGaps()) {
      if (gap.type->module == std::string("/Script/Loose")) ours.push_back(gap);
    }
    std::string should;
    for (std::size_t i = 0; i < Classes(); ++i) should += GapsOnPaper(i);
    verdict_.Same("gaps of all classes", TextOf(ours), should);
  }

  // What the lines of a description say beside properties.
  void BesideProperties() {
    const gc::Reflection& sign = Sign::StaticReflection();
    verdict_.Same("what is said of a class", std::string(FindMetadata(sign.metadata, "display")),
                  "A sign");
    verdict_.Same("a class has members that are not listed", sign.has_rest, false);
    verdict_.Same("another has some", Post::StaticReflection().has_rest, true);
    verdict_.Same("gaps of a class whose other members are no references",
                  gc::GapsOf(Post::StaticReflection()).size(), 0);
    verdict_.Same("gaps of a class that has another base",
                  gc::GapsOf(Laden::StaticReflection()).size(), 0);
    const std::size_t behind = sizeof(Laden) - Laden::kClass.object_offset;
    verdict_.Same("gaps of a class above which there is another base",
                  TextOf(gc::GapsOf(Overladen::StaticReflection())),
                  std::to_string(behind) + ": 8 bytes; ");
    const std::uint64_t of_sign = sign.cast_flag, of_post = Post::StaticReflection().cast_flag;
    verdict_.Same("two classes that many casts ask for have a bit each",
                  std::has_single_bit(of_sign) && std::has_single_bit(of_post), true);
    verdict_.Same("they have the same", of_sign == of_post, false);
    verdict_.Same("the bit of another class", Stone::StaticReflection().cast_flag, 0);
    gc::Object* const made = gc::Factory(stage_.heap).New<Sign>();
    gc::Object* const stone = gc::Factory(stage_.heap).New<Stone>();
    verdict_.Same("an object is of its class", gc::Cast<Sign>(made) == made, true);
    verdict_.Same("it is of another", gc::Cast<Post>(made) != nullptr, false);
    verdict_.Same("one whose class has no bit is", gc::Cast<Post>(stone) != nullptr, false);
  }

  const ReflectingRun& run_;
  ReflectingVerdict& verdict_;
  Comparison compare_;
  Stage stage_;
  const SoundAtTheEnd sound_{stage_.heap, verdict_};
};

}  // namespace

void JudgeDescribing(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict) {
  DescribingJudge(run, lie, verdict).Judge();
}

}  // namespace properties::reflecting
