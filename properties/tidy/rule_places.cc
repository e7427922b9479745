// properties/tidy/rule_places.cc -- reads the names in core/rules.h and core/faults.h, and looks
// them up in core.

#include "properties/tidy/rule_places.h"

#include <algorithm>
#include <cctype>

#include "core/faults.h"

namespace properties::tidy {

namespace {

constexpr std::string_view kRulesFile = "core/rules.h";
constexpr std::string_view kFaultsFile = "core/faults.h";

bool IsWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Whether the line has the word in its code, not in a comment.
bool HasWord(std::string_view line, std::string_view word) {
  line = line.substr(0, line.find("//"));
  for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (end == line.size() || !IsWordCharacter(line[end])) return true;
  }
  return false;
}

struct Enumerator {
  std::string name;
  std::size_t line = 0;
  std::string_view path = {};
};

// The enumerators of an enumeration, in order.
std::vector<Enumerator> EnumeratorsOf(const std::string& enumeration, std::string_view path,
                                      const Tree& tree) {
  std::vector<Enumerator> enumerators;
  const auto file = std::ranges::find(tree, path, &File::path);
  if (file == tree.end()) return enumerators;
  bool inside = false;
  std::size_t number = 0;
  for (std::string_view line : Lines(file->text)) {
    ++number;
    if (line.starts_with("enum class " + enumeration + " ")) {
      inside = true;
    } else if (line.starts_with("};")) {
      inside = false;
    } else if (inside) {
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      if (!line.starts_with('k')) continue;
      enumerators.push_back({std::string(line.substr(0, line.find(','))), number, path});
    }
  }
  return enumerators;
}

// Whether a file below one of the folders has the word in its code; tests do not count.
bool IsSaidBelow(const Tree& tree, const std::vector<std::string_view>& folders,
                 std::string_view word) {
  return std::ranges::any_of(tree, [&](const File& file) {
    if (IsTest(file.path) || file.path == kRulesFile || file.path == kFaultsFile) return false;
    if (std::ranges::none_of(folders, [&](auto folder) { return file.path.starts_with(folder); })) {
      return false;
    }
    return std::ranges::any_of(Lines(file.text), [&](auto line) { return HasWord(line, word); });
  });
}

}  // namespace

std::vector<Finding> MissingFromTheirPlaces(const Tree& tree) {
  static const std::vector<std::string_view> upholding = {
      "core/base/",    "core/object/",  "core/population/", "core/memory/",
      "core/pointer/", "core/cluster/", "core/purge/",      "core/mark/",
      "core/collect/", "core/heap/",    "core/schedule/"};
  static const std::vector<std::string_view> verifying = {"core/inspect/verify/verif"};
  std::vector<Finding> findings;
  const auto find = [&](const Enumerator& about, const std::string& message) {
    findings.push_back({std::string(about.path), about.line, about.name + message});
  };

  const std::vector<Enumerator> rules = EnumeratorsOf("Rule", kRulesFile, tree);
  const std::vector<Enumerator> faults = EnumeratorsOf("Fault", kFaultsFile, tree);
  if (rules.size() != gc::kRuleCount)
    find({.name = {}, .path = kRulesFile}, "the enumerators of Rule cannot be read");
  if (faults.size() != gc::kFaultCount)
    find({.name = {}, .path = kFaultsFile}, "the enumerators of Fault cannot be read");
  if (!findings.empty()) return findings;

  for (std::size_t i = 0; i < rules.size(); ++i) {
    const std::string word = "Rule::" + rules[i].name;
    const bool has_clause = IsSaidBelow(tree, verifying, word);
    const bool has_reason = !gc::kRules[i].no_clause_because.empty();
    if (!IsSaidBelow(tree, upholding, word)) find(rules[i], " is upheld by no code of core");
    if (!has_clause && !has_reason) find(rules[i], " has no clause in the verifier, and no reason");
    if (has_clause && has_reason) find(rules[i], " has a clause, and a reason to have none");
  }
  for (const Enumerator& fault : faults) {
    if (!IsSaidBelow(tree, upholding, "Fault::" + fault.name)) {
      find(fault, " is committed by no code of core");
    }
  }
  return findings;
}

}  // namespace properties::tidy
