// properties/page/page_links.cc -- finds names of rules and places of sources in sentences.

#include "properties/page/page_links.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <regex>
#include <set>
#include <variant>

#include "core/rules.h"
#include "properties/page/html.h"

namespace properties {
namespace {

// Where the text has the word from `from` on, not as a part of a longer one.
std::size_t FindWord(const std::string& text, std::string_view word, std::size_t from) {
  const auto inside = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
  };
  for (std::size_t at = from; (at = text.find(word, at)) != std::string::npos; at += word.size()) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !inside(text[at - 1])) && (end == text.size() || !inside(text[end]))) return at;
  }
  return std::string::npos;
}

bool HasWord(const std::string& text, std::string_view word) {
  return FindWord(text, word, 0) != std::string::npos;
}

// The steps in which the explanation says that the rule was broken; if it says of none, the first
// guilty one, since that is what the rule is blamed for.
std::vector<std::size_t> StepsThatBroke(std::string_view rule, const Explanation& explanation) {
  std::set<std::size_t> steps;
  for (const Sentence& sentence : explanation.said) {
    for (const Claim& claim : sentence.claims) {
      const auto* const fault = std::get_if<FaultAt>(&claim);
      if (fault == nullptr || gc::EntryOf(gc::EntryOf(fault->fault).rule).name != rule) continue;
      steps.insert(fault->step + 1);
    }
  }
  if (!steps.empty()) return {steps.begin(), steps.end()};
  for (const StepRow& row : explanation.rows) {
    if (row.mark == Mark::kGuilty) return {row.number};
  }
  return {};
}

// A word of a sentence that leads somewhere.
struct Link {
  std::string word;
  std::string id;
};

}  // namespace

std::vector<std::string> PlacesIn(const Explanation& explanation) {
  static const std::regex kPlace(R"(\b[a-z_]+(/[A-Za-z0-9_]+)+\.(h|cc):[0-9]+)");
  std::vector<std::string> places;
  const auto take = [&places](const std::string& text) {
    for (std::sregex_iterator at(text.begin(), text.end(), kPlace), end; at != end; ++at) {
      if (std::ranges::find(places, at->str()) == places.end()) places.push_back(at->str());
    }
  };
  for (const StepRow& row : explanation.rows) {
    if (row.mark != Mark::kNone) take(row.where);
  }
  for (const std::string& sentence : explanation.why) take(sentence);
  for (const std::string& sentence : explanation.saves) take(sentence);
  return places;
}

std::string RuleId(std::string_view rule) { return "rule-" + std::string(rule); }
std::string SourceId(std::size_t index) { return "source-" + std::to_string(index + 1); }

std::vector<NamedRule> RulesIn(const Explanation& explanation) {
  std::string all = explanation.blame + " " + explanation.heading;
  for (const std::string& sentence : explanation.why) all += " " + sentence;
  for (const std::string& sentence : explanation.saves) all += " " + sentence;
  for (const StepRow& row : explanation.rows) {
    if (row.mark != Mark::kNone) all += " " + row.note;
  }
  std::vector<NamedRule> rules;
  for (const gc::RuleEntry& rule : gc::kRules) {
    if (!HasWord(all, rule.name)) continue;
    rules.push_back({rule.name, rule.sentence, {}});
    if (HasWord(explanation.blame, rule.name)) {
      rules.back().steps = StepsThatBroke(rule.name, explanation);
    }
  }
  return rules;
}

std::string LinkedHtml(const std::string& text, const std::vector<NamedRule>& rules,
                       const std::vector<SourceExcerpt>& sources) {
  std::vector<Link> links;
  for (const NamedRule& rule : rules) links.push_back({std::string(rule.name), RuleId(rule.name)});
  for (std::size_t i = 0; i < sources.size(); ++i) {
    links.push_back({sources[i].place, SourceId(i)});
  }
  std::string linked;
  std::size_t from = 0;
  while (!links.empty()) {
    const auto next = std::ranges::min_element(
        links, {}, [&](const Link& link) { return FindWord(text, link.word, from); });
    const std::size_t at = FindWord(text, next->word, from);
    if (at == std::string::npos) break;
    linked += EscapedHtml(text.substr(from, at - from)) + "<a href=\"#" + next->id + "\">" +
              EscapedHtml(next->word) + "</a>";
    from = at + next->word.size();
    links.erase(next);
  }
  return linked + EscapedHtml(text.substr(from));
}

}  // namespace properties
