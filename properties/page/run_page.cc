// properties/page/run_page.cc -- verdict, failures, sections and times of the page of a run.

#include "properties/page/run_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>
#include <vector>

#include "properties/page/html.h"
#include "properties/page/page_assets.h"
#include "properties/page/run_parts.h"
#include "properties/report/layout.h"
#include "properties/report/report_text.h"

namespace properties {
namespace {

std::string ClassOfStatus(const std::string& status) {
  return status == kAgree ? "agree" : status == kDisagree ? "disagree" : "inconclusive";
}

std::string HeadOf(const Report& report) {
  std::string verdict = report.verdict;
  std::ranges::transform(verdict, verdict.begin(), [](unsigned char c) { return std::toupper(c); });
  std::uint64_t traces = 0, operations = 0;
  for (const ReportSection& section : report.sections) {
    traces += section.traces;
    operations += section.operations;
  }
  return "<header>\n<h1><span class=\"verdict " + ClassOfStatus(report.verdict) + "\">" +
         EscapedHtml(verdict) + "</span> " + EscapedHtml(report.sentence) + "</h1>\n" +
         "<p class=\"faint\">tricolour " + EscapedHtml(report.version) + " judges " +
         EscapedHtml(JudgedText(report)) + "; again: <code>" + EscapedHtml(report.command) +
         "</code></p>\n" +
         fmt::format(
             "<ul class=\"facts\"><li><strong>{}</strong> traces</li><li><strong>{}</strong>"
             " operations</li><li><strong>{}</strong> failures</li><li>seed <strong>{:#x}"
             "</strong></li><li><strong>{:.1f}</strong> s</li></ul>\n</header>\n",
             Grouped(traces), Grouped(operations), report.failures.size(), report.seed,
             report.seconds);
}

std::string FailureItem(const ReportFailure& failure) {
  const std::string page = std::filesystem::path(failure.page_file).filename().string();
  const std::string heading = EscapedHtml(failure.explanation.heading);
  std::string item =
      "<li>" +
      (page.empty() ? heading : "<a href=\"" + EscapedHtml(page) + "\">" + heading + "</a>");
  if (!failure.explanation.blame.empty()) {
    item += " <strong>" + EscapedHtml(failure.explanation.blame) + "</strong>";
  }
  item += fmt::format("<br><span class=\"faint\">{} operations, {} traces, {}</span>",
                      failure.operations, Grouped(failure.count), EscapedHtml(failure.bucket));
  if (!failure.replay.empty()) item += "<br><code>" + EscapedHtml(failure.replay) + "</code>";
  return item + "</li>\n";
}

std::string Failures(const Report& report) {
  if (report.failures.empty()) return {};
  std::string text = "<section id=\"failures\">\n<h2>Failures</h2>\n<ol class=\"failures\">\n";
  for (const ReportFailure& failure : report.failures) text += FailureItem(failure);
  return text + "</ol>\n</section>\n";
}

std::string Bar(double share) {
  return fmt::format("<td class=\"barred\"><div style=\"width:{:.1f}%\"></div></td>",
                     100 * std::clamp(share, 0.0, 1.0));
}

std::string RowOfSection(const ReportSection& section, double longest) {
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"status {}\">{}</td><td "
      "class=\"count\">{}</td><td class=\"count\">{}</td><td class=\"count\">{:.1f}</td>{}<td>{}"
      "</td></tr>\n",
      EscapedHtml(section.name), EscapedHtml(section.locals), ClassOfStatus(section.status),
      EscapedHtml(section.status), Grouped(section.traces), Grouped(section.operations),
      section.seconds, Bar(section.seconds / longest), EscapedHtml(section.tried));
}

// The sections of one group, folded away if all of them agree.
std::string GroupOfSections(const Report& report, const std::string& group, double longest) {
  std::string rows;
  std::size_t agree = 0, all = 0;
  std::uint64_t traces = 0;
  double seconds = 0;
  for (const ReportSection& section : report.sections) {
    if (section.group != group) continue;
    rows += RowOfSection(section, longest);
    agree += section.status == kAgree ? 1 : 0;
    all += 1;
    traces += section.traces;
    seconds += section.seconds;
  }
  return fmt::format(
             "<details{}><summary><strong>{}</strong>: <span class=\"{}\">{} of {} agree</span>, "
             "{} "
             "traces, {:.1f} s</summary>\n",
             agree == all ? "" : " open", EscapedHtml(group), agree == all ? "agree" : "disagree",
             agree, all, Grouped(traces), seconds) +
         "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">name</th><th scope=\"col\">"
         "locals</th><th scope=\"col\">verdict</th><th scope=\"col\">traces</th><th "
         "scope=\"col\">operations</th><th scope=\"col\">seconds</th><th scope=\"col\">time</th>"
         "<th scope=\"col\">tried</th></tr></thead>\n<tbody>\n" +
         rows + "</tbody></table></div></details>\n";
}

std::string Sections(const Report& report) {
  if (report.sections.empty()) return {};
  double longest = 1e-9;
  std::vector<std::string> groups;
  for (const ReportSection& section : report.sections) {
    longest = std::max(longest, section.seconds);
    if (std::ranges::find(groups, section.group) == groups.end()) groups.push_back(section.group);
  }
  std::string text = "<section id=\"sections\">\n<h2>What was tried</h2>\n";
  for (const std::string& group : groups) text += GroupOfSections(report, group, longest);
  return text + "</section>\n";
}

std::string Times(const Report& report) {
  const std::vector<TimeOfPart> times = TimesOf(report);
  double all = 0;
  for (const TimeOfPart& time : times) all += time.seconds;
  if (all <= 0) return {};
  std::string text =
      "<section id=\"times\">\n<h2>Where the time went</h2>\n<table><thead><tr><th "
      "scope=\"col\">part</th><th scope=\"col\">tasks</th><th scope=\"col\">seconds</th><th "
      "scope=\"col\">share</th></tr></thead>\n<tbody>\n";
  for (const TimeOfPart& time : times) {
    text += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"count\">{}</td><td "
        "class=\"count\">{:.1f}</td>{}</tr>\n",
        EscapedHtml(time.part), time.tasks, time.seconds, Bar(time.seconds / all));
  }
  return text + "</tbody></table>\n</section>\n";
}

// The rules that only threads break.
std::string Threads(const Report& report) {
  if (report.threads.empty()) return {};
  std::string text =
      "<section id=\"threads\">\n<h2>Rules that only threads break</h2>\n<div class=\"scroll\">"
      "<table><thead><tr><th scope=\"col\">fault</th><th scope=\"col\">what it is</th><th "
      "scope=\"col\">status</th><th scope=\"col\">states</th><th scope=\"col\">steps of the "
      "shortest interleaving</th></tr></thead>\n<tbody>\n";
  for (const ThreadRow& row : report.threads) {
    text += fmt::format(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"status\">{}</td><td "
        "class=\"count\">{}</td><td class=\"count\">{}</td></tr>\n",
        EscapedHtml(row.fault), EscapedHtml(row.sentence), EscapedHtml(row.status),
        Grouped(row.states), row.length);
  }
  return text + "</tbody></table></div>\n</section>\n";
}

// Links to the parts that there are.
std::string LinksTo(const std::string& parts) {
  constexpr std::pair<const char*, const char*> kParts[] = {
      {"failures", "failures"},  {"sections", "what was tried"},
      {"matrix", "rule matrix"}, {"catches", "time to catch"},
      {"coverage", "coverage"},  {"threads", "threads"},
      {"times", "times"}};
  std::string links;
  for (const auto& [id, name] : kParts) {
    if (parts.find(fmt::format("<section id=\"{}\">", id)) == parts.npos) continue;
    links += fmt::format("<a href=\"#{}\">{}</a>\n", id, name);
  }
  return links.empty() ? links : "<nav aria-label=\"Parts\">" + links + "</nav>\n";
}

std::string Remarks(const Report& report) {
  std::string text;
  for (const std::string& remark : report.remarks) text += "<p>" + EscapedHtml(remark) + "</p>\n";
  return text;
}

}  // namespace

std::string RunPage(const Report& report) {
  const std::string parts = Failures(report) + Sections(report) + MatrixMarkup(report) +
                            CatchMarkup(report) + CoverageMarkup(report) + Threads(report) +
                            Times(report);
  const std::string body =
      HeadOf(report) + "<main>\n" + Remarks(report) + LinksTo(parts) + parts + "</main>\n";
  return WholePage(report.verdict + ": " + report.sentence, RunStyle(), body, {});
}

}  // namespace properties
