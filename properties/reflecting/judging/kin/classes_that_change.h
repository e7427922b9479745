// properties/reflecting/judging/kin/classes_that_change.h -- classes with parts, as they were and
// as they are now.
//
//     House  was: kept Room, grown Room, lost Room, safe Vault     Room   was: latch Vault
//            now: kept Room, grown Salon, gained Room, safe Vault  Salon       latch Vault
//     Shed   stays: kept Room                                      Vault       listed by hand
//
// Described in kin.cc.

#pragma once

#include "core/gc.h"
#include "core/reflect/reflected.h"

namespace properties::reflecting {

using AnyKin = gc::ObjectPtr<gc::NamedObject>;

class Vault : public gc::NamedObject {
 public:
  explicit Vault(const gc::Birth& birth) : NamedObject(birth) {}
  AnyKin to;
  int number = 1;
  static const gc::Class kClass;
};

class Leaflet : public gc::NamedObject {
  GC_REFLECTED(Leaflet, gc::NamedObject)
  explicit Leaflet(const gc::Birth& birth) : NamedObject(birth) {}
  AnyKin to;
  int number = 2;
};

class Room : public gc::NamedObject {
  GC_REFLECTED(Room, gc::NamedObject)
  explicit Room(const gc::Birth& birth) : NamedObject(birth) {
    latch = CreateDefaultSubobject<Vault>("latch");
  }
  int gone = 0;  // is of no use to a Salon
  int number = 3;
  AnyKin to;
  AnyKin latch;
};

class Salon : public gc::NamedObject {
  GC_REFLECTED(Salon, gc::NamedObject)
  explicit Salon(const gc::Birth& birth) : NamedObject(birth) {
    latch = CreateDefaultSubobject<Vault>("latch");
  }
  AnyKin latch;
  AnyKin to;
  int number = 4;
};

class OldHouse : public gc::NamedObject {
  GC_REFLECTED(OldHouse, gc::NamedObject)
  explicit OldHouse(const gc::Birth& birth) : NamedObject(birth) {
    Room* const room = CreateDefaultSubobject<Room>("kept");
    if (room != nullptr) room->number = 5;
    own = kept = room;
    grown = CreateDefaultSubobject<Room>("grown");
    lost = CreateDefaultSubobject<Room>("lost");
    safe = CreateDefaultSubobject<Vault>("safe");
  }
  AnyKin to;
  AnyKin own;  // starts as a part of its own
  AnyKin kept;
  AnyKin grown;
  AnyKin lost;
  AnyKin safe;
  int number = 6;
  int gone = 0;
};

class NewHouse : public gc::NamedObject {
  GC_REFLECTED(NewHouse, gc::NamedObject)
  explicit NewHouse(const gc::Birth& birth) : NamedObject(birth) {
    Room* const room = CreateDefaultSubobject<Room>("kept");
    if (room != nullptr) room->number = 7;
    kept = room;
    grown = CreateDefaultSubobject<Salon>("grown");
    own = gained = CreateDefaultSubobject<Room>("gained");
    safe = CreateDefaultSubobject<Vault>("safe");
  }
  int number = 8;
  AnyKin gained;
  AnyKin own;
  AnyKin kept;
  AnyKin safe;
  AnyKin grown;
  AnyKin to;
};

class Shed : public gc::NamedObject {
  GC_REFLECTED(Shed, gc::NamedObject)
  explicit Shed(const gc::Birth& birth) : NamedObject(birth) {
    Room* const room = CreateDefaultSubobject<Room>("kept");
    if (room != nullptr) room->number = 9;
    kept = room;
  }
  AnyKin to;
  AnyKin kept;
  int number = 10;
};

// Is found by its name alone, and has no class object.
class Hermit : public gc::NamedObject {
 public:
  Hermit(const gc::Birth& birth, int) : NamedObject(birth) {}
  static const gc::Class kClass;
};

}  // namespace properties::reflecting
