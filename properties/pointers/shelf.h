// properties/pointers/shelf.h -- two objects with a container of each kind, beside the same
// containers of numbers.
//
// gc::Container has the calls of the container that it is made of, and tells the collector of what
// they store. Each is made on both, between the slices of a cycle; then both have the same
// elements, and what the containers hold is there.
//
// Included by core_pointers.cc only.

#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/gc.h"
#include "properties/base/random.h"
#include "properties/pointers/container_change.h"
#include "properties/pointers/pointed_heap.h"
#include "properties/pointers/pointers_run.h"

namespace properties::pointers {

struct Shelf : gc::Object {
  explicit Shelf(const gc::Birth& birth) : Object(birth) {}
  std::array<Slot, 2> pair;
  Parted parted;
  Lazy lazy;
  gc::Container<std::vector<Slot>> vector;
  gc::Container<std::deque<Slot>> deque;
  gc::Container<std::list<Slot>> list;
  gc::Container<std::map<int, Slot>> map;
  gc::Container<std::unordered_map<int, Slot>> hashed;
  gc::Container<std::set<Slot>> set;
  gc::Container<std::stack<Slot>> stack;
  gc::Container<std::queue<Slot>> queue;
  static const gc::Class kClass;
};
inline const gc::Reference kShelfReferences[] = {
    gc::Reference::To(&Shelf::pair, "pair"),     gc::Reference::To(&Shelf::parted, "parted"),
    gc::Reference::To(&Shelf::vector, "vector"), gc::Reference::To(&Shelf::deque, "deque"),
    gc::Reference::To(&Shelf::list, "list"),     gc::Reference::To(&Shelf::map, "map"),
    gc::Reference::To(&Shelf::hashed, "hashed"), gc::Reference::To(&Shelf::set, "set"),
    gc::Reference::To(&Shelf::stack, "stack"),   gc::Reference::To(&Shelf::queue, "queue"),
    gc::Reference::To(&Shelf::lazy, "lazy")};
inline const gc::Class Shelf::kClass = gc::Describe<Shelf>("Shelf", kShelfReferences);

class ShelfJudge {
 public:
  ShelfJudge(PointedHeap& at, bool lies, PointerVerdict& verdict)
      : at_(at), lies_(lies), verdict_(verdict) {
    for (Shelf*& shelf : shelves_) at_.heap.AddRoot(shelf = at_.heap.New<Shelf>());
  }

  // Some changes of a container, by cells that some() gives. Then perhaps, in the midst of a
  // marking, two of a kind exchange what they have, or one gives it to the other.
  template <class Some>
  void Change(const Some& some, Random& random) {
    random_ = &random;
    const std::uint32_t which = random.Below(2);
    const std::uint32_t kind = random.Below(kKindCount);
    const bool exchange = random.Chance(1, 5);
    for (std::uint32_t times = random.Between(1, 6); times > 0; --times) {
      // What is in a container alone is lost if the container does not keep it.
      const Id id = random.Chance(1, 3) ? at_.NewCell() : some();
      ContainerChange change{at_, verdict_, random, id, lies_ ? nullptr : at_.BodyOf(id)};
      OfKind(kind, [&](auto real, auto model) {
        change.Do(shelves_[which]->*real, models_[which].*model);
      });
    }
    if (exchange) {
      at_.heap.Start();
      for (std::uint32_t times = random.Between(1, 8); times > 0; --times) {
        at_.heap.Tick(random.Between(1, 3));
        OfKind(kind, [&](auto real, auto model) {
          Exchange(shelves_[which]->*real, models_[which].*model, shelves_[1 - which]->*real,
                   models_[1 - which].*model);
        });
      }
    }
    for (std::size_t i = 0; i < kShelves; ++i) NoteOnPaper(models_[i], at_.shelf_on_paper[i]);
  }

  void Compare() {
    for (std::size_t i = 0; i < kShelves; ++i) Compare(*shelves_[i], models_[i]);
  }

 private:
  struct Model {
    Two pair, parted, lazy;
    std::vector<Id> vector;
    std::deque<Id> deque;
    std::list<Id> list;
    std::map<int, Id> map, hashed;
    std::set<Id> set;
    std::vector<Id> stack;  // the top is behind
    std::deque<Id> queue;
  };
  static constexpr std::tuple kKinds{
      std::pair{&Shelf::pair, &Model::pair},     std::pair{&Shelf::parted, &Model::parted},
      std::pair{&Shelf::vector, &Model::vector}, std::pair{&Shelf::deque, &Model::deque},
      std::pair{&Shelf::list, &Model::list},     std::pair{&Shelf::map, &Model::map},
      std::pair{&Shelf::hashed, &Model::hashed}, std::pair{&Shelf::set, &Model::set},
      std::pair{&Shelf::stack, &Model::stack},   std::pair{&Shelf::queue, &Model::queue},
      std::pair{&Shelf::lazy, &Model::lazy}};
  static constexpr std::uint32_t kKindCount = std::tuple_size_v<decltype(kKinds)>;
  static_assert(kKindCount * ContainerChange::kMost <= kShelved);

  // Calls one(member of a shelf, member of a model) for a kind of container.
  template <class Do>
  static void OfKind(std::uint32_t kind, const Do& one) {
    std::uint32_t at = 0;
    std::apply(
        [&](const auto&... of) { ((at++ == kind ? one(of.first, of.second) : void()), ...); },
        kKinds);
  }

  void Same(const auto& what, bool same) { verdict_.Same(what, same, true); }

  template <class Real, class Ids>
  void Exchange(Real& real, Ids& model, Real& other, Ids& other_model) {
    if constexpr (requires { real.Edit([](auto&) {}); }) {
      if (random_->Chance(1, 3)) {  // the elements do not know that they move
        real.Edit([&](auto& items) { other.Edit([&](auto& others) { items.swap(others); }); });
        return std::swap(model, other_model);
      }
      if (random_->Chance(1, 3)) {
        TakeInPlace(real, other);
        model = std::exchange(other_model, {});
        return;
      }
    }
    if (random_->Chance(1, 2)) {
      swap(real, other);
      return std::swap(model, other_model);
    }
    real = std::move(other);
    other = Real();
    model = std::exchange(other_model, {});
  }

  // One is made in the place of `real`, of what `other` has, or of what was taken out of it.
  template <class Real>
  void TakeInPlace(Real& real, Real& other) {
    if (random_->Chance(1, 2)) {
      std::destroy_at(&real);
      std::construct_at(&real, std::move(other));
    } else {
      std::remove_cvref_t<decltype(*real)> taken;
      other.Edit([&taken](auto& items) { items.swap(taken); });
      std::destroy_at(&real);
      std::construct_at(&real, std::move(taken));
    }
    other = Real();
  }

  void Compare(const Shelf& shelf, const Model& model) {
    Same("elements of an array",
         IdOf(shelf.pair[0]) == model.pair[0] && IdOf(shelf.pair[1]) == model.pair[1]);
    Same("elements of a tuple", IdOf(std::get<0>(shelf.parted)) == model.parted[0] &&
                                    IdOf(std::get<2>(shelf.parted)) == model.parted[1]);
    Same("lazy pointers",
         IdOf(shelf.lazy[0]) == model.lazy[0] && IdOf(shelf.lazy[1]) == model.lazy[1]);
    CompareSequence("vector", shelf.vector, model.vector);
    CompareSequence("deque", shelf.deque, model.deque);
    CompareSequence("list", shelf.list, model.list);
    CompareMap("map", shelf.map, model.map);
    CompareMap("unordered map", shelf.hashed, model.hashed);
    std::vector<Id> said;
    for (const Slot& slot : shelf.set) said.push_back(IdOf(slot));
    std::ranges::sort(said);
    Same("elements of a set", std::ranges::equal(said, model.set));
    auto stack = *shelf.stack;
    for (said.clear(); !stack.empty(); stack.pop()) said.push_back(IdOf(stack.top()));
    std::ranges::reverse(said);
    Same("elements of a stack", std::ranges::equal(said, model.stack));
    auto queue = *shelf.queue;
    for (said.clear(); !queue.empty(); queue.pop()) said.push_back(IdOf(queue.front()));
    Same("elements of a queue", std::ranges::equal(said, model.queue));
  }
  template <class Real, class Sequence>
  void CompareSequence(const char* what, const Real& real, const Sequence& model) {
    std::vector<Id> said;
    for (const Slot& slot : real) said.push_back(IdOf(slot));
    Same([what] { return std::string("elements of a ") + what; }, std::ranges::equal(said, model));
    const bool sizes = real.size() == model.size() && real.empty() == model.empty() &&
                       real->size() == model.size();
    Same([what] { return std::string("size of a ") + what; }, sizes);
  }
  template <class Real>
  void CompareMap(const char* what, const Real& real, const std::map<int, Id>& model) {
    std::map<int, Id> said;
    for (const auto& [key, slot] : real) said.emplace(key, IdOf(slot));
    Same([what] { return std::string("elements of a ") + what; }, said == model);
  }

  void NoteOnPaper(const Model& model, Id shelf) {
    std::vector<Id> held;
    const auto add = [&held](const auto& ids) { held.insert(held.end(), ids.begin(), ids.end()); };
    add(model.pair);
    add(model.parted);
    add(model.lazy);
    add(model.vector);
    add(model.deque);
    add(model.list);
    for (const auto& [key, id] : model.map) held.push_back(id);
    for (const auto& [key, id] : model.hashed) held.push_back(id);
    add(model.set);
    add(model.stack);
    add(model.queue);
    held.resize(kShelved, kNobody);
    for (std::size_t i = 0; i < kShelved; ++i) at_.paper.Store(shelf, i, held[i]);
  }

  PointedHeap& at_;
  const bool lies_;
  PointerVerdict& verdict_;
  std::array<Shelf*, kShelves> shelves_{};
  std::array<Model, kShelves> models_;
  Random* random_ = nullptr;  // of the change that is made
};

}  // namespace properties::pointers
