// core/testing/library.h -- a resolver for tests: a path of one letter names the node of that name.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/pointer/path.h"
#include "core/pointer/weak_ptr.h"
#include "core/testing/nodes.h"

namespace gc {

class Library final : public Resolver {
 public:
  explicit Library(Heap& heap) : heap_(heap) {}

  Object* Find(std::string_view path, const Class* wanted) override {
    asked.push_back("find " + std::string(path));
    if (wanted != nullptr && wanted != &Node::kClass) return nullptr;
    const auto known = loaded_.find(std::string(path));
    return known == loaded_.end() ? nullptr : known->second;
  }
  Object* Load(std::string_view path, const Class* wanted) override {
    asked.push_back("load " + std::string(path));
    if (wanted != nullptr && wanted != &Node::kClass) return nullptr;
    return path.size() == 1 ? Loaded(path) : nullptr;
  }
  // The node of that name; makes it if it is not loaded. The library does not keep it alive.
  Node* Loaded(std::string_view path) {
    Node*& node = loaded_[std::string(path)];
    if (node == nullptr) node = heap_.New<Node>(path[0]);
    return node;
  }
  // Forgets a node, so that the next load makes a new one.
  void Unload(std::string_view path) { loaded_.erase(std::string(path)); }

  std::vector<std::string> asked;

 private:
  Heap& heap_;
  std::map<std::string, Node*> loaded_;
};

}  // namespace gc
