#include "properties/reflecting/judging/kin/core_listed.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/gc.h"
#include "core/reflect/editing/duplicate.h"
#include "core/reflect/reflected.h"
#include "properties/base/random.h"
#include "properties/reflecting/sound.h"
#include "properties/subjects/core/list_memory.h"

namespace properties::reflecting {

using Any = gc::ObjectPtr<gc::NamedObject>;

class Ledger : public gc::NamedObject {
 public:
  explicit Ledger(const gc::Birth& birth) : NamedObject(birth) {}
  int number = 0;
  Any first;
  gc::Vector<gc::NamedObject> rest;
  static const gc::Class kClass;
};
const gc::Reference kLedgerReferences[] = {gc::Reference::To(&Ledger::first, "first"),
                                           gc::Reference::To(&Ledger::rest, "rest")};
const gc::Property kLedgerProperties[] = {gc::Property::Of(&Ledger::number, "number")};
const gc::Class Ledger::kClass = gc::DescribeNamed<Ledger>("Ledger", gc::NamedObject::kClass,
                                                           kLedgerReferences, kLedgerProperties);

// Has no default, so what passes of a copy is a new value of its own type.
struct Tint {
  GC_REFLECTED_STRUCT(Tint)
  explicit Tint(int value) : stays(value), passes{value, value} {}
  int stays;
  int passes[2];
};
struct Stamp {
  GC_REFLECTED_STRUCT(Stamp)
  int stays = 0;
  int passes[2] = {1, 2};
  Tint tint{3};
};
// What cannot be copied is left out, as it passes.
struct Seal {
  GC_REFLECTED_STRUCT(Seal)
  int stays = 0;
  std::unique_ptr<int> passes;
};
class Page : public gc::NamedObject {
  GC_REFLECTED(Page, gc::NamedObject)
  explicit Page(const gc::Birth& birth) : NamedObject(birth) {
    if (!std::exchange(makes_part, false)) return;  // a part has none
    part = CreateDefaultSubobject<Page>("part");
    makes_part = true;
  }
  std::vector<Stamp> stamps;
  int grid[2][3] = {};
  Seal seal[2];
  gc::ObjectPtr<Page> part;
  static thread_local bool makes_part;
};
thread_local bool Page::makes_part = false;

}  // namespace properties::reflecting

GC_DESCRIBE_STRUCT(properties::reflecting::Tint, "/Script/Listed", GC_PROPERTY_OF(stays),
                   GC_PROPERTY_OF(passes, gc::property::kTransient))
GC_DESCRIBE_STRUCT(properties::reflecting::Stamp, "/Script/Listed", GC_PROPERTY_OF(stays),
                   GC_PROPERTY_OF(passes, gc::property::kTransient), GC_PROPERTY_OF(tint))
GC_DESCRIBE_STRUCT(properties::reflecting::Seal, "/Script/Listed", GC_PROPERTY_OF(stays),
                   GC_PROPERTY_OF(passes, gc::property::kTransient))
GC_DESCRIBE(properties::reflecting::Page, "/Script/Listed", GC_PROPERTY_OF(stamps),
            GC_PROPERTY_OF(grid), GC_PROPERTY_OF(seal), GC_PROPERTY_OF(part))

namespace properties::reflecting {
namespace {

class ListedJudge {
 public:
  ListedJudge(std::uint64_t seed, ReflectingLie lie, ReflectingVerdict& verdict)
      : lies_(lie == ReflectingLie::kWrongPart), verdict_(verdict), random_(Mix(seed + 71)) {}

  void Judge() {
    heap_.AddRoot(outside_);
    CompareLedger();
    ComparePage();
    CompareTemplate();
    CompareScarce();
    heap_.Collect();
  }

 private:
  // The original, what is inside of it, what is not, or nothing; of a copy beside that of its
  // original.
  gc::NamedObject* At(std::uint32_t where, Ledger& ledger) {
    switch (where) {
      case 0:
        return &ledger;
      case 1:
        return make_.Find(&ledger, "entry");
      case 2:
        return outside_;
      default:
        return nullptr;
    }
  }
  void CompareLedger() {
    Ledger* const ledger = make_.New<Ledger>({.name = "ledger"});
    heap_.AddRoot(ledger);
    make_.New<Ledger>({.outer = ledger, .name = "entry"});
    ledger->number = static_cast<int>(random_.Between(1, 99));
    const std::uint32_t first = random_.Below(4);
    ledger->first = At(first, *ledger);
    std::vector<std::uint32_t> rest(random_.Below(4));
    for (std::uint32_t& one : rest) {
      one = random_.Below(3);
      ledger->rest.push_back(At(one, *ledger));
    }
    heap_.Start();
    heap_.Tick(random_.Below(20));
    std::string error;
    Ledger* const copy = gc::Duplicate(heap_, *ledger, {.name = "second"}, error);
    verdict_.Same("duplicating what is described by hand", error, "");
    if (copy == nullptr) return;
    verdict_.Same("a value that is listed by hand", copy->number, ledger->number);
    Leads("a reference that is listed by hand", copy->first.Get(), At(first, *copy));
    verdict_.Same("references that are listed by hand", copy->rest.size(), rest.size());
    for (std::size_t i = 0; i < copy->rest.size() && i < rest.size(); ++i) {
      Leads("one of several that are listed by hand", copy->rest[i].Get(), At(rest[i], *copy));
    }
    Leads("the original's reference afterwards", ledger->first.Get(), At(first, *ledger));
  }
  void Leads(const char* what, const gc::NamedObject* said, const gc::NamedObject* should) {
    ++verdict_.applied;
    if (lies_) said = nullptr;
    const auto path = [](const gc::NamedObject* object) {
      return object != nullptr ? object->PathName() : "nothing";
    };
    verdict_.Same(what, path(said), path(should));
  }

  void ComparePage() {
    Page* const page = make_.New<Page>({.name = "page"});
    for (std::uint32_t i = random_.Below(3); i > 0; --i)
      page->stamps.push_back({static_cast<int>(5 + i), {8, 9}, Tint(static_cast<int>(6 + i))});
    for (int& cell : page->grid[1]) cell = static_cast<int>(random_.Below(9));
    page->seal[1].stays = 7;
    page->seal[1].passes = std::make_unique<int>(8);
    std::string error;
    const Page* const copy = gc::Duplicate(heap_, *page, {}, error);
    verdict_.Same("duplicating a page", error, "");
    if (copy == nullptr) return;
    verdict_.Same("stamps of a copy", copy->stamps.size(), page->stamps.size());
    for (std::size_t i = 0; i < copy->stamps.size() && i < page->stamps.size(); ++i) {
      verdict_.Same("what stays of a stamp", copy->stamps[i].stays, page->stamps[i].stays);
      verdict_.Same("what stays of a tint", copy->stamps[i].tint.stays, page->stamps[i].tint.stays);
      for (const int row : {0, 1}) {
        verdict_.Same("what passes of a stamp", copy->stamps[i].passes[row], row + 1);
        verdict_.Same("what passes of a tint", copy->stamps[i].tint.passes[row], 0);
      }
    }
    verdict_.Same("what stays of what cannot be copied", copy->seal[1].stays, 7);
    verdict_.Same("what passes of it", copy->seal[1].passes != nullptr, false);
    for (std::size_t i = 0; i < 3; ++i) {
      verdict_.Same("an array of arrays", copy->grid[1][i], page->grid[1][i]);
      verdict_.Same("its first row", copy->grid[0][i], 0);
    }
  }

  // With a part, though its class's default object has none.
  Page* NewTemplate(const char* name) {
    Page::makes_part = true;
    Page* const made = make_.New<Page>({.name = name});
    Page::makes_part = false;
    made->part = static_cast<Page*>(make_.Find(made, "part"));
    verdict_.Same("a constructor has made a part", made->part != nullptr, true);
    return made;
  }
  // A part that the constructor does not make is made from the template's.
  void CompareTemplate() {
    Page* const with_part = NewTemplate("with part");
    if (with_part->part == nullptr) return;
    with_part->part->grid[0][1] = 4;
    const Page* const made = make_.New<Page>({.name = "made", .values_of = with_part});
    Leads("a part that only the template has", made->part.Get(), make_.Find(made, "part"));
    verdict_.Same("there is such a part", made->part != nullptr, true);
    if (made->part == nullptr) return;
    verdict_.Same("it is the copy's own", made->part->outer() == made, true);
    verdict_.Same("its value", made->part->grid[0][1], 4);
    verdict_.Same("it is a part", (made->part->roles() & gc::role::kDefaultSubobject) != 0, true);
  }

  // Without memory for a part, or for the values of a template, nothing is made, and what was made
  // of it goes with the next cycle.
  void CompareScarce() {
    if (!NoListMemory::kWorks) return;
    Page* const like = NewTemplate("like");
    heap_.AddRoot(like);
    like->stamps.emplace_back();
    Page::makes_part = random_.Chance(1, 2);
    heap_.Collect();
    const std::uint32_t before = heap_.ObjectCount();
    std::uint64_t number = random_.Below(3);
    for (int tries = 0; tries < 8; ++tries, number += 1 + random_.Below(3)) {
      const Page* made = nullptr;
      bool failed = false;
      {
        const FailingAllocation failing(number);
        const MayFail may;
        made = make_.TryNew<Page>({.name = "scarce", .values_of = like});
        failed = failing.failed();
      }
      if (made != nullptr) {
        verdict_.Same("what was made has a part", made->part != nullptr, true);
        verdict_.Same("what was made has its values", made->stamps.size(), 1);
      } else {
        verdict_.Same("an object is refused for want of memory", failed, true);
        verdict_.Same("what was refused has a name",
                      make_.Find(make_.TransientPackage(), "scarce") != nullptr, false);
      }
      heap_.Collect();
      verdict_.Same("objects when it is gone", heap_.ObjectCount(), before);
      if (!failed || !verdict_.difference.empty()) break;
    }
    Page::makes_part = false;
  }

  const bool lies_;
  ReflectingVerdict& verdict_;
  Random random_;
  gc::Heap heap_;
  gc::Factory make_{heap_};
  gc::NamedObject* outside_ = make_.New<Page>({.name = "outside"});
  const SoundAtTheEnd sound_{heap_, verdict_};
};

}  // namespace

void JudgeListed(std::uint64_t seed, ReflectingLie lie, ReflectingVerdict& verdict) {
  ListedJudge(seed, lie, verdict).Judge();
}

}  // namespace properties::reflecting
