// properties/page/page_links.h -- from a step to its rule, and from a rule to the line that upholds
// it.
//
// Read next: properties/page/trace_page.cc.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "properties/explain/explain.h"

namespace properties {

// Some lines of a source file about one that matters.
struct SourceExcerpt {
  std::string place;      // "core/pointer/object_ptr.h:109", as rows and sentences write it
  std::size_t first = 1;  // the number of the first line that is shown
  std::size_t line = 1;   // the one that matters
  std::vector<std::string> lines;
};

// The places in the sources that rows and sentences of the explanation name, each once:
// "core/pointer/object_ptr.h:109".
std::vector<std::string> PlacesIn(const Explanation& explanation);

struct NamedRule {
  std::string_view name;
  std::string_view sentence;
  std::vector<std::size_t> steps;  // whose rows lead to it, from 1
};
// The rules of core that the explanation names.
std::vector<NamedRule> RulesIn(const Explanation& explanation);

std::string RuleId(std::string_view rule);  // of the element that shows the rule
std::string SourceId(std::size_t index);    // of the element that shows the excerpt

// The text escaped, with the first mention of each rule and each place as a link to that element.
std::string LinkedHtml(const std::string& text, const std::vector<NamedRule>& rules,
                       const std::vector<SourceExcerpt>& sources);

}  // namespace properties
