// properties/mutate/sites/other_builds.cc -- who mentions which function, and whether that is read
// by the build which ships.

#include "properties/mutate/sites/other_builds.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

#include "properties/mutate/sites/operators.h"
#include "properties/mutate/sites/source.h"

namespace properties::mutate {
namespace {

std::string LastOf(const std::string& name) {
  const std::size_t at = name.rfind("::");
  return at == name.npos ? name : name.substr(at + 2);
}

struct Mentions {
  bool by_other_builds = false;     // some are where another build calls it
  bool elsewhere = false;           // some are outside of functions, or outside of the collector
  std::set<std::string> functions;  // that mention it otherwise
};
using ByName = std::map<std::string, Mentions>;

// Outside of a function there are declarations, and addresses that are taken.
void ReadCollector(const Source& source, std::set<std::string>& defined, ByName& mentions) {
  for (const Function& function : source.functions()) defined.insert(LastOf(function.name));
  const auto& tokens = source.tokens();
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const Token& token = tokens[at];
    if (token.kind != Kind::kWord) continue;
    const bool called = source.Is(at + 1, "(");
    const std::string name(token.text);
    if (token.function == kNone) {
      if (!called) mentions[name].elsewhere = true;
      continue;
    }
    const std::string in = LastOf(source.functions()[token.function].name);
    if (in == name) continue;
    if (token.of_other_build) {
      mentions[name].by_other_builds = true;
    } else {
      mentions[name].functions.insert(in);
    }
  }
}

// Without what stands in quotes.
std::string WithoutStrings(const std::string& text) {
  std::string rest;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = text[at] == '"' && (at == 0 || text[at - 1] != '\'');
    std::size_t end = begins ? at + 1 : text.size();
    while (end < text.size() && text[end] != '"' && text[end] != '\n') {
      end += text[end] == '\\' ? 2 : 1;
    }
    if (end < text.size()) at = end;
    rest += text[at];
  }
  return rest;
}

// Every word of a test, or of another room, may be a call; but not one in a string, where tables of
// the model name functions.
void ReadOthers(const std::string& whole, ByName& mentions) {
  const std::string text = WithoutStrings(whole);
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (auto at = text.begin(); at != text.end();) {
    at = std::find_if(at, text.end(), in_word);
    const auto end = std::find_if_not(at, text.end(), in_word);
    const auto known = mentions.find(std::string(at, end));
    if (known != mentions.end()) known->second.elsewhere = true;
    at = end;
  }
}

}  // namespace

std::set<std::string> OfOtherBuilds(const tidy::Tree& tree) {
  std::set<std::string> defined;
  ByName mentions;
  for (const tidy::File& file : tree) {
    if (IsOfCore(file.path)) ReadCollector(Source(file.text), defined, mentions);
  }
  for (const tidy::File& file : tree) {
    const bool is_code = file.path.ends_with(".cc") || file.path.ends_with(".h");
    if (is_code && !IsOfCore(file.path)) ReadOthers(file.text, mentions);
  }
  std::set<std::string> found;
  for (bool more = true; more;) {
    more = false;
    for (const auto& [name, by] : mentions) {
      if (!defined.contains(name) || by.elsewhere || found.contains(name)) continue;
      if (!by.by_other_builds && by.functions.empty()) continue;
      if (!std::ranges::includes(found, by.functions)) continue;
      found.insert(name);
      more = true;
    }
  }
  return found;
}

}  // namespace properties::mutate
