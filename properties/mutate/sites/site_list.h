// properties/mutate/sites/site_list.h -- the sites that were found in one file so far.
//
// Read next: properties/mutate/sites/operators.h.

#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "properties/mutate/sites/expressions.h"
#include "properties/mutate/sites/site.h"
#include "properties/mutate/sites/source.h"

namespace properties::mutate {

class SiteList {
 public:
  SiteList(std::string file, const Source& source) : file_(std::move(file)), source_(source) {}

  // A new site, without edits, at this token.
  Site& Add(Operator made, std::size_t at, std::string was, std::string becomes);
  // The text of a span becomes another while the mutant is on.
  void Choose(Operator made, std::size_t at, Span span, const std::string& other);

  std::vector<Site>& sites() { return sites_; }

 private:
  const std::string file_;
  const Source& source_;
  std::vector<Site> sites_;
};

// Adds the sites of whole statements: a call or an assignment deleted, a lock removed, a return too
// early.
void FindStatements(const Source& source, SiteList& sites);
// Adds those of expressions and constants.
void FindExpressions(const Source& source, SiteList& sites);

}  // namespace properties::mutate
