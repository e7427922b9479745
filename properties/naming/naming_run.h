// properties/naming/naming_run.h -- names, outers and classes of core, held against a table on
// paper.
//
// A judged heap has objects with names, but no classes made while the program runs, no outers and
// no templates: its objects are made by numbers. So what core's factory makes and what its look-ups
// answer is judged by runs of their own. After each operation all look-ups are asked: by name, by
// path, by class, by outer, and by selection; and all values are read. While marking nothing is
// asked, since a look-up would keep what it answers. Soft and lazy pointers hold paths of things:
// they are read by verbs of their own, while marking too.
//
// An operation that cannot be done is skipped for both, so that any operation may be left out when
// a run is made shorter.
//
//     make 0 1 2 3      a thing of class 0 in thing 1 with name 2 and the values of thing 3
//
// Read next: reference/naming/paper_names.h, properties/naming/named_heap.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "properties/base/paper_run.h"

namespace properties::naming {

enum class NamingVerb : std::uint8_t {
  kMake,        // class, outer, name, values: a number that is no thing's stands for none
  kDerive,      // class: a class derived from it
  kReserve,     // class, outer, name: its constructor runs later
  kConstruct,   // thing
  kAbandon,     // thing
  kRename,      // thing, outer, name
  kUnroot,      // thing
  kForget,      // class: nothing holds it any longer, but its instances
  kSet,         // thing, value
  kSetPart,     // thing, value: of its part
  kSetDefault,  // class, value: of its default object
  kSetDefaultPart,
  kLink,        // thing, thing
  kLinkPart,    // thing, thing: to its part
  kLinkLazily,  // thing, thing: by its path
  kResolve,     // thing: what it is linked to lazily
  kPoint,       // soft pointer, thing: by its path
  kReadSoft,    // soft pointer
  kLoadSoft,    // soft pointer: what is not there is made, if its path says where
  kDropSoft,    // soft pointer
  kCollect,
  kStart,
  kTick,  // units
};
inline constexpr std::size_t kNamingVerbs = 23;
inline constexpr std::array<std::string_view, kNamingVerbs> kNamingWords = {
    "make",      "derive",    "reserve",     "construct", "abandon",     "rename",
    "unroot",    "forget",    "set",         "set-part",  "set-default", "set-default-part",
    "link",      "link-part", "link-lazily", "resolve",   "point",       "read-soft",
    "load-soft", "drop-soft", "collect",     "start",     "tick"};

struct NamingOperation {
  NamingVerb verb = NamingVerb::kCollect;
  std::array<std::uint8_t, 4> numbers{};
};
using NamingRun = std::vector<NamingOperation>;

using NamingVerdict = PaperVerdict;

// For tests: what the subject answers wrong, to see that it is noticed.
enum class Lie : std::uint8_t {
  kNone,
  kFindsNothing,   // a look-up by name
  kLosesOne,       // a listing by class leaves out its last
  kShowsTwice,     // a listing by outer has its first twice
  kWrongPath,      // a path ends with another name
  kForgetsValue,   // a value reads one more
  kMiscounts,      // of objects
  kReadsNothing,   // a soft pointer
  kStaysLazy,      // a lazy one is not resolved
  kKeepsSoft,      // a soft pointer that is dropped
  kForgetsFlags,   // shows nothing by its flags
  kHidesDefaults,  // hides default objects that are asked for
};

NamingRun DrawNamingRun(std::uint64_t seed);
NamingVerdict JudgeNaming(const NamingRun& run, Lie lie = Lie::kNone);
// What that is made of: over the build that ships; and for every other run over the one that checks
// itself (AndWithChecks).
NamingVerdict JudgeShipped(const NamingRun& run, Lie lie);
NamingVerdict JudgeChecked(const NamingRun& run, Lie lie);
// The same difference with as few operations as leaving some out gives.
NamingRun ShrunkNaming(NamingRun run, Lie lie = Lie::kNone);
std::string TextOf(const NamingRun& run);

}  // namespace properties::naming
