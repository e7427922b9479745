// core/testing/saving.h -- objects to be saved, and a heap to save them in.
//
// core/reflect/saving/saving_test.cc describes the classes.

#pragma once

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/reflect/cast.h"
#include "core/reflect/reflected.h"
#include "core/reflect/saving/saving.h"
#include "core/testing/reflected_types.h"

namespace saved {

// Makes a part by itself.
class Leaf : public gc::NamedObject {
  GC_REFLECTED(Leaf, gc::NamedObject)
  explicit Leaf(const gc::Birth& birth) : NamedObject(birth) {}
  int weight = 5;
  gc::ObjectPtr<gc::NamedObject> hinge;
};
class Gate : public gc::NamedObject {
  GC_REFLECTED(Gate, gc::NamedObject)
  explicit Gate(const gc::Birth& birth) : NamedObject(birth) {
    leaf = CreateDefaultSubobject<Leaf>("Leaf");
    leaf->hinge = this;
  }
  gc::ObjectPtr<Leaf> leaf;
  int width = 1;
  int height = 2;
};
// Has its part in a list.
class Rack : public gc::NamedObject {
  GC_REFLECTED(Rack, gc::NamedObject)
  explicit Rack(const gc::Birth& birth) : NamedObject(birth) {
    list.push_back(CreateDefaultSubobject<Leaf>("Leaf"));
  }
  gc::Vector<Leaf> list;
  std::map<std::array<std::string, 2>, std::vector<std::string>> lists;
};
class Odd : public gc::NamedObject {
  GC_REFLECTED(Odd, gc::NamedObject)
  explicit Odd(const gc::Birth& birth) : NamedObject(birth) {}
  std::vector<bool> bits;
  gc::ObjectPtr<> any;
};

}  // namespace saved

namespace gc {

using reflected::Everything;
using reflected::Mood;
using reflected::Room;
using Saved = nlohmann::json;

class Saving : public testing::Test {
 protected:
  std::string SaveAs(NamedObject& object, Encoding encoding = Encoding::kJson) {
    std::optional<std::string> bytes = SaveObject(heap, object, encoding, error);
    EXPECT_TRUE(bytes) << error;
    return bytes.value_or("");
  }
  // The first object's properties.
  Saved PropertiesOf(NamedObject& object) {
    return Saved::parse(SaveAs(object))["objects"][0]["properties"];
  }
  template <class T>
  T* LoadAs(std::string_view bytes, const Plan& plan = {}, Encoding encoding = Encoding::kJson,
            const LoadOptions& options = {}) {
    NamedObject* const loaded = LoadObject(heap, bytes, encoding, plan, options, error);
    EXPECT_NE(loaded, nullptr) << error;
    return Cast<T>(loaded);
  }
  // Why a document with these properties of an Everything is refused.
  std::string WhyNot(const std::string& properties, const LoadOptions& options = {}) {
    const std::string document =
        R"({"format":"tricolour-objects","version":1,"objects":[{"path":"./",)"
        R"("class":"/Script/Test.Everything","properties":)" +
        properties + "}]}";
    return WhyNotBytes(document, Encoding::kJson, options);
  }
  std::string WhyNotBytes(std::string_view bytes, Encoding encoding = Encoding::kJson,
                          const LoadOptions& options = {}) {
    const std::uint32_t before = heap.ObjectCount();
    error.clear();
    EXPECT_EQ(LoadObject(heap, bytes, encoding, {}, options, error), nullptr) << bytes;
    EXPECT_EQ(heap.ObjectCount(), before) << "nothing is made";
    return error;
  }

  Heap heap;
  Factory make{heap};
  std::string error;
  // With their classes, before anything is counted.
  Everything* all = make.New<Everything>({.name = "all"});
  Room* room = make.New<Room>();
};

// Sets a value in each member.
inline void Fill(Everything& all, Factory& make) {
  Room* const a = make.New<Room>({.outer = &all, .name = "a"});
  Room* const b = make.New<Room>({.outer = a, .name = "b"});
  a->number = 17;
  all.flag = false;
  all.tiny = -128;
  all.small = 65535;
  all.usual = std::numeric_limits<int>::min();
  all.large = std::numeric_limits<std::uint64_t>::max();
  all.real = -0.1f;
  all.precise = std::numeric_limits<double>::infinity();
  all.mood = Mood::kGone;
  all.room = a;
  all.weak = b;
  all.any = &all;
  all.rooms[1] = b;
  all.pair = {8, 9};
  all.numbers = {5, 4, 3};
  all.list.push_back(a);
  all.list.push_back(nullptr);
  all.slots.emplace_back().count = 3;
  all.slots.begin()->item = b;
  all.by_name["b"] = b;
  all.by_name["\"\n"] = nullptr;
  all.set.insert(a);
  all.maybe = b;
  all.choice = ObjectPtr<Room>(a);
  all.pocket.label = "gr\xC3\xBC\xC3\x9F";
  all.pocket.slot.item = a;
  all.plain.b = 12;
  all.row[1].item = b;
  all.tree.below.emplace_back().below.emplace_back().here = a;
}

}  // namespace gc
