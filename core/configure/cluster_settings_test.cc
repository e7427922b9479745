// core/configure/cluster_settings_test.cc -- each setting of clusters, changed while the program
// runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/testing/clusters.h"
#include "core/testing/live_world.h"

namespace gc {
namespace {

// A cluster can be made under the lock only.
std::uint32_t ClusterIn(LiveWorld& world, Object* root) {
  world.lock.Acquire();
  const std::uint32_t count = world.heap.MakeCluster(root);
  world.lock.Release();
  return count;
}

Hub* RootedHub(LiveWorld& world, int pieces) {
  Hub* const hub = world.heap.New<Hub>();
  world.heap.AddRoot(hub);
  ObjectPtr<Object>* last = &hub->to[0];
  for (int i = 0; i < pieces; ++i) {
    Piece* const piece = world.heap.New<Piece>();
    *last = piece;
    last = &piece->to[0];
  }
  return hub;
}

// S10.7, S10.15
TEST(SettingAtWork, ClusterCreateMakesClustersAndOffDissolvesThem) {
  LiveWorld world;
  Hub* const hub = RootedHub(world, 4);
  EXPECT_EQ(ClusterIn(world, hub), 5u);
  world.Set("cluster.create = off");
  EXPECT_EQ(world.heap.ClusterRootOf(hub), nullptr);
  EXPECT_EQ(ClusterIn(world, hub), 0u);
  world.Set("cluster.create = on");
  EXPECT_EQ(ClusterIn(world, hub), 5u);
  EXPECT_EQ(ClusterIn(world, RootedHub(world, 4)), 5u);
}

// S10.7
TEST(SettingAtWork, ClusterCreateIsOffForAnEditor) {
  LiveWorld world("", Program::kEditor);
  EXPECT_EQ(ClusterIn(world, RootedHub(world, 4)), 0u);
  world.Set("cluster.create = on");
  EXPECT_EQ(ClusterIn(world, RootedHub(world, 4)), 0u);
}

// S10.6
TEST(SettingAtWork, ClusterMinObjectsIsTheSmallestCluster) {
  LiveWorld world;
  Hub* const hub = RootedHub(world, 3);
  EXPECT_EQ(ClusterIn(world, hub), 0u);
  world.Set("cluster.min_objects = 4");
  EXPECT_EQ(ClusterIn(world, hub), 4u);
}

template <ClusterKind kKind>
struct OfKind : Object {
  explicit OfKind(const Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  static constexpr ClusterKind kClusterKind = kKind;
  ObjectPtr<Object> to;
  static const Class kClass;
};
template <ClusterKind kKind>
const Reference kOfKindReferences[] = {Reference::To(&OfKind<kKind>::to, "to")};
template <ClusterKind kKind>
const Class OfKind<kKind>::kClass = Describe<OfKind<kKind>>("OfKind", kOfKindReferences<kKind>);

// Whether roots of a kind are let in, before and after the setting is on.
template <ClusterKind kKind>
void ExpectKindIsSwitchedBy(std::string_view text) {
  LiveWorld world("cluster.min_objects = 2");
  OfKind<kKind>* const root = world.heap.New<OfKind<kKind>>();
  world.heap.AddRoot(root);
  root->to = world.heap.New<Piece>();
  EXPECT_EQ(ClusterIn(world, root), 0u);
  world.Set(text);
  EXPECT_EQ(ClusterIn(world, root), 2u);
}

// S10.7
TEST(SettingAtWork, ClusterAssetsLetsAssetsBeRoots) {
  ExpectKindIsSwitchedBy<ClusterKind::kAsset>("cluster.assets = on");
}
TEST(SettingAtWork, ClusterActorsLetsActorsBeRoots) {
  ExpectKindIsSwitchedBy<ClusterKind::kActor>("cluster.actors = on");
}
TEST(SettingAtWork, ClusterScriptsLetsScriptClassesBeRoots) {
  ExpectKindIsSwitchedBy<ClusterKind::kScript>("cluster.scripts = on");
}

}  // namespace
}  // namespace gc
