// properties/misuse/misuse.h -- one mistake in the use of the collector, and what must be said of
// it.
//
// The words are the table's own: which call, which object, class, thread or place it names, and the
// rule that is broken, if one is. The sentence around them is core's.
//
// Read next: properties/misuse/class_misuses.cc.

#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace properties::misuse {

// What must be printed before the program ends.
struct Refusal {
  std::string_view rule = {};      // its name; empty: none is broken
  std::vector<std::string> words;  // in this order
};

struct Misuse {
  std::string name;  // a sentence: "a lock is taken by another thread"
  Refusal refusal;
  std::function<void()> wrong;
  // The same call in its right place, which is not refused; none if there is no such thing.
  std::function<void()> right = nullptr;
};

std::vector<Misuse> ClassMisuses();
std::vector<Misuse> ObjectMisuses();
std::vector<Misuse> HeapMisuses();
std::vector<Misuse> StepMisuses();
std::vector<Misuse> VerifiedMisuses();
std::vector<Misuse> ThreadMisuses();
std::vector<Misuse> NameMisuses();
std::vector<Misuse> MemoryMisuses();
std::vector<Misuse> GameMisuses();
std::vector<Misuse> EditingMisuses();

}  // namespace properties::misuse
