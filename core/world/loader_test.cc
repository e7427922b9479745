// core/world/loader_test.cc -- what is loaded is kept until it is complete, and then its clusters
// are formed.
//
// Row: S10.16.

#include "core/world/loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/schedule/start_up.h"
#include "core/testing/worlds.h"

namespace gc {
namespace {

using testing::ElementsAre;

// An asset that refers to its textures.
class Texture : public NamedObject {
 public:
  explicit Texture(const Birth& birth) : NamedObject(birth) {}
  static const Class kClass;
};
const Class Texture::kClass = DescribeNamed<Texture>("Texture", NamedObject::kClass);

class Material : public NamedObject {
 public:
  explicit Material(const Birth& birth) : NamedObject(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  static constexpr ClusterKind kClusterKind = ClusterKind::kAsset;
  ObjectPtr<Texture> textures[4];
  static const Class kClass;
};
const Reference kMaterialReferences[] = {Reference::To(&Material::textures, "textures")};
const Class Material::kClass =
    DescribeNamed<Material>("Material", NamedObject::kClass, kMaterialReferences);

class LoaderTest : public WorldsTest {
 protected:
  LoaderTest() { Allow({"cluster.assets = on\n", "cluster.actors = on\n"}); }
  // Gives the heap the cluster options of a program with these settings.
  void Allow(std::initializer_list<const char*> settings, Program program = Program::kShipped) {
    Configuration configuration;
    for (const char* line : settings) ASSERT_TRUE(configuration.Read(line, "test").empty());
    heap.SetClusterOptions(ClusterOptionsFrom(configuration.values(), program));
  }
  // A material with four textures in the package, all of which are loading.
  Material* LoadMaterial() {
    Material* const material = loader.New<Material>({.outer = package});
    for (ObjectPtr<Texture>& texture : material->textures) {
      texture = loader.New<Texture>({.outer = package});
    }
    return material;
  }
  Door* SpawnScenery(Level& in) {
    Door* const door = worlds.Spawn<Door>(in);
    for (int i = 0; i < 4; ++i) worlds.AddComponent<Body>(*door);
    door->is_scenery = true;
    return door;
  }
  bool IsClustered(const Object* object) const { return heap.ClusterRootOf(object) != nullptr; }

  Loader& loader = worlds.loader();
  Package* package = worlds.factory().New<Package>({.name = "Wood"});
};

// S10.16: an asset package.
TEST_F(LoaderTest, APackageOfAssetsIsKeptWhileItIsLoadedAndFormsClustersThen) {
  heap.AddRoot(package);
  loader.Begin(*package);
  EXPECT_TRUE(loader.IsLoading() && loader.IsLoading(*package));
  Material* const wood = LoadMaterial();
  Material* const steel = LoadMaterial();
  CollectAsScheduled();
  ASSERT_TRUE(IsValid(wood)) << "kept, though nothing refers to it";
  lock.Acquire();
  EXPECT_EQ(heap.MakeCluster(wood), 0u) << "it is loading";
  lock.Release();
  heap.AddRoot(wood);
  EXPECT_EQ(loader.End(*package), 2u);
  EXPECT_FALSE(loader.IsLoading());
  EXPECT_EQ(heap.ClusterRootOf(wood->textures[2].Get()), wood);
  EXPECT_EQ(heap.ClusterRootOf(steel->textures[0].Get()), steel);
  const std::uint32_t before = heap.ObjectCount();
  Collect();
  EXPECT_EQ(heap.ObjectCount(), before - 5) << "the steel, which nothing refers to";
  EXPECT_TRUE(IsValid(wood));
}

// S10.16: a level, whose actors begin to play before.
TEST_F(LoaderTest, ALevelThatWasStreamedInFormsClustersOfItsScenery) {
  Level* const cave = worlds.StreamIn(*world);
  Door* const player = worlds.Spawn<Door>(*cave);
  Door* const scenery = SpawnScenery(*cave);
  scenery->when_begun = [player](Door& self) { self.target = player; };
  EXPECT_EQ(worlds.Loaded(*cave), 1u);
  EXPECT_EQ(heap.ClusterRootOf(scenery->body.Get()), scenery);
  EXPECT_FALSE(IsClustered(player));
  EXPECT_FALSE(IsClustered(cave));
  Collect();
  EXPECT_TRUE(IsValid(scenery->body.Get()));
  // S10.11: its end is that of the cluster.
  worlds.Destroy(*scenery);
  EXPECT_FALSE(IsClustered(scenery));
  const std::uint32_t before = heap.ObjectCount();
  Collect();
  EXPECT_EQ(heap.ObjectCount(), before - 6);
}

// S10.7, S10.16: each switch, and the kind of program.
TEST_F(LoaderTest, NoClusterIsFormedThatTheSettingsDoNotAllow) {
  const auto made = [this](const char* name) {
    package = worlds.factory().New<Package>({.name = name});
    heap.AddRoot(package);
    loader.Begin(*package);
    LoadMaterial();
    Level* const cave = worlds.StreamIn(*world);
    SpawnScenery(*cave);
    const std::uint32_t assets = loader.End(*package);
    const std::uint32_t actors = worlds.Loaded(*cave);
    return std::pair(assets, actors);
  };
  EXPECT_EQ(made("both"), std::pair(1u, 1u));
  Allow({"cluster.assets = on\n"});
  EXPECT_EQ(made("assets"), std::pair(1u, 0u));
  Allow({"cluster.actors = on\n"});
  EXPECT_EQ(made("actors"), std::pair(0u, 1u));
  Allow({"cluster.assets = on\n", "cluster.actors = on\n", "cluster.create = off\n"});
  EXPECT_EQ(made("none"), std::pair(0u, 0u));
  Allow({"cluster.assets = on\n", "cluster.actors = on\n", "cluster.min_objects = 6\n"});
  EXPECT_EQ(made("six"), std::pair(0u, 1u)) << "a material with its textures are five";
  Allow({"cluster.assets = on\n", "cluster.actors = on\n"}, Program::kEditor);
  EXPECT_EQ(made("editor"), std::pair(0u, 0u));
}

// S10.16: clusters are not made in a cycle, so they wait for its gather.
TEST_F(LoaderTest, ClustersOfALoadingThatEndsInACycleWaitForItsEnd) {
  heap.AddRoot(package);
  loader.Begin(*package);
  Material* const wood = LoadMaterial();
  heap.AddRoot(wood);
  scheduler.RequestCollection(false);
  heap.SetEventSink(
      {.publish = ScheduledHeap::Count, .context = static_cast<ScheduledHeap*>(this)});
  Frame();
  ASSERT_TRUE(scheduler.MarkingPending());
  EXPECT_EQ(loader.End(*package), 0u);
  EXPECT_EQ(loader.Waiting(), 1u);
  EXPECT_EQ(loader.MakeWaitingClusters(), 0u) << "not yet";
  EXPECT_EQ(loader.Waiting(), 1u);
  while (heap.phase() != Phase::kIdle) Frame();
  EXPECT_EQ(loader.Waiting(), 0u);
  EXPECT_EQ(heap.ClusterRootOf(wood->textures[0].Get()), wood);
}

// S10.16: the same by hand, for a program without a scheduler's cycles; what has died in between
// is passed over.
TEST_F(LoaderTest, WaitingClustersCanBeMadeByHand) {
  heap.AddRoot(package);
  Package* const gone = worlds.factory().New<Package>({.name = "Gone"});
  loader.Begin(*package);
  loader.Begin(*gone);
  heap.AddRoot(LoadMaterial());
  lock.Acquire();
  heap.Start();
  loader.End(*package);
  loader.End(*gone);
  heap.Collect();
  EXPECT_EQ(loader.Waiting(), 2u);
  EXPECT_EQ(loader.MakeWaitingClusters(), 1u) << "also under the lock";
  lock.Release();
  EXPECT_EQ(loader.Waiting(), 0u);
}

// A loading inside of another keeps its own objects.
TEST_F(LoaderTest, ALoadingThatIsGivenUpLetsGoOfItsOwnOnly) {
  Package* const inner = worlds.factory().New<Package>({.outer = package, .name = "Inner"});
  loader.Begin(*package);
  loader.Begin(*inner);
  const WeakPtr<Material> outside(LoadMaterial());
  const WeakPtr<Texture> inside(loader.New<Texture>({.outer = inner}));
  loader.GiveUp(*package);
  loader.GiveUp(*package);
  Collect();
  EXPECT_EQ(outside.Get(), nullptr);
  ASSERT_NE(inside.Get(), nullptr);
  EXPECT_TRUE(IsValid(inner));
  EXPECT_EQ(loader.End(*inner), 0u);
  Collect();
  EXPECT_EQ(inside.Get(), nullptr);
}

TEST_F(LoaderTest, ObjectsAreMadeInALoadingOnlyAndALoadingEndsOnce) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(loader.New<Texture>({.outer = package}),
               "inside of what is loading: call Loader::Begin before(.|\n)*Wood");
  EXPECT_DEATH(loader.End(*package), "a loading is begun before it is ended(.|\n)*Wood");
}

// A loader that ends lets go of all that it keeps, whatever is inside of what; and it is told of no
// collection any more.
TEST_F(LoaderTest, TheEndOfALoaderGivesUpWhatIsStillLoading) {
  worlds.factory().ClassOf(Texture::kClass);
  const std::uint32_t before = heap.ObjectCount();
  {
    Loader other(heap, lock, scheduler.notices());
    Package* const inner = worlds.factory().New<Package>({.outer = package, .name = "Inner"});
    other.Begin(*package);
    other.Begin(*inner);
    other.Begin(*worlds.factory().New<Package>({.name = "Beside"}));
    other.New<Texture>({.outer = package});
    other.New<Texture>({.outer = inner});
    CollectAsScheduled();
    EXPECT_EQ(heap.ObjectCount(), before + 4);
  }
  CollectAsScheduled();
  EXPECT_EQ(heap.ObjectCount(), before - 1) << "the package, too, is kept by nothing now";
}

}  // namespace
}  // namespace gc
