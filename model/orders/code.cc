// model/orders/code.cc -- follows the braces of a source.

#include "model/orders/code.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

namespace model::orders {

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool IsBlank(char c) { return c == ' ' || c == '\n'; }

std::string WithoutBlanks(std::string_view text) {
  std::string left;
  std::ranges::copy_if(text, std::back_inserter(left), [](char c) { return !IsBlank(c); });
  return left;
}

namespace {

// Takes comments, what is between quotes, and directives out of a text: blanks stand in their
// place, so that places and lines stay as they are.
class Blanker {
 public:
  explicit Blanker(std::string_view text) : text_(text), code_(text) {}

  std::string Code() {
    while (at_ < text_.size()) {
      if (Starts("//") || (text_[at_] == '#' && StartsLine())) {
        SkipTo("\n", 0);
      } else if (Starts("/*")) {
        SkipTo("*/", 2);
      } else if (Starts("R\"(")) {
        SkipTo(")\"", 2);
      } else if (text_[at_] == '"' || (text_[at_] == '\'' && !AfterDigit())) {
        SkipQuoted(text_[at_]);
      } else {
        ++at_;
      }
    }
    return std::move(code_);
  }

 private:
  bool Starts(std::string_view with) const { return text_.substr(at_).starts_with(with); }
  bool StartsLine() const {
    const std::size_t line = text_.rfind('\n', at_) + 1;  // 0 if there is none before
    return text_.find_first_not_of(' ', line) == at_;
  }
  bool AfterDigit() const {
    return at_ > 0 && std::isdigit(static_cast<unsigned char>(text_[at_ - 1])) != 0;
  }
  void Blank(std::size_t until) {
    for (; at_ < until; ++at_) {
      if (code_[at_] != '\n') code_[at_] = ' ';
    }
  }
  void SkipTo(std::string_view end, std::size_t more) {
    const std::size_t found = text_.find(end, at_ + 1);
    Blank(found == text_.npos ? text_.size() : found + more);
  }
  void SkipQuoted(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote) end += text_[end] == '\\' ? 2 : 1;
    Blank(std::min(end + 1, text_.size()));
  }

  std::string_view text_;
  std::string code_;
  std::size_t at_ = 0;
};

// The word that ends before `at`, with the names that qualify it: "Lock::Leave", "operator=".
std::string QualifiedBefore(std::string_view head, std::size_t at) {
  const std::size_t named = head.substr(0, at).find("operator");
  if (named != head.npos) return WithoutBlanks(head.substr(named, at - named));
  std::size_t end = at;
  while (end > 0 && IsBlank(head[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 &&
         (IsWord(head[begin - 1]) || head[begin - 1] == ':' || head[begin - 1] == '~')) {
    --begin;
  }
  return std::string(head.substr(begin, end - begin));
}

// The name of the class or struct that a head opens; empty if it opens none.
std::string ClassOf(std::string_view head) {
  for (const std::string_view word : {"class ", "struct "}) {
    const std::size_t found = head.rfind(word);
    if (found == head.npos || (found > 0 && IsWord(head[found - 1]))) continue;
    if (head.substr(0, found).find("enum") != head.npos) continue;
    const std::size_t begin = found + word.size();
    std::size_t end = begin;
    while (end < head.size() && (IsWord(head[end]) || head[end] == ':')) ++end;
    std::string name(head.substr(begin, end - begin));
    while (name.ends_with(':')) name.pop_back();
    return name;
  }
  return "";
}

// Follows the braces of a text and notes each function that is in no other.
class FunctionReader {
 public:
  explicit FunctionReader(std::string_view code) : code_(code) {}

  std::vector<Function> Read() {
    for (std::size_t at = 0; at < code_.size(); ++at) {
      const char c = code_[at];
      parens_ += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == '{') Open(at);
      if (c == '}') Close(at);
      if ((c == ';' && parens_ == 0) || c == '{' || c == '}') head_ = at + 1;
      if (c == ':' && at >= 6 && IsAccess(at)) head_ = at + 1;
    }
    return std::move(functions_);
  }

 private:
  struct Scope {
    std::string class_name;
    bool function = false;
  };

  bool IsAccess(std::size_t at) const {
    const std::string_view before = code_.substr(0, at);
    return before.ends_with("public") || before.ends_with("private") ||
           before.ends_with("protected");
  }
  bool InFunction() const {
    return std::ranges::any_of(scopes_, [](const Scope& scope) { return scope.function; });
  }
  // The classes around, as they qualify a name: "Outer::Inner::".
  std::string Qualifier() const {
    std::string all;
    for (const Scope& scope : scopes_) {
      if (!scope.class_name.empty()) all += scope.class_name + "::";
    }
    return all;
  }

  void Open(std::size_t at) {
    const std::string_view head = code_.substr(head_, at - head_);
    Scope scope;
    if (!InFunction()) {
      const std::size_t paren = head.find('(');
      scope.class_name = paren == head.npos ? ClassOf(head) : "";
      scope.function = paren != head.npos && head.find(" = ") == head.npos;
      if (scope.function) {
        functions_.push_back({Qualifier() + QualifiedBefore(head, paren), head_, code_.size()});
      }
    }
    scopes_.push_back(scope);
  }
  void Close(std::size_t at) {
    if (scopes_.empty()) return;
    if (scopes_.back().function) functions_.back().end = at + 1;
    scopes_.pop_back();
  }

  std::string_view code_;
  std::size_t head_ = 0;  // where the text begins that belongs to the next brace
  int parens_ = 0;
  std::vector<Scope> scopes_;
  std::vector<Function> functions_;
};

}  // namespace

std::string CodeOf(std::string_view text) { return Blanker(text).Code(); }

std::vector<Function> FunctionsIn(std::string_view code) { return FunctionReader(code).Read(); }

}  // namespace model::orders
