// core/reflect/call.cc -- makes frames, and checks what is to be called.

#include "core/reflect/call.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

template <class Visit>
void ForEachInFrame(const Function& function, Visit&& visit) {
  for (const Parameter& parameter : function.parameters) visit(parameter);
  if (function.result.type != nullptr) visit(function.result);
}

}  // namespace

CallFrame::CallFrame(const Function& function)
    : function_(function), memory_(function.frame_bytes / sizeof(std::max_align_t) + 1) {
  ForEachInFrame(function_,
                 [this](const Parameter& each) { each.type->operations.construct(At(each)); });
}

CallFrame::~CallFrame() {
  ForEachInFrame(function_,
                 [this](const Parameter& each) { each.type->operations.destroy(At(each)); });
}

const Function* FindCallable(const Object& object, std::string_view name,
                             std::span<const ValueType* const> arguments, const ValueType* result,
                             std::string& error) {
  const Class& type = ClassOf(object);
  const Function* const function =
      type.reflection != nullptr ? type.reflection->FindFunction(name) : nullptr;
  const std::string which = std::string(type.name) + "::" + std::string(name);
  if (function == nullptr) {
    error = "there is no function " + which;
    return nullptr;
  }
  if (arguments.size() != function->parameters.size()) {
    error = which + " takes " + std::to_string(function->parameters.size()) +
            " arguments, and is given " + std::to_string(arguments.size());
    return nullptr;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = function->parameters[i];
    if (parameter.type == arguments[i]) continue;
    error = which + ": '" + parameter.name + "' is " + DescriptionOf(*parameter.type) +
            ", and is given " + DescriptionOf(*arguments[i]);
    return nullptr;
  }
  if (result != nullptr && function->result.type != result) {
    error = which + " returns " +
            (function->result.type != nullptr ? DescriptionOf(*function->result.type) : "nothing") +
            ", not " + DescriptionOf(*result);
    return nullptr;
  }
  return function;
}

}  // namespace GC_BUILD
}  // namespace gc
