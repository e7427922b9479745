// properties/tool/verify/paper_sections.h -- what core is used for above its heap, as sections of
// `verify`: names, outers and classes; worlds, levels and actors;
// texts of settings; blocks and slots of memory; layouts and values of reflected classes; graphs
// and records of an inspector; mistakes of callers, and what is said of them;
// pointers that are no fields; starts
// of a program, its changes of settings and its decisions;
// what the modes of verification find.
//
// Random runs, each held against a table on paper. A run that differs is shrunk and printed with
// its section.
//
// Read next: properties/naming/naming_run.h, properties/worlds/worlds_run.h.

#pragma once

#include <vector>

#include "properties/tool/verify/sections.h"

namespace tool {

inline constexpr const char* kNamesAndClasses = "names and classes";
inline constexpr const char* kLevelsAndActors = "levels and actors";
inline constexpr const char* kTextsOfSettings = "texts of settings";
inline constexpr const char* kBlocksAndSlots = "blocks and slots";
inline constexpr const char* kThousandsOfObjects = "thousands of objects";
inline constexpr const char* kLayoutsAndValues = "layouts and values";
inline constexpr const char* kMistakesOfCallers = "mistakes of callers";
inline constexpr const char* kPointersOfAllKinds = "pointers of all kinds";
inline constexpr const char* kStartsAndDecisions = "starts and decisions";
inline constexpr const char* kModesOfVerification = "modes of verification";
inline constexpr const char* kGraphsAndRecords = "graphs and records";

inline constexpr const char* kFailingAllocations = "failing allocations";

// One section for each table, if core is judged.
std::vector<Section> PaperSections(const VerifyOptions& options);
// Runs in which an allocation fails: those of the corpus with each of theirs, and some of directed
// random. One section, if core is judged and its memory can be made to fail.
std::vector<Section> ScarceSections(const VerifyOptions& options);

}  // namespace tool
