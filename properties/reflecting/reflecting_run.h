// properties/reflecting/reflecting_run.h -- classes of random layout, held against a walk and a
// table on paper.
//
// A hand-written test has the members that its author thought of. So classes are drawn: one to
// three below one another, with members of all kinds, structs in structs and in containers, holes
// between members, transient ones among them; objects of them, one inside of the other, with random
// values; and defaults. Then:
//
//     made       a new object has the values of its class's default object
//     walked     the collector is shown the references that the paper finds, under the same names
//     saved      in both encodings, and only what differs; what is loaded has the same values
//     versions   the classes change: members come, go, get another name or type; what was saved
//                before is loaded with the values that the rules say, or is refused where they say,
//                and then nothing has changed; nor has it if the bytes are cut short
//     edited     a duplicate made in the middle of a marking has the values of its original and
//                refers to its own inside; and where all references to one object are to lead to
//                another, they do, in all objects
//     reloaded   in the middle of a marking all objects of one class become objects of another,
//                which has more members or fewer; values, references and places go along
//     turned     the same between classes that have members of the same names and other types; and
//                by itself, values of each type become values of each other
//     asked      values are found by paths, read and set, and refused where the paper says it
//     described  classes are found by their paths, members and functions by their names; functions
//                are called; and gaps between members are where holes are
//     scarce     a duplicate or a change of class that lacks memory says so, and changes nothing
//     parts      what copies of an object with parts refer to, and what cannot be copied
//     succeeded  parts of an object whose class changes get what the old parts had, and what is
//                inside moves along, but where its name is taken
//     collected  what the paper reaches from the first object stays, and nothing else
//
// Read next: reference/reflecting/paper_versions.h, properties/reflecting/stage.h.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "properties/base/paper_run.h"
#include "reference/reflecting/paper_functions.h"
#include "reference/reflecting/paper_values.h"

namespace properties::reflecting {

// The classes of a program at one time. Of a member called "m7", "r7" or "n7", the number decides
// how large the hole is that is before it.
struct Version {
  reference::reflecting::PaperLayout layout = {};
  std::vector<reference::reflecting::PaperValues> defaults = {};  // of each class
  reference::reflecting::PaperFunctions functions = {};
};

// Its name is its place in the run, from 1 on.
struct RunObject {
  std::size_t type = 0;   // of the layout's classes
  std::size_t outer = 0;  // that of the first means nothing
  reference::reflecting::PaperValues values = {};
};

struct ReflectingRun {
  std::uint64_t seed = 0;
  std::vector<std::uint32_t> left_out = {};  // numbers of members, to make a run shorter
  std::uint32_t most_objects = ~0u;
  Version saved = {};
  Version loaded = {};
  std::map<std::string, std::string> redirects = {};  // "/Script/Loose.C0.m7" to "r7"
  std::vector<RunObject> objects = {};
};

using ReflectingVerdict = PaperVerdict;  // applied: members of objects

// For tests: what the subject answers wrong, to see that it is noticed.
enum class ReflectingLie : std::uint8_t {
  kNone,
  kLosesASlot,  // the last one that the collector is shown
  kWrongName,   // of a line
  kWrongCopy,   // a new object
  kWrongValue,  // of a loaded object
  kSavesMore,   // a property that is as the default
  kWrongPlace,  // of an error
  kWrongDuplicate,
  kWrongReplacement,
  kWrongReload,
  kWrongConversion,
  kWrongPath,
  kWrongGap,
  kSilentWithoutMemory,
  kWrongPart,
  kWrongSuccessor,
  kWrongSchema,
  kWrongRefusal,
  kDies,  // one object too many
};

ReflectingRun DrawReflectingRun(std::uint64_t seed);
ReflectingVerdict JudgeReflecting(const ReflectingRun& run,
                                  ReflectingLie lie = ReflectingLie::kNone);
// The same difference with as few members and objects as leaving some out gives.
ReflectingRun ShrunkReflecting(ReflectingRun run, ReflectingLie lie = ReflectingLie::kNone);
std::string TextOf(const ReflectingRun& run);

}  // namespace properties::reflecting
