// reference/reflecting/paper_succession.h -- what becomes of objects inside of one another when the
// classes of some change, on paper.
//
// An object whose class changes has a successor, and what is inside of it moves there. A class may
// make parts in its constructor. Then the successor has parts already: one of the class that an old
// part has by now takes its values; one of another class has the name that the old part, or what
// else was called so, would need.
//
// Read next: core/reflect/editing/reload.h (row S3.15).

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace reference::reflecting {

// Classes are numbers.
struct PaperFamily {
  struct Part {
    std::string name;
    std::size_t type = 0;
  };
  std::map<std::size_t, std::vector<Part>> parts = {};  // that a class makes, not theirs
  std::map<std::size_t, std::size_t> becomes = {};      // the classes that change
};

struct PaperKin {
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::string name = {};
  std::size_t type = kNone;   // none: it was made without a class, and has none that changes
  std::size_t outer = kNone;  // a place in the list, before its own
  bool is_garbage = false;    // it goes with its outer
};

enum class PaperBecomes {
  kItself,         // where it is
  kItselfInside,   // of its outer's successor
  kItselfOutside,  // its name there is a part's: it stays inside of the old outer
  kAnother,        // in its place, under its name
  kAnotherCalledOtherwise,
  kPart,  // of its outer's successor
};
inline bool HasSuccessor(PaperBecomes becomes) { return becomes >= PaperBecomes::kAnother; }

// Of each.
std::vector<PaperBecomes> Successions(const PaperFamily& family, const std::vector<PaperKin>& kin);

}  // namespace reference::reflecting
