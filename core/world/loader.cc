#include "core/world/loader.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/check.h"
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
  const std::vector<NamedObject*> loaded = LetGo(outer);
  if (heap_.phase() == Phase::kIdle) return MakeClusters(loaded);
  waiting_.emplace_back(&outer);
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

// What another loading inside it keeps stays kept.
std::vector<NamedObject*> Loader::LetGo(NamedObject& outer) {
  std::vector<NamedObject*> whole = Whole(heap_, outer);
  const auto still_loading = [this](const NamedObject* object) {
    for (const WeakPtr<NamedObject>& other : loading_) {
      const NamedObject* const root = other.GetEvenIfGarbage();
      if (root != nullptr && (object == root || object->IsInside(*root))) return true;
    }
    return false;
  };
  if (!loading_.empty()) std::erase_if(whole, still_loading);
  for (NamedObject* const object : whole) heap_.ClearKeepFlags(object, kLoadingFlags);
  return whole;
}

std::uint32_t Loader::MakeClusters(const std::vector<NamedObject*>& of) {
  const Hold hold(lock_);
  std::uint32_t made = 0;
  for (NamedObject* const object : of) made += heap_.MakeCluster(object) != 0;
  return made;
}

std::uint32_t Loader::MakeWaitingClusters() {
  if (heap_.phase() != Phase::kIdle) return 0;
  std::uint32_t made = 0;
  for (const WeakPtr<NamedObject>& one : std::exchange(waiting_, {})) {
    if (NamedObject* const outer = one.Get()) made += MakeClusters(Whole(heap_, *outer));
  }
  return made;
}

}  // namespace GC_BUILD
}  // namespace gc
