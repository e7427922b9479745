#include "properties/reflecting/judging/kin/kin.h"

GC_DESCRIBE(properties::reflecting::Leaflet, "/Script/Now", GC_PROPERTY_OF(to),
            GC_PROPERTY_OF(number))
GC_DESCRIBE(properties::reflecting::Room, "/Script/Was", GC_PROPERTY_OF(gone),
            GC_PROPERTY_OF(number), GC_PROPERTY_OF(to), GC_PROPERTY_OF(latch))
GC_DESCRIBE(properties::reflecting::Salon, "/Script/Now", GC_PROPERTY_OF(latch), GC_PROPERTY_OF(to),
            GC_PROPERTY_OF(number))
GC_DESCRIBE(properties::reflecting::OldHouse, "/Script/Was", GC_PROPERTY_OF(to),
            GC_PROPERTY_OF(own), GC_PROPERTY_OF(kept), GC_PROPERTY_OF(grown), GC_PROPERTY_OF(lost),
            GC_PROPERTY_OF(safe), GC_PROPERTY_OF(number), GC_PROPERTY_OF(gone))
GC_DESCRIBE(properties::reflecting::NewHouse, "/Script/Now", GC_PROPERTY_OF(number),
            GC_PROPERTY_OF(gained), GC_PROPERTY_OF(own), GC_PROPERTY_OF(kept), GC_PROPERTY_OF(safe),
            GC_PROPERTY_OF(grown), GC_PROPERTY_OF(to))
GC_DESCRIBE(properties::reflecting::Shed, "/Script/Was", GC_PROPERTY_OF(to), GC_PROPERTY_OF(kept),
            GC_PROPERTY_OF(number))

namespace properties::reflecting {

const gc::Class Hermit::kClass = gc::DescribeNamed<Hermit>("Hermit", gc::NamedObject::kClass);
const gc::Reference kVaultReferences[] = {gc::Reference::To(&Vault::to, "to")};
const gc::Property kVaultProperties[] = {gc::Property::Of(&Vault::number, "number")};
const gc::Class Vault::kClass =
    gc::DescribeNamed<Vault>("Vault", gc::NamedObject::kClass, kVaultReferences, kVaultProperties);

namespace {

template <class T>
constexpr MembersOfKin MembersIn() {
  return {[](gc::NamedObject& object) -> int& { return static_cast<T&>(object).number; },
          [](gc::NamedObject& object) -> AnyKin& { return static_cast<T&>(object).to; }};
}

}  // namespace

using gc::NamedObject;
using reference::reflecting::PaperFamily;
using reference::reflecting::PaperKin;

const std::array<MembersOfKin, kTypes> kMembersOfKin = {
    MembersIn<OldHouse>(), MembersIn<NewHouse>(), MembersIn<Room>(), MembersIn<Salon>(),
    MembersIn<Vault>(),    MembersIn<Leaflet>(),  MembersIn<Shed>(),
};

const PaperFamily kFamily = {
    .parts = {
        {kOldHouse, {{"kept", kRoom}, {"grown", kRoom}, {"lost", kRoom}, {"safe", kVault}}},
        {kNewHouse, {{"kept", kRoom}, {"grown", kSalon}, {"gained", kRoom}, {"safe", kVault}}},
        {kRoom, {{"latch", kVault}}},
        {kSalon, {{"latch", kVault}}},
        {kShed, {{"kept", kRoom}}}}};

void Kinfolk::Draw() {
  DrawDefaults();
  for (const std::size_t type : {kOldHouse, kRoom, kVault}) {
    early_[type] = make.New<NamedObject>({.type = classes[type]});
  }
  for (std::uint32_t left = random_.Between(1, 7); left > 0; --left) DrawObject();
  early_.clear();
  heap.Collect();  // nothing keeps those that are left
  DrawValues();
  DrawKeeping();
  heap.Start();
  heap.Tick(random_.Below(60));
  DrawGarbage();
}

PaperFamily Kinfolk::DrawChanges() {
  static constexpr std::array<std::size_t, 2> kChanges[] = {
      {kOldHouse, kNewHouse}, {kRoom, kSalon}, {kVault, kLeaflet}};
  PaperFamily family = kFamily;
  const std::uint32_t which = 1 + random_.Below(7);
  for (std::size_t i = 0; i < 3; ++i) {
    if ((which >> i & 1) != 0) family.becomes.emplace(kChanges[i][0], kChanges[i][1]);
  }
  return family;
}

// What the classes' parts start with is the program's to say.
void Kinfolk::DrawDefaults() {
  for (std::size_t type = 0; type < kTypes; ++type) {
    if (random_.Chance(1, 2)) continue;
    NamedObject& object = *classes[type]->default_object();
    kMembersOfKin[type].number(object) = static_cast<int>(10 + random_.Below(10));
    const auto parts = kFamily.parts.find(type);
    if (parts == kFamily.parts.end()) continue;
    for (const PaperFamily::Part& part : parts->second) {
      NamedObject* const made = make.Find(&object, part.name);
      kMembersOfKin[part.type].number(*made) = static_cast<int>(20 + random_.Below(10));
    }
  }
  for (std::size_t type = 0; type < kTypes; ++type) {
    defaults.push_back(kMembersOfKin[type].number(*classes[type]->default_object()));
  }
}

std::size_t Kinfolk::DrawType() {
  static constexpr std::size_t kDrawn[] = {kOldHouse, kOldHouse, kOldHouse, kRoom,
                                           kVault,    kLeaflet,  kShed,     kNoKin};
  return kDrawn[random_.Below(8)];
}

void Kinfolk::DrawObject() {
  const std::size_t type = DrawType();
  std::size_t outer = kNoKin;
  if (!kin.empty() && random_.Chance(2, 3)) {
    outer = random_.Below(static_cast<std::uint32_t>(kin.size()));
  }
  NamedObject* const around = outer == kNoKin ? nullptr : drawn[outer].object;
  // What a new house has a part of this name for may be there already.
  const bool is_gained = around != nullptr && random_.Chance(1, 3);
  std::string name = is_gained ? "gained" : "n" + std::to_string(kin.size());
  if (is_gained && make.Find(around, name) != nullptr) name += std::to_string(kin.size());
  NamedObject* const object = Made(type, around, name);
  Add(object, {.name = name, .type = type, .outer = outer}, false);
}

// One in three is older than its outer.
NamedObject* Kinfolk::Made(std::size_t type, NamedObject* outer, const std::string& name) {
  NamedObject* object = nullptr;
  if (early_.contains(type) && random_.Chance(1, 3)) {
    object = early_[type];
    early_.erase(type);
  } else if (type != kNoKin) {
    return make.New<NamedObject>({.outer = outer, .name = name, .type = classes[type]});
  } else {
    object = make.NewAlone<Hermit>(name + "_alone", 0, 1);
  }
  make.Rename(*object, {.outer = outer, .name = name});
  return object;
}

void Kinfolk::Add(NamedObject* object, const PaperKin& one, bool is_made) {
  const std::size_t place = kin.size();
  kin.push_back(one);
  Leaflet* const sign = make.New<Leaflet>();
  heap.AddRoot(sign);
  sign->to = object;
  drawn.push_back({.object = object,
                   .sign = sign,
                   .is_made = is_made,
                   .weak = gc::WeakPtr<NamedObject>(object)});
  if (one.type == kNoKin) return;
  drawn.back().start = StartOf(place);
  drawn.back().values = {.number = kMembersOfKin[one.type].number(*object),
                         .own = one.type == kOldHouse ? kOwnPart : kNoKin};
  const auto parts = kFamily.parts.find(one.type);
  if (parts == kFamily.parts.end()) return;
  for (const PaperFamily::Part& part : parts->second) {
    Add(make.Find(object, part.name), {.name = part.name, .type = part.type, .outer = place}, true);
  }
}

NamedObject* Kinfolk::StartOf(std::size_t place) {
  const PaperKin& one = kin[place];
  if (!drawn[place].is_made) return classes[one.type]->default_object();
  return make.Find(drawn[one.outer].start, one.name);
}

void Kinfolk::DrawValues() {
  for (std::size_t i = 0; i < kin.size(); ++i) {
    if (kin[i].type == kNoKin) continue;
    ValuesOfKin& values = drawn[i].values;
    NamedObject& object = *drawn[i].object;
    if (random_.Chance(1, 2)) values.number = static_cast<int>(100 + i);
    kMembersOfKin[kin[i].type].number(object) = values.number;
    if (random_.Chance(1, 2)) values.to = DrawPlace();
    if (values.to != kNoKin) kMembersOfKin[kin[i].type].to(object) = drawn[values.to].object;
    if (random_.Chance(1, 3)) values.gone = 1;
    if (kin[i].type == kRoom) static_cast<Room&>(object).gone = values.gone;
    if (kin[i].type == kOldHouse) DrawHouse(static_cast<OldHouse&>(object), values);
  }
}

void Kinfolk::DrawHouse(OldHouse& house, ValuesOfKin& values) {
  house.gone = values.gone;
  if (random_.Chance(1, 2)) return;
  values.own = random_.Chance(1, 3) ? kNoKin : DrawPlace();
  house.own = values.own == kNoKin ? nullptr : drawn[values.own].object;
  if (values.own != kNoKin && house.own == house.kept) values.own = kOwnPart;
}

void Kinfolk::DrawKeeping() {
  for (DrawnKin& one : drawn) {
    one.keeps = random_.Chance(1, 4) ? gc::flag::kAsync : 0;
    one.authors = random_.Chance(1, 4) ? gc::object_flag::kPublic : 0;
    // As what a program has moved out of its place may still have: no class makes it there.
    if (!one.is_made && random_.Chance(1, 4)) one.authors |= gc::object_flag::kDefaultSubobject;
    one.is_root = random_.Chance(1, 4);
    one.is_held = random_.Chance(1, 5);
    if (one.keeps != 0) heap.SetKeepFlags(one.object, one.keeps);
    if (one.authors != 0) heap.SetFlags(one.object, one.authors);
    if (one.is_root) heap.AddRoot(one.object);
    if (one.is_held) held.emplace_back(one.object);
  }
}

// Nothing refers to it but its sign.
void Kinfolk::DrawGarbage() {
  if (random_.Chance(1, 2)) return;
  const std::size_t place = DrawPlace();
  if (drawn[place].is_root || drawn[place].keeps != 0 || drawn[place].is_held) return;
  for (const DrawnKin& one : drawn) {
    if (one.values.to == place || one.values.own == place) return;
  }
  if (drawn[place].is_made) return;
  kin[place].is_garbage = true;
  heap.MarkGarbage(drawn[place].object);
}

}  // namespace properties::reflecting
