// core/reflect/saving/check_test.cc -- bytes that say something else than the classes of the
// program.
//
// Rows: S4.24.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/pointer/strong_ptr.h"
#include "core/pointer/validity.h"
#include "core/testing/saving.h"

namespace saved {

// Its place is not that of the largest usual alignment.
struct alignas(64) Wide {
  GC_REFLECTED_STRUCT(Wide)
  Wide() { misplaced += reinterpret_cast<std::uintptr_t>(this) % 64 != 0; }
  static inline int misplaced = 0;
  float of[16] = {};
};
class Mesh : public gc::NamedObject {
  GC_REFLECTED(Mesh, gc::NamedObject)
  explicit Mesh(const gc::Birth& birth) : NamedObject(birth) {}
  std::vector<Wide> wides;
};

// A parlour has a lamp in it only if it is a part of a house.
class Lamp : public gc::NamedObject {
  GC_REFLECTED(Lamp, gc::NamedObject)
  explicit Lamp(const gc::Birth& birth) : NamedObject(birth) {}
};
class Parlour : public gc::NamedObject {
  GC_REFLECTED(Parlour, gc::NamedObject)
  explicit Parlour(const gc::Birth& birth);
};
class House : public gc::NamedObject {
  GC_REFLECTED(House, gc::NamedObject)
  explicit House(const gc::Birth& birth) : NamedObject(birth) {
    parlour = CreateDefaultSubobject<Parlour>("Parlour");
  }
  gc::ObjectPtr<Parlour> parlour;
  gc::ObjectPtr<> any;
};
inline Parlour::Parlour(const gc::Birth& birth) : NamedObject(birth) {
  if (gc::Cast<House>(outer()) != nullptr) CreateDefaultSubobject<Lamp>("Lamp");
}

}  // namespace saved

GC_DESCRIBE_STRUCT(saved::Wide, "/Script/Saved", GC_PROPERTY_OF(of))
GC_DESCRIBE(saved::Lamp, "/Script/Saved")
GC_DESCRIBE(saved::Parlour, "/Script/Saved")
GC_DESCRIBE(saved::House, "/Script/Saved", GC_PROPERTY_OF(parlour), GC_PROPERTY_OF(any))
GC_DESCRIBE(saved::Mesh, "/Script/Saved", GC_PROPERTY_OF(wides))

namespace gc {
namespace {

using saved::Gate;
using testing::HasSubstr;

using Loading = Saving;

class LoadingBoth : public Saving, public testing::WithParamInterface<Encoding> {};
INSTANTIATE_TEST_SUITE_P(Encodings, LoadingBoth,
                         testing::Values(Encoding::kJson, Encoding::kBinary), [](const auto& each) {
                           return each.param == Encoding::kJson ? "Json" : "Binary";
                         });

// Other types, ranges, sizes: each with its place, and nothing is changed.
TEST_F(Loading, ValuesThatDoNotFitAreRefused) {
  const std::string in = "objects[0].properties.";
  EXPECT_EQ(WhyNot(R"({"flag":1})"), in + "flag: expected bool, found number");
  EXPECT_EQ(WhyNot(R"({"tiny":128})"), in + "tiny: 128 is out of the range of int8");
  EXPECT_EQ(WhyNot(R"({"small":-1})"), in + "small: -1 is out of the range of uint16");
  EXPECT_EQ(WhyNot(R"({"large":-1})"), in + "large: -1 is out of the range of uint64");
  EXPECT_EQ(WhyNot(R"({"large":18446744073709551616})"),
            in + "large: expected uint64, found number");
  EXPECT_EQ(WhyNot(R"({"usual":18446744073709551615})"),
            in + "usual: 18446744073709551615 is out of the range of int32");
  EXPECT_EQ(WhyNot(R"({"usual":1.5})"), in + "usual: expected int32, found number");
  EXPECT_EQ(WhyNot(R"({"real":1e40})"), in + "real: 1e+40 is out of the range of real32");
  EXPECT_EQ(WhyNot(R"({"mood":"kHappy"})"), in + R"(mood: Mood has no value "kHappy")");
  EXPECT_EQ(WhyNot(R"({"mood":1})"), in + "mood: expected enumeration Mood, found number");
  EXPECT_EQ(WhyNot(R"({"pair":[1]})"), in + "pair: 1 elements, for fixed array of 2 int32");
  EXPECT_EQ(WhyNot(R"({"numbers":[1,"x"]})"), in + "numbers[1]: expected int32, found string");
  EXPECT_EQ(WhyNot(R"({"numbers":{}})"), in + "numbers: expected an array, found object");
  EXPECT_EQ(WhyNot(R"({"slots":[{"cont":1}]})"),
            in + "slots[0].cont: /Script/Test.Slot has no such property");
  EXPECT_EQ(WhyNot(R"({"by_name":[["k"]]})"),
            in + "by_name[0]: expected a pair of key and value, found array");
  EXPECT_EQ(WhyNot(R"({"by_name":[[1,null]]})"),
            in + "by_name[0][0]: expected string, found number");
  EXPECT_EQ(WhyNot(R"({"maybe":[null,null]})"),
            in + "maybe: 2 elements, for optional of object reference to Room");
  EXPECT_EQ(WhyNot(R"({"choice":[2,1]})"), in + "choice[0]: there are 2 choices");
  EXPECT_EQ(WhyNot(R"({"choice":[0]})"),
            in + "choice: expected a pair of a choice's number and its value, found array");
  EXPECT_EQ(WhyNot(R"({"choice":[0,"x"]})"), in + "choice[1]: expected int32, found string");
  EXPECT_EQ(WhyNot(R"({"room":1})"), in + "room: expected a path or null, found number");
  EXPECT_EQ(WhyNot(R"({"room":"./"})"),
            in + "room: ./ is of class Everything, for object reference to Room");
  EXPECT_EQ(WhyNot(R"({"room":"./nobody"})"), in + "room: there is no object ./nobody");
  EXPECT_EQ(WhyNot(R"({"nothing":1})"),
            in + "nothing: /Script/Test.Everything has no such property");
  EXPECT_EQ(WhyNot("[]"), "objects[0].properties: expected an object, found array");
}

std::string WithObjects(const std::string& objects) {
  return R"({"format":"tricolour-objects","version":1,"objects":)" + objects + "}";
}
std::string EntryOf(const std::string& path, const std::string& type = "/Script/Test.Room") {
  return R"({"path":")" + path + R"(","class":")" + type + R"(","properties":{}})";
}

TEST_F(Loading, DocumentsOfAnotherShapeAreRefused) {
  EXPECT_EQ(WhyNotBytes("[]"), "document: expected an object, found array");
  EXPECT_EQ(WhyNotBytes("{}"), "format: expected \"tricolour-objects\"");
  EXPECT_EQ(WhyNotBytes(R"({"format":"tricolour-objects","version":2})"), "version: expected 1");
  EXPECT_EQ(WhyNotBytes(WithObjects("[]")),
            "objects: expected an array of at least one object, found array");
  EXPECT_EQ(WhyNotBytes(WithObjects("[1]")), "objects[0]: expected an object, found number");
  EXPECT_EQ(WhyNotBytes(WithObjects("[{}]")), "objects[0].path: expected a string, found null");
  EXPECT_EQ(WhyNotBytes(WithObjects('[' + EntryOf("./a") + ']')),
            "objects[0].path: the first object must have the path \"./\"");
  const std::string first = '[' + EntryOf("./") + ',';
  EXPECT_EQ(WhyNotBytes(WithObjects(first + EntryOf("./") + ']')),
            "objects[1].path: ./ is there twice");
  EXPECT_EQ(WhyNotBytes(WithObjects(first + EntryOf("a") + ']')),
            "objects[1].path: expected \"./\" and a name");
  EXPECT_EQ(WhyNotBytes(WithObjects(first + EntryOf("./a/b") + ']')),
            "objects[1].path: its outer ./a is not there");
  EXPECT_EQ(WhyNotBytes(WithObjects(first + EntryOf("./a") + ',' +
                                    EntryOf(".//a", "/Script/Test.Everything") + ']')),
            "objects[2].path: .//a has a slash too many")
      << "else what is an a would be written to as something else";
  EXPECT_EQ(WhyNotBytes(WithObjects(first + EntryOf("./a/") + ']')),
            "objects[1].path: '' is no name");
  EXPECT_EQ(WhyNotBytes(WithObjects('[' + EntryOf("./", "/Script/Test.Slot") + ']')),
            "objects[0].class: /Script/Test.Slot is no class of objects with a name");
  EXPECT_EQ(WhyNotBytes(WithObjects('[' + EntryOf("./", "/Script/Test.Bare") + ']')),
            "objects[0].class: /Script/Test.Bare is no class of objects with a name");
  make.New<Gate>();
  EXPECT_EQ(WhyNotBytes(WithObjects('[' + EntryOf("./", "/Script/Saved.Gate") + ',' +
                                    EntryOf("./Leaf") + ']')),
            "objects[1].path: its outer makes a part of this name, of class Leaf");
}

// What a program put into a default object is made for no instance.
TEST_F(Loading, WhatIsInADefaultObjectByChanceIsNoPart) {
  make.New<Room>({.outer = make.ClassOf<Everything>()->default_object(), .name = "extra"});
  EXPECT_EQ(WhyNot(R"({"room":"./extra"})"),
            "objects[0].properties.room: there is no object ./extra");
  EXPECT_EQ(WhyNotBytes(WithObjects('[' + EntryOf("./", "/Script/Test.Everything") + ',' +
                                    EntryOf("./extra/Transient") + ']')),
            "objects[1].path: its outer ./extra is not there");
  make.New<Room>({.outer = all, .name = "extra"});
  EXPECT_EQ(Saved::parse(SaveAs(*all))["objects"].size(), 2u) << "and one of an instance is saved";
}

// A part is made as in the default object of what it is a part of, and not as in that of its own
// class.
TEST_F(Loading, APartOfAPartIsThereAsItsOuterMakesIt) {
  make.New<saved::House>();
  const std::string first =
      R"([{"path":"./","class":"/Script/Saved.House","properties":{"any":"./Parlour/Lamp"}},)";
  NamedObject* const loaded =
      LoadObject(heap, WithObjects(first + EntryOf("./Parlour", "/Script/Saved.Parlour") + ']'),
                 Encoding::kJson, {}, {}, error);
  ASSERT_NE(loaded, nullptr) << error;
  const saved::House& house = *Cast<saved::House>(loaded);
  ASSERT_NE(Cast<saved::Lamp>(house.any.Get()), nullptr);
  EXPECT_EQ(Cast<saved::Lamp>(house.any.Get())->outer(), house.parlour.Get());
}

// A made-up name is free where the object is to be.
TEST_F(Loading, AMadeUpNameIsNoneThatIsTaken) {
  const std::string bytes = SaveAs(*make.New<Room>({.outer = all}));
  Room* const outer = make.New<Room>({.name = "outer"});
  for (int i = 0; i < 20; ++i) {
    make.New<Room>({.outer = outer, .name = "Room_" + std::to_string(i)});
  }
  NamedObject* const loaded = LoadAs<Room>(bytes, {.outer = outer});
  EXPECT_EQ(loaded->outer(), outer);
}

// Each beginning of a document, and many changes of one byte: no crash, and an answer.
TEST_P(LoadingBoth, BytesThatAreCutShortOrChangedAreRefusedOrRead) {
  Fill(*all, make);
  const std::string bytes = SaveAs(*all, GetParam());
  for (std::size_t size = 0; size + 2 < bytes.size(); size += 3) {
    WhyNotBytes(std::string_view(bytes).substr(0, size), GetParam());
    EXPECT_NE(error, "") << size;
  }
  std::minstd_rand random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string changed = bytes;
    changed[random() % changed.size()] = static_cast<char>(random());
    error.clear();
    const bool loaded = LoadObject(heap, changed, GetParam(), {}, {}, error) != nullptr;
    EXPECT_EQ(loaded, error.empty()) << error;
  }
  heap.Collect();
}

// Neither the library's recursion nor ours goes deeper than a bound.
TEST_F(Loading, DeepNestingIsRefused) {
  const std::string deep(1'000'000, '\x91');  // arrays of one element
  const std::string there = "byte 65: a value is nested deeper than 64 levels";
  EXPECT_EQ(WhyNotBytes(deep, Encoding::kBinary), there);
  EXPECT_EQ(WhyNotBytes(std::string(1'000'000, '[')), there);
  for (int byte = 0; byte < 256; ++byte) {
    WhyNotBytes(std::string(1'000'000, static_cast<char>(byte)), Encoding::kBinary);
  }
  std::string path = "./";
  for (int i = 0; i < 300'000; ++i) path += "a/";
  EXPECT_THAT(WhyNot(R"({"room":")" + path + "a\"}"), HasSubstr("there is no object ./a/a"));
}

// The binary encoding has bytes that are no text.
TEST_F(Loading, BytesAreNoTextAndAreRefusedWithTheirPlace) {
  all->pocket.label = "label";
  std::string bytes = SaveAs(*all, Encoding::kBinary);
  constexpr std::string_view kFiveBytes = "\xC4\x05";
  bytes.replace(bytes.rfind("label") - 1, 1, kFiveBytes);
  EXPECT_THAT(WhyNotBytes(bytes, Encoding::kBinary),
              HasSubstr("objects[0].properties.pocket.label: "));
}

// The binary encoding can say texts that JSON cannot.
TEST_F(Loading, ATextThatIsNotUtf8IsRefusedWithItsPlace) {
  all->pocket.label = "label";
  std::string bytes = SaveAs(*all, Encoding::kBinary);
  bytes[bytes.rfind("label") + 1] = '\xFF';
  EXPECT_EQ(WhyNotBytes(bytes, Encoding::kBinary),
            "objects[0].properties.pocket.label: a text is not UTF-8");
  bytes[bytes.rfind("pocket")] = '\xFF';
  EXPECT_EQ(WhyNotBytes(bytes, Encoding::kBinary),
            "objects[0].properties.(its name).label: a text is not UTF-8");
}

TEST_F(Loading, ANameThatIsTakenIsRefused) {
  const std::string bytes = SaveAs(*all);
  EXPECT_EQ(LoadObject(heap, bytes, Encoding::kJson, {.name = "all"}, {}, error), nullptr);
  EXPECT_EQ(error, "the name all is taken");
}

// When the table is full, what was made so far is given up.
// Names come from outside of the program, as the bytes do.
TEST_F(Loading, ATextThatIsNoNameIsRefused) {
  const std::string bytes = SaveAs(*room);
  EXPECT_EQ(LoadObject(heap, bytes, Encoding::kJson, {.name = "a/b"}, {}, error), nullptr);
  EXPECT_THAT(error, HasSubstr("'a/b' is no name"));
}

TEST_F(Loading, AnElementIsMadeWhereItsAlignmentAllows) {
  saved::Mesh* const mesh = make.New<saved::Mesh>();
  mesh->wides.resize(5);
  for (saved::Wide& wide : mesh->wides) wide.of[0] = 1;
  const std::string bytes = SaveAs(*mesh);
  saved::Wide::misplaced = 0;
  for (int i = 0; i < 8; ++i) ASSERT_EQ(LoadAs<saved::Mesh>(bytes)->wides.size(), 5u);
  EXPECT_EQ(saved::Wide::misplaced, 0);
}

TEST_F(Loading, WithoutRoomWhatWasMadeIsGarbage) {
  Fill(*all, make);
  const std::string bytes = SaveAs(*all);
  Heap small({.max_objects = 12});
  Factory there(small);
  there.ClassOf<Everything>();
  there.ClassOf<Room>();
  std::vector<StrongPtr<Room>> fill;
  while (Room* const more = there.TryNew<Room>()) fill.emplace_back(more);
  ASSERT_GE(fill.size(), 2u);
  fill.pop_back();
  small.Collect();
  const Plan rooted{.name = "loaded", .flags = object_flag::kMarkAsRoot};
  EXPECT_EQ(LoadObject(small, bytes, Encoding::kJson, rooted, {}, error), nullptr);
  EXPECT_EQ(error, "out of memory");
  EXPECT_FALSE(IsValid(there.Find(there.TransientPackage(), "loaded")));
  there.ForEach<Everything>([](Everything* made) { EXPECT_FALSE(IsValid(made)); });
  small.Collect();
  EXPECT_NE(there.TryNew<Room>(), nullptr) << "its room is free again";
}

}  // namespace
}  // namespace gc
