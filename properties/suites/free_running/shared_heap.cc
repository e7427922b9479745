// properties/suites/free_running/shared_heap.cc -- checks that each object's stages come in order,
// and that a null answer is final.

#include "properties/suites/free_running/shared_heap.h"

namespace properties::free_running {

namespace {

const gc::Reference kItemReferences[] = {gc::Reference::To(&Item::fields, "fields")};

}  // namespace

const gc::Class Item::kClass = gc::Describe<Item>("Item", kItemReferences);

Item::~Item() { shared.Reach(name, Stage::kGone); }
void Item::BeginDestroy() noexcept { shared.Reach(name, Stage::kBegun); }
void Item::FinishDestroy() noexcept { shared.Reach(name, Stage::kFinished); }

void SharedHeap::Reach(Name name, Stage stage) {
  const Stage before = stages_[name].exchange(stage);
  if (static_cast<int>(before) + 1 == static_cast<int>(stage)) return;
  Complain("order: stage " + std::to_string(static_cast<int>(stage)) + " after stage " +
               std::to_string(static_cast<int>(before)),
           name);
}

void SharedHeap::Answered(Name asked, const Item* answer, bool null_before) {
  if (answer == nullptr) {
    answered_null_[asked].store(true);
    return;
  }
  if (answer->name != asked) Complain("weak-answer: another object was answered for", asked);
  if (!IsAlive(asked)) Complain("weak-answer: answered, and its end has begun", asked);
  if (null_before) Complain("weak-answer: answered after null was", asked);
}

void SharedHeap::Complain(const std::string& what, Name name) {
  const std::lock_guard hold(mutex_);
  if (complaints_.size() < 20) complaints_.push_back(what + ": object " + std::to_string(name));
}

std::vector<std::string> SharedHeap::Complaints() const {
  const std::lock_guard hold(mutex_);
  return complaints_;
}

}  // namespace properties::free_running
