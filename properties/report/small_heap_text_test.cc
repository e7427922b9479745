// properties/report/small_heap_text_test.cc -- pictures of heaps say what changed, and pages need
// nothing beside them.

#include "properties/report/small_heap_text.h"

#include <gtest/gtest.h>

#include "properties/report/json.h"
#include "properties/report/picture_page.h"

namespace properties {
namespace {

model::DrawnRun AStore() {
  const model::DrawnHeap before{
      .phase = "marking",
      .objects = {{.name = "a", .colour = "black", .marks = {"named"}, .fields = {"null"}},
                  {.name = "b", .colour = "white", .marks = {}, .fields = {"null"}},
                  {.name = "c", .colour = "free", .marks = {}, .fields = {"null"}}},
      .notes = {"w0 refers weakly to b"}};
  model::DrawnHeap after = before;
  after.objects[0].fields[0] = "b";
  after.notes.push_back("r0 reports <a>");
  return {.title = "store breaks I1",
          .from_empty_heap = false,
          .steps = {"store a .0 b"},
          .heaps = {before, after},
          .broken = {"I1: black refers to no white one"}};
}

TEST(PictureText, MarksWhatAStepChangedAndLeavesOutWhatDoesNotExist) {
  EXPECT_EQ(PictureText(AStore(), Style(false)),
            "store breaks I1, from a heap that keeps the invariants\n"
            "    marking\n"
            "      a  black       .0 null  named\n"
            "      b  white       .0 null  \n"
            "      w0 refers weakly to b\n"
            "  1 store a .0 b\n"
            "    marking\n"
            "    * a  black       .0 b     named\n"
            "      b  white       .0 null  \n"
            "      w0 refers weakly to b\n"
            "    * r0 reports <a>\n"
            "    broken: I1: black refers to no white one\n");
}

TEST(PicturePage, DrawsEachHeapAndEscapesWhatItQuotes) {
  const std::string page = PicturePage({AStore()}, "What breaks", "prove --objects 2 & more");
  EXPECT_NE(page.find("<!doctype html>"), std::string::npos);
  EXPECT_NE(page.find("prove --objects 2 &amp; more"), std::string::npos);
  EXPECT_NE(page.find("r0 reports &lt;a&gt;"), std::string::npos);
  EXPECT_NE(page.find("class=\"black\""), std::string::npos);
  EXPECT_NE(page.find("class=\"changed\""), std::string::npos);
  std::size_t arrows = 0;
  for (std::size_t at = 0; (at = page.find("marker-end", at)) != std::string::npos; ++at) ++arrows;
  EXPECT_EQ(arrows, 1u) << "only the heap after the store has a reference";
  EXPECT_EQ(page.find("http"), std::string::npos) << "it needs nothing beside it";
}

TEST(SmallHeapJson, GivesBackWhatItWasGiven) {
  model::SmallHeap heap;
  heap.rows = {{.question = "runs", .depth = 3, .conditions = 7, .seconds = 0.5}};
  heap.actions = 55;
  heap.impossible = 2;
  heap.pictures = {AStore()};
  const auto back = Unpacked<model::SmallHeap>(Packed(heap));
  EXPECT_EQ(back.rows.at(0).depth, 3u);
  EXPECT_EQ(back.impossible, 2u);
  EXPECT_EQ(back.pictures.at(0).heaps, heap.pictures[0].heaps);
  const std::string lines = SmallHeapLines(2, 1, "z3", heap, Style(false));
  EXPECT_NE(lines.find("2 x 1     runs           3"), std::string::npos) << lines;
  EXPECT_NE(lines.find("2 of 55 actions need a larger heap"), std::string::npos) << lines;
}

}  // namespace
}  // namespace properties
