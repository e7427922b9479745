// properties/page/html.h -- text as a part of a page.
//
// Read next: properties/page/trace_page.h.

#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace properties {

// Shows as the text does, between tags and in an attribute in double quotes. Bytes that are not
// UTF-8, and control characters, show as the replacement character.
std::string EscapedHtml(std::string_view text);

// The value as the content of a script element: nothing in it ends the element, or begins a
// comment. Parses back to the value.
std::string JsonForScript(const nlohmann::json& value);

// A page that needs nothing beside it and may fetch nothing. `title` is text; `style` and `body`
// are markup; `script` is code, or empty.
std::string WholePage(std::string_view title, std::string_view style, std::string_view body,
                      std::string_view script);

}  // namespace properties
