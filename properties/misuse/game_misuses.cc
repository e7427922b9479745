// properties/misuse/game_misuses.cc -- mistakes with worlds, loadings, full purges, reports
// and schedulers.

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/gc.h"
#include "core/inspect/report/inspector.h"
#include "core/inspect/report/leaks.h"
#include "core/world/worlds.h"
#include "properties/misuse/box.h"
#include "properties/misuse/misuse.h"

namespace properties::misuse {
namespace {

// It waits for ever.
struct Late : gc::Object {
  explicit Late(const gc::Birth& birth) : Object(birth) {}
  bool IsReadyForFinishDestroy() const noexcept { return is_ready; }
  bool is_ready = false;
  static const gc::Class kClass;
};
const gc::Class Late::kClass = gc::Describe<Late>("Late");

struct Game {
  static gc::HeapOptions Under(gc::Lock& lock) {
    gc::HeapOptions options;
    options.lock = &lock;
    return options;
  }
  gc::Lock lock;
  gc::Heap heap{Under(lock)};
  gc::Environment environment;
  gc::Scheduler scheduler{heap, lock, environment, {}};
  gc::Worlds worlds{heap, lock, scheduler};
  gc::World* world = worlds.Open("Land");
  gc::Level* level = worlds.AddLevel(*world, "Cave");
  // A level inside of a level, which no world knows.
  gc::Level* Cellar() {
    return worlds.factory().New<gc::Level>({.outer = level, .name = "Cellar"});
  }
};

struct Impatient {
  static gc::Settings NoGrace() {
    gc::Settings settings;
    settings.purge_grace = 0.001;
    return settings;
  }
  gc::Lock lock;
  gc::Heap heap{Game::Under(lock)};
  gc::Environment environment;
  gc::Scheduler scheduler{heap, lock, environment, NoGrace()};
};

std::vector<Misuse> MisusesOfWorlds() {
  return {
      {"an actor is spawned in a level that has left",
       {"", {"that has not left", "Actor in Transient/Land/Cave\n"}},
       [] {
         Game game;
         game.worlds.StreamOut(*game.level);
         game.worlds.Spawn<gc::Actor>(*game.level);
       },
       [] {
         Game game;
         game.worlds.Spawn<gc::Actor>(*game.level);
         game.worlds.StreamOut(*game.level);
       }},
      {"a component is added to an actor that has ended",
       {"", {"whose play has not ended", "Component in Transient/Land/Cave/"}},
       [] {
         Game game;
         gc::Actor* const actor = game.worlds.Spawn<gc::Actor>(*game.level);
         game.worlds.StreamOut(*game.level);
         game.worlds.AddComponent<gc::Component>(*actor);
       },
       [] {
         Game game;
         game.worlds.AddComponent<gc::Component>(*game.worlds.Spawn<gc::Actor>(*game.level));
       }},
      {"a level is added to a world that was cleaned up",
       {"", {"a world that is open", "Level in Transient/Land\n"}},
       [] {
         Game game;
         game.worlds.CleanUp(*game.world);
         game.worlds.AddLevel(*game.world);
       },
       [] {
         Game game;
         game.worlds.CleanUp(*game.world);
         game.worlds.AddLevel(*game.worlds.Open("Sea"));
       }},
      {"a level is streamed into a world that was cleaned up",
       {"", {"a world that is open", "Level in Transient/Land\n"}},
       [] {
         Game game;
         game.worlds.CleanUp(*game.world);
         game.worlds.StreamIn(*game.world);
       }},
      {"leaks are searched for in a section",
       {"lock-excludes", {"deadlock", "its section is at ", "game_misuses.cc:"}},
       [] {
         Game game;
         game.worlds.StreamOut(*game.level);
         const gc::Section section(game.lock);
         game.worlds.FindLeaks();
       },
       [] {
         Game game;
         game.worlds.StreamOut(*game.level);
         game.worlds.FindLeaks();
       }},
      {"a level is loaded that was not streamed in",
       {"", {"loaded once", "Transient/Land/Cave\n"}},
       [] {
         Game game;
         game.worlds.Loaded(*game.level);
       },
       [] {
         Game game;
         game.worlds.Loaded(*game.worlds.StreamIn(*game.world));
       }},
      {"a level is loaded that is in no world",
       {"", {"after StreamIn", "Transient/Land/Cave/Cellar\n"}},
       [] {
         Game game;
         game.worlds.Loaded(*game.Cellar());
       }},
      {"a level is streamed out that is in no world",
       {"", {"a level leaves its world", "Transient/Land/Cave/Cellar\n"}},
       [] {
         Game game;
         game.worlds.StreamOut(*game.Cellar());
       },
       [] {
         Game game;
         game.Cellar();
         game.worlds.StreamOut(*game.worlds.StreamIn(*game.world));
         game.worlds.StreamOut(*game.level);
         game.worlds.CleanUp(*game.world);
       }},
      {"a rooted actor is destroyed",
       {"garbage-is-nulled", {"unroot it", ", Actor"}},
       [] {
         Game game;
         gc::Actor* const actor = game.worlds.Spawn<gc::Actor>(*game.level);
         game.heap.AddRoot(actor);
         game.worlds.Destroy(*actor);
       },
       [] {
         Game game;
         game.worlds.Destroy(*game.worlds.Spawn<gc::Actor>(*game.level));
       }},
      {"an object is made in what is not loading",
       {"", {"Loader::Begin", ": Wood\n"}},
       [] {
         Game game;
         gc::Package* const wood = game.worlds.factory().New<gc::Package>({.name = "Wood"});
         game.worlds.loader().New<Lid>({.outer = wood});
       },
       [] {
         Game game;
         gc::Package* const wood = game.worlds.factory().New<gc::Package>({.name = "Wood"});
         game.worlds.loader().Begin(*wood);
         Box* const box = game.worlds.loader().New<Box>({.outer = wood});
         game.worlds.loader().New<Lid>({.outer = box});
         game.worlds.loader().End(*wood);
       }},
      {"an object is made by a loader outside of everything",
       {"", {"Loader::Begin", "no outer\n"}},
       [] {
         Game game;
         game.worlds.loader().New<Lid>({});
       }},
      {"a loading is ended twice",
       {"", {"before it is ended", ": Wood\n"}},
       [] {
         Game game;
         gc::Package* const wood = game.worlds.factory().New<gc::Package>({.name = "Wood"});
         game.worlds.loader().Begin(*wood);
         game.worlds.loader().End(*wood);
         game.worlds.loader().End(*wood);
       },
       [] {
         Game game;
         gc::Package* const wood = game.worlds.factory().New<gc::Package>({.name = "Wood"});
         game.worlds.loader().Begin(*wood);
         game.worlds.loader().GiveUp(*wood);
         game.worlds.loader().GiveUp(*wood);
       }},
      {"a full purge is over before an object is ready",
       {"wait-is-revisited", {"grace time", "Late 1, Late 3\n"}},
       [] {
         Impatient one;
         one.heap.New<Late>();
         one.heap.New<Late>()->is_ready = true;
         one.heap.New<Late>();
         one.scheduler.Collect();
       },
       [] {
         Impatient one;
         one.heap.New<Late>()->is_ready = true;
         one.scheduler.Collect();
       }},
  };
}

std::vector<Misuse> MisusesOfReports() {
  return {
      {"an inspector leaves before a later one",
       {"", {"reverse of the order"}},
       [] {
         gc::Heap heap;
         auto first = std::make_unique<gc::Inspector>(heap);
         const gc::Inspector second(heap);
         first.reset();
       },
       [] {
         gc::Heap heap;
         const gc::Inspector first(heap), second(heap);
       }},
      {"what was left behind is still there",
       {"", {"must be gone", "should be gone: Lid ", "Box "}},
       [] {
         Names names;
         Box* const box = names.make.New<Box>({.name = "House"});
         names.heap.AddRoot(box);
         Lid* const lid = names.make.New<Lid>({.name = "Lid"});
         box->inside = lid;
         gc::ExpectNoLeak(gc::FindLeakInside(names.heap, gc::WeakReference(lid)));
       },
       [] {
         Names names;
         Lid* const lid = names.make.New<Lid>({.name = "Lid"});
         gc::ExpectNoLeak(gc::FindLeakInside(names.heap, gc::WeakReference(lid)));
       }},
  };
}

// Of a scheduler, on another thread and here.
Misuse DemandedElsewhere(const char* name, const char* call, void (*demand)(gc::Scheduler&)) {
  const auto demand_on = [demand](bool elsewhere) {
    gc::Lock lock;
    gc::Heap heap({.lock = &lock});
    gc::Environment environment;
    gc::Scheduler scheduler(heap, lock, environment, {});
    if (!elsewhere) return demand(scheduler);
    std::thread([&] { demand(scheduler); }).join();
  };
  return {
      name,
      {"lock-excludes", {std::string("only the collector's thread may collect: ") + call + "\n"}},
      [demand_on] { demand_on(true); },
      [demand_on] { demand_on(false); }};
}
std::vector<Misuse> MisusesOfSchedulers() {
  return {
      DemandedElsewhere("another thread demands a collection", "Collect",
                        [](gc::Scheduler& scheduler) { scheduler.Collect(); }),
      DemandedElsewhere("another thread tries to collect", "TryCollect",
                        [](gc::Scheduler& scheduler) { scheduler.TryCollect(); }),
      DemandedElsewhere("another thread says that the map has changed", "MapChanged",
                        [](gc::Scheduler& scheduler) { scheduler.MapChanged(); }),
      DemandedElsewhere("another thread ticks the world", "WorldTick",
                        [](gc::Scheduler& scheduler) { scheduler.WorldTick({.frame = 1}); }),
  };
}

}  // namespace

std::vector<Misuse> GameMisuses() {
  std::vector<Misuse> all = MisusesOfWorlds();
  for (Misuse& one : MisusesOfReports()) all.push_back(std::move(one));
  for (Misuse& one : MisusesOfSchedulers()) all.push_back(std::move(one));
  return all;
}

}  // namespace properties::misuse
