// core/heap/template.cc -- a new object takes its template's values.
//
// Properties are copied one by one: plain data as bytes, everything else by its own assignment,
// references through the barrier. If they were copied as a block while marking, a new object that
// is never scanned again could hold a reference to a white object.
//
//     template.mesh --> m             new.mesh --> n
//     m is part of the template: inside it, made by its constructor
//
// A default sub-object belongs to its outer. So a reference to a sub-object of the template is not
// copied: it becomes a reference to the new object's own sub-object of the same name, which is made
// here if the constructor did not make it. The values of sub-objects are copied with the whole, so
// that sub-objects that refer to one another do so in the copy too. The same holds for weak
// references, which are values and have no line (core/pointer/weak_values.h).
//
// An object without a name takes the values of another in the same way (Heap::NewFrom). A named
// object is scanned once when its construction ends; an object without a name is not, so it depends
// on the barrier alone.
//
// Upholds: copy-barrier.
// Read next: core/heap/lookup.cc.

#include <string>
#include <utility>
#include <vector>

#include "core/collect/collector.h"
#include "core/heap/naming.h"
#include "core/pointer/rewriting.h"
#include "core/pointer/weak_values.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The most derived class that both objects have in common: NamedObject at the least. A constructor
// may make a part of another class than that of the template's part of its name.
const Class& CommonClass(const NamedObject& a, const NamedObject& b) {
  for (const Class* common = a.header().type;; common = common->super) {
    const Class* below = b.header().type;
    while (below != nullptr && below != common) below = below->super;
    if (below != nullptr) return *common;
  }
}

void CopyProperties(const Class& common, Object& from, Object& to) {
  for (const Property& property : common.properties) {
    if (property.copy == nullptr) continue;  // a line of the schema copies it
    const Upholding copies({Rule::kCopyBarrier, Fault::kBlockCopy, GC_HERE});
    property.copy(BytesOf(to) + property.offset, BytesOf(from) + property.offset);
  }
}

}  // namespace

// Copies a template with all its parts.
class TemplateCopy {
 public:
  TemplateCopy(Factory factory, Directory& directory, NamedObject& from, NamedObject& to)
      : factory_(factory), directory_(directory), pairs_{{&from, &to}} {}

  void Run() {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto [from, to] = pairs_[i];
      CopyAll(*from, *to);
      for (Object* const inside : directory_.InsideOf(from->record_, kAll)) OwnOf(inside);
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto [from, to] = pairs_[i];
      LeadWeakReferences(
          factory_.collector(), CommonClass(*from, *to), *to,
          [](void* copy, Object* target) {
            return static_cast<TemplateCopy*>(copy)->OwnOf(target);
          },
          this);
    }
  }

 private:
  // Copies one object, without its class and outer: these are not values.
  void CopyAll(NamedObject& from, NamedObject& to) {
    const Class& common = CommonClass(from, to);
    CopyProperties(common, from, to);
    for (const Reference& line : common.references.subspan(NamedObject::kClass.references.size())) {
      CopyReferences(line, from, to, [this](Object* value) { return OwnOf(value); });
    }
  }

  // The object that the copy refers to instead of `value`: the same one, unless it is a part of the
  // template.
  Object* OwnOf(Object* value) {
    if (value == nullptr) return nullptr;
    for (const auto& [from, to] : pairs_) {
      if (from == value) return to;
    }
    if (!population().IsLive(*value)) return value;
    if (!population().EntryOf(*value).flags.Has(flag::kNamed)) return value;
    NamedObject& part = *static_cast<NamedObject*>(value);
    if ((part.roles() & role::kDefaultSubobject) == 0) return value;
    Object* const outer = OwnOf(part.outer());
    if (outer == part.outer()) return value;  // its outer is shared, or it has none
    NamedObject* const own = PartOf(*static_cast<NamedObject*>(outer), part);
    pairs_.emplace_back(&part, own);
    return own;
  }

  NamedObject* PartOf(NamedObject& outer, const NamedObject& like) {
    Object* const made = directory_.Find(outer.record_, like.name(), kAll);
    if (made != nullptr) return static_cast<NamedObject*>(made);
    return factory_.NewPart(like, outer);
  }

  const Population& population() const { return factory_.collector().population; }

  static constexpr auto kAll = [](Index) { return true; };

  Factory factory_;
  Directory& directory_;
  std::vector<std::pair<NamedObject*, NamedObject*>> pairs_;  // the template's, and the copy's
};

void Factory::CopyValues(NamedObject& from, NamedObject& to) {
  TemplateCopy(*this, Naming::Of(collector().population).directory, from, to).Run();
}

// An object without a name has no parts.
void Heap::CopyValues(Object& from, Object& to) {
  CopyProperties(*to.header().type, from, to);
  for (const Reference& line : to.header().type->references) {
    CopyReferences(line, from, to, [](Object* value) { return value; });
  }
}

NamedObject* Factory::NewPart(const NamedObject& like, NamedObject& outer) {
  const std::string name = like.NameText();
  Draft draft = Begin(like.type()->compiled(), {.outer = &outer, .name = name, .type = like.type()},
                      object_flag::kDefaultSubobject);
  if (draft.object != nullptr) RunDefault(draft);
  if (draft.object == nullptr) throw std::bad_alloc();  // the copy is given up: Factory::Run
  return draft.object;
}

}  // namespace GC_BUILD
}  // namespace gc
