// core/base/paged_list.h -- a list that grows without moving what it has.
//
// A slice of two milliseconds, and a store, must not stop for long because a list is full. A vector
// that grows copies everything: for a million objects that wait to be scanned, eight megabytes.
//
// This list takes one more page instead, and copies nothing. Each page is twice as large as the one
// before, so a few pages hold any number of items, and the place of an item is computed from its
// number:
//
//     page     0        1                 2
//     items    0 - 15   16 - 47           48 - 111           ...
//
// A list that is emptied keeps its pages, so a steady state allocates nothing; two lists may
// exchange all that they have in constant time (Swap). Trim and Recycle give pages back.
//
// A page that cannot be had is an answer (TryPush); for those that cannot do without, it is a
// std::bad_alloc (push_back, Append). In both cases the list is what it was.
//
// Thread rules: none of its own.
//
// Read next: core/population/wavefront.h.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <iterator>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

template <class T>
class PagedList {
 public:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  using value_type = T;

  PagedList() = default;
  ~PagedList() { FreeFrom(0); }
  PagedList(PagedList&& other) noexcept { Swap(other); }
  PagedList& operator=(PagedList&&) = delete;

  bool empty() const { return next_ == begin_ && page_ <= 0; }
  std::size_t size() const {
    return page_ < 0 ? 0 : StartOf(page_) + static_cast<std::size_t>(next_ - begin_);
  }
  // The number of items for which there is room.
  std::size_t capacity() const { return StartOf(Pages()); }

  // A walk asks for the same page many times, so the page is remembered.
  T& operator[](std::size_t at) {
    if (at - seen_.from >= seen_.count) [[unlikely]]
      See(at);
    return seen_.items[at - seen_.from];
  }
  const T& operator[](std::size_t at) const { return *PlaceOf(at); }
  // The items from number `at` on that lie side by side, `most` at most; of a list that has one
  // there.
  std::span<T> SideBySide(std::size_t at, std::size_t most) {
    const int page = PageOf(at);
    const std::size_t end = std::min(StartOf(page + 1), size());
    return {PlaceOf(at), std::min(most, end - at)};
  }
  const T& front() const { return pages_[0][0]; }
  // Of a list that is not empty.
  const T& back() const { return next_ != begin_ ? next_[-1] : (*this)[size() - 1]; }

  void push_back(const T& item) {
    if (!TryPush(item)) [[unlikely]]
      throw std::bad_alloc();
  }
  // Makes room for the next item; false if there is no memory.
  [[nodiscard]] bool MakeRoom() { return next_ != limit_ || TryTurnPage(); }
  // Appends an item if that needs no further page.
  [[nodiscard]] bool TryPushOnPage(const T& item) {
    if (next_ == limit_) [[unlikely]]
      return false;
    *next_++ = item;
    return true;
  }
  // Appends an item; false if there is no memory.
  [[nodiscard]] bool TryPush(const T& item) {
    if (next_ == limit_ && !TryTurnPage()) [[unlikely]]
      return false;
    *next_++ = item;
    return true;
  }
  // Appends `count` items.
  void Append(const T* items, std::size_t count) {
    if (TryAppend(items, count) != count) throw std::bad_alloc();
  }
  // Appends as many of the first ones as there is memory for, and returns their number.
  std::size_t TryAppend(const T* items, std::size_t count) {
    std::size_t left = count;
    while (left > static_cast<std::size_t>(limit_ - next_)) {
      const std::size_t some = static_cast<std::size_t>(limit_ - next_);
      next_ = std::copy_n(items, some, next_);
      items += some;
      left -= some;
      if (!TryTurnPage()) return count - left;
    }
    next_ = std::copy_n(items, left, next_);
    return count;
  }
  // Of a list that is not empty.
  void pop_back() {
    TurnBack();
    --next_;
  }
  // Takes `count` items from the end, the last one first; there must be so many.
  void TakeBack(T* into, std::size_t count) {
    while (count > 0) {
      TurnBack();
      const std::size_t some = std::min(count, static_cast<std::size_t>(next_ - begin_));
      into = std::reverse_copy(next_ - some, next_, into);
      next_ -= some;
      count -= some;
    }
  }
  // Drops all items from number `size` on; there must be so many.
  void Truncate(std::size_t size) {
    if (page_ < 0) return;
    page_ = size == 0 ? 0 : PageOf(size - 1);
    Enter(size - StartOf(page_));
  }
  void clear() { Truncate(0); }
  // Exchanges items and pages with another list.
  void Swap(PagedList& other) noexcept {
    std::swap(pages_, other.pages_);
    std::swap(page_, other.page_);
    std::swap(begin_, other.begin_);
    std::swap(next_, other.next_);
    std::swap(limit_, other.limit_);
    std::swap(seen_, other.seen_);
  }

  // Gives back the pages that have no item, but those before page number `keep`.
  void Trim(int keep = 0) { FreeFrom(empty() ? keep : std::max(keep, page_ + 1)); }
  // Empties the list for its next user, and keeps a few pages.
  void Recycle() {
    clear();
    FreeFrom(kKept);
  }

  template <class List, class Item>
  class Walk {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = Item*;
    using reference = Item&;

    Walk() = default;
    Walk(List* list, std::size_t at) : list_(list), at_(at) {}
    Item& operator*() const { return (*list_)[at_]; }
    Item* operator->() const { return &(*list_)[at_]; }
    Walk& operator++() {
      ++at_;
      return *this;
    }
    Walk operator++(int) { return Walk(list_, at_++); }
    friend bool operator==(const Walk& a, const Walk& b) { return a.at_ == b.at_; }

   private:
    List* list_ = nullptr;
    std::size_t at_ = 0;
  };
  using iterator = Walk<PagedList, T>;
  using const_iterator = Walk<const PagedList, const T>;
  iterator begin() { return {this, 0}; }
  iterator end() { return {this, size()}; }
  const_iterator begin() const { return {this, 0}; }
  const_iterator end() const { return {this, size()}; }

 private:
  static constexpr std::size_t kFirst = 16;  // items of the first page
  static constexpr int kMost = 28;           // pages
  static constexpr std::size_t kKeepBytes = 256 * 1024;
  // The pages that a recycled list keeps at most: as many as have so many bytes.
  static constexpr int kKept = std::bit_width(kKeepBytes / sizeof(T) / kFirst + 1) - 1;

  static std::size_t ItemsOf(int page) { return kFirst << page; }
  static std::size_t StartOf(int page) { return ItemsOf(page) - kFirst; }
  static int PageOf(std::size_t at) {
    return static_cast<int>(std::bit_width(at / kFirst + 1)) - 1;
  }
  T* PlaceOf(std::size_t at) const {
    const int page = PageOf(at);
    return pages_[static_cast<std::size_t>(page)] + (at - StartOf(page));
  }
  void See(std::size_t at) {
    const int page = PageOf(at);
    seen_ = {pages_[static_cast<std::size_t>(page)], StartOf(page), ItemsOf(page)};
  }
  int Pages() const {
    int count = 0;
    while (count < kMost && pages_[static_cast<std::size_t>(count)] != nullptr) ++count;
    return count;
  }

  // Sets the cursor behind so many items of the present page.
  void Enter(std::size_t items) {
    begin_ = pages_[static_cast<std::size_t>(page_)];
    next_ = begin_ + items;
    limit_ = begin_ + ItemsOf(page_);
  }
  [[gnu::noinline]] bool TryTurnPage() {
    const int turned = page_ + 1;
    T*& page = pages_[static_cast<std::size_t>(turned)];
    if (page == nullptr) {
      page = static_cast<T*>(::operator new(ItemsOf(turned) * sizeof(T), std::nothrow));
    }
    if (page == nullptr) return false;
    page_ = turned;  // not before there is a page: without memory the list stays what it was
    Enter(0);
    return true;
  }
  // Of a list that is not empty: goes back to the page before, if the present one has no item.
  void TurnBack() {
    if (next_ != begin_) [[likely]]
      return;
    --page_;
    Enter(ItemsOf(page_));
  }
  void FreeFrom(int first) {
    seen_ = {};
    auto page = static_cast<std::size_t>(first);
    for (; page < kMost && pages_[page] != nullptr; ++page) {
      ::operator delete(std::exchange(pages_[page], nullptr));
    }
    if (first > 0) return;
    page_ = -1;
    begin_ = next_ = limit_ = nullptr;
  }

  struct Seen {
    T* items = nullptr;
    std::size_t from = 0;
    std::size_t count = 0;  // of items for which there is room; 0: no page
  };
  Seen seen_;                      // the page that was asked for last
  std::array<T*, kMost> pages_{};  // the first ones are there, the rest null
  int page_ = -1;                  // the one that is written on; -1: there is none yet
  // Of the present page: its begin, the place behind its last item, and its end.
  T* begin_ = nullptr;
  T* next_ = nullptr;
  T* limit_ = nullptr;
};

// The first items of a list, to be read.
template <class T>
class FirstOf {
 public:
  FirstOf(const PagedList<T>& list, std::size_t count) : list_(list), count_(count) {}

  std::size_t size() const { return count_; }
  const T& operator[](std::size_t at) const { return list_[at]; }
  typename PagedList<T>::const_iterator begin() const { return {&list_, 0}; }
  typename PagedList<T>::const_iterator end() const { return {&list_, count_}; }

 private:
  const PagedList<T>& list_;
  std::size_t count_;
};

}  // namespace GC_BUILD
}  // namespace gc
