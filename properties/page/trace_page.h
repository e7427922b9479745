// properties/page/trace_page.h -- one trace as a page: what went wrong, the heap at each step, the
// steps, and from a guilty step to its rule, the rule's sentence and the line that upholds it.
//
// A page is one file that needs nothing beside it and fetches nothing, so that it can be sent and
// kept. Its data is in it as JSON, and a script draws the current step alone. Without a script all
// steps stand there as a table.
//
// What a trace, a comment in it or a collector from outside has written is shown as text, whatever
// it is.
//
// Read next: properties/page/film.h, properties/page/assets/player.js.

#pragma once

#include <string>
#include <vector>

#include "properties/explain/explain.h"
#include "properties/page/film.h"
#include "properties/page/page_links.h"

namespace properties {

struct TracePageContent {
  Explanation explanation;
  Film film;
  std::string subject;  // "core without insertion-barrier/store-without-shading"
  std::string origin;   // where the trace comes from; may be empty
  std::string replay;   // the command that replays it; may be empty
  std::string trace;    // as text
  std::vector<SourceExcerpt> sources;
};

std::string TracePage(const TracePageContent& content);

}  // namespace properties
