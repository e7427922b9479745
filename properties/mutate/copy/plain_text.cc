// properties/mutate/copy/plain_text.cc -- each edit as the text that stands there while it is on.

#include "properties/mutate/copy/plain_text.h"

#include <algorithm>
#include <vector>

namespace properties::mutate {

namespace {

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// The switch, switched on for good, in words that C has too.
std::string SwitchedOn(const std::string& text) {
  return Replaced(Replaced(text, "@", "1"), "static_cast<bool>", "!!");
}

}  // namespace

bool IsPlain(const Site& site) {
  return std::ranges::none_of(site.edits, [](const Edit& edit) {
    return edit.before.find("tricolour_mutants") != edit.before.npos;
  });
}

std::string WithMistake(const tidy::File& file, const Site& site) {
  std::vector<Edit> edits = site.edits;
  std::ranges::sort(edits, {}, &Edit::begin);
  std::string text;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    text += file.text.substr(at, edit.begin - at) + SwitchedOn(edit.before);
    if (!edit.replaces) text += file.text.substr(edit.begin, edit.end - edit.begin);
    text += SwitchedOn(edit.after);
    at = edit.end;
  }
  return text + file.text.substr(at);
}

}  // namespace properties::mutate
