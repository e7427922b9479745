#include "properties/subjects/lua/state/lua_finalizer_book.h"

namespace properties {

using reference::Name;

void LuaFinalizerBook::Clear() {
  pages_.clear();
  began_.clear();
  complaint_.reset();
  marks_ = last_ = 0;
  ordered_ = closing_ = false;
}

LuaFinalizerBook::Page& LuaFinalizerBook::PageOf(Name object) {
  if (object >= pages_.size()) pages_.resize(object + std::size_t{1});
  return pages_[object];
}

void LuaFinalizerBook::Complain(Name object, const char* what) {
  if (!complaint_) complaint_ = {object, what};
}

void LuaFinalizerBook::Owe(Name object) {
  Page& page = PageOf(object);
  if (closing_ || page.marked != 0) return;
  marks_ += step_;
  page.marked = marks_;
}

std::uint32_t LuaFinalizerBook::Called(Name object) {
  Page& page = PageOf(object);
  if (page.marked == 0) Complain(object, "a finalizer was called more often than it was asked for");
  if (ordered_ && last_ != 0 && page.marked > last_) {
    Complain(object, "finalizers were not called in the reverse order of their marking");
  }
  last_ = page.marked;
  page.marked = 0;
  if (page.calls == 0) began_.push_back(object);
  return ++page.calls;
}

void LuaFinalizerBook::Freed(Name object) {
  if (object >= pages_.size() || pages_[object].marked == 0) return;
  pages_[object].marked = 0;
  Complain(object, "an object was freed before its finalizer was called");
}

void LuaFinalizerBook::BeginCollection(bool ordered) {
  ordered_ = ordered;
  last_ = 0;
}

Name LuaFinalizerBook::Owed() const {
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    if (pages_[i].marked != 0) return static_cast<Name>(i);
  }
  return reference::kNull;
}

}  // namespace properties
