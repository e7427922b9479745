// properties/tool/command_line/words.h -- options that take one word of a list, refused in one
// form.
//
// A list of twenty words says what there is, and hides which of them was meant: so the nearest is
// named beside them.
//
// Read next: nearest.h.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// A check for CLI::Option::check: the text is one of the words. The check returns what is wrong,
// and nothing if the text is one.
std::function<std::string(const std::string&)> OneOf(std::vector<std::string> words);

// "; did you mean --quick?"; empty if no word is near.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& words);

}  // namespace tool
