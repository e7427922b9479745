#include "properties/reflecting/stage.h"

#include <algorithm>

#include "properties/reflecting/drawing.h"
#include "properties/reflecting/loose_functions.h"

namespace properties::reflecting {

using reference::reflecting::kOutside;
using reference::reflecting::PaperClass;
using reference::reflecting::PaperFunction;
using reference::reflecting::PaperMember;

Stage::Stage(const Version& version) : version_(version) {
  for (std::size_t i = 0; i < kLoose; ++i) {
    std::uint32_t end = 0;
    loose_structs[i] = Laid(version.layout.structs[i], end, false);
    gc::Reflection& reflection = loose_structs[i].reflection;
    reflection.name = version.layout.structs[i].name.c_str();
    reflection.module = "/Script/Loose";
    reflection.size = kLooseBytes[i];
    reflection.properties = loose_structs[i].properties;
  }
  std::uint32_t end = sizeof(LooseObject);
  for (const PaperClass& type : version.layout.classes) {
    LooseClass& made = *classes_.emplace_back(std::make_unique<LooseClass>());
    if (version.layout.are_siblings) end = sizeof(LooseObject);
    if (!version.layout.are_siblings && classes_.size() > 1) {
      made.above = classes_[classes_.size() - 2].get();
    }
    made.layout = Laid(type, end, true);
    // The first has no flag for casts, and the third does not list all of its members.
    AddFunctions(classes_.size() - 1, made);
    gc::Reflection& reflection = made.layout.reflection;
    if (classes_.size() > 1) reflection.cast_flag = std::uint64_t{1} << (40 + classes_.size());
    reflection.has_rest = classes_.size() > 2;
    Describe(made, type.name.c_str(), (end + 15) / 16 * 16);
    registered_.push_back(std::make_unique<gc::RegisteredType>(made.layout.reflection));
  }
  for (Name i = 0; i < kOutsiders; ++i) {
    const std::string name = "out" + std::to_string(i);
    gc::NamedObject* const outside = factory.New<gc::NamedObject>({.name = name});
    heap.AddRoot(outside);
    named.Add(kOutside + i, *outside);
  }
  for (std::size_t i = 0; i < classes_.size(); ++i) Set(DefaultOf(i), i, version.defaults[i]);
}

Stage::~Stage() = default;

LooseLayout Stage::Laid(const PaperClass& type, std::uint32_t& end, bool of_class) {
  LooseLayout layout;
  for (const PaperMember& member : type.members) {
    const TypeEntry& entry = EntryOf(*member.type);
    end += HoleBefore(member.name);
    end = (end + entry.alignment - 1) / entry.alignment * entry.alignment;
    const std::int32_t offset = static_cast<std::int32_t>(end);
    layout.members.push_back({.entry = &entry, .offset = offset});
    gc::PropertyFlags flags = member.is_transient ? gc::property::kTransient : 0;
    if (IsReadOnly(member.name)) flags |= gc::property::kReadOnly;
    layout.properties.push_back(entry.property(offset, member.name.c_str(), flags, of_class));
    layout.properties.back().metadata = MetadataOf(member.name);
    end += entry.size;
  }
  return layout;
}

void Stage::AddFunctions(std::size_t type, LooseClass& to) const {
  if (type >= version_.functions.size()) return;
  for (const PaperFunction& function : version_.functions[type]) {
    to.layout.functions.push_back(DescribedAs(function));
  }
}

void Stage::Make(const ReflectingRun& run) {
  for (std::size_t i = 0; i < run.objects.size(); ++i) {
    const RunObject& object = run.objects[i];
    gc::NamedObject* const outer = i == 0 ? nullptr : named.At(static_cast<Name>(object.outer + 1));
    const std::string name = "o" + std::to_string(i);
    gc::NamedObject* const made = factory.New<gc::NamedObject>(
        {.outer = outer, .name = name, .type = factory.ClassOf(*classes_[object.type])});
    heap.AddRoot(made);
    named.Add(static_cast<Name>(i + 1), *made);
  }
}

std::string Stage::PathInside(const ReflectingRun& run, std::size_t object) {
  std::string path;
  for (std::size_t at = object; at != 0; at = run.objects[at].outer) {
    path = 'o' + std::to_string(at) + (path.empty() ? "" : "/" + path);
  }
  return "./" + path;
}

Named Stage::Loaded(const ReflectingRun& run, gc::NamedObject& first) const {
  Named loaded{.paths = named.paths};
  for (Name i = 0; i < kOutsiders; ++i) loaded.Add(kOutside + i, *named.At(kOutside + i));
  loaded.Add(1, first);
  for (std::size_t i = 1; i < run.objects.size(); ++i) {
    const auto outer = loaded.objects.find(static_cast<Name>(run.objects[i].outer + 1));
    if (outer == loaded.objects.end()) continue;
    gc::NamedObject* const found = factory.Find(outer->second, "o" + std::to_string(i));
    if (found != nullptr) loaded.Add(static_cast<Name>(i + 1), *found);
  }
  return loaded;
}

std::vector<Placed> Stage::MembersOf(std::size_t type) const {
  std::vector<Placed> members;
  for (std::size_t i = version_.layout.are_siblings ? type : 0; i <= type; ++i) {
    const std::vector<Placed>& own = classes_[i]->layout.members;
    members.insert(members.end(), own.begin(), own.end());
  }
  return members;
}

void Stage::Set(gc::Object& object, std::size_t type, const PaperValues& values) const {
  const std::vector<Placed> members = MembersOf(type);
  for (std::size_t i = 0; i < members.size(); ++i) {
    members[i].entry->set(LooseObject::BytesOf(object) + members[i].offset, values[i], named);
  }
}

PaperValues Stage::Get(gc::Object& object, std::size_t type, const Named& names) const {
  const std::vector<PaperMember> types = reference::reflecting::MembersOf(version_.layout, type);
  PaperValues values;
  for (const Placed& member : MembersOf(type)) {
    values.push_back(member.entry->get(LooseObject::BytesOf(object) + member.offset, names));
    Sort(version_.layout, *types[values.size() - 1].type, values.back());
  }
  return values;
}

gc::NamedObject& Stage::DefaultOf(std::size_t type) {
  return *factory.ClassOf(*classes_[type])->default_object();
}

}  // namespace properties::reflecting
