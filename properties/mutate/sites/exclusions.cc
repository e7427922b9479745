// properties/mutate/sites/exclusions.cc -- where no site may begin: what the compiler computes, and
// what the build that ships does not read.

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "properties/mutate/sites/source.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

bool AsksIfStopped(std::string_view part) {
  return part.ends_with("Stopped()") && part.find(' ') == part.npos;
}

bool IsForOtherBuilds(std::string_view part) {
  if (AsksIfStopped(part)) return !part.starts_with("!");
  if (part.starts_with("!") && part.find("Obeys(") != part.npos) return true;
  return IsOneOf(part, {"kFaulty", "kChecked", "kUseChecked", "!kBarriered"});
}

void Source::Exclude(std::size_t from, std::size_t to) {
  for (std::size_t at = from; at < std::min(to, tokens_.size()); ++at) tokens_[at].excluded = true;
}

void Source::LeaveToOtherBuilds(std::size_t from, std::size_t to) {
  Exclude(from, to);
  for (std::size_t at = from; at < std::min(to, tokens_.size()); ++at) {
    tokens_[at].of_other_build = true;
  }
}

// Whether a bracket holds the length of an array that is declared there: `char text[300];`.
bool Source::IsBound(std::size_t bracket) const {
  if (bracket < 2 || tokens_[bracket - 1].kind != Kind::kWord) return false;
  const Token& type = tokens_[bracket - 2];
  if (type.kind == Kind::kWord) return !IsOneOf(type.text, {"return", "delete", "throw", "else"});
  return IsOneOf(type.text, {"*", ">"}) && !type.spaced;
}

// What the compiler computes: there a switch would always be off.
void Source::ExcludeComputed() {
  for (std::size_t at = 0; at < tokens_.size(); ++at) {
    const std::string_view text = tokens_[at].text;
    if (IsOneOf(text, {"static_assert", "sizeof", "alignof", "alignas", "decltype", "GC_ASSERT",
                       "requires"})) {
      if (Is(at + 1, "(")) Exclude(at, Closing(at + 1) + 1);
    } else if (text == "constexpr" && Is(at + 1, "(")) {
      Exclude(at + 1, Closing(at + 1) + 1);
    } else if (text == "constexpr" && tokens_[at].function != kNone) {
      Exclude(at, EndOfStatement(at) + 1);
    } else if (text == "[" && IsBound(at)) {
      Exclude(at, Closing(at) + 1);
    } else if (text == "case") {
      std::size_t colon = at;
      while (!Is(colon, ":") && colon < tokens_.size()) ++colon;
      Exclude(at, colon);
    } else if (text == "[" && Is(at + 1, "[")) {
      Exclude(at, Closing(at) + 1);
    } else if (IsOneOf(text, {"using", "template", "typedef"})) {
      Exclude(at, text == "template" ? at + 1 : EndOfStatement(at) + 1);
    } else if (text == "<" && !tokens_[at].spaced && at > 0 &&
               tokens_[at - 1].kind == Kind::kWord) {
      int depth = 0;
      for (std::size_t end = at; end < tokens_.size(); ++end) {
        if (Is(end, "<")) ++depth;
        if (IsOneOf(tokens_[end].text, {";", "{"})) break;
        if (Is(end, ">") && --depth == 0) {
          Exclude(at, end + 1);
          break;
        }
      }
    }
  }
}

// A branch that the build which ships never takes.
void Source::ExcludeOtherBuilds() {
  for (std::size_t at = 0; at + 2 < tokens_.size(); ++at) {
    if (!Is(at, "if")) continue;
    const std::size_t open = Is(at + 1, "constexpr") ? at + 2 : at + 1;
    if (!Is(open, "(")) continue;
    const std::size_t close = Closing(open);
    const auto parts = Parts(open + 1, close, "&&");
    const bool other = std::ranges::any_of(parts, [&](const auto& part) {
      return IsForOtherBuilds(Written(part.first, part.second));
    });
    if (!other) continue;
    std::size_t end = close + 1;
    if (Is(end, "[")) end = Closing(end) + 1;
    LeaveToOtherBuilds(at, Is(end, "{") ? Closing(end) + 1 : EndOfStatement(end) + 1);
  }
}

namespace {

// Whether what follows an #if is read by the build that ships, on the system that builds it; or
// nothing if the condition is about neither.
std::optional<bool> IsRead(std::string_view condition) {
  const bool negated = condition.find('!') != condition.npos || condition.starts_with("#ifndef");
  for (const std::string_view other : {"TRICOLOUR_", "GC_REFLECT_TOOL"}) {
    if (condition.find(other) != condition.npos) return negated;
  }
#if defined(__unix__)
  if (condition.find("defined(__unix__)") != condition.npos) return true;
#endif
  return std::nullopt;
}

}  // namespace

// The same between directives: `#if TRICOLOUR_FAULTY`.
void Source::ExcludeDirectives() {
  struct Branch {
    bool reads = false;  // here
    bool tells = false;  // whether its condition says so
  };
  std::vector<Branch> branches;
  std::vector<bool> excluded = {false};  // by line, from 1
  for (const std::string_view line : tidy::Lines(text_)) {
    if (line.starts_with("#if")) {
      const std::optional<bool> reads = IsRead(line);
      branches.push_back({reads.value_or(true), reads.has_value()});
    } else if (line.starts_with("#else") && !branches.empty() && branches.back().tells) {
      branches.back().reads = !branches.back().reads;
    } else if (line.starts_with("#endif") && !branches.empty()) {
      branches.pop_back();
    }
    excluded.push_back(!std::ranges::all_of(branches, &Branch::reads));
  }
  for (std::size_t at = 0; at < tokens_.size(); ++at) {
    if (excluded[tokens_[at].line]) LeaveToOtherBuilds(at, at + 1);
  }
}

}  // namespace properties::mutate
