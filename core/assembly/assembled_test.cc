// core/assembly/assembled_test.cc -- the words of a class find what its lines find.
//
// Rows: S4.10, S4.11, S4.12, S4.13, S4.15, S4.16, S4.17, S4.18, S4.22.

#include "core/assembly/assembled.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "core/testing/failing_memory.h"
#include "core/testing/library.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;

// A struct that says what it is, one that does not, and one that is derived and says nothing new.
struct Link {
  using Contributor = Link;
  int weight = 0;
  ObjectPtr<Node> to;
  void VisitReferences(const SlotVisitor& visit) { visit(to); }
  static void ContributeReferences(Entries& entries, std::int64_t at) {
    ContributeMember(&Link::to, entries, at);
  }
};
struct Wordless {
  ObjectPtr<Node> to;
  void VisitReferences(const SlotVisitor& visit) { visit(to); }
};
struct LongLink : Link {
  ObjectPtr<Node> more;
  void VisitReferences(const SlotVisitor& visit) {
    Link::VisitReferences(visit);
    visit(more);
  }
};
using Links = Container<std::vector<Link>>;
// Three levels of containers of structs.
struct Knot {
  using Contributor = Knot;
  ObjectPtr<Node> first;
  Links links;
  std::optional<Link> maybe;
  void VisitReferences(const SlotVisitor& visit) {
    visit(first);
    visit(links);
    visit(maybe);
  }
  static void ContributeReferences(Entries& entries, std::int64_t at) {
    ContributeMember(&Knot::first, entries, at);
    ContributeMember(&Knot::links, entries, at);
    ContributeMember(&Knot::maybe, entries, at);
  }
};
struct Net {
  using Contributor = Net;
  long size = 0;
  Container<std::vector<Knot>> knots;
  void VisitReferences(const SlotVisitor& visit) { visit(knots); }
  static void ContributeReferences(Entries& entries, std::int64_t at) {
    ContributeMember(&Net::knots, entries, at);
  }
};

// One field of any type.
template <class Field>
struct Holder : Object {
  explicit Holder(const Birth& birth) : Object(birth) {}
  long before = 0;
  Field field;
  static const Class kClass;
};
template <class Field>
const Reference kHolderReferences[] = {Reference::To(&Holder<Field>::field, "field")};
template <class Field>
const Class Holder<Field>::kClass = Describe<Holder<Field>>("Holder", kHolderReferences<Field>);

using Found = std::vector<std::tuple<const ObjectSlot*, std::string, std::size_t>>;

Found ByLines(Object& object) {
  Found found;
  for (const Reference& line : object.header().type->references) {
    std::size_t element = 0;
    ForEachSlotOf(line, object,
                  [&](ObjectSlot& slot) { found.emplace_back(&slot, line.name, element++); });
  }
  return found;
}
Found ByWords(Object& object) {
  Found found;
  ForEachNamedSlot(object, [&](ObjectSlot& slot, const Reference& line, std::size_t element) {
    found.emplace_back(&slot, line.name, element);
  });
  std::vector<const ObjectSlot*> slots;
  ForEachSlotByWords(object, [&slots](ObjectSlot& slot) { slots.push_back(&slot); });
  EXPECT_EQ(slots.size(), found.size());
  for (std::size_t i = 0; i < slots.size(); ++i) EXPECT_EQ(slots[i], std::get<0>(found[i])) << i;
  return found;
}

std::vector<Op> OpsOf(const Class& type) {
  const Assembled& schema = AssembledOf(type);
  std::vector<Op> ops;
  for (std::size_t at = 0; at < schema.length();) {
    ops.push_back(schema.words()[at].op());
    at += Word::LengthOf(ops.back());
  }
  return ops;
}

class AssembledSchemas : public testing::Test {
 public:
  Node* NewNode() { return heap.New<Node>('n'); }
  // Checks what `fill` makes of the field, and answers the number of slots.
  template <class Field, class Fill>
  std::size_t SlotsAfter(Holder<Field>& holder, Fill fill) {
    fill(holder.field);
    const Found by_lines = ByLines(holder);
    EXPECT_EQ(ByWords(holder), by_lines);
    return by_lines.size();
  }
  template <class Field>
  Holder<Field>& New() {
    return *heap.New<Holder<Field>>();
  }

  Heap heap;
};

// S4.16, S4.18: a vector of references, empty, with one, with many, and with null among them.
TEST_F(AssembledSchemas, WalkVectorsOfReferences) {
  auto& holder = New<Vector<Node>>();
  EXPECT_THAT(OpsOf(holder.kClass), ElementsAre(Op::kRange, Op::kEnd));
  EXPECT_EQ(SlotsAfter(holder, [](auto&) {}), 0u);
  EXPECT_EQ(SlotsAfter(holder, [&](auto& field) { field.push_back(NewNode()); }), 1u);
  EXPECT_EQ(SlotsAfter(holder, [](auto& field) { field.resize(3); }), 3u);
  EXPECT_EQ(SlotsAfter(holder, [](auto& field) { field.resize(3000); }), 3000u);
  EXPECT_EQ(SlotsAfter(holder, [](auto& field) { field.clear(); }), 0u);
}

// S4.16, S4.17: vectors of structs with one slot, with some, and with containers of structs.
TEST_F(AssembledSchemas, WalkVectorsOfStructsToAnyDepth) {
  auto& links = New<Links>();
  EXPECT_THAT(OpsOf(links.kClass), ElementsAre(Op::kPackedRange, Op::kEnd));
  EXPECT_EQ(SlotsAfter(links, [](auto&) {}), 0u);
  EXPECT_EQ(SlotsAfter(links, [&](auto& field) { field.push_back({.to = NewNode()}); }), 1u);
  EXPECT_EQ(SlotsAfter(links, [](auto& field) { field.resize(100); }), 100u);

  auto& nets = New<Container<std::vector<Net>>>();
  EXPECT_THAT(OpsOf(nets.kClass), ElementsAre(Op::kStructRange, Op::kEnd));
  EXPECT_EQ(AssembledOf(nets.kClass).form(), Assembled::Form::kOpen);
  EXPECT_EQ(SlotsAfter(nets, [](auto&) {}), 0u);
  EXPECT_EQ(SlotsAfter(nets, [](auto& field) { field.resize(3); }), 0u);
  const auto tie = [&](Net& net, std::size_t knots, std::size_t each) {
    net.knots.resize(knots);
    net.knots.Edit([&](std::vector<Knot>& all) {
      for (Knot& knot : all) {
        knot.links.resize(each);
        knot.first = NewNode();
        if (each % 2 == 1) knot.maybe = Link{.to = NewNode()};
      }
    });
  };
  EXPECT_EQ(SlotsAfter(nets,
                       [&](auto& field) {
                         field.Edit([&](std::vector<Net>& all) {
                           tie(all[0], 2, 3);  // 2 knots, each with 1 + 3 + 1 slots
                           tie(all[2], 3, 0);  // 3 knots, each with 1
                         });
                       }),
            13u);
}

// S4.16: arrays of fixed size, inside of the object, of references and of structs.
TEST_F(AssembledSchemas, WalkArraysOfFixedSize) {
  EXPECT_EQ(SlotsAfter(New<std::array<ObjectPtr<Node>, 7>>(), [](auto&) {}), 7u);
  EXPECT_EQ(SlotsAfter(New<std::array<Link, 3>>(), [](auto&) {}), 3u);
  EXPECT_EQ(SlotsAfter(New<std::array<Link, 100>>(), [](auto&) {}), 100u);
  EXPECT_EQ(SlotsAfter(New<std::array<std::array<Link, 10>, 10>>(), [](auto&) {}), 100u);
  auto& knots = New<std::array<Knot, 12>>();
  EXPECT_EQ(SlotsAfter(knots, [](auto& field) { field[11].links.resize(5); }), 17u);
  EXPECT_EQ(SlotsAfter(New<Link[3]>(), [](auto&) {}), 3u);
  EXPECT_EQ(SlotsAfter(New<Link[100]>(), [](auto&) {}), 100u);
  using Row = std::array<Link, 100>;
  EXPECT_THAT(OpsOf(Holder<Row>::kClass), ElementsAre(Op::kStructRow, Op::kEnd));
  using Rows = std::array<std::array<ObjectPtr<Node>, 10>, 10>;
  EXPECT_EQ(SlotsAfter(New<Rows>(), [](auto&) {}), 100u);
}

// S4.16: an optional, with and without a value; a variant, by its choice.
TEST_F(AssembledSchemas, WalkWhatThereIsOfOptionalsAndVariants) {
  auto& maybe = New<std::optional<ObjectPtr<Node>>>();
  EXPECT_EQ(SlotsAfter(maybe, [](auto&) {}), 0u);
  EXPECT_EQ(SlotsAfter(maybe, [&](auto& field) { field = NewNode(); }), 1u);
  EXPECT_EQ(SlotsAfter(maybe, [](auto& field) { field = nullptr; }), 1u);
  EXPECT_EQ(SlotsAfter(maybe, [](auto& field) { field.reset(); }), 0u);

  auto& nested = New<std::optional<std::optional<Knot>>>();
  EXPECT_EQ(SlotsAfter(nested, [](auto& field) { field.emplace(); }), 0u);
  EXPECT_EQ(SlotsAfter(nested, [](auto& field) { field->emplace().maybe.emplace(); }), 2u);

  using Choice = std::variant<int, ObjectPtr<Node>, std::array<ObjectPtr<Node>, 2>, Vector<Node>,
                              std::string, ObjectPtr<Node>>;
  auto& choice = New<Choice>();
  EXPECT_EQ(SlotsAfter(choice, [](auto&) {}), 0u);
  EXPECT_EQ(SlotsAfter(choice, [&](auto& field) { field.template emplace<1>(NewNode()); }), 1u);
  EXPECT_EQ(SlotsAfter(choice, [](auto& field) { field.template emplace<2>(); }), 2u);
  EXPECT_EQ(SlotsAfter(choice, [](auto& field) { field.template emplace<3>().resize(9); }), 9u);
  EXPECT_EQ(SlotsAfter(choice, [](auto& field) { field.template emplace<4>("text"); }), 0u);
  EXPECT_EQ(SlotsAfter(choice, [](auto& field) { field.template emplace<5>(); }), 1u);
  EXPECT_EQ(AssembledOf(choice.kClass).form(), Assembled::Form::kOpen);
}

// S4.16: pairs and tuples are their parts.
TEST_F(AssembledSchemas, WalkThePartsOfPairsAndTuples) {
  using Three = std::tuple<char, ObjectPtr<Node>, std::pair<int, Link>>;
  auto& three = New<Three>();
  EXPECT_EQ(SlotsAfter(three, [](auto&) {}), 2u);
  EXPECT_THAT(OpsOf(three.kClass), ElementsAre(Op::kTwo, Op::kEnd));
}

// S4.16: a reference that is a path until it is resolved keeps nothing until then.
TEST_F(AssembledSchemas, PassOverWhatIsNotResolved) {
  auto& lazy = New<LazyPtr<Node>>();
  EXPECT_EQ(SlotsAfter(lazy, [&](auto& field) { field = NewNode(); }), 1u);
  Library library(heap);
  PathTable paths(library);
  EXPECT_EQ(SlotsAfter(lazy, [&](auto& field) { field = LazyPtr<Node>(paths.Intern("a")); }), 0u);
}

// S4.13, S4.16: sets, maps and deques lie anywhere, so a call shows what is in them; so it does
// with a struct that says nothing, or only what its base is.
TEST_F(AssembledSchemas, AskWhatHasNoShape) {
  auto& map = New<Map<int, ObjectPtr<Node>>>();
  EXPECT_THAT(OpsOf(map.kClass), ElementsAre(Op::kCall, Op::kEnd));
  EXPECT_EQ(AssembledOf(map.kClass).form(), Assembled::Form::kCalls);
  EXPECT_EQ(SlotsAfter(map, [](auto&) {}), 0u);
  EXPECT_EQ(SlotsAfter(map, [&](auto& field) { field.insert_or_assign(1, NewNode()); }), 1u);
  EXPECT_EQ(SlotsAfter(map, [](auto& field) { field.insert_or_assign(2, nullptr); }), 2u);
  EXPECT_EQ(SlotsAfter(New<Deque<Node>>(), [](auto& field) { field.resize(5); }), 5u);
  EXPECT_EQ(SlotsAfter(New<Wordless>(), [](auto&) {}), 1u);
  EXPECT_EQ(SlotsAfter(New<LongLink>(), [](auto&) {}), 2u) << "no slot of what is derived is lost";
  EXPECT_EQ(SlotsAfter(New<Container<std::vector<LongLink>>>(), [](auto& f) { f.resize(3); }), 6u);
}

struct Motley : Object {
  explicit Motley(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> one;
  Map<int, ObjectPtr<Node>> map;
  ObjectPtr<Node> row[3];
  Links links;
  std::array<Link, 3> written_out;
  ObjectPtr<Node> last;
  static const Class kClass;
};
const Reference kMotleyReferences[] = {
    Reference::To(&Motley::one, "one"),
    Reference::To(&Motley::map, "map"),
    Reference::To(&Motley::row, "row"),
    Reference::To(&Motley::links, "links"),
    Reference::To(&Motley::written_out, "written out"),
    Reference::To(&Motley::last, "last"),
};
const Class Motley::kClass = Describe<Motley>("Motley", kMotleyReferences);

// S4.18
TEST_F(AssembledSchemas, NameTheLineOfEachSlot) {
  Motley* const motley = heap.New<Motley>();
  motley->map.insert_or_assign(1, nullptr);
  motley->map.insert_or_assign(2, nullptr);
  motley->links.resize(2);
  std::vector<std::string> names;
  ForEachNamedSlot(*motley, [&](ObjectSlot&, const Reference& line, std::size_t element) {
    names.push_back(line.name + std::to_string(element));
  });
  EXPECT_THAT(names, ElementsAre("one0", "map0", "map1", "row0", "row1", "row2", "links0", "links1",
                                 "written out0", "written out1", "written out2", "last0"));
  EXPECT_EQ(ByWords(*motley), ByLines(*motley));
}

// S4.10: without memory for words an object is walked all the same, and the next time with words.
TEST_F(AssembledSchemas, NeedNoMemoryToBeRight) {
  if (!FailingMemory::kWorks) return;
  auto& holder = New<std::pair<Vector<Node>, Links>>();
  holder.field.first.resize(3);
  std::vector<const ObjectSlot*> slots;
  slots.reserve(10);
  std::vector<std::size_t> elements;
  elements.reserve(10);
  {
    const FailingMemory none(0, FailingMemory::kForEver);
    EXPECT_TRUE(AssembledOf(holder.kClass).IsByLines());
    ForEachSlotByWords(holder, [&slots](ObjectSlot& slot) { slots.push_back(&slot); });
    ForEachNamedSlot(holder, [&](ObjectSlot&, const Reference&, std::size_t element) {
      elements.push_back(element);
    });
  }
  EXPECT_EQ(slots.size(), 3u);
  EXPECT_THAT(elements, ElementsAre(0u, 1u, 2u));
  EXPECT_FALSE(AssembledOf(holder.kClass).IsByLines());
  EXPECT_EQ(ByWords(holder), ByLines(holder));
}

}  // namespace
}  // namespace gc
