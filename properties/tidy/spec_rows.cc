// properties/tidy/spec_rows.cc -- reads the tables, and looks the tests up.

#include "properties/tidy/spec_rows.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <utility>

namespace properties::tidy {
namespace {

constexpr std::string_view kPainPoints = "reference/specification/pain-points.md";
constexpr int kComplaints = 20;

// The group of a page: "reference/specification/s04-reflection.md" has group 4.
int GroupOf(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  int group = -1;
  if (name.size() > 2) std::from_chars(name.data() + 1, name.data() + 3, group);
  return group;
}

std::vector<std::string> TestsIn(const std::string& shown_by) {
  static const std::regex comma(", ");
  if (shown_by.starts_with("later: ")) return {};
  return {std::sregex_token_iterator(shown_by.begin(), shown_by.end(), comma, -1), {}};
}

// Reads a row such as "| S1.4 | what holds | Suite.Test, Suite.Test |"; empty if the line is none.
std::optional<SpecRow> RowOf(std::string_view text) {
  static const std::regex row(R"(\| (S([0-9]+)\.[0-9]+) \| .+ \| ([^|]+) \|)");
  std::match_results<std::string_view::const_iterator> match;
  if (!std::regex_match(text.begin(), text.end(), match, row)) return std::nullopt;
  return SpecRow{match[1].str(), std::stoi(match[2].str()), "", 0, TestsIn(match[3].str())};
}

void CheckTests(const SpecRow& row, const std::map<std::string, std::string>& tests,
                const File& page, std::size_t line, std::vector<Finding>& findings) {
  for (const std::string& test : row.tests) {
    if (tests.contains(test)) continue;
    findings.push_back({page.path, line, row.id + ": there is no test " + test});
  }
}

// Reports a row on the wrong page, and tests that no source has.
void CheckRow(const SpecRow& row, const std::map<std::string, std::string>& tests, const File& page,
              std::size_t line, std::vector<Finding>& findings) {
  if (row.group != GroupOf(page.path)) {
    findings.push_back({page.path, line, row.id + " stands on the page of another group"});
  }
  CheckTests(row, tests, page, line, findings);
}

// How many rows each group has: the list of pages says so, as "| [S4](s04-reflection.md) | ... | 26
// |". To add a row means to count it there, so that no row can be lost unnoticed.
std::map<int, int> CountsIn(const Tree& pages) {
  static const std::regex line(R"(\| \[S([0-9]+)\]\(.+\) \| .+ \| ([0-9]+) \|)");
  std::map<int, int> counts;
  for (const File& page : pages) {
    for (const std::string_view text : Lines(page.text)) {
      std::match_results<std::string_view::const_iterator> match;
      if (!std::regex_match(text.begin(), text.end(), match, line)) continue;
      counts[std::stoi(match[1].str())] = std::stoi(match[2].str());
    }
  }
  return counts;
}

// Reads a row such as "| C1 | what holds | Suite.Test |"; empty if the line is none.
std::optional<SpecRow> PainPointOf(std::string_view text) {
  static const std::regex row(R"(\| (C[0-9]+) \| .+ \| ([^|]+) \|)");
  std::match_results<std::string_view::const_iterator> match;
  if (!std::regex_match(text.begin(), text.end(), match, row)) return std::nullopt;
  return SpecRow{match[1].str(), 0, "", 0, TestsIn(match[2].str())};
}

}  // namespace

const File& OurPainPoints() {
  static const File page = [] {
    const Tree all = ReadTree(TRICOLOUR_SOURCE_DIR, {".md"});
    const auto found = std::ranges::find(all, kPainPoints, &File::path);
    return found == all.end() ? File{} : *found;
  }();
  return page;
}

std::vector<Finding> PainPointsWithoutTests(const File& page, const Tree& tree) {
  const std::map<std::string, std::string> tests = TestsOf(tree);
  std::vector<Finding> findings;
  int met = 0;
  std::size_t line = 0;
  for (const std::string_view text : Lines(page.text)) {
    ++line;
    const std::optional<SpecRow> row = PainPointOf(text);
    if (!row) continue;
    ++met;
    if (row->id != "C" + std::to_string(met)) {
      findings.push_back(
          {page.path, line, row->id + " stands where C" + std::to_string(met) + " belongs"});
    }
    CheckTests(*row, tests, page, line, findings);
  }
  if (met != kComplaints) findings.push_back({page.path, 0, "does not have twenty complaints"});
  return findings;
}

const Tree& OurSpecification() {
  static const Tree pages = [] {
    Tree all = ReadTree(TRICOLOUR_SOURCE_DIR, {".md"});
    std::erase_if(all, [](const File& file) {
      const bool is_page =
          file.path.starts_with("reference/specification/s") && GroupOf(file.path) >= 0;
      return !is_page && file.path != "reference/specification/README.md";
    });
    return all;
  }();
  return pages;
}

std::vector<SpecRow> SpecRows(const Tree& pages) {
  std::vector<SpecRow> rows;
  for (const File& page : pages) {
    std::size_t line = 0;
    for (const std::string_view text : Lines(page.text)) {
      ++line;
      std::optional<SpecRow> row = RowOf(text);
      if (!row) continue;
      row->path = page.path;
      row->line = line;
      rows.push_back(std::move(*row));
    }
  }
  return rows;
}

std::map<std::string, std::string> TestsOf(const Tree& tree) {
  static const std::regex test(
      R"(\b(?:TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP)\((\w+),\s*(\w+))");
  std::map<std::string, std::string> tests;
  for (const File& file : tree) {
    if (!IsTest(file.path)) continue;
    for (std::sregex_iterator at(file.text.begin(), file.text.end(), test), end; at != end; ++at) {
      tests.emplace((*at)[1].str() + "." + (*at)[2].str(), file.path);
    }
  }
  return tests;
}

std::vector<Finding> RowsWithoutTests(const Tree& pages, const Tree& tree) {
  const std::map<std::string, std::string> tests = TestsOf(tree);
  std::map<std::string, std::size_t> met;
  std::vector<Finding> findings;
  for (const File& page : pages) {
    std::size_t line = 0;
    for (const std::string_view text : Lines(page.text)) {
      ++line;
      const std::optional<SpecRow> row = RowOf(text);
      if (!row && text.starts_with("| S")) {
        findings.push_back({page.path, line, "is no row \"| S1.2 | what holds | Suite.Test |\""});
      }
      if (!row) continue;
      if (++met[row->id] == 2)
        findings.push_back({page.path, line, row->id + " stands here twice"});
      CheckRow(*row, tests, page, line, findings);
    }
  }
  std::size_t counted = 0;
  for (const auto& [group, rows] : CountsIn(pages)) {
    for (int number = 1; number <= rows; ++number, ++counted) {
      const std::string id = "S" + std::to_string(group) + "." + std::to_string(number);
      if (!met.contains(id)) findings.push_back({"reference/specification", 0, id + " is missing"});
    }
  }
  if (met.size() > counted && findings.empty()) {
    findings.push_back(
        {"reference/specification", 0, "has rows that its list of pages does not count"});
  }
  return findings;
}

}  // namespace properties::tidy
