#include "reference/reflecting/paper_functions.h"

#include <bit>

#include "reference/reflecting/paper_paths.h"

namespace reference::reflecting {

PaperValue Answer(Deed deed, const std::vector<PaperValue>& arguments, std::string& noted) {
  switch (deed) {
    case Deed::kSum:
      return {.number = arguments[0].number + arguments[1].number + arguments[2].number};
    case Deed::kNote:
      noted = arguments[0].text + (arguments[1].number != 0 ? "!" : "");
      return {};
    case Deed::kChoose:
      return arguments[2].number != 0 ? arguments[1] : arguments[0];
    case Deed::kSpell: {
      const std::int64_t mood = arguments[1].number;
      const std::string word = mood == 0 ? "calm" : mood == 1 ? "angry" : "gone";
      return {.text = (std::bit_cast<double>(arguments[0].number) < 0 ? "-" : "") + word};
    }
    case Deed::kHalf:
      return {.number = std::bit_cast<std::int64_t>(static_cast<double>(noted.size()) / 2)};
    case Deed::kTwice: {
      PaperValue list = arguments[0];
      list.parts.insert(list.parts.end(), arguments[0].parts.begin(), arguments[0].parts.end());
      return list;
    }
    case Deed::kForget:
      noted.clear();
      return {};
  }
  return {};
}

const PaperFunction* FindNamed(const PaperLayout& layout, const PaperFunctions& functions,
                               std::size_t type, const std::string& name) {
  for (std::size_t at = type + 1; at-- > 0;) {
    for (const PaperFunction& function : functions[at]) {
      if (function.name == name) return &function;
    }
    if (layout.are_siblings) break;
  }
  return nullptr;
}

const PaperFunction* FindCalled(const PaperLayout& layout, const PaperFunctions& functions,
                                const PaperCall& call, std::string& error) {
  const PaperFunction* const found = FindNamed(layout, functions, call.type, call.name);
  const std::string which = layout.classes[call.type].name + "::" + call.name;
  const auto said = [&](const PaperType* type) {
    return type != nullptr ? DescriptionOf(layout, *type) : "nothing";
  };
  if (found == nullptr) {
    error = "there is no function " + which;
    return nullptr;
  }
  if (call.arguments.size() != found->parameters.size()) {
    error = which + " takes " + std::to_string(found->parameters.size()) +
            " arguments, and is given " + std::to_string(call.arguments.size());
    return nullptr;
  }
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if (call.arguments[i] == found->parameters[i]) continue;
    error = which + ": '" + found->names[i] + "' is " + said(found->parameters[i]) +
            ", and is given " + said(call.arguments[i]);
    return nullptr;
  }
  if (call.result != nullptr && call.result != found->result) {
    error = which + " returns " + said(found->result) + ", not " + said(call.result);
    return nullptr;
  }
  return found;
}

}  // namespace reference::reflecting
