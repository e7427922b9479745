// properties/report/formats/junit.cc -- builds suites and cases with pugixml, which does the
// escaping.

#include "properties/report/formats/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>
#include <string_view>
#include <vector>

#include "properties/report/explanation_text.h"
#include "properties/report/formats/formats.h"
#include "properties/report/report_text.h"
#include "reference/oracle/oracle.h"

namespace properties {
namespace {

// The text without the control characters that XML 1.0 forbids, even escaped.
std::string Printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') c = '?';
  }
  return text;
}

void Set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(Printable(value).c_str());
}

// A test suite; it counts the cases that are added.
class Suite {
 public:
  Suite(pugi::xml_node root, const std::string& name, double seconds)
      : node_(root.append_child("testsuite")) {
    Set(node_, "name", name);
    for (const char* count : {"tests", "failures", "skipped"}) node_.append_attribute(count) = 0;
    Set(node_, "time", fmt::format("{:.3f}", seconds));
  }

  void Pass(const std::string& name) { Case(name); }
  // `at` is where it went wrong, as build servers show beside a test; `pages` is what they keep
  // with it.
  void Fail(const std::string& name, const std::string& message, const std::string& text,
            const Place& at = {}, const std::string& pages = {}) {
    pugi::xml_node test = Case(name);
    if (!at.file.empty()) {
      Set(test, "file", at.file);
      if (at.line > 0) test.append_attribute("line") = at.line;
    }
    pugi::xml_node failure = test.append_child("failure");
    Set(failure, "message", message);
    failure.text().set(Printable(text).c_str());
    if (!pages.empty()) test.append_child("system-out").text().set(Printable(pages).c_str());
    Count("failures");
  }
  void Skip(const std::string& name, const std::string& message) {
    Set(Case(name).append_child("skipped"), "message", message);
    Count("skipped");
  }
  void Say(const std::string& text) {
    node_.append_child("system-out").text().set(Printable(text).c_str());
  }

 private:
  pugi::xml_node Case(const std::string& name) {
    pugi::xml_node test = node_.append_child("testcase");
    Set(test, "name", name);
    Set(test, "classname", std::string("tricolour.") + node_.attribute("name").value());
    Count("tests");
    return test;
  }
  void Count(const char* name) {
    pugi::xml_attribute count = node_.attribute(name);
    count.set_value(count.as_uint() + 1);
  }
  pugi::xml_node node_;
};

std::vector<std::string> JudgedProperties() {
  std::vector<std::string> words(reference::kPropertyWords.begin(),
                                 reference::kPropertyWords.end());
  words.insert(words.end(), {"crash", "hang"});
  return words;
}

// The text of all failures of a property. It goes into every section in which the property failed,
// since a failure itself is listed only under the section with its simplest trace.
std::string TellOf(const std::string& property, const Report& report) {
  std::string text;
  for (const ReportFailure& failure : report.failures) {
    if (failure.property != property) continue;
    text += FailureText(failure, Style()) + "\n" + failure.trace + "\n";
  }
  return text;
}

// The place of the first of these failures that has one, or else its trace.
Place PlaceOf(const std::string& property, const Report& report) {
  Place file;
  for (const ReportFailure& failure : report.failures) {
    if (failure.property != property) continue;
    const Place place = PlaceOf(failure);
    if (!place.file.empty()) return place;
    if (file.file.empty()) file.file = failure.trace_file;
  }
  return file;
}

// The pages of the failures of a property, in the form in which build servers attach files to a
// test.
std::string PagesOf(const std::string& property, const Report& report) {
  std::string pages;
  for (const ReportFailure& failure : report.failures) {
    if (failure.property != property || failure.page_file.empty()) continue;
    pages += "[[ATTACHMENT|" + failure.page_file + "]]\n";
  }
  return pages;
}

// Some sections have no traces, and no properties but their own.
std::vector<std::string> PropertiesOf(const ReportSection& section) {
  const bool own = section.group == "threads" || section.group == "proof" ||
                   section.group == "adapter" || section.group == "schedule" ||
                   section.group == "model";
  std::vector<std::string> words = own ? std::vector<std::string>() : JudgedProperties();
  // What failed is never left out, though it be no word of the oracle's.
  for (const std::string& failed : section.failed) {
    if (std::ranges::count(words, failed) == 0) words.push_back(failed);
  }
  if (words.empty()) words.push_back(section.name);
  return words;
}

std::string Lines(const std::vector<std::string>& remarks) {
  std::string text;
  for (const std::string& remark : remarks) text += remark + "\n";
  return text;
}

// Why a section has no verdict.
std::string WhySkipped(const ReportSection& section) {
  std::string why = section.status;
  for (std::size_t i = 0; i < section.remarks.size(); ++i) {
    why += (i == 0 ? ": " : "; ") + section.remarks[i];
  }
  return why;
}

void AddSection(pugi::xml_node root, const ReportSection& section, const Report& report) {
  Suite suite(root, section.id, section.seconds);
  const bool tried = section.status == kAgree || section.status == kDisagree;
  for (const std::string& property : PropertiesOf(section)) {
    if (std::count(section.failed.begin(), section.failed.end(), property) > 0) {
      suite.Fail(property, property + " does not hold",
                 TellOf(property, report) + Lines(section.remarks), PlaceOf(property, report),
                 PagesOf(property, report));
    } else if (tried) {
      suite.Pass(property);
    } else {
      suite.Skip(property, WhySkipped(section));
    }
  }
  suite.Say(section.tried);
}

void AddRules(pugi::xml_node root, const std::vector<ReportRow>& rows, const std::string& locals) {
  double seconds = 0;
  for (const ReportRow& row : rows) seconds += row.locals == locals ? row.seconds : 0;
  Suite suite(root, "rules/" + locals, seconds);
  for (const ReportRow& row : rows) {
    if (row.locals != locals) continue;
    if (row.status == "caught" || row.status == "redundant") {
      suite.Pass(row.fault);
    } else if (row.status == kNotTried) {
      suite.Skip(row.fault, row.status);
    } else {
      suite.Fail(row.fault, row.status, row.sentence + "\n" + row.argument + "\n" + row.trace);
    }
  }
}

// What the program was asked to do, with a blank behind it.
std::string VerbOf(const std::string& command) {
  std::istringstream words(command);
  std::string program, verb;
  words >> program >> verb;
  return verb.empty() ? "" : verb + " ";
}

}  // namespace

std::string JUnitText(const Report& report) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  Set(root, "name", "tricolour " + VerbOf(report.command) + JudgedText(report));
  Set(root, "time", fmt::format("{:.3f}", report.seconds));
  for (const ReportSection& section : report.sections) AddSection(root, section, report);
  std::vector<std::string> disciplines;
  for (const ReportRow& row : report.rules) {
    if (disciplines.empty() || disciplines.back() != row.locals) disciplines.push_back(row.locals);
  }
  for (const std::string& locals : disciplines) AddRules(root, report.rules, locals);
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace properties
