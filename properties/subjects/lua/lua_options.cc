// properties/subjects/lua/lua_options.cc -- the ways of judging Lua, as words: "lua:generational".

#include <string>

#include "properties/subjects/lua/lua_known.h"
#include "properties/subjects/lua/lua_subject.h"

namespace properties {

namespace {

constexpr std::string_view kMend = "mend-";

// The known bug of which the word says that it is mended.
const LuaKnownBug* BugMendedBy(std::string_view word) {
  if (!word.starts_with(kMend)) return nullptr;
  for (const LuaKnownBug& bug : LuaKnownBugs()) {
    if (bug.name == word.substr(kMend.size())) return &bug;
  }
  return nullptr;
}

}  // namespace

std::optional<LuaOptions> LuaOptionsFrom(std::string_view specification) {
  if (!specification.starts_with("lua")) return std::nullopt;
  specification.remove_prefix(3);
  if (specification.empty()) return LuaOptions{};
  if (specification.front() != ':') return std::nullopt;
  specification.remove_prefix(1);
  LuaOptions options;
  while (true) {
    const std::string_view word = specification.substr(0, specification.find(','));
    if (word == "generational") {
      options.generational = true;
    } else if (word == "spare-known") {
      options.mended = LuaBugSet::All();
    } else if (const LuaKnownBug* const bug = BugMendedBy(word)) {
      options.mended.Add(bug->bug);
    } else {
      return std::nullopt;
    }
    if (word.size() == specification.size()) return options;
    specification.remove_prefix(word.size() + 1);
  }
}

std::string SpecificationOf(const LuaOptions& options) {
  std::string text = "lua";
  const auto add = [&text](std::string_view word) {
    text += text.size() == 3 ? ':' : ',';
    text += word;
  };
  if (options.generational) add("generational");
  if (options.mended == LuaBugSet::All()) {
    add("spare-known");
    return text;
  }
  for (const LuaKnownBug& bug : LuaKnownBugs()) {
    if (options.mended.Has(bug.bug)) add(std::string(kMend) + std::string(bug.name));
  }
  return text;
}

}  // namespace properties
