// properties/tool/change/focus.h -- where a change is, and what is therefore tried further.
//
// Most of what a gate tries has nothing to do with the change that waits at it. What a quick run
// tries is tried in any case: a barrier may be broken from anywhere. The time beyond goes where the
// change is:
//
//     a file of core    the rules that it upholds (its lines name them), by breaking each in every
//                       discipline; the alphabets of its folder, as far as a full run goes;
//                       directed random of the kinds that aim there
//     the judge         every rule in every discipline: each must still be caught
//     anything else     nothing more
//
// A file of core that the table below does not know counts as one that may do anything.
//
// Read next: properties/tool/change/changed_files.h.

#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/rules.h"
#include "properties/search/directed/directed.h"
#include "properties/search/exhaustive/alphabets.h"

namespace tool {

struct Focus {
  std::string base;       // the commit
  std::size_t files = 0;  // that changed
  std::vector<std::string>
      whys;                  // a line for each that matters: the file, and what it has to do with
  std::set<gc::Rule> rules;  // broken in every discipline, and with the full effort
  std::set<properties::AlphabetGroup> alphabets;  // small heaps with the full effort
  std::set<properties::Profile> profiles;         // directed random beside all profiles

  bool Empty() const { return rules.empty() && alphabets.empty() && profiles.empty(); }
};

// The files that have a rule's name in their code.
using RuleFiles = std::vector<std::pair<gc::Rule, std::set<std::string>>>;
RuleFiles FilesOfRules();

// What to try further because of these files.
Focus FocusOf(const std::vector<std::string>& files, const RuleFiles& sites);

// The folders of core about which the table has a line, for a test.
std::vector<std::string> KnownFolders();

// What was chosen and why, for the screen.
std::string FocusText(const Focus& focus);

}  // namespace tool
