// reference/reflecting/paper_functions.h -- functions that are called by name, on paper.
//
// Read next: reference/reflecting/paper_paths.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/reflecting/paper_values.h"

namespace reference::reflecting {

// What a function does. One text is common to all: what was noted last.
enum class Deed : std::uint8_t {
  kSum,     // of three integers
  kNote,    // a text, with "!" if a flag is set
  kChoose,  // the second of two objects if a flag is set, else the first
  kSpell,   // "calm", "angry" or "gone", and "-" before it for a number below zero
  kHalf,    // of the length of the noted text
  kTwice,   // a list, and behind it the same again
  kForget,  // the noted text
};
inline constexpr std::size_t kDeeds = 7;
PaperValue Answer(Deed deed, const std::vector<PaperValue>& arguments, std::string& noted);

struct PaperFunction {
  std::string name = {};
  Deed deed = Deed::kSum;
  std::vector<std::string> names = {};            // of its parameters
  std::vector<const PaperType*> parameters = {};  // their types
  const PaperType* result = nullptr;              // null: none
};
// The functions of each class of a layout.
using PaperFunctions = std::vector<std::vector<PaperFunction>>;

// What is asked for, and of an object of which class.
struct PaperCall {
  std::size_t type = 0;
  std::string name = {};
  std::vector<const PaperType*> arguments = {};
  const PaperType* result = nullptr;  // null: not asked for
};
// The function of the class, or of the nearest one above, if it takes exactly this. Else null, and
// a sentence.
const PaperFunction* FindCalled(const PaperLayout& layout, const PaperFunctions& functions,
                                const PaperCall& call, std::string& error);
// By its name only; null if there is none.
const PaperFunction* FindNamed(const PaperLayout& layout, const PaperFunctions& functions,
                               std::size_t type, const std::string& name);

}  // namespace reference::reflecting
