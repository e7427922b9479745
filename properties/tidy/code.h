// properties/tidy/code.h -- the code of a file as tokens, for checks that need no compiler.
//
// These checks do not read all of C++, only what the project's files look like. A macro may fool
// them; a test shows for each check what it notices.
//
// Read next: properties/tidy/statements.cc.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace properties::tidy {

// The text with blanks in place of comments, of what is between quotes, and of preprocessor
// directives. It is as long as before and has the same lines.
std::string CodeOnly(std::string_view text);

// The text with blanks in place of everything but comments that begin with "//".
std::string CommentsOnly(std::string_view text);

// The text with blanks in place of everything but literals of strings and characters, with their
// quotes.
std::string QuotesOnly(std::string_view text);

struct Token {
  std::string_view text;  // a word, a number, or one character; "::" and "->" are one token
  std::size_t line = 0;   // from 1
};
// The tokens of `code`, which must outlive them.
std::vector<Token> Tokens(std::string_view code);

// The index of the bracket that closes the one at `open`; the number of tokens if there is none.
std::size_t ClosingBracket(const std::vector<Token>& tokens, std::size_t open);

}  // namespace properties::tidy
