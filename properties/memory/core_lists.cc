#include "properties/memory/core_lists.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "core/base/paged_list.h"
#include "core/base/pool.h"
#include "core/base/shared_list.h"
#include "core/cluster/member_map.h"
#include "core/inspect/search/address_map.h"
#include "core/object/index_set.h"
#include "properties/subjects/core/list_memory.h"

namespace properties::memory {
namespace {

constexpr int kOperations = 100;

class ListJudge {
 public:
  ListJudge(std::uint64_t seed, bool lies, PaperVerdict& verdict)
      : random_(Mix(seed)), lies_(lies), verdict_(verdict) {}

  void PagedLists() {
    gc::PagedList<std::uint32_t> one, other;
    std::vector<std::uint32_t> paper, other_paper;
    for (int i = 0; i < kOperations && Agrees(); ++i) {
      ChangeList(one, paper);
      if (random_.Chance(1, 8)) {
        one.Swap(other);
        std::swap(paper, other_paper);
      }
      CompareList(one, paper);
    }
    CompareList(other, other_paper);
  }

  void IndexSets() {
    gc::IndexSet set;
    std::set<gc::Index> paper;
    for (int i = 0; i < kOperations && Agrees(); ++i) {
      ChangeSet(set, paper);
      std::vector<gc::Index> said;
      set.ForEach([&said](gc::Index index) { said.push_back(index); });
      Same("a set shows what is in it, in order", std::ranges::equal(said, paper), true);
      const gc::Index asked = random_.Below(kIndices);
      Same("a set has an index", set.Has(asked), paper.contains(asked));
    }
  }

  void AddressMaps() {
    // In some runs the number of clearings begins again.
    gc::AddressMap map(random_.Chance(1, 2) ? 1 : 0xFFFFFFFEu + random_.Below(2));
    std::map<const void*, std::uint32_t> paper;
    for (int i = 0; i < kOperations && Agrees(); ++i) {
      const void* const address = Place(random_.Below(200));
      if (random_.Chance(1, 40)) {
        map.Clear();
        paper.clear();
      } else if (paper.contains(address)) {
        map.Erase(address);
        paper.erase(address);
      } else {
        const std::uint32_t value = random_.Below(1000);
        if (!lies_) map.Insert(address, value);
        paper.emplace(address, value);
      }
      for (std::uint32_t place = 0; place < 200; ++place) {
        const auto found = paper.find(Place(place));
        Same("a map of addresses finds", map.Find(Place(place)),
             found == paper.end() ? gc::AddressMap::kAbsent : found->second);
      }
    }
  }

  // Ranges that do not overlap, some of which go over the end of a page.
  void MemberMaps() {
    std::array<bool, kRanges> before{};  // whether objects elsewhere share its granule
    for (std::size_t at = 0; at < kRanges; ++at) {
      before[at] = gc::ClusteredGranules::MayHold(Range(at));
    }
    {
      gc::MemberMap map;
      ChangeMap(map);
      if (random_.Chance(1, 2)) map.Clear();
    }
    for (std::size_t at = 0; at < kRanges; ++at) {
      Same("a store is looked up when all have gone", gc::ClusteredGranules::MayHold(Range(at)),
           before[at]);
    }
  }

  // What was pushed is shown page by page, the last page first.
  void SharedLists() {
    gc::SharedList<std::uint32_t> list;
    std::vector<std::vector<std::uint32_t>> paper;
    std::size_t kept = 0;  // pages for later
    for (int i = 0; i < kOperations && Agrees(); ++i) {
      switch (random_.Below(8)) {
        case 0:
          Same("what is taken", AllOf(list, true) == Side(paper), true);
          if (!paper.empty()) kept += paper.size() - 1;
          if (!paper.empty()) paper.assign(1, {});
          break;
        case 1:
          list.Trim();
          kept = 0;
          break;
        default:
          PushSome(list, paper, kept);
      }
      Same("a shared list is empty", list.Empty(), Side(paper).empty());
      Same("what is shown", AllOf(list, false) == Side(paper), true);
    }
  }

  void Pools() {
    const std::size_t keep = random_.Below(5);
    gc::Pool<std::uint32_t> pool(keep);
    std::vector<const std::uint32_t*> paper;
    for (int i = 0; i < kOperations && Agrees(); ++i) {
      if (random_.Chance(1, 2)) {
        auto clean = std::make_unique<std::uint32_t>(7u);
        if (paper.size() < keep) paper.push_back(clean.get());
        if (!lies_) pool.Give(std::move(clean));
        continue;
      }
      const std::unique_ptr<std::uint32_t> taken = pool.Take();
      Same("a pool gives what it was given last",
           taken.get() == (paper.empty() ? nullptr : paper.back()), true);
      if (!paper.empty()) paper.pop_back();
    }
  }

 private:
  static constexpr std::uint32_t kIndices = 3 * 64 * 64;
  static constexpr std::size_t kRanges = 60, kApart = 400;

  bool Agrees() const { return verdict_.difference.empty(); }
  void Same(const char* what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }
  static const std::byte* Place(std::uint32_t number) { return Memory() + 16 * number; }
  static const std::byte* Range(std::size_t at) { return Memory() + at * kApart; }
  // Where ranges and addresses lie; nothing is read there.
  static const std::byte* Memory() {
    alignas(4096) static const std::byte memory[kRanges * kApart] = {};
    return memory;
  }

  void ChangeList(gc::PagedList<std::uint32_t>& list, std::vector<std::uint32_t>& paper) {
    switch (random_.Below(8)) {
      case 0:
      case 1: {
        std::vector<std::uint32_t> more(random_.Below(90));
        for (std::uint32_t& item : more) item = random_.Below(1000);
        if (!lies_) list.Append(more.data(), more.size());
        paper.insert(paper.end(), more.begin(), more.end());
        return;
      }
      case 2: {
        std::vector<std::uint32_t> said(random_.Below(1 + static_cast<std::uint32_t>(list.size())));
        list.TakeBack(said.data(), said.size());
        const auto from = paper.end() - static_cast<std::ptrdiff_t>(said.size());
        Same("what is taken from the end comes last one first",
             std::equal(said.begin(), said.end(), std::make_reverse_iterator(paper.end())), true);
        paper.erase(from, paper.end());
        return;
      }
      case 3:
        if (paper.empty()) return;
        list.pop_back();
        paper.pop_back();
        return;
      case 4:
        return Truncate(list, paper);
      case 5:
        list.Trim(static_cast<int>(random_.Below(3)));
        Same("few pages are left of a trimmed list", list.capacity() <= 4 * paper.size() + 112,
             true);
        return;
      case 6:
        if (!random_.Chance(1, 4)) return;
        list.Recycle();
        paper.clear();
        return;
      default:
        return Push(list, paper);
    }
  }
  void Truncate(gc::PagedList<std::uint32_t>& list, std::vector<std::uint32_t>& paper) {
    const std::uint32_t size = random_.Below(1 + static_cast<std::uint32_t>(list.size()));
    list.Truncate(size);
    paper.resize(std::min<std::size_t>(size, paper.size()));
  }
  // Where it needs no page, one item is pushed on the page.
  void Push(gc::PagedList<std::uint32_t>& list, std::vector<std::uint32_t>& paper) {
    const std::uint32_t item = random_.Below(1000);
    const bool has_room = list.size() < list.capacity();
    if (random_.Chance(1, 2) && (!has_room || !list.TryPushOnPage(item))) {
      Same("room is made for one more", list.MakeRoom(), true);
      Same("then there is room on the page", list.TryPushOnPage(item), true);
    } else if (list.size() == paper.size()) {
      list.push_back(item);
    }
    paper.push_back(item);
  }
  void CompareList(gc::PagedList<std::uint32_t>& list, const std::vector<std::uint32_t>& paper) {
    Same("size of a list", list.size(), paper.size());
    Same("a list is empty", list.empty(), paper.empty());
    if (paper.empty() || !Agrees()) return;
    Same("a walk shows each item", std::ranges::equal(list, paper), true);
    Same("a walk shows each item to be read", std::ranges::equal(std::as_const(list), paper), true);
    auto walk = list.begin();
    const auto first = walk++;
    Same("a walk begins with the first item", *first.operator->(), paper.front());
    Same("a walk is at its end", walk == list.end(), paper.size() == 1);
    if (paper.size() > 1) Same("it goes on with the next one", *walk, paper[1]);
    Same("the first item", list.front(), paper.front());
    Same("the last item", list.back(), paper.back());
    const std::size_t at = random_.Below(static_cast<std::uint32_t>(paper.size()));
    Same("an item", std::as_const(list)[at], paper[at]);
    const auto run = list.SideBySide(at, 1 + random_.Below(40));
    Same("items that lie side by side",
         !run.empty() && std::equal(run.begin(), run.end(), paper.begin() + std::ptrdiff_t(at)),
         true);
  }

  static constexpr std::size_t kItemsOfPage = 62;  // of a shared list
  // A page that was refused leaves the list as it was.
  void PushSome(gc::SharedList<std::uint32_t>& list, std::vector<std::vector<std::uint32_t>>& paper,
                std::size_t& kept) {
    const bool memory = !NoListMemory::kWorks || random_.Chance(1, 2);
    const NoListMemory none(!memory);
    for (std::uint32_t i = random_.Below(100); i-- > 0 && Agrees();) {
      const std::uint32_t item = random_.Below(1000);
      const bool needs_page = paper.empty() || paper.back().size() == kItemsOfPage;
      const bool should = !needs_page || memory || kept > 0;
      Same("an item is pushed", lies_ || list.Push(item), should);
      if (!should) continue;
      if (needs_page && kept > 0) kept -= 1;
      if (needs_page) paper.emplace_back();
      paper.back().push_back(item);
    }
  }
  static std::vector<std::uint32_t> Side(const std::vector<std::vector<std::uint32_t>>& paper) {
    std::vector<std::uint32_t> all;
    for (auto page = paper.rbegin(); page != paper.rend(); ++page) {
      all.insert(all.end(), page->begin(), page->end());
    }
    return all;
  }
  static std::vector<std::uint32_t> AllOf(gc::SharedList<std::uint32_t>& list, bool take) {
    std::vector<std::uint32_t> all;
    const auto add = [&all](std::uint32_t item) { all.push_back(item); };
    if (take) {
      list.Take(add);
    } else {
      list.ForEach(add);
    }
    return all;
  }

  void ChangeSet(gc::IndexSet& set, std::set<gc::Index>& paper) {
    const gc::Index index = random_.Below(kIndices);
    const std::uint32_t drawn = random_.Below(40);
    if (drawn == 0) {
      set.Clear();
      paper.clear();
    } else if (drawn == 1) {
      set.Recycle();
      paper.clear();
    } else if (drawn < 25) {
      if (!lies_) set.Add(index);
      paper.insert(index);
    } else {
      const auto known = paper.lower_bound(index);
      const gc::Index gone = known == paper.end() ? index : *known;
      set.Remove(gone);
      paper.erase(gone);
    }
  }

  void ChangeMap(gc::MemberMap& map) {
    std::array<std::size_t, kRanges> bytes{};  // of the range there; 0: there is none
    for (int i = 0; i < kOperations && Agrees(); ++i) {
      if (random_.Chance(1, 3)) {
        RemoveRanges(map, bytes);
      } else if (const std::size_t at = random_.Below(kRanges); bytes[at] == 0) {
        bytes[at] = 1 + random_.Below(kApart);
        if (!lies_) map.Add(Range(at), bytes[at], static_cast<gc::Index>(at + 1));
      }
      if (random_.Chance(1, 30)) {
        map.Clear();
        bytes = {};
      }
      CompareRanges(map, bytes);
    }
  }
  // Some go together, and each is named in turn.
  void RemoveRanges(gc::MemberMap& map, std::array<std::size_t, kRanges>& bytes) {
    std::set<gc::Index> going;
    for (std::size_t at = 0; at < kRanges; ++at) {
      if (bytes[at] != 0 && random_.Chance(1, 4)) going.insert(static_cast<gc::Index>(at + 1));
    }
    std::uintptr_t last = 0;
    for (const gc::Index index : going) {
      map.RemoveAll(Range(index - 1), last, [&](gc::Index one) { return going.contains(one); });
      bytes[index - 1] = 0;
    }
  }
  void CompareRanges(const gc::MemberMap& map, const std::array<std::size_t, kRanges>& bytes) {
    for (std::size_t at = 0; at < kRanges; ++at) {
      const gc::Index index = bytes[at] == 0 ? gc::kNoIndex : static_cast<gc::Index>(at + 1);
      Same("the object around an address", map.Find(Range(at)), index);
      if (bytes[at] == 0) continue;
      const std::byte* const end = Range(at) + bytes[at];
      Same("the object around its last byte", map.Find(end - 1), index);
      Same("a store there is looked up", gc::ClusteredGranules::MayHold(end - 1), true);
      if (bytes[at] < kApart) Same("the object behind its end", map.Find(end), gc::kNoIndex);
    }
  }

  Random random_;
  const bool lies_;
  PaperVerdict& verdict_;
};

}  // namespace

void CompareLists(std::size_t kind, std::uint64_t seed, bool lies, PaperVerdict& verdict) {
  ListJudge judge(seed, lies, verdict);
  switch (kind % kListKinds) {
    case 0:
      return judge.PagedLists();
    case 1:
      return judge.IndexSets();
    case 2:
      return judge.AddressMaps();
    case 3:
      return judge.MemberMaps();
    case 4:
      return judge.SharedLists();
    default:
      return judge.Pools();
  }
}

}  // namespace properties::memory
