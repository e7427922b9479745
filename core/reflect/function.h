// core/reflect/function.h -- a member function that is called by name, with packed arguments.
//
// A script has the name of a function and values that it has computed; it cannot make a call that
// the compiler checks. So a Function says of each parameter its name, its type and its place in a
// frame: the arguments one behind the other, as a struct of them would be laid out, and the result
// at the end. Invoke reads the arguments from the frame and writes the result into it (S4.7).
//
//     float Door::Open(float speed, int times)      frame: speed at 0, times at 4, result at 8
//
// Arguments are values in the frame's memory, constructed by the caller: Call does so for code that
// knows the types, and a Frame for code that does not.
//
// Thread rules: constant; a call has the rules of the function that is called.
// Read next: core/reflect/call.h.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/object/class.h"
#include "core/reflect/value_types.h"

namespace gc {
inline namespace GC_BUILD {

struct Parameter {
  const char* name = "";
  const ValueType* type = nullptr;
  std::uint32_t offset = 0;  // bytes from the start of the frame
};

struct Function {
  const char* name = "";
  std::span<const Parameter> parameters = {};
  Parameter result = {};  // its type is null if there is none
  std::uint32_t frame_bytes = 0;
  void (*invoke)(Object& object, std::byte* frame) = nullptr;
  std::span<const Metadata> metadata = {};
};

// Where values of these types are in a frame.
template <class... Values>
struct FrameLayout {
  static constexpr std::size_t kCount = sizeof...(Values);
  static constexpr std::size_t kAlignment = std::max({std::size_t{1}, alignof(Values)...});
  static constexpr std::array<std::uint32_t, kCount + 1> kOffsets = [] {
    std::array<std::uint32_t, kCount + 1> offsets{};
    const std::array<std::size_t, kCount> sizes = {sizeof(Values)...};
    const std::array<std::size_t, kCount> alignments = {alignof(Values)...};
    std::size_t at = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      at = (at + alignments[i] - 1) / alignments[i] * alignments[i];
      offsets[i] = static_cast<std::uint32_t>(at);
      at += sizes[i];
    }
    offsets[kCount] = static_cast<std::uint32_t>((at + kAlignment - 1) / kAlignment * kAlignment);
    return offsets;
  }();
};
template <>
struct FrameLayout<> {
  static constexpr std::size_t kCount = 0;
  static constexpr std::size_t kAlignment = 1;
  static constexpr std::array<std::uint32_t, 1> kOffsets = {0};
};

// What an argument is in a frame: a value. A reference to const is a value too.
template <class Argument>
struct Framed {
  using Value = std::remove_cvref_t<Argument>;
  static_assert(!std::is_lvalue_reference_v<Argument> ||
                    std::is_const_v<std::remove_reference_t<Argument>>,
                "a function that is called by name takes values or references to const");
};

// The parts of a member function's type.
template <class Member>
struct MemberFunction;
template <class T, class Result, class... Arguments>
struct MemberFunction<Result (T::*)(Arguments...)> {
  using Owner = T;
  using Returned = std::remove_cvref_t<Result>;
  using Values = std::tuple<typename Framed<Arguments>::Value...>;
};
template <class T, class Result, class... Arguments>
struct MemberFunction<Result (T::*)(Arguments...) noexcept>
    : MemberFunction<Result (T::*)(Arguments...)> {};
template <class T, class Result, class... Arguments>
struct MemberFunction<Result (T::*)(Arguments...) const>
    : MemberFunction<Result (T::*)(Arguments...)> {};
template <class T, class Result, class... Arguments>
struct MemberFunction<Result (T::*)(Arguments...) const noexcept>
    : MemberFunction<Result (T::*)(Arguments...)> {};

template <auto kMember, class Values>
struct FunctionMaker;
template <auto kMember, class... Values>
struct FunctionMaker<kMember, std::tuple<Values...>> {
  using Member = MemberFunction<decltype(kMember)>;
  using Result = typename Member::Returned;
  static_assert((std::is_default_constructible_v<Values> && ...) &&
                    (std::is_void_v<Result> || std::is_default_constructible_v<Result>),
                "a frame begins with default values, so parameters and result must have one");
  static constexpr bool kReturns = !std::is_void_v<Result>;
  // What has no result has none in its frame.
  using Layout = typename decltype([] {
    if constexpr (kReturns) {
      return std::type_identity<FrameLayout<Values..., Result>>{};
    } else {
      return std::type_identity<FrameLayout<Values...>>{};
    }
  }())::type;

  template <std::size_t... kAt>
  static void Invoke(Object& object, std::byte* frame, std::index_sequence<kAt...>) {
    auto& self = static_cast<typename Member::Owner&>(object);
    const auto call = [&]() -> decltype(auto) {
      return (self.*kMember)(*reinterpret_cast<Values*>(frame + Layout::kOffsets[kAt])...);
    };
    if constexpr (kReturns) {
      *reinterpret_cast<Result*>(frame + Layout::kOffsets[sizeof...(Values)]) = call();
    } else {
      call();
    }
  }

  static constexpr std::array<const ValueType*, sizeof...(Values)> kTypes = {
      &kValueTypeOf<Values>...};
};

template <auto kMember>
Function MakeFunction(const char* name, std::span<const char* const> names,
                      std::span<const Metadata> metadata) {
  using Member = MemberFunction<decltype(kMember)>;
  using Maker = FunctionMaker<kMember, typename Member::Values>;
  using Layout = typename Maker::Layout;
  constexpr std::size_t kParameters = std::tuple_size_v<typename Member::Values>;
  static_assert(Layout::kAlignment <= alignof(std::max_align_t),
                "an argument of a larger alignment has no place in a frame");
  Function function;
  function.name = name;
  if constexpr (kParameters != 0) {
    // Never freed, as a description is not.
    auto& parameters = *new std::array<Parameter, kParameters>;
    for (std::size_t i = 0; i < kParameters; ++i) {
      parameters[i] = {.name = names[i], .type = Maker::kTypes[i], .offset = Layout::kOffsets[i]};
    }
    function.parameters = parameters;
  }
  if constexpr (Maker::kReturns) {
    function.result = {.name = "result",
                       .type = &kValueTypeOf<typename Maker::Result>,
                       .offset = Layout::kOffsets[kParameters]};
  }
  function.frame_bytes = Layout::kOffsets[Layout::kCount];
  function.invoke = [](Object& object, std::byte* frame) {
    Maker::Invoke(object, frame,
                  std::make_index_sequence<std::tuple_size_v<typename Member::Values>>{});
  };
  function.metadata = metadata;
  return function;
}

template <auto kMember>
inline constexpr std::size_t kParametersOf =
    std::tuple_size_v<typename MemberFunction<decltype(kMember)>::Values>;

// The description of a member function. `names` has one name for each parameter, and outlives it.
template <auto kMember, std::size_t kNames>
Function FunctionOf(const char* name, const char* const (&names)[kNames],
                    std::span<const Metadata> metadata = {}) {
  static_assert(kNames == kParametersOf<kMember>, "each parameter must have a name");
  return MakeFunction<kMember>(name, std::span<const char* const>(names), metadata);
}
template <auto kMember>
Function FunctionOf(const char* name, std::span<const Metadata> metadata = {}) {
  static_assert(kParametersOf<kMember> == 0, "each parameter must have a name");
  return MakeFunction<kMember>(name, {}, metadata);
}

}  // namespace GC_BUILD
}  // namespace gc
