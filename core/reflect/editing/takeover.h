// core/reflect/editing/takeover.h -- what one object knows goes to its successor of another class.
//
// Only what somebody has set is taken over: a value that is still what the object started with says
// nothing but what the old class's author thought.
//
// Thread rules: as for an assignment.
// Read next: core/reflect/editing/value_conversion.h.

#pragma once

#include <vector>

#include "core/reflect/editing/reload.h"
#include "core/reflect/editing/value_conversion.h"

namespace gc {
inline namespace GC_BUILD {

class Takeover {
 public:
  // `lost` is told what finds no place.
  Takeover(Factory& factory, const ObjectMap& instead, PathTable* paths,
           std::vector<LostValue>& lost)
      : factory_(factory), conversion_(instead, paths), lost_(lost) {}

  // Both have a class object. A std::bad_alloc if there is no memory.
  void TakeOver(NamedObject& old, NamedObject& successor);

 private:
  NamedObject* StartOf(const NamedObject& old);
  struct Value {
    const ValueType& type;
    void* at;
  };
  struct Holder {
    NamedObject& old;
    NamedObject& start;
  };
  std::size_t TakeOver(const Property& was, const Holder& from, NamedObject& successor) const;
  std::size_t TakeOverValue(const Value& to, const Value& from, const void* started,
                            const Holder& holder) const;
  void TakeOverLines(NamedObject& old, NamedObject& successor);
  void Lose(const Class& from, const char* property, std::size_t parts);

  Factory& factory_;
  const ValueConversion conversion_;
  ClassViews views_;
  std::vector<LostValue>& lost_;
};

}  // namespace GC_BUILD
}  // namespace gc
