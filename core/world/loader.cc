#include "core/world/loader.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/base/room.h"
#include "core/world/hold.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr FlagWord kLoadingFlags = flag::kLoading | flag::kLoadingLate | flag::kLoaderImport;

// The object, and all that is inside it.
std::vector<NamedObject*> Whole(Heap& heap, NamedObject& outer) {
  std::vector<NamedObject*> found{&outer};
  Factory(heap).ForEachInside(
      outer, [&found](NamedObject* inner) { found.push_back(inner); }, Lookup::Depth::kAtAnyDepth);
  return found;
}

[[noreturn]] void Refuse(const char* sentence, const std::string& what) {
  Abort(Misuse{.sentence = sentence, .where = GC_HERE, .what = what.c_str()});
}

}  // namespace

Loader::Loader(Heap& heap, Lock& lock, Notices& notices)
    : heap_(heap), lock_(lock), notices_(notices) {
  notices_.Subscribe(Notice::kPostCollect, Subscription());
}

Loader::~Loader() {
  notices_.Unsubscribe(Notice::kPostCollect, Subscription());
  while (!loading_.empty()) {
    NamedObject* const outer = loading_.back().GetEvenIfGarbage();
    loading_.pop_back();
    if (outer != nullptr) LetGo(*outer);
  }
}

Subscriber Loader::Subscription() {
  return {.call = [](void* self,
                     const Notification&) { static_cast<Loader*>(self)->MakeWaitingClusters(); },
          .context = this,
          .name = "loader"};
}

void Loader::Begin(NamedObject& outer) {
  if (IsLoading(outer)) return;
  heap_.SetKeepFlags(&outer, flag::kLoading);
  loading_.emplace_back(&outer);
}

std::uint32_t Loader::End(NamedObject& outer) {
  if (!Forget(outer)) {
    Refuse("a loading is begun before it is ended: call Loader::Begin", outer.PathName());
  }
  LetGo(outer);
  if (heap_.phase() == Phase::kIdle) return MakeClusters(outer);
  if (HasRoom(waiting_)) waiting_.emplace_back(&outer);
  return 0;
}

void Loader::GiveUp(NamedObject& outer) {
  if (Forget(outer)) LetGo(outer);
}

bool Loader::IsLoading(const NamedObject& outer) const {
  return std::ranges::count(loading_, WeakPtr<NamedObject>(&outer)) != 0;
}

void Loader::CheckIsLoading(const NamedObject* outer) const {
  for (const NamedObject* at = outer; at != nullptr; at = at->outer()) {
    if (IsLoading(*at)) return;
  }
  Refuse("a loader makes objects inside of what is loading: call Loader::Begin before",
         outer != nullptr ? outer->PathName() : "no outer");
}

bool Loader::Forget(const NamedObject& outer) {
  return std::erase(loading_, WeakPtr<NamedObject>(&outer)) != 0;
}

// Whether it is in something that has been begun and not ended.
bool Loader::IsPartOfLoading(const NamedObject& object) const {
  return std::ranges::any_of(loading_, [&object](const WeakPtr<NamedObject>& other) {
    const NamedObject* const root = other.GetEvenIfGarbage();
    return root != nullptr && (&object == root || object.IsInside(*root));
  });
}

// What another loading inside it keeps stays kept.
void Loader::LetGo(NamedObject& outer) {
  const auto let_go = [this](NamedObject* object) {
    if (!IsPartOfLoading(*object)) heap_.ClearKeepFlags(object, kLoadingFlags);
  };
  Factory(heap_).EndEachInside(outer, let_go);
  let_go(&outer);
}

// Without memory it makes none: what is loaded needs no clusters.
std::uint32_t Loader::MakeClusters(NamedObject& outer) {
  std::vector<NamedObject*> whole;
  try {
    whole = Whole(heap_, outer);
  } catch (const std::bad_alloc&) {
    return 0;
  }
  const Hold hold(lock_);
  std::uint32_t made = 0;
  for (NamedObject* const object : whole) {
    if (!IsPartOfLoading(*object)) made += heap_.MakeCluster(object) != 0;
  }
  return made;
}

std::uint32_t Loader::MakeWaitingClusters() {
  if (heap_.phase() != Phase::kIdle) return 0;
  std::uint32_t made = 0;
  for (const WeakPtr<NamedObject>& one : std::exchange(waiting_, {})) {
    if (NamedObject* const outer = one.Get()) made += MakeClusters(*outer);
  }
  return made;
}

}  // namespace GC_BUILD
}  // namespace gc
