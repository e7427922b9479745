// properties/page/trace_picture.cc -- the frame that the script draws into.

#include "properties/page/trace_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "properties/page/html.h"

namespace properties {
namespace {

// Steps that have a button each.
constexpr std::size_t kChips = 12;

bool HasPictures(const Film& film) { return std::ranges::any_of(film.run.steps, &FilmStep::seen); }

// The heads of arrows, which are needed on paper too.
constexpr std::string_view kHeads =
    "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\"><defs>\n"
    "<marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"9\" "
    "markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
    "<path d=\"M0 0L8 4L0 8z\"/></marker>\n"
    "<marker id=\"head-lost\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"12\" "
    "markerHeight=\"12\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
    "<path d=\"M0 0L8 4L0 8z\"/></marker>\n</defs></svg>\n";

std::string Button(std::string_view id, std::string_view name, std::string_view about) {
  return fmt::format("<button type=\"button\" id=\"{}\" title=\"{}\">{}</button>\n", id, about,
                     name);
}

// The marked steps, each of which can be gone to.
std::string Chips(const Film& film) {
  std::string chips;
  std::size_t shown = 0;
  for (const FilmStep& step : film.run.steps) {
    if (step.row.mark == Mark::kNone || ++shown > kChips) continue;
    const bool loss = step.row.mark == Mark::kLoss;
    chips +=
        fmt::format("<button type=\"button\" data-go=\"{}\">{} {} {}</button>\n", step.row.number,
                    loss ? "!" : "&gt;", step.row.number, loss ? "noticed" : "guilty");
  }
  return chips;
}

std::string Controls(const Film& film) {
  const std::size_t count = film.run.steps.size();
  return "<div class=\"bar\" role=\"group\" aria-label=\"Steps\">\n" +
         Button("first", "First", "the first step (Home)") +
         Button("back", "Back", "one step back (left arrow)") +
         Button("play", "Play", "play or pause (space)") +
         Button("forward", "Forward", "one step on (right arrow)") +
         Button("last", "Last", "the last step (End)") +
         "<output id=\"where\" for=\"slider\"></output>\n" + Chips(film) +
         (HasPictures(film)
              ? Button("smaller", "&minus;", "smaller") + Button("fit", "Fit", "as it fits") +
                    Button("larger", "+", "larger")
              : "") +
         "</div>\n<div class=\"time\"><canvas id=\"overview\" aria-hidden=\"true\"></canvas>\n" +
         fmt::format(
             "<input id=\"slider\" type=\"range\" min=\"1\" max=\"{}\" value=\"1\" "
             "aria-label=\"Step of the run\"></div>\n",
             count) +
         "<svg id=\"lanes\" role=\"img\" aria-label=\"The steps about the current one, in the "
         "lanes of the mutator and the collector\"></svg>\n"
         "<p id=\"caption\" role=\"status\" aria-live=\"polite\"></p>\n";
}

std::string Sample(std::string_view looks, std::string_view letter, std::string_view shape,
                   std::string_view about) {
  return fmt::format(
      "<li><svg viewBox=\"-34 -34 68 68\" aria-hidden=\"true\"><g class=\"object {}\">{}<text "
      "class=\"name\" y=\"6\">{}</text></g></svg>{}</li>\n",
      looks, shape, letter, about);
}

std::string Legend(const Film& film) {
  std::string legend = "<ul class=\"legend\" aria-label=\"Legend\">\n";
  if (film.colours) {
    legend +=
        Sample("white", "W", "<circle class=\"shape\" r=\"25\"/>", "white: not reached") +
        Sample("grey", "G",
               "<polygon class=\"shape\" points=\"27,0 13.5,23.4 -13.5,23.4 -27,0 -13.5,-23.4 "
               "13.5,-23.4\"/>",
               "grey: reached, to be scanned") +
        Sample("black", "B",
               "<rect class=\"shape\" x=\"-23\" y=\"-23\" width=\"46\" height=\"46\"/>",
               "black: scanned, or born marked");
  } else {
    legend += Sample("plain", "", "<circle class=\"shape\" r=\"25\"/>",
                     "alive (the subject shows no colours)");
  }
  return legend +
         Sample("doomed", "D",
                "<polygon class=\"shape\" points=\"24,10 10,24 -10,24 -24,10 -24,-10 -10,-24 "
                "10,-24 24,-10\"/><path class=\"cross\" d=\"M-17 -17L17 17M17 -17L-17 17\"/>",
                "doomed: found unreachable") +
         Sample("gone", "&times;", "<circle class=\"shape\" r=\"25\"/>", "gone: freed") +
         "<li><strong>&#9644;</strong>&nbsp;box above: what holds it (root, r0, strong, local; "
         "in hand: to be lost at the next step)</li>\n"
         "<li>dashed box below: a weak reference</li>\n"
         "<li>thick: new in this step; dotted: cut in it</li>\n"
         "<li><kbd>&larr;</kbd> <kbd>&rarr;</kbd> step, <kbd>space</kbd> play, <kbd>Home</kbd> "
         "<kbd>End</kbd>, <kbd>n</kbd> <kbd>p</kbd> marked steps</li>\n</ul>\n";
}

std::string Heap(std::string_view id) {
  return fmt::format(
      "<div class=\"heap\"><svg id=\"{}\" class=\"graph\" role=\"group\"></svg>"
      "</div>\n",
      id);
}

std::string Heaps(const Film& film) {
  if (!HasPictures(film))
    return "<p class=\"faint\">Of this run there is no picture of a heap.</p>\n";
  std::string heaps;
  const auto& otherwise = film.otherwise;
  if (otherwise) {
    heaps +=
        "<p class=\"screen\"><label><input type=\"checkbox\" id=\"beside\" checked> beside "
        "it the run that is saved: " +
        EscapedHtml(otherwise->what) + "</label></p>\n";
  }
  heaps += "<div class=\"runs\">\n<figure id=\"this-run\"><figcaption>This run</figcaption>\n" +
           Heap("graph") + "</figure>\n";
  if (otherwise) {
    heaps += "<figure id=\"otherwise-run\"><figcaption>The run that is saved</figcaption>\n" +
             Heap("otherwise-graph") + "<p id=\"otherwise-says\" class=\"says\"></p></figure>\n";
  }
  heaps += "</div>\n" + Legend(film);
  if (!film.room) {
    heaps += "<p class=\"faint\">There are more objects than are drawn.</p>\n";
  }
  return heaps +
         "<details class=\"screen\"><summary>The objects as a table</summary>\n<div "
         "class=\"scroll\"><table><thead><tr><th scope=\"col\">object</th><th scope=\"col\">"
         "colour</th><th scope=\"col\">fields</th><th scope=\"col\">held by</th><th "
         "scope=\"col\">also</th></tr></thead><tbody id=\"objects\"></tbody></table></div>"
         "</details>\n";
}

}  // namespace

std::string PictureMarkup(const Film& film) {
  return std::string(kHeads) +
         "<section id=\"picture\" class=\"screen needs-script\" aria-label=\"The run\">\n" +
         Controls(film) + Heaps(film) + "</section>\n";
}

}  // namespace properties
