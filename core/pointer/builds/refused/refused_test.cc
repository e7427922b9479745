// core/pointer/builds/refused/refused_test.cc -- code that the compiler must refuse, one case at a
// time.
//
// CMake registers a test for each case: it compiles this file with CASE set to the case's number,
// and passes if the compiler's message gives the expected reason.

#include <memory>
#include <vector>

#include "core/pointer/container.h"
#include "core/testing/nodes.h"

namespace gc {

struct Careless : Object {
  explicit Careless(const Birth& birth) : Object(birth) {}
  Node* raw = nullptr;
  std::vector<ObjectPtr<Node>> bare;
};

#if CASE == 1
std::shared_ptr<Node> Shared(Node* node) { return std::shared_ptr<Node>(node); }
#elif CASE == 2
void Unique(Node* node) { const std::unique_ptr<Node> owner(node); }
#elif CASE == 3
const Reference kRaw = Reference::To(&Careless::raw, "raw");
#elif CASE == 4
const Reference kBare = Reference::To(&Careless::bare, "bare");
#endif

}  // namespace gc
