// core/pointer/container.h -- a container of references, as a field of a managed object.
//
// An ObjectPtr in a std::vector calls the barrier whenever it is copied or moved: when the vector
// grows, when an element is erased, when the vector is sorted. But a vector that is moved or
// swapped as a whole hands over its memory, and no element calls the barrier:
//
//     before the tick    g(rey).list -> {w}       b(lack).list -> {}
//     the mutator        b.list.swap(g.list)
//     without a barrier  w is live, white, and about to be freed
//
// Therefore a schema refuses a bare container. A gc::Container wraps one. It offers all reading
// calls, and those changes that work element by element. A change that could hand over memory goes
// through Edit, construction, assignment or swap; each of these shades all elements that are inside
// afterwards. That costs the length of the container while marking, and one test otherwise.
//
// A slice never ends inside an object or its containers (scan-is-atomic). So changes that move
// references within one object, such as growing and erasing, could lose none even without a
// barrier: before the object is scanned, all its references will be seen; afterwards none of them
// is white. The elements call the barrier all the same, which shades more than is needed and does
// no harm.
//
// Upholds: container-barrier where memory is handed over. Element by element, the elements uphold
// move-barrier and insertion-barrier.
// Read next: core/pointer/container_keys.h.

#pragma once

#include <concepts>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <map>
#include <ranges>
#include <set>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/object/references.h"
#include "core/pointer/barrier.h"
#include "core/pointer/object_ptr.h"

namespace gc {
inline namespace GC_BUILD {

// A stack or queue: its container is a protected member, which Adapted gives access to.
template <class C>
concept Adaptor = requires {
  typename C::container_type;
};
template <Adaptor C>
struct Adapted : C {
  static auto& Of(C& adaptor) { return adaptor.*&Adapted::c; }
};

// A node taken out of a set or map, to be put into another: the memory of one element.
template <class T>
concept NodeHandle = requires(T& node) {
  node.get_allocator();
  node.empty();
  typename T::allocator_type;
}
&&!std::ranges::range<T>;

template <class C>
class Container {
 public:
  using Value = typename C::value_type;

  Container() = default;
  Container(C items) : items_(std::move(items)) {
    Entered({Rule::kContainerBarrier, Fault::kTakeBitwise, GC_HERE});
  }
  Container(const Container&) = default;  // copies element by element
  Container(Container&& other) noexcept(std::is_nothrow_move_constructible_v<C>)
      : items_(std::move(other.items_)) {
    Entered({Rule::kContainerBarrier, Fault::kTakeBitwise, GC_HERE});
  }
  Container& operator=(const Container&) = default;
  Container& operator=(Container&& other) noexcept(std::is_nothrow_move_assignable_v<C>) {
    items_ = std::move(other.items_);
    Entered({Rule::kContainerBarrier, Fault::kTakeBitwise, GC_HERE});
    return *this;
  }
  ~Container() = default;
  friend void swap(Container& a, Container& b) noexcept(std::is_nothrow_swappable_v<C>) {
    using std::swap;
    swap(a.items_, b.items_);
    a.Entered({Rule::kMoveBarrier, Fault::kSwapIsFree, GC_HERE});
    b.Entered({Rule::kMoveBarrier, Fault::kSwapIsFree, GC_HERE});
  }
  friend bool operator==(const Container&, const Container&) = default;

  // Reading: all calls of a const container.
  const C& operator*() const { return items_; }
  const C* operator->() const { return &items_; }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  // Any other change: calls change(C&), which must not run the collector, and then shades all
  // elements.
  template <std::invocable<C&> Change>
  decltype(auto) Edit(Change&& change) {
    const Leaving leaving(*this);
    return std::forward<Change>(change)(items_);
  }

  // Changes that work element by element; each element calls the barrier itself.
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  decltype(auto) front() { return items_.front(); }
  decltype(auto) back() { return items_.back(); }
  decltype(auto) top() const { return items_.top(); }
  template <class Key>
  decltype(auto) operator[](Key&& key) {
    return items_[std::forward<Key>(key)];
  }
  template <class Key>
  decltype(auto) at(Key&& key) {
    return items_.at(std::forward<Key>(key));
  }
  template <class Key>
  auto find(const Key& key) {
    return items_.find(key);
  }
  void push_back(Value value) { items_.push_back(std::move(value)); }
  template <class... Arguments>
  decltype(auto) emplace_back(Arguments&&... arguments) {
    return items_.emplace_back(std::forward<Arguments>(arguments)...);
  }
  void push_front(Value value) { items_.push_front(std::move(value)); }
  void push(Value value) { items_.push(std::move(value)); }
  template <class... Arguments>
  decltype(auto) emplace(Arguments&&... arguments) {
    return items_.emplace(std::forward<Arguments>(arguments)...);
  }
  template <class... Arguments>
  decltype(auto) try_emplace(Arguments&&... arguments) {
    return items_.try_emplace(std::forward<Arguments>(arguments)...);
  }
  template <class Key, class Value>
  decltype(auto) insert_or_assign(Key&& key, Value&& value) {
    return items_.insert_or_assign(std::forward<Key>(key), std::forward<Value>(value));
  }
  template <class... Arguments>
  requires(!NodeHandle<std::remove_cvref_t<Arguments>> && ...) decltype(auto)
      insert(Arguments&&... arguments) {
    return items_.insert(std::forward<Arguments>(arguments)...);
  }
  void assign(std::initializer_list<Value> values) { items_.assign(values); }
  template <class... Arguments>
  void assign(Arguments&&... arguments) {
    items_.assign(std::forward<Arguments>(arguments)...);
  }
  template <class... Arguments>
  decltype(auto) erase(Arguments&&... arguments) {
    return items_.erase(std::forward<Arguments>(arguments)...);
  }
  void pop_back() { items_.pop_back(); }
  void pop_front() { items_.pop_front(); }
  void pop() { items_.pop(); }
  void clear() { items_.clear(); }
  void resize(std::size_t count) { items_.resize(count); }
  void reserve(std::size_t count) { items_.reserve(count); }

  // Shows every slot of every element.
  void VisitInside(const SlotVisitor& visit) const {
    C& items = const_cast<C&>(items_);
    if constexpr (Adaptor<C>) {
      for (auto& element : Adapted<C>::Of(items)) visit(element);
    } else {
      for (auto&& element : items) visit(element);
    }
  }

 private:
  // Shades all elements when Edit ends, also by an exception.
  struct Leaving {
    explicit Leaving(Container& edited) : container(edited) {}
    ~Leaving() {
      container.Entered({Rule::kInsertionBarrier, Fault::kStoreWithoutShading, GC_HERE});
    }
    Container& container;
  };

  // container-barrier: memory was taken over as a whole, and its elements may be white.
  void Entered(Upholds why) {
    if (!kBarriered || heaps_listening.load(std::memory_order_relaxed) == 0) [[likely]]
      return;
    VisitInside(SlotVisitor(
        [](void* upholds, ObjectSlot& slot) {
          Shade(slot.Raw(), *static_cast<const Upholds*>(upholds));
        },
        &why));
  }

  C items_;
};

// A container whose elements hold references.
template <class C>
concept OfReferences = requires {
  typename C::value_type;
  requires HoldsReferences<typename C::value_type>;
};

// A set or map whose keys are, or hold, references.
template <class C>
concept Keyed = requires {
  typename C::key_type;
  requires HoldsReferences<typename C::key_type>;
};

template <OfReferences C>
struct References<Container<C>> {
  // Takes const because the key of a map is const.
  static void Visit(const Container<C>& container, const SlotVisitor& visit) {
    if constexpr (Keyed<C>) {
      if (visit.Stores()) [[unlikely]]
        return Rewrite(const_cast<Container<C>&>(container), visit);
    }
    container.VisitInside(visit);
  }
  // A vector is the range of its elements; the elements of all others lie anywhere.
  static void Contribute(Entries& entries, std::int64_t at) {
    static_assert(sizeof(Container<C>) == sizeof(C));
    using Value = typename C::value_type;
    if constexpr (std::is_same_v<C, std::vector<Value>>) {
      if (VectorsAreRanges()) {
        return entries.Range(at, {sizeof(Value), &gc::Contribute<Value>, &ShowField<Container<C>>});
      }
    }
    entries.Call(at, &ShowField<Container<C>>);
  }

 private:
  // A key that is stored into is out of its place. So the elements are copied, stored into, and put
  // where they then belong in a container that takes the place of the old one. A std::bad_alloc if
  // there is no memory for that; then the container is as it was.
  static void Rewrite(Container<C>& container, const SlotVisitor& visit) requires Keyed<C> {
    container.Edit([&visit](C& items) {
      std::vector<typename C::value_type> elements(items.begin(), items.end());
      for (auto& element : elements) visit(element);
      C rebuilt(items);  // with its comparison or hash
      rebuilt.clear();
      for (const auto& element : elements) rebuilt.insert(element);
      if constexpr (requires { typename C::mapped_type; }) {
        if (rebuilt.size() != items.size()) KeepKeys(items, elements, rebuilt);
      }
      items.swap(rebuilt);
    });
  }
  // Two keys of a map became one: one entry would be lost. So all keys stay as they were. Elements
  // of a set that become one are one.
  template <class Elements>
  static void KeepKeys(const C& items, const Elements& elements, C& rebuilt) {
    rebuilt.clear();
    auto element = elements.begin();
    for (const auto& item : items) rebuilt.insert({item.first, (element++)->second});
  }
};

template <class T>
using Vector = Container<std::vector<ObjectPtr<T>>>;
template <class T>
using Deque = Container<std::deque<ObjectPtr<T>>>;
template <class Key, class Value>
using Map = Container<std::map<Key, Value>>;
template <class T>
using Set = Container<std::set<ObjectPtr<T>>>;
template <class Key, class Value>
using HashMap = Container<std::unordered_map<Key, Value>>;
template <class T>
using HashSet = Container<std::unordered_set<ObjectPtr<T>>>;

}  // namespace GC_BUILD
}  // namespace gc
