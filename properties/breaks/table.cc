// properties/breaks/table.cc -- compares breaks, rows and tests with one another.

#include "properties/breaks/table.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace properties::breaks {
namespace {

const tidy::SpecRow* RowNamed(const std::vector<tidy::SpecRow>& rows, const std::string& id) {
  const auto row = std::ranges::find(rows, id, &tidy::SpecRow::id);
  return row == rows.end() ? nullptr : &*row;
}

bool IsNamed(const std::string& row, const std::vector<std::string>& named) {
  return named.empty() || std::ranges::any_of(named, [&](const std::string& name) {
           return row == name || row.starts_with(name + ".");
         });
}

}  // namespace

std::vector<Finding> FaultsOfBreaks(const std::vector<Break>& breaks,
                                    const std::vector<tidy::SpecRow>& rows, const Tree& sources) {
  const std::map<std::string, std::string> tests = tidy::TestsOf(sources);
  std::map<std::uint32_t, const Break*> numbers;
  std::vector<Finding> findings;
  for (const tidy::SpecRow& row : rows) {
    for (const std::string& test : row.tests) {
      if (tests.contains(test)) continue;
      findings.push_back({row.path, row.line, "expected a test that is there: " + test});
    }
  }
  for (const Break& broken : breaks) {
    const auto say = [&](const std::string& message) {
      findings.push_back({broken.page, broken.line, message});
    };
    const auto [other, is_new] = numbers.emplace(NumberOf(broken), &broken);
    if (!is_new) {
      say("expected another name: " + other->second->page + ":" +
          std::to_string(other->second->line) + " has this one");
    }
    for (const std::string& id : broken.rows) {
      const tidy::SpecRow* const row = RowNamed(rows, id);
      if (row == nullptr) say("expected a row of the specification: " + id);
      if (row != nullptr && row->tests.empty()) say("expected a row that is built: " + id);
    }
    for (const std::string& test : broken.tests) {
      if (!tests.contains(test)) say("expected a test that is there: " + test);
    }
  }
  return findings;
}

std::vector<Finding> RowsWithoutBreaks(const std::vector<tidy::SpecRow>& rows,
                                       const std::vector<Break>& breaks) {
  std::set<std::string> met;
  for (const Break& broken : breaks) met.insert(broken.rows.begin(), broken.rows.end());
  std::vector<Finding> findings;
  for (const tidy::SpecRow& row : rows) {
    if (row.tests.empty() || met.contains(row.id)) continue;
    findings.push_back({row.path, row.line, row.id + " has no break"});
  }
  return findings;
}

std::vector<Trial> TrialsOf(const std::vector<Break>& breaks,
                            const std::vector<tidy::SpecRow>& rows,
                            const std::vector<std::string>& named,
                            std::vector<std::string>& unknown) {
  for (const std::string& name : named) {
    if (std::ranges::none_of(rows, [&](const auto& row) { return IsNamed(row.id, {name}); })) {
      unknown.push_back(name);
    }
  }
  std::vector<Trial> trials;
  for (std::size_t index = 0; index < breaks.size(); ++index) {
    const Break& broken = breaks[index];
    for (const std::string& id : broken.rows) {
      const tidy::SpecRow* const row = RowNamed(rows, id);
      if (row == nullptr || !IsNamed(id, named)) continue;
      trials.push_back({index, id, broken.tests.empty() ? row->tests : broken.tests});
    }
  }
  return trials;
}

std::string ProgramOf(const std::string& path) {
  // A folder stands before the folders above it, so that the first one that fits is the right one.
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kPrograms = {{
      {"core/pointer/builds/checked/", "core_checked_test"},
      {"core/pointer/builds/unbarriered/", "core_unbarriered_test"},
      {"core/examples/", "example_test"},
      {"core/reflect/tool/", "reflect_tool_test"},
      {"core/reflect/saving/", "saving_test"},
      {"core/", "core_test"},
      {"reference/", "reference_test"},
      {"model/", "model_test"},
      {"properties/suites/free_running/", "free_running_test"},
      {"properties/", "properties_test"},
      {"fuzz/", "fuzz_test"},
  }};
  for (const auto& [folder, program] : kPrograms) {
    if (path.starts_with(folder)) return std::string(program);
  }
  return {};
}

}  // namespace properties::breaks
