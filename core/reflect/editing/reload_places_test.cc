// core/reflect/editing/reload_places_test.cc -- of an object whose class changes, what goes where,
// and what has no place.
//
// Row: S3.15.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/gc.h"
#include "core/reflect/editing/reload.h"
#include "core/reflect/reflected.h"

namespace reloaded_places {

class Jewel : public gc::NamedObject {
  GC_REFLECTED(Jewel, gc::NamedObject)
  explicit Jewel(const gc::Birth& birth) : NamedObject(birth) {}
};
class Dial : public gc::NamedObject {
  GC_REFLECTED(Dial, gc::NamedObject)
  explicit Dial(const gc::Birth& birth) : NamedObject(birth) {}
};

namespace was {
class Coin : public gc::NamedObject {
  GC_REFLECTED(Coin, gc::NamedObject)
  explicit Coin(const gc::Birth& birth) : NamedObject(birth) {}
  int worth = 1;
  int dents = 0;
  gc::ObjectPtr<Coin> beside;
};
class Bill : public gc::NamedObject {
  GC_REFLECTED(Bill, gc::NamedObject)
  explicit Bill(const gc::Birth& birth) : NamedObject(birth) {}
  int dents = 0;
};
// Both have a part of one name.
class Vault : public gc::NamedObject {
  GC_REFLECTED(Vault, gc::NamedObject)
  explicit Vault(const gc::Birth& birth) : NamedObject(birth) {
    jewels.push_back(CreateDefaultSubobject<Jewel>("Lock"));
  }
  gc::Vector<Jewel> jewels;
};
}  // namespace was
namespace now {
class Coin : public gc::NamedObject {
  GC_REFLECTED(Coin, gc::NamedObject)
  explicit Coin(const gc::Birth& birth) : NamedObject(birth) {}
  int worth = 10;
};
class Vault : public gc::NamedObject {
  GC_REFLECTED(Vault, gc::NamedObject)
  explicit Vault(const gc::Birth& birth) : NamedObject(birth) {
    CreateDefaultSubobject<Dial>("Lock");
    CreateDefaultSubobject<Dial>("Coin");
    jewels.push_back(CreateDefaultSubobject<Jewel>("Crown"));
  }
  gc::Vector<Jewel> jewels;
};
// Described by hand, with a property of the name that another class has with its type.
class Token : public gc::NamedObject {
 public:
  explicit Token(const gc::Birth& birth) : NamedObject(birth) {}
  int worth = 7;
  static const gc::Class kClass;
};
const gc::Property kTokenProperties[] = {gc::Property::Of(&Token::worth, "worth")};
const gc::Class Token::kClass =
    gc::DescribeNamed<Token>("Token", gc::NamedObject::kClass, {}, kTokenProperties);
}  // namespace now

// Described by hand. It never lets go of one of the two.
class Purse : public gc::NamedObject {
 public:
  explicit Purse(const gc::Birth& birth) : NamedObject(birth) {}
  gc::ObjectPtr<was::Coin> coin;
  gc::ObjectPtr<was::Coin> sewn_in;
  static const gc::Class kClass;
};
const gc::Reference kPurseReferences[] = {
    gc::Reference::To(&Purse::coin, "outer"),
    gc::Reference::To(&Purse::sewn_in, "sewn_in").Immutable()};
const gc::Class Purse::kClass =
    gc::DescribeNamed<Purse>("Purse", gc::NamedObject::kClass, kPurseReferences);

// Made alone, it has no class object.
class Pouch : public gc::NamedObject {
 public:
  Pouch(const gc::Birth& birth, int of) : NamedObject(birth), number(of) {}
  int number;
  static const gc::Class kClass;
};
const gc::Class Pouch::kClass = gc::DescribeNamed<Pouch>("Pouch", gc::NamedObject::kClass);

class Till : public gc::NamedObject {
  GC_REFLECTED(Till, gc::NamedObject)
  explicit Till(const gc::Birth& birth) : NamedObject(birth) {
    CreateDefaultSubobject<was::Coin>("Change");
  }
};

// Has a field of its own that is named like the outer of all, by the same text: the linker may
// merge the two.
class Guest : public gc::NamedObject {
 public:
  explicit Guest(const gc::Birth& birth) : NamedObject(birth) {}
  gc::ObjectPtr<was::Coin> host;
  static const gc::Class kClass;
};
const gc::Reference kGuestReferences[] = {
    gc::Reference::To(&Guest::host, gc::NamedSchema::kNamed[1].name)};
const gc::Class Guest::kClass =
    gc::DescribeNamed<Guest>("Guest", gc::NamedObject::kClass, kGuestReferences);

}  // namespace reloaded_places

GC_DESCRIBE(reloaded_places::Jewel, "/Script/ReloadedPlaces")
GC_DESCRIBE(reloaded_places::Dial, "/Script/ReloadedPlaces")
GC_DESCRIBE(reloaded_places::was::Coin, "/Script/ReloadedPlacesWas", GC_PROPERTY_OF(worth),
            GC_PROPERTY_OF(dents), GC_PROPERTY_OF(beside))
GC_DESCRIBE(reloaded_places::was::Bill, "/Script/ReloadedPlacesWas", GC_PROPERTY_OF(dents))
GC_DESCRIBE(reloaded_places::was::Vault, "/Script/ReloadedPlacesWas", GC_PROPERTY_OF(jewels))
GC_DESCRIBE(reloaded_places::now::Coin, "/Script/ReloadedPlacesNow", GC_PROPERTY_OF(worth))
GC_DESCRIBE(reloaded_places::now::Vault, "/Script/ReloadedPlacesNow", GC_PROPERTY_OF(jewels))
GC_DESCRIBE(reloaded_places::Till, "/Script/ReloadedPlaces")

namespace reloaded_places {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ReloadingPlaces : public testing::Test {
 protected:
  template <class From, class To>
  ReloadedClass Change() {
    return {make.ClassOf<From>(), make.ClassOf<To>()};
  }
  Reloaded ReloadAll(const std::vector<ReloadedClass>& changes) {
    std::optional<Reloaded> result = Reload(heap, changes, nullptr, error);
    EXPECT_TRUE(result) << error;
    return result.value_or(Reloaded{});
  }
  std::vector<std::string> Told(const Reloaded& result) {
    std::vector<std::string> told;
    for (const LeftReference& left : result.references.left) {
      told.push_back(DescriptionOf(heap, left));
    }
    return told;
  }

  Heap heap;
  Factory make{heap};
  std::string error;
};

// S3.15: outers do change, just later, and what an old object leads to matters no more. But a slot
// that is called so is one like others, and one that never changes is told.
TEST_F(ReloadingPlaces, WhatStillLeadsToAnOldObjectIsToldAndNothingElse) {
  auto* const coin = make.New<was::Coin>({.name = "Coin"});
  auto* const other = make.New<was::Coin>({.name = "Other"});
  coin->beside = other;
  Purse* const purse = make.New<Purse>({.outer = coin, .name = "Purse"});
  purse->coin = coin;
  purse->sewn_in = other;
  const Reloaded result = ReloadAll({Change<was::Coin, now::Coin>()});
  EXPECT_EQ(result.objects, 2u);
  EXPECT_EQ(result.moved, 1u);
  EXPECT_EQ(purse->outer(), make.FindPath("Transient/Coin"));
  EXPECT_EQ(purse->coin, coin);
  EXPECT_EQ(purse->sewn_in, other);
  const std::string holder = "Purse " + std::to_string(purse->header().index);
  EXPECT_THAT(Told(result),
              ElementsAre(holder + ".outer, 1 times: it may not refer to an object of the new "
                                   "one's class",
                          holder + ".sewn_in, 1 times: it never changes"));
}

// S3.15: what a part of another class took the name of is told: one object stays in the old vault,
// and one has a made-up name in the new one.
TEST_F(ReloadingPlaces, WhatAPartOfAnotherClassTookTheNameOfIsCounted) {
  auto* const vault = make.New<was::Vault>({.name = "Vault"});
  NamedObject* const lock = make.Find(vault, "Lock");
  make.New<was::Coin>({.outer = vault, .name = "Coin"})->worth = 3;
  const Reloaded result =
      ReloadAll({Change<was::Vault, now::Vault>(), Change<was::Coin, now::Coin>()});
  EXPECT_EQ(result.objects, 2u);
  EXPECT_EQ(result.parts, 0u);
  EXPECT_EQ(result.moved, 0u);
  EXPECT_EQ(result.misplaced, 2u);
  EXPECT_EQ(lock->outer(), vault);
  EXPECT_EQ(make.FindPath("Transient/Vault/Lock")->type(), make.ClassOf<Dial>());
  EXPECT_EQ(make.FindPath("Transient/Vault/Coin")->type(), make.ClassOf<Dial>());
  int coins = 0;
  make.ForEach<now::Coin>([&](now::Coin* coin) {
    ++coins;
    EXPECT_EQ(coin->worth, 3);
    EXPECT_EQ(coin->outer(), make.FindPath("Transient/Vault"));
  });
  EXPECT_EQ(coins, 1);
}

// S3.15: a reference to its part is untouched, and neither one to something else inside nor null.
TEST_F(ReloadingPlaces, AReferenceToSomethingElseInsideIsTakenOver) {
  auto* const vault = make.New<was::Vault>({.name = "Untouched"});
  ASSERT_EQ(vault->jewels.begin()->Get(), make.Find(vault, "Lock"));
  auto* const filled = make.New<was::Vault>({.name = "Filled"});
  Jewel* const ring = make.New<Jewel>({.outer = filled, .name = "Ring"});
  filled->jewels.clear();
  filled->jewels.push_back(ring);
  auto* const robbed = make.New<was::Vault>({.name = "Robbed"});
  robbed->jewels.clear();
  robbed->jewels.push_back(nullptr);
  ReloadAll({Change<was::Vault, now::Vault>()});
  const auto jewels_of = [&](const std::string& name) {
    std::vector<NamedObject*> all;
    NamedObject* const now = make.FindPath("Transient/" + name);
    for (const auto& jewel : static_cast<now::Vault*>(now)->jewels) all.push_back(jewel.Get());
    return all;
  };
  EXPECT_THAT(jewels_of("Untouched"), ElementsAre(make.FindPath("Transient/Untouched/Crown")));
  EXPECT_THAT(jewels_of("Filled"), ElementsAre(ring));
  EXPECT_EQ(ring->PathName(), "Transient/Filled/Ring");
  EXPECT_THAT(jewels_of("Robbed"), ElementsAre(nullptr));
}

// S3.15: the outer of a part may be one that has no class object, and so nothing to start as.
TEST_F(ReloadingPlaces, APartThatWasPutIntoWhatWasMadeAloneChanges) {
  Pouch* const pouch = make.NewAlone<Pouch>("Pouch", 0, 7);
  for (const int worth : {1, 3}) {
    NamedObject* const change = make.Find(make.New<Till>(), "Change");
    static_cast<was::Coin*>(change)->worth = worth;
    make.Rename(*change, {.outer = pouch, .name = "Change" + std::to_string(worth)});
  }
  EXPECT_EQ(ReloadAll({Change<was::Coin, now::Coin>()}).objects, 2u);
  const auto worth_of = [&](const char* path) {
    return static_cast<now::Coin*>(make.FindPath(path))->worth;
  };
  EXPECT_EQ(worth_of("Pouch/Change1"), 10) << "nobody had touched it";
  EXPECT_EQ(worth_of("Pouch/Change3"), 3);
}

// S3.15: two classes that have lost a property of one name are told apart, and each adds up.
TEST_F(ReloadingPlaces, WhatIsLostIsToldByClassAndProperty) {
  for (int i = 0; i < 2; ++i) {
    make.New<was::Coin>()->dents = 3;
    make.New<was::Bill>()->dents = 4;
  }
  const Reloaded result = ReloadAll({Change<was::Coin, now::Coin>(), Change<was::Bill, Jewel>()});
  ASSERT_EQ(result.lost.size(), 2u);
  LostValue sum;
  for (const LostValue& lost : result.lost) {
    EXPECT_STREQ(lost.property, "dents");
    EXPECT_EQ(lost.objects, 2u);
    EXPECT_EQ(lost.parts, 2u);
    sum.objects += lost.objects;
    sum.parts += lost.parts;
  }
  EXPECT_NE(result.lost[0].from, result.lost[1].from);
  EXPECT_EQ(sum.objects, 4u);
  EXPECT_EQ(sum.parts, 4u);
}

// S3.15: of what the new class lists by hand only its copy is known. And where nothing is held,
// nothing is lost.
TEST_F(ReloadingPlaces, WhatIsListedByHandInOneOfTheTwoIsLostIfThereIsAny) {
  make.New<was::Coin>({.name = "Coin"})->worth = 3;
  make.New<Purse>({.name = "Purse"});
  const Reloaded result = ReloadAll({Change<was::Coin, now::Token>(), Change<Purse, Jewel>()});
  EXPECT_EQ(result.objects, 2u);
  ASSERT_EQ(result.lost.size(), 1u);
  EXPECT_STREQ(result.lost[0].property, "worth");
  EXPECT_EQ(result.lost[0].parts, 1u);
  EXPECT_EQ(static_cast<now::Token*>(make.FindPath("Transient/Coin"))->worth, 7);
}

// S3.15: nor is any class one of those.
TEST_F(ReloadingPlaces, TheClassOfClassesStays) {
  for (const ReloadedClass& change :
       {Change<ClassObject, now::Coin>(), Change<was::Coin, ClassObject>(),
        Change<was::Coin, Package>()}) {
    EXPECT_FALSE(Reload(heap, std::span(&change, 1), nullptr, error));
    EXPECT_THAT(error, testing::HasSubstr(": the heap has objects of this class for its own use"));
  }
}

class ReloadingPlacesDeathTest : public ReloadingPlaces {};

// S3.15
TEST_F(ReloadingPlacesDeathTest, AClassOfAnotherHeapIsNone) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Heap other;
  Factory there(other);
  const ReloadedClass from{there.ClassOf<was::Coin>(), make.ClassOf<now::Coin>()};
  EXPECT_DEATH(Reload(heap, {&from, 1}, nullptr, error), "Reload was given an object of index");
  const ReloadedClass to{make.ClassOf<was::Coin>(), there.ClassOf<now::Coin>()};
  EXPECT_DEATH(Reload(heap, {&to, 1}, nullptr, error), "Reload was given an object of index");
}

// S3.15: no outer is told of, as it changes later; a field that only has its name is.
TEST_F(ReloadingPlaces, AFieldThatIsNamedLikeTheOuterIsToldOf) {
  was::Coin* const coin = make.New<was::Coin>({.name = "Coin"});
  Guest* const guest = make.New<Guest>({.name = "Guest"});
  guest->host = coin;
  const Reloaded result = ReloadAll({Change<was::Coin, now::Coin>()});
  EXPECT_THAT(Told(result), ElementsAre(HasSubstr(".outer, 1 times: it may not refer")));
  EXPECT_EQ(guest->host, coin);
}

}  // namespace
}  // namespace reloaded_places
