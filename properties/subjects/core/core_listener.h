// properties/subjects/core/core_listener.h -- what a listener of the object table was told.
//
// It has a place for each index, as a side table has. An index that is given twice without an end
// between, or that ends and was not given, would leave such a table with somebody else's data.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "core/gc.h"
#include "properties/subjects/core/list_memory.h"
#include "reference/oracle/subject.h"

namespace properties {
namespace {

// Thread rules: told on any thread; read between two operations.
class CoreListener final : public gc::TableListener {
 public:
  void OnCreated(const gc::Object& object, gc::Index index) noexcept override {
    const MayFail never(false);
    const std::lock_guard lock(mutex_);
    if (index >= there_.size()) there_.resize(2 * std::size_t{index} + 1);
    told_.astray += there_[index] != nullptr;
    there_[index] = &object;
    told_.births += 1;
  }
  void OnDeleted(const gc::Object& object, gc::Index index) noexcept override {
    const std::lock_guard lock(mutex_);
    const bool known = index < there_.size() && there_[index] == &object;
    told_.astray += !known;
    if (known) there_[index] = nullptr;
    told_.ends += 1;
  }
  const reference::Told& told() const { return told_; }

 private:
  std::mutex mutex_;
  std::vector<const gc::Object*> there_;  // by index; null: no object
  reference::Told told_;
};

}  // namespace
}  // namespace properties
