// core/population/requirement.cc -- says what a call was given instead of an object of its heap.

#include "core/population/requirement.h"

#include <string>

namespace gc {
inline namespace GC_BUILD {

namespace {

[[noreturn]] void AbortWith(const Requirement& required, const std::string& given) {
  const std::string what = std::string(required.call) + " was given " + given;
  Abort(Misuse{.sentence = required.sentence, .where = required.where, .what = what.c_str()});
}

}  // namespace

void RefuseNull(const Requirement& required) { AbortWith(required, "null"); }

bool Refuse(Population& heap, const Object* object, const Requirement& required) {
  if (object == nullptr) RefuseNull(required);
  const Header& header = object->header();
  if (!kFaulty && !heap.IsLive(*object)) {
    // The class is not named: in memory that was freed its address may be overwritten.
    const std::string index = "an object of index " + std::to_string(header.index);
    const bool ours = heap.table.WasOf(*object);
    AbortWith(required, index + (ours ? " that was freed" : ", of another heap"));
  }
  return heap.Fail({.rule = required.rule,
                    .index = header.index,
                    .sentence = required.sentence,
                    .where = required.where});
}

}  // namespace GC_BUILD
}  // namespace gc
