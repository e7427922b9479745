// properties/subjects/lua/state/lua_shape.h -- the many ways in which Lua can say "a refers to b".
//
// A trace knows one kind of object and one kind of reference. Lua has tables, userdata, closures
// and threads, keys of every type, and a dozen functions that store, each with a barrier of its own
// that could be missing. A shape is a number that decides which of them a run uses, for each
// object, field and value. A choice depends on what an operation says, not on when it comes: so
// dropping other lines of a trace changes none, and a trace can be shrunk.
//
// Read next: lua_heap.h, lua_objects.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "properties/base/random.h"
#include "reference/trace/trace.h"

namespace properties {

// How an object keeps its fields.
enum class LuaKind : std::uint8_t {
  kTable,          // in the table itself, by keys of one type or of several
  kUserdata,       // in its user values
  kProxy,          // in another table, which is its __newindex
  kProxyFunction,  // in another table, by a C function that is its __newindex
  kMetatable,      // in its metatable, which some stores replace
  kAsMetatable,    // the field is the metatable itself
  kCClosure,       // in its upvalues
  kLuaClosure,     // in its closed upvalues, which some stores join with others
  kOpenClosure,    // in its upvalues, while they are variables of a suspended coroutine
  kThread,         // on a coroutine's stack
  kEphemeron,      // in a table with weak keys, some by keys that are reachable
  kKeys,           // as keys of a table
  kChain,          // at the end of a chain of other things
};
inline constexpr std::size_t kLuaKindCount = 13;
inline constexpr std::array<std::string_view, kLuaKindCount> kLuaKindWords = {
    "a table",
    "userdata",
    "a table with __newindex",
    "a table with a function as __newindex",
    "a table that keeps its fields in its metatable",
    "a table, its field the metatable",
    "a C closure",
    "a Lua closure",
    "a closure with open upvalues",
    "a coroutine",
    "a table with weak keys",
    "a table, its fields the keys",
    "the head of a chain"};
constexpr std::string_view WordOf(LuaKind kind) {
  return kLuaKindWords[static_cast<std::size_t>(kind)];
}

// The thing that holds an object if no object of the trace does.
enum class LuaCellForm : std::uint8_t {
  kReference,        // luaL_ref in the registry
  kRegistryPointer,  // lua_rawsetp in the registry
  kRegistryField,    // lua_setfield in the registry
  kGlobal,           // lua_setglobal
  kTableEntry,       // an entry of a table in the registry
  kTypeMetatable,    // an entry of the metatable of a basic type
  kCClosure,         // the upvalue of a C closure in the registry
  kLuaClosure,       // the upvalue of a Lua closure in the registry
  kUserdata,         // the user value of a userdata in the registry
  kCoroutine,        // the stack of a coroutine of its own
};
inline constexpr std::size_t kLuaCellFormCount = 10;

// The form of a weak reference.
enum class LuaWeakForm : std::uint8_t {
  kValue,       // the value of a table with weak values
  kNamedValue,  // the same, by a string as key
  kBothValue,   // the value of a table with weak keys and values
  kBothSelf,    // key and value of such a table
  kBothKey,     // the key of such a table
  kKey,         // the key of a table with weak keys
  kKeySelf,     // key and value of such a table: it must not hold itself
};
inline constexpr std::size_t kLuaWeakFormCount = 7;
inline constexpr std::size_t kLuaWeakValueForms = 4;  // cleared before finalizers

// What an object's finalizer does besides being noticed.
enum class LuaFinalizer : std::uint8_t {
  kNone,
  kPlain,
  kRevives,    // keeps the object until the next cycle begins
  kRepeats,    // does the same, and asks once to be called again
  kAllocates,  // makes unreachable objects, and tables that grow
};

// The functions and situations that a random run has to meet; a test counts them.
enum class LuaPath : std::uint8_t {
  kRawSet,
  kRawSetInteger,
  kRawSetPointer,
  kSetField,
  kSetInteger,
  kSetTable,
  kSetGlobal,
  kSetByNext,
  kNewIndexTable,
  kNewIndexFunction,
  kSetUserValue,
  kSetMetatable,
  kNamedMetatable,
  kSetTypeMetatable,
  kSetUpvalueOfC,
  kSetUpvalueOfLua,
  kCopyToUpvalue,
  kReplaceUpvalue,
  kLuaAssignment,
  kLuaUpvalueAssignment,
  kSetOpenUpvalue,
  kJoinUpvalue,
  kCloseUpvalues,
  kMoveBetweenStacks,
  kCopyOnStack,
  kReference,
  kUnreference,
  kNewKey,
  kEphemeronValue,
  kNewChain,
  kFillTable,
  kEmptyTable,
  kFinalizer,
  kLateFinalizer,
  kNewMetatable,
  kRevival,
  kRepeatedFinalizer,
  kWeakValues,
  kWeakKeys,
  kWeakBoth,
  kNewWeakMetatable,
  kEmergency,
  kEmergencyInStore,
  kChangeOfMode,
  kLuaFieldAssignment,
  kLuaIndexAssignment,
  kLuaGlobalAssignment,
  kLuaList,
  kLoadSource,
  kLoadBinary,
  kWeakStrings,
  kLetCoroutineGo,
  kClosing,
  kRefillChain,
  kRawAccess,
  kStackSlot,
  kWeakRead,
  kSingleStep,
  kYoungCollection,
  kWholeCollection,
};
inline constexpr std::size_t kLuaPathCount = 60;
inline constexpr std::array<std::string_view, kLuaPathCount> kLuaPathWords = {
    "lua_rawset",
    "lua_rawseti",
    "lua_rawsetp",
    "lua_setfield",
    "lua_seti",
    "lua_settable",
    "lua_setglobal",
    "store while lua_next",
    "__newindex table",
    "__newindex function",
    "lua_setiuservalue",
    "lua_setmetatable",
    "lua_setmetatable to an object",
    "lua_setmetatable of a type",
    "lua_setupvalue of a C closure",
    "lua_setupvalue of a Lua closure",
    "lua_copy to an upvalue",
    "lua_replace of an upvalue",
    "assignment in Lua",
    "assignment to an upvalue in Lua",
    "lua_setupvalue of an open upvalue",
    "lua_upvaluejoin",
    "closing upvalues",
    "lua_xmove",
    "lua_copy",
    "luaL_ref",
    "luaL_unref",
    "key of a table",
    "value of an ephemeron",
    "chain of holders",
    "filling a table",
    "emptying a table",
    "finalizer",
    "late finalizer",
    "metatable replaced",
    "revival",
    "finalizer called again",
    "weak values",
    "weak keys",
    "weak keys and values",
    "weak table's metatable replaced",
    "emergency collection",
    "emergency in an operation",
    "change of mode",
    "assignment to a field in Lua",
    "assignment to a small index in Lua",
    "assignment to a global in Lua",
    "list in Lua",
    "loading source",
    "loading a binary",
    "strings in a weak table",
    "letting a coroutine go",
    "closing Lua",
    "end of a chain",
    "counted, not stored",
    "slot of the stack",
    "lua_next on a weak table",
    "single steps",
    "young collection",
    "LUA_GCCOLLECT"};
constexpr std::string_view WordOf(LuaPath path) {
  return kLuaPathWords[static_cast<std::size_t>(path)];
}

// How often each function or situation occurred.
using LuaPathCounts = std::array<std::uint64_t, kLuaPathCount>;
// The words of those that occurred in between: "lua_rawset, weak keys".
std::string PathsTaken(const LuaPathCounts& before, const LuaPathCounts& after);

// The choices of a run. The same question always gets the same answer.
class LuaShape {
 public:
  // The subject of a choice, so that two choices about the same thing are independent.
  enum class About : std::uint8_t {
    kRun,
    kKind,
    kHost,
    kKeys,
    kStore,
    kChurn,
    kFinalizer,
    kCell,
    kWeak,
    kCollect,
    kLink,
    kEmergency,
    kBystander
  };

  explicit constexpr LuaShape(std::uint64_t seed = 0) : seed_(seed) {}
  constexpr std::uint64_t seed() const { return seed_; }

  // A choice: a number below `bound`.
  constexpr std::uint32_t Choose(About about, std::uint32_t bound, std::uint64_t a = 0,
                                 std::uint64_t b = 0, std::uint64_t c = 0) const {
    std::uint64_t mixed = Mix(seed_ ^ (static_cast<std::uint64_t>(about) << 56));
    mixed = Mix(mixed ^ a);
    mixed = Mix(mixed ^ (b << 20) ^ (c << 40));
    return static_cast<std::uint32_t>(((mixed >> 32) * bound) >> 32);
  }

  // Whether objects of this run may have finalizers. While a finalizer is called, weak keys still
  // find its object and weak values do not, but a trace has one kind of weak reference. So a run
  // has either finalizers or weak keys that are read.
  constexpr bool Finalizers() const { return Choose(About::kRun, 2) == 0; }

  // Whether allocations of this run may fail in the middle of an operation of the mutator.
  constexpr bool Emergencies() const { return Choose(About::kRun, 4, 2) == 0; }

  // Whether a tick of so many units works on what no object refers to (lua_bystanders.h).
  constexpr bool HasBystanders(std::uint32_t units) const {
    return Choose(About::kRun, 3, 3) == 0 && Choose(About::kBystander, 2, units) == 0;
  }
  // Whether, in this run, Lua is closed after its `collects`-th whole collection, and what it
  // leaves behind is counted.
  constexpr bool Closes(std::uint32_t collects) const {
    return collects < 3 && Choose(About::kRun, 8, 4) == 0;
  }

  LuaKind KindOf(reference::Name object, std::uint32_t fields) const;
  LuaFinalizer FinalizerOf(reference::Name object) const;
  LuaCellForm CellFormOf(std::uint32_t key) const;
  LuaWeakForm WeakFormOf(std::uint32_t weak, reference::Name target) const;

 private:
  std::uint64_t seed_;
};

}  // namespace properties
