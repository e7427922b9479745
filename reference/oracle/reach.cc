// reference/oracle/reach.cc -- the forest of edges by which objects are reached.

#include "reference/oracle/reach.h"

namespace reference {

void Reach::Clear() {
  nodes_.clear();
  lost_.clear();
}

void Reach::Create(Name name, std::size_t fields) {
  if (name >= nodes_.size()) nodes_.resize(name + 1);
  nodes_[name].links.assign(fields, {});
}

void Reach::SetField(Name name, std::size_t field, Name value) {
  const Edge edge = EdgeOf(name, field);
  const Name old = LinkOf(edge).target;
  if (old == value) return;
  if (old != kNull) Unlist(edge);
  if (value != kNull) {
    Enlist(edge, value);
    if (Reached(name) && !Reached(value)) Take(value, edge);
  }
  // Last, so that what the new value leads to is not taken out and put back.
  if (old != kNull && nodes_[old].by == edge) Cut(old);
}

void Reach::AddToRootSet(Name name) {
  ++nodes_[name].roots;
  if (!Reached(name)) Take(name, kByRootSet);
}

void Reach::DropFromRootSet(Name name) {
  Node& node = nodes_[name];
  if (--node.roots == 0 && node.by == kByRootSet) Cut(name);
}

void Reach::Free(Name name) {
  for (std::size_t field = 0; field < nodes_[name].links.size(); ++field) {
    SetField(name, field, kNull);
  }
  Node& node = nodes_[name];
  std::vector<Link>().swap(node.links);
  node.roots = 0;
  if (node.by == kByRootSet) Cut(name);
}

void Reach::Enlist(Edge edge, Name target) {
  Edge& first = nodes_[target].into;
  LinkOf(edge) = {.target = target, .next = first};
  if (first != kNot) LinkOf(first).before = edge;
  first = edge;
}

void Reach::Unlist(Edge edge) {
  Link& link = LinkOf(edge);
  if (link.next != kNot) LinkOf(link.next).before = link.before;
  (link.before != kNot ? LinkOf(link.before).next : nodes_[link.target].into) = link.next;
  link = {};
}

// Reaches the object, and what it leads to.
void Reach::Take(Name name, Edge by) {
  nodes_[name].by = by;
  queue_.assign(1, name);
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    const Name from = queue_[head];
    const std::vector<Link>& links = nodes_[from].links;
    for (std::size_t field = 0; field < links.size(); ++field) {
      const Name target = links[field].target;
      if (target == kNull || Reached(target)) continue;
      nodes_[target].by = EdgeOf(from, field);
      queue_.push_back(target);
    }
  }
}

// The way by which the object was reached has ended: takes its tree out, and reaches again what can
// be.
void Reach::Cut(Name name) {
  nodes_[name].by = kNot;
  tree_.assign(1, name);
  for (std::size_t head = 0; head < tree_.size(); ++head) {
    const std::vector<Link>& links = nodes_[tree_[head]].links;
    for (std::size_t field = 0; field < links.size(); ++field) {
      const Name target = links[field].target;
      if (target == kNull || nodes_[target].by != EdgeOf(tree_[head], field)) continue;
      nodes_[target].by = kNot;
      tree_.push_back(target);
    }
  }
  for (const Name one : tree_) {
    if (Reached(one)) continue;
    if (const Edge way = AnotherWayTo(one); way != kNot) Take(one, way);
  }
  for (const Name one : tree_) {
    if (!Reached(one)) lost_.push_back(one);
  }
}

Reach::Edge Reach::AnotherWayTo(Name name) {
  if (nodes_[name].roots > 0) return kByRootSet;
  for (Edge edge = nodes_[name].into; edge != kNot; edge = LinkOf(edge).next) {
    if (Reached(SourceOf(edge))) return edge;
  }
  return kNot;
}

}  // namespace reference
