// core/testing/crowd.h -- the objects for tests of containers.
//
// A Crowd has one field of each kind that holds more than one reference, or not always one.

#pragma once

#include <forward_list>
#include <list>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "core/pointer/container.h"
#include "core/testing/nodes.h"

namespace gc {

using Slot = ObjectPtr<Node>;

struct Road {
  Slot to;
  int weight = 0;
  void VisitReferences(const SlotVisitor& visit) { visit(to); }
};

class Crowd : public Object {
 public:
  explicit Crowd(const Birth& birth) : Object(birth) {}
  void BeginDestroy() noexcept {}
  bool IsReadyForFinishDestroy() const noexcept { return ready; }
  void VisitReferences(const SlotVisitor& visit) {
    if (hidden != nullptr) visit(*hidden);
  }

  static const Class kClass;
  Vector<Node> vector;
  Deque<Node> deque;
  Container<std::list<Slot>> list;
  Container<std::forward_list<Slot>> forward_list;
  Set<Node> set;
  HashSet<Node> hash_set;
  Container<std::multiset<Slot>> multiset;
  Map<int, Slot> map;
  HashMap<std::string, Slot> hash_map;
  Map<Slot, int> by_object;
  HashMap<Slot, Slot> hash_by_object;
  Container<std::stack<Slot>> stack;
  Container<std::queue<Slot>> queue;
  Container<std::vector<Road>> edges;
  Container<std::vector<Vector<Node>>> nested;
  Container<std::vector<std::optional<Slot>>> maybe;
  std::optional<Slot> optional;
  std::variant<int, Slot, std::string> variant;
  std::pair<int, Slot> pair;
  std::tuple<Slot, int, Slot> tuple;
  Road edge;
  Slot* hidden = nullptr;  // a slot that only VisitReferences shows
  bool ready = true;
};

inline const Reference kCrowdReferences[] = {
    Reference::To(&Crowd::vector, "vector"),
    Reference::To(&Crowd::deque, "deque"),
    Reference::To(&Crowd::list, "list"),
    Reference::To(&Crowd::forward_list, "forward_list"),
    Reference::To(&Crowd::set, "set"),
    Reference::To(&Crowd::hash_set, "hash_set"),
    Reference::To(&Crowd::multiset, "multiset"),
    Reference::To(&Crowd::map, "map"),
    Reference::To(&Crowd::hash_map, "hash_map"),
    Reference::To(&Crowd::by_object, "by_object"),
    Reference::To(&Crowd::hash_by_object, "hash_by_object"),
    Reference::To(&Crowd::stack, "stack"),
    Reference::To(&Crowd::queue, "queue"),
    Reference::To(&Crowd::edges, "edges"),
    Reference::To(&Crowd::nested, "nested"),
    Reference::To(&Crowd::maybe, "maybe"),
    Reference::To(&Crowd::optional, "optional"),
    Reference::To(&Crowd::variant, "variant"),
    Reference::To(&Crowd::pair, "pair"),
    Reference::To(&Crowd::tuple, "tuple"),
    Reference::To(&Crowd::edge, "edge"),
    Reference::Shown<Crowd>("hidden"),
};
inline const Class Crowd::kClass = Describe<Crowd>("Crowd", kCrowdReferences);

// A heap in the middle of marking. `black` is scanned, `grey` waits, and only `grey` refers to
// `white` and `other`, from several fields.
struct CrowdMidTrace {
  CrowdMidTrace() {
    for (Node* const node : {white, other}) {
      grey->vector.push_back(node);
      grey->deque.push_back(node);
      grey->list.push_back(node);
      grey->set.insert(node);
      grey->hash_set.insert(node);
      grey->map[node->name] = node;
      grey->hash_map[std::string(1, node->name)] = node;
      grey->by_object[node] = static_cast<unsigned char>(node->name);
      grey->stack.push(node);
    }
    grey->optional = white;
    grey->variant = Slot(white);
    grey->pair.second = white;
    heap.AddRoot(grey);
    heap.AddRoot(black);
    heap.Start();
    heap.Tick(2);  // the initial references, and `black`, which was queued last
  }
  // Whether neither of the two is marked yet.
  bool BothWhite() const { return IsWhite(heap, white) && IsWhite(heap, other); }
  // Whether both wait to be scanned.
  bool BothGrey() const { return IsGrey(heap, white) && IsGrey(heap, other); }

  Heap heap;
  Crowd* const grey = heap.New<Crowd>();
  Crowd* const black = heap.New<Crowd>();
  Node* const white = heap.New<Node>('w');
  Node* const other = heap.New<Node>('o');
};

}  // namespace gc
