// properties/reflecting/stage.h -- a heap with the classes of one version, and the objects that a
// run says.
//
// Only one stage may exist at a time: it sets what the loose structs look like.
//
// Read next: properties/reflecting/judging/core_reflecting.cc.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/gc.h"
#include "core/heap/name_resolver.h"
#include "core/reflect/registry.h"
#include "properties/reflecting/loose_types.h"
#include "properties/reflecting/reflecting_run.h"
#include "properties/reflecting/type_table.h"

namespace properties::reflecting {

using reference::reflecting::PaperValues;

class Stage {
 public:
  explicit Stage(const Version& version);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage();

  // The run's objects, all as roots, without their values.
  void Make(const ReflectingRun& run);
  // The path inside of the saved object: "./", "./o1/o2".
  static std::string PathInside(const ReflectingRun& run, std::size_t object);
  // The objects of a run that were loaded as `first`, by the names that they had; an object that is
  // not there is missing.
  Named Loaded(const ReflectingRun& run, gc::NamedObject& first) const;

  void Set(gc::Object& object, std::size_t type, const PaperValues& values) const;
  PaperValues Get(gc::Object& object, std::size_t type, const Named& names) const;
  gc::NamedObject& DefaultOf(std::size_t type);
  const LooseClass& ClassAt(std::size_t type) const { return *classes_[type]; }
  const Version& version() const { return version_; }

 private:
  LooseLayout Laid(const reference::reflecting::PaperClass& type, std::uint32_t& end,
                   bool of_class);
  void AddFunctions(std::size_t type, LooseClass& to) const;
  std::vector<Placed> MembersOf(std::size_t type) const;

  const Version& version_;
  std::vector<std::unique_ptr<LooseClass>> classes_;
  std::vector<std::unique_ptr<gc::RegisteredType>> registered_;

 public:
  gc::Heap heap;
  gc::Factory factory{heap};
  gc::NameResolver resolver{heap};
  gc::PathTable paths{resolver};
  Named named{.paths = paths};  // also those outside
};

}  // namespace properties::reflecting
