// core/collect/raw_fields.cc -- classes with raw fields are noted, and refused or named.
//
// Upholds: insertion-barrier.

#include "core/collect/raw_fields.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "core/base/check.h"
#include "core/base/pool.h"
#include "core/base/room.h"

namespace gc {
inline namespace GC_BUILD {

void RawFieldWatch::Open(const HeapOptions& options) {
  policy_ = options.raw_fields;
  log_ = options.raw_field_log;
}

void RawFieldWatch::Recycle() {
  gc::Recycle(classes_.Peek());
  logged_.Peek() = 0;
}

bool RawFieldWatch::Notice(const Class& type, bool marking) {
  {
    const TableLock lock(sharing_);
    const bool known = std::find(classes_->begin(), classes_->end(), &type) != classes_->end();
    if (!known && !TryPush(*classes_, &type)) return false;
  }
  if (marking) CheckMayMarkInSlices();
  return true;
}

std::vector<RawField> RawFieldWatch::All() const {
  const TableLock lock(sharing_);
  std::vector<RawField> all;
  for (const Class* const type : *classes_) {
    for (const Reference& line : type->references) {
      if (line.kind == ReferenceKind::kRaw) all.push_back({type->name, line.name});
    }
  }
  return all;
}

void RawFieldWatch::CheckMayMarkInSlices() {
  if (!kBarriered) {
    Abort(Misuse{.rule = Rule::kInsertionBarrier,
                 .sentence = "marking in slices needs the barrier, which this build does not have",
                 .where = GC_HERE});
  }
  switch (policy_) {
    case RawFields::kAllow:
      return;
    case RawFields::kLog:
      return LogTheNew();
    case RawFields::kRefuse:
      break;
  }
  std::string fields;
  for (const RawField& field : All()) {
    fields += (fields.empty() ? "" : ", ") + std::string(field.class_name) + '.' + field.field;
  }
  if (fields.empty()) return;
  Abort(Misuse{.rule = Rule::kInsertionBarrier,
               .sentence = "marking in slices needs a wrapper in every field that it follows: make "
                           "these ObjectPtr, or mark with the world stopped",
               .where = GC_HERE,
               .what = fields.c_str()});
}

// Of All(), without a list of them: a step that begins here needs no memory.
std::optional<RawField> RawFieldWatch::At(std::size_t number) const {
  for (const Class* const type : *classes_) {
    for (const Reference& line : type->references) {
      if (line.kind != ReferenceKind::kRaw) continue;
      if (number == 0) return RawField{type->name, line.name};
      number -= 1;
    }
  }
  return std::nullopt;
}

void RawFieldWatch::LogTheNew() {
  const auto next = [this] {
    const TableLock lock(sharing_);
    const std::optional<RawField> field = At(*logged_);
    *logged_ += field ? 1 : 0;
    return field;
  };
  while (const std::optional<RawField> field = next()) Log(*field);
}

void RawFieldWatch::Log(const RawField& field) const {
  if (log_.say != nullptr) return log_.say(log_.context, field);
  std::fprintf(stderr, "gc: %s.%s is a plain pointer: a store into it while marking goes unseen\n",
               field.class_name, field.field);
}

}  // namespace GC_BUILD
}  // namespace gc
