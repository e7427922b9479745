// properties/report/formats/markdown.h -- a report as Markdown, for the page of a pull request.
//
// A comment is read in one look, and has a greatest length: so the verdict comes first, then one
// line for each kind of search, then each failure folded away, as many as fit.
//
// Read next: properties/report/report.h.

#pragma once

#include <cstddef>
#include <string>

#include "properties/report/report.h"

namespace properties {

// What a comment of the usual code hosts may have, less what is added by a person.
inline constexpr std::size_t kCommentBytes = 60'000;

// At most `most_bytes`. What does not fit is left out, which is said.
std::string MarkdownText(const Report& report, std::size_t most_bytes = kCommentBytes);

}  // namespace properties
