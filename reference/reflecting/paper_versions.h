// reference/reflecting/paper_versions.h -- what a value is after it was saved by one version of a
// program and loaded by another.
//
// What was as the default when it was saved, is as the default when it is loaded. What was not is
// loaded by its name, or the name that a redirector says. What is not there any longer, or is of
// another type, is an error at its place.
//
// A struct inside of an object is compared with the default member by member; all else is saved
// whole or not at all.

#pragma once

#include <string>
#include <vector>

#include "reference/reflecting/paper_values.h"

namespace reference::reflecting {

// One value of the old version and its default, and the layouts of both versions.
class PaperLoading {
 public:
  PaperLoading(const PaperLayout& old, const PaperLayout& now) : old_(old), now_(now) {}

  // The places of all errors, in the order of the document: "./ box.item[2]". A "*" stands for an
  // index that the order in memory decides.
  std::vector<std::string> Errors(std::size_t type, const PaperValues& saved,
                                  const PaperValues& defaults, const std::string& where) const;
  // What an object of the class has afterwards, if there is no error; `basis` is its default.
  PaperValues Loaded(std::size_t type, const PaperValues& saved, const PaperValues& defaults,
                     const PaperValues& basis) const;

 private:
  using Members = std::vector<PaperMember>;
  void ErrorsOf(const Members& old, const Members& now, const PaperValues& saved,
                const PaperValues* defaults, const std::string& where,
                std::vector<std::string>& errors) const;
  void ErrorsIn(const PaperType& type, const PaperValue& saved, const PaperValue* defaults,
                const std::string& where, std::vector<std::string>& errors) const;
  PaperValues Merged(const Members& old, const Members& now, const PaperValues& saved,
                     const PaperValues* defaults, const PaperValues& basis) const;
  // `defaults` is null where all of a value is saved.
  PaperValue MergedValue(const PaperType& type, const PaperValue& saved, const PaperValue* defaults,
                         const PaperValue& basis) const;

  const PaperLayout& old_;
  const PaperLayout& now_;
};

}  // namespace reference::reflecting
