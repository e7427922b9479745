#include "properties/reflecting/comparison.h"

#include <algorithm>
#include <utility>

#include "core/inspect/search/heap_graph.h"

namespace properties::reflecting {

using reference::reflecting::PaperLayout;
using reference::reflecting::PaperLine;
using reference::reflecting::PaperMember;

namespace {

std::string TextOf(const std::vector<Name>& names) {
  std::string text = "[";
  for (const Name name : names) text += ' ' + std::to_string(name);
  return text + " ]";
}

}  // namespace

void Comparison::Values(const PaperLayout& layout, std::size_t type, const PaperValues& said,
                        const PaperValues& should, const std::string& what) {
  const std::vector<PaperMember> members = MembersOf(layout, type);
  for (std::size_t i = 0; i < members.size(); ++i) {
    ++verdict_.applied;
    verdict_.Same(what + ", " + members[i].name, reference::reflecting::TextOf(said[i]),
                  reference::reflecting::TextOf(should[i]));
  }
}

void Comparison::Walk(const Stage& stage, gc::NamedObject& object, std::size_t type,
                      const PaperValues& values, const Named& names, const std::string& what) {
  std::size_t slots = 0;
  gc::ForEachSlot(object, [&slots](const gc::ObjectSlot&) { ++slots; });
  if (Lies(ReflectingLie::kLosesASlot)) --slots;
  std::map<gc::Index, Name> by_index;
  for (const auto& [name, named] : names.objects) by_index[named->header().index] = name;
  std::map<std::string, std::vector<Name>> shown;
  const gc::HeapGraph graph(stage.heap);
  for (const gc::Edge& edge : graph.EdgesOf(object.header().index)) {
    if (edge.name == std::string("class") || edge.name == std::string("outer")) continue;
    std::vector<Name>& of_line = shown[edge.name];
    if (of_line.size() <= edge.element) of_line.resize(edge.element + 1);
    const auto found = by_index.find(edge.target);
    of_line[edge.element] = found != by_index.end() ? found->second : ~Name{0};
  }
  Compare(LinesOf(stage.version().layout, type, values), std::move(shown), slots, what);
}

// Class and outer are slots of every object.
void Comparison::Compare(Lines should, std::map<std::string, std::vector<Name>> shown,
                         std::size_t slots, const std::string& what) {
  std::size_t expected = 2;
  for (PaperLine& line : should) {
    expected += line.slots.size();
    std::vector<Name>& said = shown[line.name];
    said.resize(std::max(said.size(), line.slots.size()));
    if (line.is_unordered) std::ranges::sort(said);
    if (line.is_unordered) std::ranges::sort(line.slots);
    verdict_.Same(what + ", slots of " + line.name, TextOf(said), TextOf(line.slots));
    if (Lies(ReflectingLie::kWrongName)) line.name += 's';
    shown.erase(line.name);
  }
  verdict_.Same(what + ", number of slots", slots, expected);
  verdict_.Same(what + ", lines", shown.empty() ? "none" : shown.begin()->first, "none");
}

}  // namespace properties::reflecting
