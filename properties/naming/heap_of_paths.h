// properties/naming/heap_of_paths.h -- soft and lazy pointers to named objects, beside those on
// paper.
//
// A soft pointer knows the object that its path led to last. While that is there it is the answer,
// renamed or not; then whatever has the path now is. A lazy one is asked once, and keeps what it
// got. Both are asked while marking too, as what they answer has to be kept.
//
// Included by core_naming.cc only.

#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/heap/name_resolver.h"
#include "properties/naming/named_heap.h"

namespace properties::naming {
namespace {

using reference::naming::AtPath;
using reference::naming::Soft;

class HeapOfPaths : protected NamedHeap {
 public:
  explicit HeapOfPaths(Lie lie) : loader_(*this), paths_(loader_), path_lie_(lie) {}

  bool Apply(const NamingOperation& operation) {
    const int a = operation.numbers[0], b = operation.numbers[1];
    const std::size_t soft = static_cast<std::size_t>(a) % kSoft;
    if (operation.verb == NamingVerb::kLinkLazily) return LinkLazily(a, b);
    if (operation.verb == NamingVerb::kResolve) return Resolve(a);
    if (operation.verb == NamingVerb::kPoint) return Point(soft, b);
    if (operation.verb == NamingVerb::kReadSoft) return Read(soft);
    if (operation.verb == NamingVerb::kLoadSoft) return Load(soft);
    if (operation.verb == NamingVerb::kDropSoft) return Drop(soft);
    return NamedHeap::Apply(operation);
  }

 protected:
  void ReadAll() {
    for (std::size_t soft = 0; soft < kSoft; ++soft) Read(soft);
  }

 private:
  // The last one is for instances of the second class only.
  static constexpr std::size_t kSoft = 3, kForChests = kSoft - 1;

  // Makes what is not there, outside of any thing.
  class Loader final : public gc::NameResolver {
   public:
    explicit Loader(HeapOfPaths& heap) : NameResolver(heap.heap_), heap_(heap) {}

   protected:
    void LoadMissing(std::string_view path) override { heap_.MakeAt(path); }

   private:
    HeapOfPaths& heap_;
  };

  bool MayMakeAt(const std::string& path) const {
    return HasRoom() && path.find('/') == std::string::npos && paper_.IsFree(kNone, path);
  }
  void MakeAt(std::string_view whole) {
    const std::string path(whole.substr(outermost_->NameText().size() + 1));
    if (!MayMakeAt(path)) return;
    Crate* const crate = make_.New<Crate>({.name = path, .type = kinds_.front()});
    Enter(paper_.Make(0, kNone, path, kNone), crate);
  }

  template <class Ask>
  const gc::Object* Asked(std::size_t soft, const Ask& ask) const {
    if (soft == kForChests) return ask(for_chests_);
    return ask(for_crates_[soft]);
  }
  // What one of that class finds: the thing, if it is of the class.
  int Wanted(std::size_t soft, int thing) const {
    const bool is_one =
        thing != kNone && (soft != kForChests || paper_.KindAt(paper_.At(thing).type).second);
    return is_one ? thing : kNone;
  }

  bool Point(std::size_t soft, int thing) {
    if (!IsThere(thing)) return false;
    softs_[soft] = {.path = paper_.PathOf(thing)};
    const gc::Path& path = paths_.Intern(WholePath(softs_[soft].path));
    if (soft == kForChests) {
      for_chests_ = gc::SoftPtr<Chest>(path);
    } else {
      for_crates_[soft] = gc::SoftPtr<Crate>(path);
    }
    return true;
  }

  bool Drop(std::size_t soft) {
    if (softs_[soft].path.empty()) return false;
    softs_[soft] = {};
    const auto drop = [this](auto& one) {
      if (path_lie_ != Lie::kKeepsSoft) one.Reset();
      Same("a dropped soft pointer is null", YesNo(one.IsNull()), "yes");
      Same("its path", std::string(one.path()), "");
      Same("what it leads to", NameOf(one.Get()), "nothing");
    };
    if (soft == kForChests) {
      drop(for_chests_);
    } else {
      drop(for_crates_[soft]);
    }
    return true;
  }

  bool Read(std::size_t soft) {
    if (softs_[soft].path.empty()) return false;
    const AtPath at = paper_.Read(softs_[soft]);
    const gc::Object* const got = Asked(soft, [](const auto& one) { return one.Get(); });
    Answered(soft, at, at.thing, path_lie_ == Lie::kReadsNothing ? nullptr : got);
    const bool is_pending =
        soft == kForChests ? for_chests_.IsPending() : for_crates_[soft].IsPending();
    if (!at.perhaps) Same("pending", YesNo(is_pending), YesNo(got == nullptr));
    const auto& [first, second] = for_crates_;
    const bool same = softs_[0].path == softs_[1].path;
    Same("soft pointers are equal", YesNo(first == second), YesNo(same));
    if (same) Same("their hashes are", YesNo(first.Hash() == second.Hash()), "yes");
    return true;
  }
  bool Load(std::size_t soft) {
    const AtPath at = paper_.Read(softs_[soft]);
    if (softs_[soft].path.empty() || at.perhaps) return false;
    const bool makes = !at.taken && MayMakeAt(softs_[soft].path);
    const int next = Things();
    const gc::Object* const got = Asked(soft, [](const auto& one) { return one.Load(); });
    Same("loading makes one", YesNo(Things() > next), YesNo(makes));
    Answered(soft, at, Things() > next ? next : at.thing, got);
    return true;
  }
  // What is there only perhaps may be the answer; then it is known from now on.
  void Answered(std::size_t soft, const AtPath& at, int thing, const gc::Object* got) {
    const int should = Wanted(soft, thing);
    if (!at.perhaps) Same("soft pointer", NameOf(got), ThingName(should));
    const auto found = things_by_address_.find(got);
    softs_[soft].known = !at.perhaps                         ? should
                         : found == things_by_address_.end() ? kNone
                                                             : found->second;
  }

  bool LinkLazily(int thing, int to) {
    if (!IsThere(thing) || !IsThere(to)) return false;
    Thing& on_paper = paper_.At(thing);
    on_paper.lazy_path = paper_.PathOf(to);
    on_paper.lazy = kNone;
    CrateOf(thing).lazy = gc::LazyPtr<Crate>(paths_.Intern(WholePath(on_paper.lazy_path)));
    return true;
  }
  bool Resolve(int thing) {
    if (!IsThere(thing) || paper_.At(thing).lazy_path.empty()) return false;
    const std::string path = paper_.At(thing).lazy_path;
    const AtPath at = paper_.Find(path);
    if (at.perhaps) return false;
    const int next = Things();
    const int should = !at.taken && MayMakeAt(path) ? next : at.thing;
    const gc::Object* const got = CrateOf(thing).lazy.Get();
    Same("lazy pointer", NameOf(path_lie_ == Lie::kStaysLazy ? nullptr : got), ThingName(should));
    if (should == kNone || should >= Things()) return true;
    paper_.At(thing).lazy_path.clear();
    paper_.At(thing).lazy = should;
    return true;
  }

  Loader loader_;
  gc::PathTable paths_;
  std::array<gc::SoftPtr<Crate>, kSoft - 1> for_crates_;
  gc::SoftPtr<Chest> for_chests_;
  std::array<Soft, kSoft> softs_;
  const Lie path_lie_;
};

}  // namespace
}  // namespace properties::naming
