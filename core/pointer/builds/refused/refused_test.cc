// core/pointer/builds/refused/refused_test.cc -- code that the compiler must refuse, one case at a
// time.
//
// CMake registers a test for each case: it compiles this file with CASE set to the case's number,
// and passes if the compiler's message gives the expected reason.

#include <bit>
#include <cstdint>
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
#elif CASE == 5
struct Throws : Careless {
  using Careless::Careless;
  void BeginDestroy() {}
};
const Class kThrows = Describe<Throws>("Throws");
#elif CASE == 6
class Shy : public Careless {
  using Careless::Careless;
  void BeginDestroy() noexcept {}
};
const Class kShy = Describe<Shy>("Shy");
#elif CASE == 7
struct Asks : Careless {
  using Careless::Careless;
  void FinishDestroy(int) noexcept {}
};
const Class kAsks = Describe<Asks>("Asks");
#elif CASE == 8
struct Counts : Careless {
  using Careless::Careless;
  int IsReadyForFinishDestroy() noexcept { return 1; }
};
const Class kCounts = Describe<Counts>("Counts");
#elif CASE == 9
struct Changes : Careless {
  using Careless::Careless;
  bool CanBeInCluster() noexcept { return true; }
};
const Class kChanges = Describe<Changes>("Changes");
#elif CASE == 10
struct MayThrow : Careless {
  using Careless::Careless;
  bool CanBeClusterRoot() const { return true; }
};
const Class kMayThrow = Describe<MayThrow>("MayThrow");
#elif CASE == 11
struct Kind : Careless {
  using Careless::Careless;
  static constexpr const char* kClusterKind = "actor";
};
const Class kKind = Describe<Kind>("Kind");
#elif CASE == 12
struct Bursts : Careless {
  using Careless::Careless;
  ~Bursts() noexcept(false) {}
};
const Class kBursts = Describe<Bursts>("Bursts");
#elif CASE == 13
struct Plain {};
const Class kPlain = Describe<Plain>("Plain");
#elif CASE == 14
struct Once : virtual Object {
  explicit Once(const Birth& birth) : Object(birth) {}
};
const Class kOnce = Describe<Once>("Once");
#elif CASE == 15
struct alignas(64) Wide : Careless {
  using Careless::Careless;
};
const Class kWide = Describe<Wide>("Wide");
#elif CASE == 16
Node* Made(const Birth& birth) { return new Node(birth, 'a'); }
#elif CASE == 17
void Copied(Node& to, const Node& from) { to = from; }
#elif CASE == 18
Node OnTheStack() { return Node('a'); }
#elif CASE == 19
void Mixed(Node& node, Careless* other) { node.left = other; }
#elif CASE == 20
struct Weak : Careless {
  using Careless::Careless;
  WeakPtr<Node> weak;
};
const Reference kWeak = Reference::To(&Weak::weak, "weak");
#elif CASE == 21
ObjectPtr<Node> Bytes(std::uintptr_t address) { return std::bit_cast<ObjectPtr<Node>>(address); }
#else
// What is right of all that.
struct Fine : Careless {
  explicit Fine(const Birth& birth) : Careless(birth) {}
  ~Fine() {}
  void BeginDestroy() noexcept {}
  bool IsReadyForFinishDestroy() noexcept { return true; }
  void FinishDestroy() noexcept {}
  bool CanBeClusterRoot() const noexcept { return true; }
  bool CanBeInCluster() const noexcept { return true; }
  static constexpr ClusterKind kClusterKind = ClusterKind::kActor;
};
struct Finer final : Fine {
  using Fine::Fine;
};
const Class kFine = Describe<Fine>("Fine");
const Class kFiner = Describe<Finer>("Finer");
#endif

}  // namespace gc
