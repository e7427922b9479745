#include "reference/inspection/paper_heap.h"

#include <algorithm>
#include <map>

namespace reference::inspection {

int PaperHeap::Make(PaperObject object) {
  objects_.push_back(std::move(object));
  return Size() - 1;
}

std::uint32_t PaperHeap::Count() const {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(objects_, [](const PaperObject& one) { return !one.gone; }));
}

std::vector<int> PaperHeap::There() const {
  std::vector<int> there;
  for (int object = 0; object < Size(); ++object) {
    if (!At(object).gone) there.push_back(object);
  }
  std::ranges::sort(there, {}, [this](int object) { return At(object).index; });
  return there;
}

int PaperHeap::AtIndex(std::uint32_t index) const {
  for (const int object : There()) {
    if (At(object).index == index) return object;
  }
  return kNone;
}

void PaperHeap::Store(int holder, std::size_t line, std::size_t slot, int target, bool gathering) {
  At(holder).slots[line][slot] = target;
  if (!At(holder).type->lines[line].open) clusters.NoteStore(holder, target, gathering);
}

void PaperHeap::MarkGarbage(int object, bool gathering) {
  At(object).garbage = true;
  clusters.Dissolve(object, gathering);
}

void PaperHeap::Clear(int holder, std::size_t line, std::size_t slot) {
  At(holder).slots[line][slot] = kNone;
  NoteCleared(holder, At(holder).type->lines[line].name);
}

void PaperHeap::ClearReported(std::size_t referencer, std::size_t slot) {
  referencers[referencer].slots[slot] = kNone;
  NoteCleared(kNone, "");
}

void PaperHeap::NoteCleared(int holder, std::string_view field) {
  const bool more =
      !cleared_.empty() && cleared_.back().holder == holder && cleared_.back().field == field;
  if (!more) cleared_.push_back({holder, field});
  ++cleared_.back().count;
}

void PaperHeap::LetGo(int object) {
  for (auto& line : At(object).slots) std::ranges::fill(line, kNone);
}

void PaperHeap::ForgetPictures() {
  for (PaperObject& one : objects_) one.pictures = 0;
}

void PaperHeap::EndMask() {
  for (PaperObject& one : objects_) one.masked = false;
}

void PaperHeap::BeginCycle(bool mask) {
  for (PaperObject& one : objects_) {
    one.masked = mask && one.flagged && !one.gone && !one.doomed;
  }
  eliminate_ = chosen_;
  cleared_.clear();
}

int PaperHeap::Resolved(int target) const {
  if (target == kNone || !At(target).gone) return target;
  for (const int object : There()) {
    if (At(object).place == At(target).place) return object;
  }
  return kNone;
}

PaperEdge PaperHeap::Led(PaperEdge edge, int target, bool clears) const {
  const int to = Resolved(target);
  if (to == kNone) return edge;
  edge.target = At(to).index;
  edge.cleared = clears && eliminate_ && At(to).garbage;
  return edge;
}

PaperGraph PaperHeap::Draw() const {
  PaperGraph graph;
  for (const int object : There()) {
    const PaperObject& one = At(object);
    const bool kept = one.rooted || one.keeps != 0 || one.strong != 0;
    graph.nodes[one.index] = {one.type->name, one.serial, 0, one.doomed, kept, one.garbage};
    for (std::size_t line = 0; line < one.slots.size(); ++line) {
      const PaperLine& about = one.type->lines[line];
      for (std::uint32_t slot = 0; slot < one.slots[line].size(); ++slot) {
        if (one.slots[line][slot] == kNone) continue;
        PaperEdge edge{.name = about.name, .holder = one.index};
        if (about.is_element) edge.element = slot;
        graph.edges.push_back(Led(edge, one.slots[line][slot], !about.immutable));
      }
    }
    const PaperCluster* const cluster = clusters.Of(object);
    const auto lead = [&](std::string_view name, const std::vector<int>& list, bool clears) {
      std::uint32_t number = 0;
      for (const int to : list) {
        const PaperEdge edge{Via::kCluster, name, number++, false, one.index};
        graph.edges.push_back(Led(edge, to, clears));
      }
    };
    if (cluster != nullptr && cluster->root != object) {
      graph.edges.push_back(
          Led({.via = Via::kCluster, .name = "root", .holder = one.index}, cluster->root, false));
    } else if (cluster != nullptr) {
      lead("member", cluster->members, false);
      lead("reference", cluster->refers_to, false);
      lead("mutable object", cluster->mutables, true);
    }
    if (one.rooted) graph.roots.push_back({.via = Via::kRootSet, .target = one.index});
    for (std::size_t bit = 0; bit < std::size(kKeepNames); ++bit) {
      if ((one.keeps >> bit & 1u) == 0) continue;
      graph.roots.push_back({.via = Via::kKeepFlag, .name = kKeepNames[bit], .target = one.index});
    }
    if (one.strong != 0) {
      graph.roots.push_back({.via = Via::kStrongCount, .element = one.strong, .target = one.index});
    }
  }
  for (const int object : There()) {
    if (!At(object).masked) continue;
    graph.roots.push_back({.via = Via::kMask, .target = At(object).index});
  }
  for (const PaperReferencer& one : referencers) {
    std::uint32_t number = 0;
    for (std::size_t slot = 0; slot < one.slots.size(); ++slot) {
      if (one.slots[slot] == kNone) continue;
      const PaperEdge edge{.via = Via::kReferencer, .name = one.name, .element = number++};
      graph.roots.push_back(Led(edge, one.slots[slot], slot < one.unprotected));
    }
  }
  std::uint32_t number = 0;
  for (const int to : locals) {
    graph.roots.push_back(Led({.via = Via::kLocal, .element = number++}, to, false));
  }
  return graph;
}

std::vector<PaperCount> PaperHeap::Counts() const {
  std::map<std::string_view, PaperCount> by_name;
  for (const int object : There()) {
    const PaperObject& one = At(object);
    PaperCount& count = by_name[one.type->name];
    count.type = one.type->name;
    count.objects += 1;
    count.doomed += one.doomed;
    count.bytes += one.bytes;
  }
  std::vector<PaperCount> counts;
  for (const auto& [name, count] : by_name) counts.push_back(count);
  std::ranges::stable_sort(counts, std::ranges::greater{}, &PaperCount::objects);
  return counts;
}

std::uint32_t PaperHeap::Kept() const {
  return static_cast<std::uint32_t>(std::ranges::count_if(objects_, [](const PaperObject& one) {
    return !one.gone && !one.doomed &&
           (one.rooted || one.keeps != 0 || one.strong != 0 || one.masked);
  }));
}

}  // namespace reference::inspection
