// properties/page/trace_page.cc -- puts the parts of the page together.

#include "properties/page/trace_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "properties/page/film_json.h"
#include "properties/page/html.h"
#include "properties/page/page_assets.h"
#include "properties/page/page_links.h"
#include "properties/page/trace_picture.h"

namespace properties {
namespace {

using nlohmann::json;

std::string AsParagraph(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

std::string_view WordOfOutcome(Outcome outcome) {
  switch (outcome) {
    case Outcome::kAgree:
      return "agree";
    case Outcome::kDisagree:
      return "disagree";
    case Outcome::kInconclusive:
      break;
  }
  return "inconclusive";
}

// The heading without its first word, which is shown beside it: "safety: a reachable object ...".
std::string HeadingBehindVerdict(const Explanation& explanation) {
  const std::string& heading = explanation.heading;
  const std::size_t end = heading.find_first_of(" :");
  if (end == std::string::npos) return heading;
  const std::size_t next = heading.find_first_not_of(" :", end);
  return next == std::string::npos ? heading : heading.substr(next);
}

class Page {
 public:
  explicit Page(const TracePageContent& content)
      : content_(content),
        explanation_(content.explanation),
        rules_(RulesIn(content.explanation)) {}

  std::string Text() const {
    const std::string body = Head() + "<main>\n" + Picture() + Steps() + Why() + Rules() +
                             Sources() + Trace() + "</main>\n" + Data();
    return WholePage(explanation_.heading, TraceStyle(), body, TraceScript());
  }

 private:
  std::string Link(const std::string& text) const {
    return LinkedHtml(text, rules_, content_.sources);
  }

  std::string Head() const {
    const std::string_view verdict = WordOfOutcome(explanation_.outcome);
    std::string word(verdict);
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::toupper(c); });
    std::string head = fmt::format("<header>\n<h1><span class=\"verdict {}\">{}</span> {}</h1>\n",
                                   verdict, word, EscapedHtml(HeadingBehindVerdict(explanation_)));
    if (!explanation_.blame.empty()) {
      head += "<p class=\"blame\">" + Link(explanation_.blame) + "</p>\n";
    }
    head += "<p class=\"faint\">" + EscapedHtml(content_.subject);
    if (!content_.origin.empty()) head += "; " + EscapedHtml(content_.origin);
    return head + "</p>\n</header>\n";
  }

  std::string Picture() const {
    if (content_.film.run.steps.empty()) return {};
    return PictureMarkup(content_.film) + "<div id=\"printed\"></div>\n";
  }

  static std::string Row(const StepRow& row) {
    const bool loss = row.mark == Mark::kLoss, guilty = row.mark == Mark::kGuilty;
    return fmt::format(
        "<tr class=\"{}\"><td class=\"mark\">{}</td><td class=\"number\">{}</td><td>{}</td><td>"
        "<code>{}</code></td><td>{}</td><td>{} {}</td></tr>\n",
        loss     ? "loss"
        : guilty ? "guilty"
                 : "",
        loss     ? "!"
        : guilty ? "&gt;"
                 : "",
        row.number, EscapedHtml(row.lane), EscapedHtml(row.operation), EscapedHtml(row.colours),
        EscapedHtml(row.note), EscapedHtml(row.where));
  }

  std::string Steps() const {
    if (content_.film.run.steps.empty()) return {};
    const std::string head =
        "<thead><tr><th scope=\"col\"><span aria-label=\"mark\"></span></th><th scope=\"col\">#"
        "</th><th scope=\"col\">lane</th><th scope=\"col\">operation</th><th scope=\"col\">colours "
        "after</th><th scope=\"col\">note</th></tr></thead>\n";
    std::string steps =
        "<section id=\"steps\" aria-labelledby=\"steps-head\">\n<h2 id=\"steps-head\">Steps</h2>\n"
        "<div class=\"rows needs-script\" tabindex=\"0\" role=\"region\" aria-label=\"Steps about "
        "the current one\"><table class=\"steps\">" +
        head +
        "<tbody id=\"step-rows\"></tbody></table></div>\n<noscript><div class=\"scroll\">"
        "<table class=\"steps\">" +
        head + "<tbody>\n";
    for (const FilmStep& step : content_.film.run.steps) steps += Row(step.row);
    steps += "</tbody></table></div></noscript>\n";
    if (!content_.film.unreached.empty()) {
      steps += fmt::format("<p class=\"faint\">{} more operation{} not reached.</p>\n",
                           content_.film.unreached.size(),
                           content_.film.unreached.size() == 1 ? " is" : "s are");
    }
    return steps + "</section>\n";
  }

  std::string Why() const {
    std::string why;
    if (!explanation_.why.empty()) {
      why += "<h2>Why</h2>\n<p class=\"why\">" + Link(AsParagraph(explanation_.why)) + "</p>\n";
    }
    if (!explanation_.saves.empty()) {
      why += "<h2>What would have saved it</h2>\n<p class=\"saves\">" +
             Link(AsParagraph(explanation_.saves)) + "</p>\n";
    }
    return why.empty() ? why : "<section id=\"why\">\n" + why + "</section>\n";
  }

  std::string Rules() const {
    if (rules_.empty()) return {};
    std::string text = "<section id=\"rules\">\n<h2>The rule</h2>\n";
    for (const NamedRule& rule : rules_) {
      text += "<p class=\"rule-text\" id=\"" + RuleId(rule.name) + "\"><strong>" +
              std::string(rule.name) + "</strong>: " + EscapedHtml(rule.sentence) + ".";
      for (std::size_t i = 0; i < content_.sources.size(); ++i) {
        text += fmt::format("{} <a href=\"#{}\">{}</a>", i == 0 ? " Upheld at" : ",", SourceId(i),
                            EscapedHtml(content_.sources[i].place));
      }
      text += "</p>\n";
    }
    return text + "</section>\n";
  }

  std::string Sources() const {
    if (content_.sources.empty()) return {};
    std::string text = "<section id=\"sources\">\n<h2>The sources</h2>\n";
    for (std::size_t i = 0; i < content_.sources.size(); ++i) {
      const SourceExcerpt& source = content_.sources[i];
      text += "<section id=\"" + SourceId(i) + "\">\n<h3>" + EscapedHtml(source.place) +
              "</h3>\n<pre class=\"excerpt\">";
      for (std::size_t line = 0; line < source.lines.size(); ++line) {
        const std::size_t number = source.first + line;
        text += fmt::format("<div{}><span class=\"line\">{}</span>{}</div>",
                            number == source.line ? " class=\"at\"" : "", number,
                            EscapedHtml(source.lines[line]));
      }
      text += "</pre>\n</section>\n";
    }
    return text + "</section>\n";
  }

  std::string Trace() const {
    std::string text = "<section id=\"trace\">\n<h2>The trace</h2>\n";
    if (!content_.replay.empty()) {
      text += "<p>Replay: <code>" + EscapedHtml(content_.replay) + "</code></p>\n";
    }
    return text + "<details><summary>As text</summary><pre>" + EscapedHtml(content_.trace) +
           "</pre></details>\n</section>\n";
  }

  // What the script reads.
  std::string Data() const {
    json data = JsonOf(content_.film);
    data["rules"] = json::array();
    for (const NamedRule& rule : rules_) {
      data["rules"].push_back(
          {{"id", RuleId(rule.name)}, {"name", rule.name}, {"steps", rule.steps}});
    }
    data["places"] = json::array();
    for (std::size_t i = 0; i < content_.sources.size(); ++i) {
      data["places"].push_back({{"text", content_.sources[i].place}, {"id", SourceId(i)}});
    }
    // A failure is seen best where it was noticed; any other run from its beginning.
    const auto& steps = content_.film.run.steps;
    const auto loss =
        std::ranges::find(steps, Mark::kLoss, [](const FilmStep& step) { return step.row.mark; });
    data["begin"] = loss == steps.end() ? content_.film.run.first + 1 : loss->row.number;
    return "<script type=\"application/json\" id=\"film\">" + JsonForScript(data) + "</script>\n";
  }

  const TracePageContent& content_;
  const Explanation& explanation_;
  const std::vector<NamedRule> rules_;
};

}  // namespace

std::string TracePage(const TracePageContent& content) { return Page(content).Text(); }

}  // namespace properties
