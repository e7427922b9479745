// properties/tidy/code.h -- the code of a file as tokens, for checks that need no compiler.
//
// Checks of this kind read what every file of the project looks like, not all of C++: they may be
// fooled by a macro, and a test shows for each what it sees.
//
// Read next: properties/tidy/statements.cc.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace properties::tidy {

// The same text, as long and with the same lines, with blanks for comments, for what stands between
// quotes, and for lines of the preprocessor.
std::string CodeOnly(std::string_view text);

// The same the other way round: blanks for everything but comments that begin with "//".
std::string CommentsOnly(std::string_view text);

struct Token {
  std::string_view text;  // a word, a number, or one character; "::" and "->" are one token
  std::size_t line = 0;   // from 1
};
// `code` must outlive the tokens.
std::vector<Token> Tokens(std::string_view code);

// The index of the bracket that closes the one at `open`; the number of tokens if none does.
std::size_t ClosingBracket(const std::vector<Token>& tokens, std::size_t open);

}  // namespace properties::tidy
