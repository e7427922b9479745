// properties/tool/pages/filmed_trace.h -- explains a trace and films it, in a child process.
//
// What is drawn has to be seen, and a subject may die of being run once more. So the run is made in
// a child, which sends the finished page. If the child dies, the steps before the fatal one are
// filmed, and the fatal one is a row without a picture.
//
// Read next: properties/page/trace_page.h.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "properties/explain/explain.h"
#include "properties/search/search.h"
#include "reference/trace/trace.h"

namespace tool {

struct FilmRequest {
  reference::Trace trace;
  properties::SubjectFactory factory;
  bool conformance = false;  // as ExplainOptions says
  std::string subject;       // these three as TracePageContent says
  std::string origin;
  std::string replay;
  // What is known of the run, for a caller that has explained it: its words are shown, and the new
  // explanation only says which steps are filmed beside it.
  std::optional<properties::Explanation> known;
  std::optional<std::size_t> dot_step;  // the number of the step to draw; empty: the telling one
};

struct FilmedTrace {
  properties::Explanation explanation;
  std::string page;                 // in HTML
  std::string dot;                  // for Graphviz; empty if there is no step of that number
  std::size_t first = 1, last = 0;  // the numbers of the steps that are filmed
};

// Empty if the subject dies of the trace and nothing is known of the run: explain that first.
// Throws NoRoom, and std::runtime_error for a bug of this program.
std::optional<FilmedTrace> FilmTrace(const FilmRequest& request);

// A page without pictures, of the rows of the explanation alone.
std::string PageOfRows(const properties::Explanation& explanation, const std::string& subject,
                       const std::string& origin, const std::string& replay,
                       const std::string& trace);

}  // namespace tool
