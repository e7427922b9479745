// properties/tool/command_line/lua_library_option.cc -- has the loader take another library.

#include "properties/tool/command_line/lua_library_option.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "properties/subjects/lua/lua_library.h"

namespace tool {
namespace {

constexpr std::string_view kOption = "--lua-library";
constexpr const char* kPreload = "LD_PRELOAD";

std::optional<std::string> PathAskedFor(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == kOption && i + 1 < argc) return argv[i + 1];
    if (word.starts_with(kOption) && word.substr(kOption.size()).starts_with("=")) {
      return std::string(word.substr(kOption.size() + 1));
    }
  }
  return std::nullopt;
}

std::string WholePath(const std::string& path) {
  std::error_code error;
  const auto whole = std::filesystem::canonical(path, error);
  return error ? "" : whole.string();
}

bool Is(const properties::LuaLibrary& library, std::string_view version) {
  return library.release.starts_with(std::string(version) + ".");
}
bool IsOld(const properties::LuaLibrary& library) { return Is(library, "5.3"); }
bool IsNew(const properties::LuaLibrary& library) { return Is(library, "5.5"); }

}  // namespace

std::string SubjectOfLoadedLua(const std::string& name) {
  const bool plain = name == "lua", spared = name == "lua:spare-known";
  if (!plain && !spared) return name;
  const properties::LuaLibrary library = properties::LoadedLua();
  if (IsNew(library)) return kNewLua;
  if (!IsOld(library)) return name;
  return plain ? kOldLua : kOldLuaSpared;
}

std::string WhyNotLoadedLua(const std::string& name) {
  const properties::LuaLibrary library = properties::LoadedLua();
  const std::string loaded = "the loaded library is " + library.Text();
  if (name.starts_with(kNewLua)) {
    return IsNew(library) ? "" : loaded + "; a Lua 5.5 to judge is named by --lua-library PATH";
  }
  if (name.starts_with(kOldLua)) {
    return IsOld(library) ? "" : loaded + ", which --subject lua judges";
  }
  if (IsNew(library)) {
    return loaded + ", whose generational mode is not judged: --subject lua judges the other";
  }
  if (!IsOld(library)) return properties::WhyNotJudged(library).value_or("");
  return loaded +
         ", which has no generations: --subject lua judges it, and lua:spare-known makes up for "
         "its known bug";
}

void LoadLuaLibrary(int argc, char** argv) {
  const std::optional<std::string> asked = PathAskedFor(argc, argv);
  const std::string path = asked ? WholePath(*asked) : "";
  if (path.empty()) return;
  const char* const before = std::getenv(kPreload);
  const std::string others = before == nullptr ? "" : before;
  if (others == path || others.starts_with(path + ":")) return;
  setenv(kPreload, (others.empty() ? path : path + ":" + others).c_str(), 1);
  execv("/proc/self/exe", argv);
}

std::string IsLoadedLua(const std::string& path) {
  const std::string whole = WholePath(path);
  if (whole.empty()) return "there is no file " + path;
  const properties::LuaLibrary library = properties::LoadedLua();
  if (library.path == whole) return {};
  return path + " could not be loaded as a Lua library; the loaded library is " + library.Text();
}

}  // namespace tool
