// core/reflect/call.h -- calls a function of an object by its name.
//
//     const std::optional<float> speed = gc::Call<float>(*door, "Open", error, 2.0f, 3);
//
// For code that knows the types of the arguments. A CallFrame is for code that does not: it
// constructs a default value for each parameter, which is then set through its ValueType, and
// destroys them.
//
// What is named wrongly does not abort: nothing is called, and `error` says why.
//
// Thread rules: as for the function. References in a frame are locals: they hold nothing.
// Read next: core/reflect/layout.h.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/reflect/cast.h"
#include "core/reflect/function.h"
#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

// The arguments and the result of one call.
class CallFrame {
 public:
  explicit CallFrame(const Function& function);
  ~CallFrame();
  CallFrame(const CallFrame&) = delete;
  CallFrame& operator=(const CallFrame&) = delete;

  // The value of a parameter or of the result, which there must be.
  void* At(const Parameter& parameter) { return bytes() + parameter.offset; }
  // May be called several times.
  void Invoke(Object& object) { function_.invoke(object, bytes()); }

 private:
  std::byte* bytes() { return reinterpret_cast<std::byte*>(memory_.data()); }

  const Function& function_;
  std::vector<std::max_align_t> memory_;
};

// The function, if the object's class has it and its types are these. `result` is null for none,
// and for one that is not asked for.
const Function* FindCallable(const Object& object, std::string_view name,
                             std::span<const ValueType* const> arguments, const ValueType* result,
                             std::string& error);

// False, or no result, if there is no such function.
template <class... Arguments>
bool Invoke(Object& object, std::string_view name, std::string& error,
            const Arguments&... arguments) {
  static constexpr std::array<const ValueType*, sizeof...(Arguments)> kTypes = {
      &kValueTypeOf<Arguments>...};
  const Function* const function = FindCallable(object, name, kTypes, nullptr, error);
  if (function == nullptr) return false;
  CallFrame frame(*function);
  std::size_t at = 0;
  ((*static_cast<Arguments*>(frame.At(function->parameters[at++])) = arguments), ...);
  frame.Invoke(object);
  return true;
}
template <class Result, class... Arguments>
std::optional<Result> Call(Object& object, std::string_view name, std::string& error,
                           const Arguments&... arguments) {
  static constexpr std::array<const ValueType*, sizeof...(Arguments)> kTypes = {
      &kValueTypeOf<Arguments>...};
  const Function* const function = FindCallable(object, name, kTypes, &kValueTypeOf<Result>, error);
  if (function == nullptr) return std::nullopt;
  CallFrame frame(*function);
  std::size_t at = 0;
  ((*static_cast<Arguments*>(frame.At(function->parameters[at++])) = arguments), ...);
  frame.Invoke(object);
  return *static_cast<const Result*>(frame.At(function->result));
}

}  // namespace GC_BUILD
}  // namespace gc
