// properties/pointers/container_change.h -- one change of a container, made on it and on the same
// container of numbers.
//
// Included by shelf.h only.

#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/gc.h"
#include "core/pointer/container_keys.h"
#include "properties/base/random.h"
#include "properties/pointers/pointed_heap.h"
#include "properties/pointers/pointers_run.h"

namespace properties::pointers {

using Slot = gc::ObjectPtr<Cell>;

// Members that are no gc::Container: two elements each.
using Parted = std::tuple<Slot, int, Slot>;
using Lazy = std::array<gc::LazyPtr<Cell>, 2>;
struct Two : std::array<Id, 2> {
  Two() : std::array<Id, 2>{kNobody, kNobody} {}
};

inline Id IdOf(const Slot& slot) { return slot == nullptr ? kNobody : slot->id; }
inline Id IdOf(const gc::LazyPtr<Cell>& slot) { return slot.IsNull() ? kNobody : slot->id; }

// By the cell `id`, if it takes an element. `body` is what the container gets: that cell.
struct ContainerChange {
  static constexpr std::size_t kMost = kShelved / 11;

  template <class Real, class Sequence>
  void Do(Real& real, Sequence& model) {
    if (model.size() + 3 > kMost) {
      real.clear();
      model.clear();
    }
    const std::size_t at = random.Below(1 + static_cast<std::uint32_t>(model.size()));
    const auto steps = static_cast<std::ptrdiff_t>(at);
    switch (random.Below(9)) {
      case 0:
        real.push_back(body);
        return model.push_back(id);
      case 1:
        real.emplace_back(body);
        return model.push_back(id);
      case 2:
        real.insert(std::next(real.begin(), steps), Slot(body));
        model.insert(std::next(model.begin(), steps), id);
        return;
      case 3:
        real.assign(2, Slot(body));
        return model.assign(2, id);
      case 4:
        real.assign({Slot(body), Slot()});
        return model.assign({id, kNobody});
      case 5:
        real.resize(at + 1);
        return model.resize(at + 1, kNobody);
      case 6:
        real.Edit([](auto& items) { std::reverse(items.begin(), items.end()); });
        return std::reverse(model.begin(), model.end());
      case 7:
        return TakeOver(real, model);
      default:
        if (!model.empty()) ChangeElement(real, model);
        return;
    }
  }
  // What a container has goes into another one, which goes back.
  template <class Real, class Sequence>
  void TakeOver(Real& real, Sequence& model) {
    Real copy(real);
    Same("a copy is equal", copy == real);
    copy.push_back(body);
    model.push_back(id);
    switch (random.Below(4)) {
      case 0:
        real = copy;
        return;
      case 1:
        real = Real(*copy);  // of what is no gc::Container
        return;
      case 2:
        real = std::move(copy);
        return;
      default: {
        Real moved(std::move(copy));
        swap(real, moved);
        return;
      }
    }
  }
  template <class Real, class Sequence>
  void ChangeElement(Real& real, Sequence& model) {
    const std::size_t at = random.Below(static_cast<std::uint32_t>(model.size()));
    constexpr bool kHasNumbers = requires { model[at]; };
    constexpr bool kHasFront = requires { model.pop_front(); };
    switch (random.Below(8)) {
      case 0:
        real.erase(std::next(real.begin(), static_cast<std::ptrdiff_t>(at)));
        model.erase(std::next(model.begin(), static_cast<std::ptrdiff_t>(at)));
        return;
      case 1:
        real.pop_back();
        return model.pop_back();
      case 2:
        real.front() = body;
        model.front() = id;
        return;
      case 3:
        real.back() = body;
        model.back() = id;
        return;
      case 4:
        if constexpr (kHasNumbers) {
          real[at] = body;
          model[at] = id;
        }
        return;
      case 5:
        if constexpr (kHasNumbers) {
          real.at(at) = body;
          model[at] = id;
        }
        return;
      case 6:
        if constexpr (kHasFront) {
          real.push_front(body);
          model.push_front(id);
        }
        return;
      default:
        if constexpr (kHasFront) {
          real.pop_front();
          model.pop_front();
        } else {
          real.reserve(40);
        }
        return;
    }
  }

  template <class Real>
  void Do(Real& real, std::map<int, Id>& model) {
    const int key = static_cast<int>(random.Below(kMost));
    switch (random.Below(9)) {
      case 0:
        real.emplace(key, Slot(body));
        model.emplace(key, id);
        return;
      case 1:
        real.try_emplace(key, body);
        model.try_emplace(key, id);
        return;
      case 2:
        real.insert(std::pair<const int, Slot>(key, Slot(body)));
        model.insert({key, id});
        return;
      case 3:
        real.insert_or_assign(key, Slot(body));
        model.insert_or_assign(key, id);
        return;
      case 4:
        real[key] = body;
        model[key] = id;
        return;
      case 5:
        if (!model.contains(key)) return;
        real.at(key) = body;
        model.at(key) = id;
        return;
      case 6:
        if (!model.contains(key)) return;
        real.find(key)->second = body;
        model.at(key) = id;
        return;
      case 7:
        real.erase(key);
        model.erase(key);
        return;
      default:
        if (!random.Chance(1, 4)) return;
        real.clear();
        model.clear();
        return;
    }
  }

  void Do(std::array<Slot, 2>& real, Two& model) {
    const std::size_t which = random.Below(2);
    real[which] = body;
    model[which] = id;
  }
  void Do(Parted& real, Two& model) {
    const bool first = random.Chance(1, 2);
    (first ? std::get<0>(real) : std::get<2>(real)) = body;
    model[first ? 0 : 1] = id;
  }
  // Each way in which such a pointer is given a value: none has a path here.
  void Do(Lazy& real, Two& model) {
    const std::size_t which = random.Below(2);
    gc::LazyPtr<Cell>& one = real[which];
    gc::LazyPtr<Cell>& other = real[1 - which];
    const std::uint32_t way = random.Below(7);
    switch (way) {
      case 0:
        one = body;
        break;
      case 1:
        std::construct_at(&one, body);
        break;
      case 2:
        one = other;
        break;
      case 3:
        one = std::move(other);
        break;
      case 4:
        std::construct_at(&one, other);
        break;
      case 5:
        std::construct_at(&one, std::move(other));
        break;
      default:
        one.Reset();
        break;
    }
    model[which] = way < 2 ? id : way < 6 ? model[1 - which] : kNobody;
    if (way == 3 || way == 5) model[1 - which] = kNobody;
    if (way == 2 || way == 4) {
      other.Reset();  // only the copy holds it
      model[1 - which] = kNobody;
    }
  }
  void Do(gc::Container<std::set<Slot>>& real, std::set<Id>& model) {
    const std::size_t nulls = model.contains(kNobody) ? 1 : 0;
    Same("null keys of a set", gc::CountNullKeys(real) == nulls);
    if (random.Chance(1, 4)) {
      Same("null keys that go", gc::DropNullKeys(real) == nulls);
      model.erase(kNobody);
    }
    Same("a set has an element", (real.find(Slot(body)) != real.end()) == model.contains(id));
    if (model.size() == kMost || random.Chance(1, 3)) {
      const Id gone = model.empty() ? id : *model.begin();
      real.erase(Slot(in.BodyOf(gone)));
      model.erase(gone);
    } else if (random.Chance(1, 2)) {
      real.insert(Slot(body));
      model.insert(id);
    } else {
      real.emplace(body);
      model.insert(id);
    }
  }
  void Do(gc::Container<std::stack<Slot>>& real, std::vector<Id>& model) {
    if (!model.empty() && (model.size() == kMost || random.Chance(1, 3))) {
      Same("the top of a stack", IdOf(real.top()) == model.back());
      real.pop();
      return model.pop_back();
    }
    if (random.Chance(1, 2)) {
      real.push(body);
    } else {
      real.emplace(body);
    }
    model.push_back(id);
  }
  void Do(gc::Container<std::queue<Slot>>& real, std::deque<Id>& model) {
    if (!model.empty() && (model.size() == kMost || random.Chance(1, 3))) {
      Same("the front of a queue", IdOf(real.front()) == model.front());
      real.pop();
      return model.pop_front();
    }
    real.push(body);
    model.push_back(id);
    if (!random.Chance(1, 3)) return;
    real.back() = nullptr;
    model.back() = kNobody;
  }

  void Same(std::string_view what, bool same) { verdict.Same(what, same, true); }

  const PointedHeap& in;
  PointerVerdict& verdict;
  Random& random;
  const Id id;
  Cell* const body;
};

}  // namespace properties::pointers
