// properties/mutate/sites/statement_sites.cc -- mistakes that concern a whole statement.

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "properties/mutate/sites/expressions.h"
#include "properties/mutate/sites/site_list.h"

namespace properties::mutate {

namespace {

class Statements {
 public:
  Statements(const Source& source, SiteList& sites) : source_(source), sites_(sites) {}

  void Find() {
    for (std::size_t at = 0; at < tokens().size(); ++at) {
      if (tokens()[at].excluded || !tokens()[at].begins_statement) continue;
      CallDeleted(at);
      AssignmentDeleted(at);
      LockRemoved(at);
    }
    for (const Function& function : source_.functions()) EarlyReturn(function);
  }

 private:
  const std::vector<Token>& tokens() const { return source_.tokens(); }
  std::size_t Begin(std::size_t at) const { return tokens()[at].begin; }
  Site& Add(Operator made, std::size_t at, std::string was, std::string becomes) {
    return sites_.Add(made, at, std::move(was), std::move(becomes));
  }

  // Whether a statement that begins at `at` is an expression, and no declaration; its end if so.
  std::optional<std::size_t> BehindExpression(std::size_t at) const {
    const std::size_t end = source_.EndOfStatement(at);
    if (!source_.Is(end, ";")) return std::nullopt;
    const std::size_t behind = BehindName(source_, at);
    return behind == at ? std::nullopt : std::optional(behind);
  }

  void Delete(Operator made, std::size_t at, std::size_t end) {
    Add(made, at, source_.Written(at, end + 1), "").edits = {
        {Begin(at), tokens()[end].end, "{ if (!@) ", " }"}};
  }

  void CallDeleted(std::size_t at) {
    const std::optional<std::size_t> behind = BehindExpression(at);
    if (!behind || !source_.Is(*behind, ";") || !source_.Is(*behind - 1, ")")) return;
    if (tokens()[at].text == "(" || EndsWithoutAnswer(at, *behind)) return;
    Delete(Operator::kCallDeleted, at, *behind);
  }

  // Whether the statement is the last one of a function that answers something, or never returns:
  // without it the compiler could do anything.
  bool EndsWithoutAnswer(std::size_t at, std::size_t end) const {
    const Token& token = tokens()[at];
    if (token.function == kNone) return false;
    const Function& in = source_.functions()[token.function];
    const bool must_not_end = in.never_returns || (!in.gives_nothing && !in.is_deduced);
    return token.enclosing == in.open && must_not_end && end + 1 == source_.Closing(in.open);
  }

  void AssignmentDeleted(std::size_t at) {
    std::size_t begin = at;
    while (IsOneOf(tokens()[begin].text, {"*", "++", "--"})) ++begin;
    const std::optional<std::size_t> behind = BehindExpression(begin);
    if (!behind) return;
    const bool steps = begin > at && tokens()[begin - 1].text != "*";
    if (!IsAssignment(tokens()[*behind].text) && !steps &&
        !IsOneOf(tokens()[*behind].text, {"++", "--"})) {
      return;
    }
    Delete(Operator::kAssignmentDeleted, at, source_.EndOfStatement(at));
  }

  // `const std::lock_guard lock(mutex_);`, and guards of our own.
  void LockRemoved(std::size_t at) {
    std::size_t type = at;
    if (source_.Is(type, "const")) ++type;
    std::size_t name = type;
    while (name < tokens().size() && (IsName(tokens()[name]) || source_.Is(name, "::"))) {
      const bool last = tokens()[name].kind == Kind::kWord && !source_.Is(name + 1, "::");
      ++name;
      if (last) break;
    }
    if (name == type || !source_.Is(name + 1, "(") || tokens()[name].kind != Kind::kWord) return;
    const std::string_view guard = tokens()[name - 1].text;
    static constexpr std::string_view kEnds[] = {
        "lock_guard", "scoped_lock", "unique_lock", "Lock", "Locks", "Section", "Hold", "Held"};
    if (std::ranges::none_of(kEnds, [&](auto end) { return guard.ends_with(end); })) return;
    const std::size_t open = name + 1, close = source_.Closing(open);
    if (!source_.Is(close + 1, ";")) return;
    Site& site = Add(Operator::kLockRemoved, at, source_.Written(at, close + 2), "");
    // A lock that is waited with, or left in between, is needed as what it is.
    const std::size_t block = tokens()[at].enclosing;
    for (std::size_t use = close; block != kNone && use < source_.Closing(block); ++use) {
      if (!source_.Is(use, tokens()[name].text)) continue;
      site.by_itself = true;
      site.edits = {{Begin(at), tokens()[close + 1].end, "", "", true}};
      return;
    }
    site.edits = {
        {Begin(at), tokens()[open].end,
         "const auto " + std::string(tokens()[name].text) +
             " = ::tricolour_mutants::Unless(@, [&] { return " + source_.Written(type, name) + "(",
         "", true},
        {Begin(close), tokens()[close + 1].end, "); });", "", true}};
  }

  void EarlyReturn(const Function& function) {
    const std::size_t first = function.open + 1, close = source_.Closing(function.open);
    if (first >= close || tokens()[first].excluded || function.is_deduced) return;
    if (function.gives_reference) return;  // to what, if not to what it should be
    if (function.never_returns) return;    // the compiler takes it that it does not
    const std::string was = source_.Written(first, close);
    if (source_.Is(first, "return") && IsOneOf(was, {"return {};", "return false;", "return 0;",
                                                     "return nullptr;", "return std::nullopt;"})) {
      return;
    }
    const std::string early = function.gives_nothing ? "return;" : "return {};";
    Site& site = Add(Operator::kEarlyReturn, first, "{", "{ " + early);
    const std::size_t begin = tokens()[function.open].end;
    site.line = tokens()[function.open].line;
    site.edits = {{begin, begin, " if (@) " + early, ""}};
  }

  const Source& source_;
  SiteList& sites_;
};

}  // namespace

void FindStatements(const Source& source, SiteList& sites) { Statements(source, sites).Find(); }

}  // namespace properties::mutate
