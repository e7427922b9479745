#include "properties/reflecting/judging/comparison.h"

#include <algorithm>
#include <utility>

#include "core/assembly/assembled.h"
#include "core/inspect/search/heap_graph.h"

namespace properties::reflecting {

using reference::reflecting::PaperLayout;
using reference::reflecting::PaperLine;
using reference::reflecting::PaperMember;

namespace {

struct NamedSlot {
  friend bool operator==(const NamedSlot&, const NamedSlot&) = default;
  const gc::ObjectSlot* slot;
  std::string line;
  std::size_t element;
};

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
  SameByWords(object, what);
  std::map<gc::Index, Name> by_index;
  for (const auto& [named, name] : names.names) by_index[named->header().index] = name;
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

// What the marker reads of a class finds the slots that its lines do, in their order, by their
// names.
void Comparison::SameByWords(gc::NamedObject& object, const std::string& what) {
  std::vector<NamedSlot> by_lines;
  for (const gc::Reference& line : object.header().type->references) {
    std::size_t element = 0;
    gc::ForEachSlotOf(line, object, [&](const gc::ObjectSlot& slot) {
      by_lines.push_back({&slot, line.name, element++});
    });
  }
  std::vector<NamedSlot> by_words;
  gc::ForEachNamedSlot(object, [&by_words](const gc::ObjectSlot& slot, const gc::Reference& line,
                                           std::size_t element) {
    by_words.push_back({&slot, line.name, element});
  });
  verdict_.Same(what + ", the same slots by words", by_words == by_lines, true);
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
