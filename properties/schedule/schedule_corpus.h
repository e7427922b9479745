// properties/schedule/schedule_corpus.h -- the runs on which core's scheduler was once wrong.
//
// Read next: properties/schedule/schedule_judge_test.cc.

#pragma once

#include <string>
#include <vector>

#include "reference/schedule/schedule_trace.h"

namespace properties::schedule {

struct ScheduleCorpusEntry {
  std::string name;  // of the file, without its folder
  reference::schedule::Trace trace;
};

struct ScheduleCorpus {
  std::vector<ScheduleCorpusEntry> entries;  // by name
  std::vector<std::string> problems;         // files that cannot be read, each with its reason
};

// The files NAME.trace of a folder.
ScheduleCorpus LoadScheduleCorpus(const std::string& folder);

}  // namespace properties::schedule
