// properties/tool/command_line/format_option.h -- `--format`, the same for every command that has a
// result.
//
// Read next: properties/report/formats/formats.h.

#pragma once

#include <vector>

#include "properties/report/formats/formats.h"

namespace CLI {
class App;
}

namespace tool {

using properties::Format;

// With one of these formats; all of them, if none is named.
void AddFormatOption(CLI::App& command, Format& format, std::vector<Format> formats = {});

}  // namespace tool
