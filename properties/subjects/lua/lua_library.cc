#include "properties/subjects/lua/lua_library.h"

#include <dlfcn.h>
#include <lua.hpp>

#include <charconv>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace properties {

namespace {

// The text behind "Lua " in what the library says of itself, up to the next blank.
std::string ReleaseIn(std::string_view ident) {
  constexpr std::string_view kBefore = "Lua ";
  const std::size_t at = ident.rfind(kBefore, ident.find("Copyright"));
  if (at == std::string_view::npos) return {};
  const std::string_view rest = ident.substr(at + kBefore.size());
  return std::string(rest.substr(0, rest.find(' ')));
}

// The whole path of the file, without links.
std::string PathOf(const char* file) {
  const std::unique_ptr<char, void (*)(void*)> whole(realpath(file, nullptr), std::free);
  return whole == nullptr ? file : whole.get();
}

}  // namespace

std::string LuaLibrary::Text() const {
  return "Lua " + (release.empty() ? "of an unknown release" : release) +
         (path.empty() ? "" : " of " + path);
}

// The library is asked by a variable that every version has, before any of its functions is called:
// those of another version may take other arguments.
//
// In a shared library of its own the adapter calls the Lua that this library is bound to: that need
// not be the first of the process.
LuaLibrary LoadedLua() {
  LuaLibrary library;
#ifdef TRICOLOUR_LUA_IN_LIBRARY
  const void* volatile const bound = lua_ident;  // known to be there, and not to the compiler
  const void* const ident = bound;
#else
  const void* const ident = dlsym(RTLD_DEFAULT, "lua_ident");
#endif
  if (ident != nullptr) library.release = ReleaseIn(static_cast<const char*>(ident));
  Dl_info info = {};
  const void* const known = ident != nullptr ? ident : reinterpret_cast<const void*>(&lua_newstate);
  if (dladdr(known, &info) != 0 && info.dli_fname != nullptr) library.path = PathOf(info.dli_fname);
  return library;
}

std::optional<std::string> WhyNotJudged(const LuaLibrary& library) {
  if (ReleaseNumber(library.release)) return std::nullopt;
  return "the loaded library is " + library.Text() + ", and this adapter was built for Lua " +
         LUA_VERSION_MAJOR "." LUA_VERSION_MINOR;
}

std::optional<int> ReleaseNumber(const std::string& release) {
  constexpr std::string_view kVersion = LUA_VERSION_MAJOR "." LUA_VERSION_MINOR ".";
  if (!release.starts_with(kVersion)) return std::nullopt;
  int number = 0;
  const char* const end = release.data() + release.size();
  const auto [at, error] = std::from_chars(release.data() + kVersion.size(), end, number);
  return error == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

}  // namespace properties
