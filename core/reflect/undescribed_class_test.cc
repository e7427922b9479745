// core/reflect/undescribed_class_test.cc -- a class that has only its base's description is not
// what a reference or a cast may ask for: whatever is of the base's class would pass for it.
//
// Rows: S4.8, S4.25.

#include <gtest/gtest.h>

#include <string>

#include "core/heap/factory.h"
#include "core/reflect/access.h"
#include "core/reflect/cast.h"
#include "core/reflect/reflected.h"

namespace undescribed {

class Weapon : public gc::NamedObject {  // not described
 public:
  explicit Weapon(const gc::Birth& birth) : NamedObject(birth) {}
  int damage[16] = {};
};
class Gun : public Weapon {
  GC_REFLECTED(Gun, Weapon)
  explicit Gun(const gc::Birth& birth) : Weapon(birth) {}
};
class Rock : public gc::NamedObject {
  GC_REFLECTED(Rock, gc::NamedObject)
  explicit Rock(const gc::Birth& birth) : NamedObject(birth) {}
};
class Armed : public gc::NamedObject {
  GC_REFLECTED(Armed, gc::NamedObject)
  explicit Armed(const gc::Birth& birth) : NamedObject(birth) {
    if (arms) CreateDefaultSubobject<Weapon>("weapon");
  }
  static inline bool arms = false;
};
class Hero : public gc::NamedObject {
  GC_REFLECTED(Hero, gc::NamedObject)
  explicit Hero(const gc::Birth& birth) : NamedObject(birth) {}
  gc::ObjectPtr<Weapon> weapon;
  gc::ObjectPtr<Gun> gun;
  gc::SoftPtr<Weapon> soft;
};

}  // namespace undescribed

GC_DESCRIBE(undescribed::Gun, "/Script/Undescribed")
GC_DESCRIBE(undescribed::Rock, "/Script/Undescribed")
GC_DESCRIBE(undescribed::Armed, "/Script/Undescribed")
GC_DESCRIBE(undescribed::Hero, "/Script/Undescribed", GC_PROPERTY_OF(weapon), GC_PROPERTY_OF(gun),
            GC_PROPERTY_OF(soft))

namespace gc {
namespace {

using undescribed::Armed;
using undescribed::Gun;
using undescribed::Hero;
using undescribed::Rock;
using undescribed::Weapon;

class UndescribedClass : public testing::Test {
 protected:
  Heap heap;
  Factory make{heap};
  std::string error;
};
using UndescribedClassDeathTest = UndescribedClass;

TEST_F(UndescribedClassDeathTest, IsNoClassToCastTo) {
  Object* const rock = make.New<Rock>();
  EXPECT_DEATH(Cast<Weapon>(rock), "Weapon");
  EXPECT_DEATH(CastChecked<Weapon>(rock), "Weapon");
  EXPECT_EQ(Cast<Gun>(rock), nullptr);
}

TEST_F(UndescribedClassDeathTest, IsNoClassOfAPart) {
  EXPECT_NE(make.New<Armed>(), nullptr);
  Armed::arms = true;
  EXPECT_DEATH(make.New<Armed>(), "Weapon");
  Armed::arms = false;
}

TEST_F(UndescribedClassDeathTest, IsNoClassToReferTo) {
  Hero* const hero = make.New<Hero>();
  Rock* const rock = make.New<Rock>();
  EXPECT_DEATH(SetReference(*hero, "weapon", rock, error), "Weapon");
  EXPECT_FALSE(SetReference(*hero, "gun", rock, error));
}

TEST_F(UndescribedClassDeathTest, IsAskedOfWhatMayOnlyBeReadToo) {
  const Object* const rock = make.New<Rock>();
  const Object* const nothing = nullptr;
  EXPECT_EQ(Cast<Rock>(rock), rock);
  EXPECT_EQ(Cast<NamedObject>(rock), rock);
  EXPECT_EQ(Cast<Gun>(rock), nullptr);
  EXPECT_EQ(Cast<Rock>(nothing), nullptr);
}

class AnyRock : public Resolver {
 public:
  explicit AnyRock(Rock* rock) : rock_(rock) {}
  Object* Find(std::string_view, const Class* wanted) override {
    return wanted == &NamedObject::kClass ? rock_ : nullptr;
  }
  Object* Load(std::string_view path, const Class* wanted) override { return Find(path, wanted); }

 private:
  Rock* rock_;
};

TEST_F(UndescribedClassDeathTest, IsNoClassToFindByPath) {
  AnyRock resolver(make.New<Rock>());
  PathTable paths(resolver);
  const SoftPtr<Weapon> soft(paths.Intern("rock"));
  EXPECT_DEATH(soft.Get(), "Weapon");
}

}  // namespace
}  // namespace gc
