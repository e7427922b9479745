#include "properties/subjects/lua/state/lua_shape.h"

#include "properties/subjects/lua/state/lua_versions.h"

namespace properties {

namespace {

// The source text of Lua closures has so many variables.
constexpr std::uint32_t kVariables = 8;

}  // namespace

std::string PathsTaken(const LuaPathCounts& before, const LuaPathCounts& after) {
  std::string text;
  for (std::size_t i = 0; i < kLuaPathCount; ++i) {
    if (after[i] == before[i]) continue;
    text += (text.empty() ? "" : ", ") + std::string(kLuaPathWords[i]);
  }
  return text;
}

LuaKind LuaShape::KindOf(reference::Name object, std::uint32_t fields) const {
  // The objects of a run are all of one kind, half of one kind, or mixed: some losses need two of a
  // kind.
  const std::uint32_t mixture = Choose(About::kRun, 4, 1);
  std::uint32_t kind = Choose(About::kKind, kLuaKindCount, object + 1);
  if (mixture == 0 || (mixture == 1 && Choose(About::kKind, 2, object + 1, 1) == 0)) {
    kind = Choose(About::kKind, kLuaKindCount);
  }
  const auto chosen = static_cast<LuaKind>(kind);
  const bool of_lua = chosen == LuaKind::kLuaClosure || chosen == LuaKind::kOpenClosure;
  if (of_lua && fields > kVariables) return LuaKind::kTable;
  if (chosen == LuaKind::kKeys && fields > 62) return LuaKind::kTable;
  if (chosen == LuaKind::kUserdata && fields > kMostUserValues) return LuaKind::kTable;
  return chosen;
}

LuaFinalizer LuaShape::FinalizerOf(reference::Name object) const {
  if (!Finalizers() || Choose(About::kFinalizer, 2, object + 1) == 0) return LuaFinalizer::kNone;
  return static_cast<LuaFinalizer>(1 + Choose(About::kFinalizer, 4, object + 1, 1));
}

LuaCellForm LuaShape::CellFormOf(std::uint32_t key) const {
  return static_cast<LuaCellForm>(Choose(About::kCell, kLuaCellFormCount, key + 1));
}

LuaWeakForm LuaShape::WeakFormOf(std::uint32_t weak, reference::Name target) const {
  const std::size_t forms = Finalizers() ? kLuaWeakValueForms : kLuaWeakFormCount;
  return static_cast<LuaWeakForm>(
      Choose(About::kWeak, static_cast<std::uint32_t>(forms), weak + 1, target + 1));
}

}  // namespace properties
