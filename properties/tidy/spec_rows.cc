// properties/tidy/spec_rows.cc -- the table read, and the tests looked up.

#include "properties/tidy/spec_rows.h"

#include <array>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>

namespace properties::tidy {
namespace {

constexpr const char* kPath = "core/README.md";

// The groups that core answers for, and how many rows each has. Reflection (S4) has
// a table of its own to come.
struct Group {
  int number;
  int rows;
};
constexpr std::array kGroups = {Group{1, 26},  Group{2, 18}, Group{3, 10},  Group{5, 23},
                                Group{6, 12},  Group{7, 12}, Group{8, 8},   Group{9, 25},
                                Group{10, 14}, Group{11, 7}, Group{12, 19}, Group{13, 18},
                                Group{14, 4},  Group{15, 8}, Group{16, 3},  Group{17, 4},
                                Group{18, 2},  Group{19, 6}, Group{20, 6}};

struct Row {
  std::string id, shown_by;
  std::size_t line;
};

// "| S1.4 | Suite.Test |"
std::optional<Row> RowOf(std::string_view text, std::size_t line) {
  static const std::regex row(R"(\| (S[0-9]+\.[0-9]+) \| (.+) \|)");
  std::match_results<std::string_view::const_iterator> match;
  if (!std::regex_match(text.begin(), text.end(), match, row)) return std::nullopt;
  return Row{match[1].str(), match[2].str(), line};
}

std::set<std::string> TestsOf(const Tree& tree) {
  static const std::regex test(R"(\b(?:TEST|TEST_F|TEST_P|TYPED_TEST)\((\w+),\s*(\w+)\))");
  std::set<std::string> names;
  for (const File& file : tree) {
    if (!IsTest(file.path)) continue;
    for (std::sregex_iterator at(file.text.begin(), file.text.end(), test), end; at != end; ++at) {
      names.insert((*at)[1].str() + "." + (*at)[2].str());
    }
  }
  return names;
}

}  // namespace

std::vector<Finding> RowsWithoutTests(std::string_view readme, const Tree& tree) {
  const std::set<std::string> tests = TestsOf(tree);
  std::map<std::string, std::size_t> met;
  std::vector<Finding> findings;
  std::size_t line = 0;
  for (const std::string_view text : Lines(readme)) {
    const std::optional<Row> row = RowOf(text, ++line);
    if (!row) continue;
    if (++met[row->id] == 2) findings.push_back({kPath, line, row->id + " stands here twice"});
    if (row->shown_by.starts_with("later: ") || tests.contains(row->shown_by)) continue;
    findings.push_back({kPath, line, row->id + ": there is no test " + row->shown_by});
  }
  for (const Group& group : kGroups) {
    for (int number = 1; number <= group.rows; ++number) {
      const std::string id = "S" + std::to_string(group.number) + "." + std::to_string(number);
      if (!met.contains(id)) findings.push_back({kPath, 0, id + " is missing from the table"});
    }
  }
  return findings;
}

}  // namespace properties::tidy
