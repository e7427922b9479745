// core/base/pool.h -- keeps what one heap gives back, for the next heap.
//
// Tests and tools make many small heaps. The first chunk of a heap's table is a megabyte and a
// half, and its lists need memory of their own, so that a heap of ten objects would cost far more
// than its objects. Therefore the internals of a dropped heap are cleaned and kept for the next
// heap.
//
// Thread rules: a pool may be used from any thread.

#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/build.h"
#include "core/base/guarded.h"

namespace gc {
inline namespace GC_BUILD {

template <class T>
class Pool {
 public:
  // `keep`: the greatest number that is kept; further ones are freed.
  explicit Pool(std::size_t keep) : keep_(keep) { kept_.Peek().reserve(keep); }

  // A clean T that was used before, or null if the pool is empty.
  std::unique_ptr<T> Take() {
    const std::lock_guard lock(mutex_);
    if (kept_->empty()) return nullptr;
    std::unique_ptr<T> taken = std::move(kept_->back());
    kept_->pop_back();
    return taken;
  }

  // Keeps a T for the next Take. The caller has cleaned it.
  void Give(std::unique_ptr<T> clean) {
    const std::lock_guard lock(mutex_);
    if (kept_->size() < keep_) kept_->push_back(std::move(clean));
  }

 private:
  Mutex mutex_;
  const std::size_t keep_;
  Guarded<std::vector<std::unique_ptr<T>>> kept_{mutex_};
};

// Empties a list and gives its memory back. An assignment of {} would only empty it.
template <class T>
[[gnu::noinline]] void GiveBack(std::vector<T>& list) {
  std::vector<T>().swap(list);
}

// A list or map that has more is one that a very large heap left behind.
inline constexpr std::size_t kKeepBytes = 256 * 1024;

// Empties a list for its next user, and keeps its memory unless a very large heap left it behind.
// A heap has some thirty lists, so a heap of ten objects would notice a call for each of them.
template <class T>
inline void Recycle(std::vector<T>& list) {
  list.clear();
  if (list.capacity() * sizeof(T) > kKeepBytes) [[unlikely]] {
    GiveBack(list);
  }
}

// The same for a map: it keeps its buckets, and writes all of them whenever it is emptied.
template <class Key, class Value>
void Recycle(std::unordered_map<Key, Value>& map) {
  if (map.bucket_count() * sizeof(void*) > kKeepBytes) {
    std::unordered_map<Key, Value>().swap(map);
  } else {
    map.clear();
  }
}

// Gives back the memory that a list has too much.
template <class T>
void Trim(std::vector<T>& list) {
  list.shrink_to_fit();
}

}  // namespace GC_BUILD
}  // namespace gc
