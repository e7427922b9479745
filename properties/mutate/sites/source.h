// properties/mutate/sites/source.h -- one file of the collector as tokens, with what a mutation
// must know of them.
//
// No compiler helps here: a mutant that does not compile is dropped later. What must be known is
// where functions have their bodies, where a statement begins, and what the compiler computes, so
// that no switch at run time could change it. The project's own layout tells the rest: an operator
// with two operands has blanks on both sides, a template's `<` and a reference's `&` have not. What
// only the faulty or the checked build reads is excluded, since it is no part of what ships.
//
// Read next: properties/mutate/sites/site.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace properties::mutate {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

inline bool IsOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

enum class Kind { kWord, kNumber, kQuote, kSymbol };

struct Token {
  std::string_view text;  // "<<=" and the like are one token
  std::size_t begin = 0;  // in the file's text
  std::size_t end = 0;
  std::size_t line = 0;  // from 1
  Kind kind = Kind::kSymbol;
  bool spaced = false;            // white space on both sides
  std::size_t partner = kNone;    // of a bracket: the other one
  std::size_t enclosing = kNone;  // the innermost open bracket
  std::size_t function = kNone;   // whose body it stands in: an index into functions()
  bool excluded = false;          // no site may begin here,
  bool of_other_build = false;    // since the build that ships does not read it
  bool begins_statement = false;  // within a function
};

struct Function {
  std::string name;            // as it is written: "Gatherer::Stretch"
  std::size_t open = 0;        // the token of its "{"
  bool gives_nothing = false;  // void, a constructor or a destructor
  bool gives_reference = false;
  bool never_returns = false;    // and says so
  bool is_deduced = false;       // the compiler finds out what it returns
  bool may_be_computed = false;  // constexpr: the compiler may call it as well
};

class Source {
 public:
  // `text` must outlive it.
  explicit Source(std::string_view text);

  std::string_view text() const { return text_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  const std::vector<Function>& functions() const { return functions_; }

  // Whether the token is this word or symbol; false behind the last token.
  bool Is(std::size_t at, std::string_view text) const {
    return at < tokens_.size() && tokens_[at].text == text;
  }
  // The closing bracket's token for an opening one; the last token if there is none.
  std::size_t Closing(std::size_t open) const;
  // The text from one token to before another, with blanks for line ends.
  std::string Written(std::size_t from, std::size_t to) const;
  // The ";" that ends the statement which begins at this token.
  std::size_t EndOfStatement(std::size_t at) const;
  // The tokens between two brackets or two positions that stand at depth 0, cut at `symbol`: pairs
  // of first token and one past the last.
  std::vector<std::pair<std::size_t, std::size_t>> Parts(std::size_t from, std::size_t to,
                                                         std::string_view symbol) const;

 private:
  void Cut(const std::string& code);
  void FindQuotes();
  void PairBrackets();
  void ReadScope(std::size_t from, std::size_t to);
  std::size_t ReadDeclaration(std::size_t at, std::size_t to);
  void ReadBody(std::size_t head, std::size_t open);
  bool OpensBlock(std::size_t brace) const;
  bool IsInLambda(std::size_t at, std::size_t open) const;
  bool IsBound(std::size_t bracket) const;
  void ExcludeComputed();
  void ExcludeOtherBuilds();
  void ExcludeDirectives();
  void Exclude(std::size_t from, std::size_t to);
  void LeaveToOtherBuilds(std::size_t from, std::size_t to);

  std::string_view text_;
  std::string code_;  // the same without comments
  std::vector<Token> tokens_;
  std::vector<Function> functions_;
};

// Whether a condition's part is constant in the build that ships, and false there.
bool IsForOtherBuilds(std::string_view part);
// Whether a part, or what it negates, asks whether a broken rule has stopped the heap: only the
// faulty build notes that.
bool AsksIfStopped(std::string_view part);

}  // namespace properties::mutate
