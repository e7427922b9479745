#include "core/heap/named_object.h"

#include <algorithm>
#include <utility>

#include "core/collect/collector.h"
#include "core/heap/naming.h"

namespace gc {
inline namespace GC_BUILD {

// Class and outer go through the barrier like any reference that is stored (S5.6).
NamedObject::NamedObject(const Birth& birth) : Object(birth) {
  const Designation* const designation = birth.designation_;
  if (designation == nullptr) {
    birth.owner_.births.Refuse(
        {.sentence = "a named object must be made by a Factory", .where = GC_HERE},
        Rule::kScanIsAtomic, *header().type, nullptr);
    return;
  }
  class_ = designation->type;
  outer_ = designation->outer;
  name_ = designation->name;
  record_ = designation->record;
}

std::string NamedObject::NameText() const {
  return Naming::Of(OwnerOf(*this).population).directory.Text(name_);
}

std::string NamedObject::PathName() const {
  std::string path = NameText();
  for (const NamedObject* outer = outer_.Get(); outer != nullptr; outer = outer->outer()) {
    path.insert(0, outer->NameText() + kPathSeparator);
  }
  return path;
}

bool NamedObject::IsInside(const NamedObject& outer) const {
  const NamedObject* at = outer_.Get();
  while (at != nullptr && at != &outer) at = at->outer();
  return at != nullptr;
}

bool NamedObject::IsA(const ClassObject& type) const {
  return class_ != nullptr && class_->Derives(type);
}

Roles NamedObject::roles() const {
  return record_ == 0 ? Roles{} : Naming::Of(OwnerOf(*this).population).directory.RolesOf(record_);
}

// The end of the object begins: it leaves the directory, and a class leaves the table of classes.
void Naming::Forget(Object& object) {
  NamedObject& named = static_cast<NamedObject&>(object);
  if (object.header().type == &ClassObject::kClass) {
    const ClassObject& type = static_cast<const ClassObject&>(named);
    directory.RemoveClass(type.instances_);
    if (type.is_compiled_) classes.erase(type.compiled_);
  }
  if (&named == transient) transient = nullptr;
  directory.Remove(std::exchange(named.record_, 0));
}

bool ClassObject::Derives(const ClassObject& from) const {
  const ClassObject* at = this;
  while (at != nullptr && at != &from) at = at->super();
  return at != nullptr;
}

namespace {

template <class Line>
std::span<const Line> Joined(std::span<const Line> first, std::span<const Line> second) {
  if (second.empty()) return first;
  Line* const lines = new Line[first.size() + second.size()];
  std::copy(first.begin(), first.end(), lines);
  std::copy(second.begin(), second.end(), lines + first.size());
  return {lines, first.size() + second.size()};
}

}  // namespace

Schema NamedSchema::Join(Schema first, Schema second) { return Joined(first, second); }
Properties NamedSchema::Join(Properties first, Properties second) { return Joined(first, second); }

// Classes are described by dynamic initialisers, whose order across files is not defined; so a
// super class without a size was not described yet.
void NamedSchema::MustBeDescribed(const Class& super, const char* name) {
  if (super.size != 0) return;
  Abort(Misuse{
      .sentence = "a super class must be described first: define it in a header that is included",
      .where = GC_HERE,
      .what = name});
}

}  // namespace GC_BUILD
}  // namespace gc
