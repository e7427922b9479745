// properties/mutate/sites/source.cc -- cuts a file into tokens and finds its functions and
// statements.

#include "properties/mutate/sites/source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "properties/tidy/code.h"

namespace properties::mutate {

namespace {

constexpr std::array<std::string_view, 25> kSymbols = {
    "<<=", ">>=", "<=>", "...", "->*", "::", "->", "++", "--", "<<", "<=", ">=", "==",
    "!=",  "&&",  "||",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", ">>"};

bool IsWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool IsBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// How many characters of `code` the token at `at` has.
std::size_t SizeOfToken(std::string_view code, std::size_t at) {
  std::size_t size = 1;
  if (IsWordCharacter(code[at])) {
    while (at + size < code.size() &&
           (IsWordCharacter(code[at + size]) || code[at + size] == '\'' ||
            (code[at + size] == '.' && std::isdigit(static_cast<unsigned char>(code[at]))))) {
      ++size;
    }
    return size;
  }
  for (const std::string_view symbol : kSymbols) {
    if (!code.substr(at).starts_with(symbol)) continue;
    // Two brackets that close templates are two tokens.
    if (symbol == ">>" && (at == 0 || !IsBlank(code[at - 1]))) return 1;
    return symbol.size();
  }
  return size;
}

}  // namespace

Source::Source(std::string_view text) : text_(text) {
  code_ = tidy::CodeOnly(text);
  const std::string quotes = tidy::QuotesOnly(text);
  // A literal is one token, of the kind that nothing changes.
  std::string both = code_;
  for (std::size_t at = 0; at < both.size(); ++at) {
    if (quotes[at] != ' ' && quotes[at] != '\n') both[at] = quotes[at];
  }
  Cut(both);
  PairBrackets();
  ReadScope(0, tokens_.size());
  ExcludeComputed();
  ExcludeOtherBuilds();
  ExcludeDirectives();
}

void Source::Cut(const std::string& code) {
  std::size_t line = 1;
  for (std::size_t at = 0; at < code.size();) {
    if (code[at] == '\n') ++line;
    if (IsBlank(code[at])) {
      ++at;
      continue;
    }
    Token token{.begin = at, .line = line};
    if (code_[at] == ' ') {  // a literal: it has no code
      while (at < code.size() && code_[at] == ' ' && code[at] != '\n') {
        const char quote = code[token.begin];
        ++at;
        if (at > token.begin + 1 && code[at - 1] == quote && code[at - 2] != '\\') break;
      }
      token.kind = Kind::kQuote;
    } else {
      at += SizeOfToken(code_, at);
      const char first = code_[token.begin];
      token.kind = std::isdigit(static_cast<unsigned char>(first)) ? Kind::kNumber
                   : IsWordCharacter(first)                        ? Kind::kWord
                                                                   : Kind::kSymbol;
    }
    token.end = at;
    token.text = text_.substr(token.begin, at - token.begin);
    token.spaced =
        token.begin > 0 && IsBlank(code[token.begin - 1]) && at < code.size() && IsBlank(code[at]);
    tokens_.push_back(token);
  }
}

void Source::PairBrackets() {
  std::vector<std::size_t> open;
  for (std::size_t at = 0; at < tokens_.size(); ++at) {
    const std::string_view text = tokens_[at].text;
    const bool closes = IsOneOf(text, {")", "]", "}"}) && !open.empty();
    const std::size_t depth = open.size() - (closes ? 1 : 0);
    tokens_[at].enclosing = depth == 0 ? kNone : open[depth - 1];
    if (IsOneOf(text, {"(", "[", "{"})) open.push_back(at);
    if (!closes) continue;
    tokens_[at].partner = open.back();
    tokens_[open.back()].partner = at;
    open.pop_back();
  }
}

std::size_t Source::Closing(std::size_t open) const {
  return tokens_[open].partner == kNone ? tokens_.size() - 1 : tokens_[open].partner;
}

std::string Source::Written(std::size_t from, std::size_t to) const {
  if (from >= to) return {};
  std::string written;
  for (std::size_t at = tokens_[from].begin; at < tokens_[to - 1].end; ++at) {
    // A comment between is left out: what follows it would become part of it.
    const bool literal = std::any_of(tokens_.begin() + from, tokens_.begin() + to, [&](auto& t) {
      return t.kind == Kind::kQuote && t.begin <= at && at < t.end;
    });
    const char c = literal ? text_[at] : code_[at];
    const char written_as = c == '\n' ? ' ' : c;
    if (!literal && written_as == ' ' && !written.empty() && written.back() == ' ') continue;
    written += written_as;
  }
  return written;
}

std::size_t Source::EndOfStatement(std::size_t at) const {
  for (; at < tokens_.size(); ++at) {
    if (IsOneOf(tokens_[at].text, {"(", "[", "{"})) at = Closing(at);
    if (Is(at, ";") || Is(at + 1, "}")) return at;
  }
  return tokens_.size() - 1;
}

std::vector<std::pair<std::size_t, std::size_t>> Source::Parts(std::size_t from, std::size_t to,
                                                               std::string_view symbol) const {
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  std::size_t begin = from;
  for (std::size_t at = from; at < to; ++at) {
    if (IsOneOf(tokens_[at].text, {"(", "[", "{"})) at = Closing(at);
    if (!Is(at, symbol)) continue;
    parts.emplace_back(begin, at);
    begin = at + 1;
  }
  parts.emplace_back(begin, to);
  return parts;
}

// Reads the declarations of a namespace, a class or a file.
void Source::ReadScope(std::size_t from, std::size_t to) {
  for (std::size_t at = from; at < to;) at = std::max(ReadDeclaration(at, to), at + 1);
}

// Reads one declaration, and what is in its braces. Returns the first token after it.
std::size_t Source::ReadDeclaration(std::size_t at, std::size_t to) {
  const std::size_t head = at;
  bool is_scope = false, is_enum = false, has_parameters = false, assigned = false, listed = false;
  for (; at < to; ++at) {
    const std::string_view text = tokens_[at].text;
    if (IsOneOf(text, {"namespace", "class", "struct", "union"}) && !has_parameters) {
      is_scope = !IsOneOf(at > 0 ? tokens_[at - 1].text : "", {"<", ",", "enum"});
    }
    if (text == "enum") is_enum = true;
    if (text == "=" && !Is(at - 1, "operator")) assigned = true;
    if (text == ":" && has_parameters) listed = true;
    if (text == "(") {
      if (!assigned) {
        has_parameters = true;
        is_scope = false;
      }
      at = Closing(at);
    } else if (text == "[") {
      at = Closing(at);
    } else if (text == ";" ||
               (text == ":" && IsOneOf(tokens_[at - 1].text, {"public", "private", "protected"}))) {
      return at + 1;
    } else if (text == "{") {
      const std::size_t close = Closing(at);
      if (is_scope && !is_enum) {
        ReadScope(at + 1, close);
        return close + 1;
      }
      const Token& before = tokens_[at - 1];
      const bool is_member = listed && (before.kind == Kind::kWord || before.text == ">") &&
                             !IsOneOf(before.text, {"const", "noexcept", "override"});
      if (has_parameters && !assigned && !is_enum && !is_member) {
        ReadBody(head, at);
        return close + 1;
      }
      Exclude(at, close);  // values, or a lambda that makes one
      at = close;
    }
  }
  return at;
}

void Source::ReadBody(std::size_t head, std::size_t open) {
  Function function{.open = open};
  std::size_t parameters = head;
  while (!Is(parameters, "(")) ++parameters;
  if (Is(parameters - 1, "operator")) parameters = Closing(parameters) + 1;  // operator()
  std::size_t name = parameters;
  while (name > head &&
         (tokens_[name - 1].kind == Kind::kWord || IsOneOf(tokens_[name - 1].text, {"::", "~"})) &&
         (name == parameters || tokens_[name - 1].end == tokens_[name].begin)) {
    --name;
  }
  if (name == parameters) {  // operator ==
    while (name > head && !Is(name, "operator")) --name;
  }
  function.name = Written(name, parameters);
  const std::string_view before = name > head ? tokens_[name - 1].text : "";
  const bool has_type = name > head && (tokens_[name - 1].kind == Kind::kWord
                                            ? !IsOneOf(before, {"explicit", "inline", "constexpr"})
                                            : IsOneOf(before, {"*", "&", ">"}));
  const bool is_template_head =
      before == ">" && Is(head, "template") && Parts(head, name, ">").size() == 2;
  function.gives_nothing = before == "void" || !has_type || is_template_head;
  function.gives_reference = name > head && before == "&";
  function.is_deduced = Written(head, name).find("auto") != std::string::npos;
  for (std::size_t at = parameters; at < open; ++at) {
    if (!Is(at, "->")) continue;
    function.gives_nothing = Is(at + 1, "void");
    function.is_deduced = false;
  }
  const std::string whole = Written(head, open);
  const bool computed = whole.find("consteval") != whole.npos;
  function.may_be_computed = whole.find("constexpr") != whole.npos;
  function.never_returns = whole.find("[[noreturn]]") != whole.npos;
  const std::size_t index = functions_.size();
  functions_.push_back(std::move(function));
  for (std::size_t at = open + 1; at < Closing(open); ++at) {
    Token& token = tokens_[at];
    token.function = index;
    if (computed && !IsInLambda(at, open)) token.excluded = true;
    const Token& previous = tokens_[at - 1];
    const std::size_t opening = previous.partner;
    token.begins_statement =
        (previous.text == ";" && Is(token.enclosing, "{")) ||
        IsOneOf(previous.text, {"else", "do"}) || (previous.text == "{" && OpensBlock(at - 1)) ||
        (previous.text == "}" && OpensBlock(opening)) ||
        (previous.text == ")" && opening > 0 &&
         IsOneOf(tokens_[opening - 1].text, {"if", "for", "while", "switch", "constexpr"}));
    if (previous.text == ":" && !previous.spaced && at >= 2 &&
        tokens_[at - 2].end == previous.begin) {
      token.begins_statement = true;  // after a label
    }
  }
}

// Whether a token within the brace `open` is part of a lambda's body: where the compiler computes
// the function around it, it may be called later.
bool Source::IsInLambda(std::size_t at, std::size_t open) const {
  for (std::size_t brace = tokens_[at].enclosing; brace != kNone && brace > open;
       brace = tokens_[brace].enclosing) {
    if (!Is(brace, "{")) continue;
    std::size_t head = brace;
    while (head > open && !IsOneOf(tokens_[head - 1].text, {")", "]", ";", "{", "}", "="})) --head;
    if (head > open && Is(head - 1, ")")) head = tokens_[head - 1].partner;
    if (head != kNone && head > open && Is(head - 1, "]")) return true;
  }
  return false;
}

// Whether a brace within a function opens statements, and not a list of values.
bool Source::OpensBlock(std::size_t brace) const {
  const Token& before = tokens_[brace - 1];
  if (IsOneOf(before.text,
              {")", ";", "{", "}", "else", "do", ":", "]", "mutable", "noexcept", "const"})) {
    return true;
  }
  // A lambda with its result's type.
  std::size_t at = brace;
  while (at > 0 && (tokens_[at - 1].kind == Kind::kWord ||
                    IsOneOf(tokens_[at - 1].text, {"::", "<", ">", "*", "&"}))) {
    --at;
  }
  return at >= 2 && Is(at - 1, "->") && Is(at - 2, ")");
}

}  // namespace properties::mutate
