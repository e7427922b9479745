// properties/mutate/sites/expression_sites.cc -- mistakes within an expression, and other
// constants.

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <utility>

#include "properties/mutate/sites/expressions.h"
#include "properties/mutate/sites/site_list.h"

namespace properties::mutate {

namespace {

class Expressions {
 public:
  Expressions(const Source& source, SiteList& sites) : source_(source), sites_(sites) {}

  void Find() {
    for (std::size_t at = 0; at < tokens().size(); ++at) {
      if (tokens()[at].excluded) continue;
      if (tokens()[at].function == kNone) {
        OutsideFunctions(at);
      } else {
        InFunction(at);
      }
    }
  }

 private:
  const std::vector<Token>& tokens() const { return source_.tokens(); }
  std::size_t Begin(std::size_t at) const { return tokens()[at].begin; }
  // Where the last token before this one ends.
  std::size_t EndBefore(std::size_t at) const { return tokens()[at - 1].end; }
  std::string Written(Span span) const { return source_.Written(span.from, span.to); }
  Site& Add(Operator made, std::size_t at, std::string was, std::string becomes) {
    return sites_.Add(made, at, std::move(was), std::move(becomes));
  }
  void Choose(Operator made, std::size_t at, Span span, const std::string& other) {
    sites_.Choose(made, at, span, other);
  }

  void InFunction(std::size_t at) {
    const Token& token = tokens()[at];
    if (token.kind == Kind::kNumber) Number(at);
    if (IsOneOf(token.text, {"true", "false"})) Truth(at);
    if (IsOneOf(token.text, {"if", "while", "for"})) Condition(at);
    if (token.text == "?" && token.spaced) Choice(at);
    if (IsOneOf(token.text, {"++", "--"})) Step(at);
    if (token.text == "(") Arguments(at);
    if (token.text.starts_with("memory_order_")) Order(at);
    switch (LevelOf(token)) {
      case 1:
      case 2:
        return Operands(at);
      case 3:
        return Mask(at);
      case 6:
      case 7:
        return Comparison(at);
      case 5:
      case 9:
      case 10:
      case 11:
        return Arithmetic(at);
    }
    if (IsOneOf(token.text, {"+=", "-="}) && token.spaced) SteppedAssignment(at);
  }

  // A constant that the compiler knows, or the first value of a member.
  void OutsideFunctions(std::size_t at) {
    const Token& token = tokens()[at];
    const bool number = token.kind == Kind::kNumber && IsWhole(token.text);
    if (!number && !IsOneOf(token.text, {"true", "false"})) return;
    if (at < 2 || !source_.Is(at - 1, "=") || !source_.Is(at + 1, ";")) return;
    if (tokens()[at - 2].kind != Kind::kWord ||
        IsOneOf(tokens()[at - 2].text, {"const", "override", "noexcept"})) {
      return;
    }
    std::size_t head = at;
    bool computed = false;
    while (head > 0 && !IsOneOf(tokens()[head - 1].text, {";", "{", "}", ":"})) {
      computed = computed || IsOneOf(tokens()[head - 1].text, {"constexpr", "static"});
      --head;
    }
    const std::size_t known = sites_.sites().size();
    if (number) Number(at);
    if (!number) Truth(at);
    for (std::size_t site = known; site < sites_.sites().size(); ++site) {
      sites_.sites()[site].computed = true;  // an object may be made while the compiler computes
      sites_.sites()[site].by_itself = computed;
    }
  }

  static bool IsWhole(std::string_view number) {
    return number.find_first_of(".xXeEpP") == number.npos || number.starts_with("0x");
  }

  void Number(std::size_t at) {
    const std::string number(tokens()[at].text);
    if (!IsWhole(number)) return;
    Choose(Operator::kConstantChanged, at, {at, at + 1}, number + " + 1");
    const bool zero = number.find_first_not_of("0uUlLzZ'") == number.npos;
    if (!zero) Choose(Operator::kConstantChanged, at, {at, at + 1}, number + " - 1");
  }

  void Truth(std::size_t at) {
    const bool truth = source_.Is(at, "true");
    Add(Operator::kConstantChanged, at, truth ? "true" : "false", truth ? "false" : "true")
        .edits = {{Begin(at), tokens()[at].end, truth ? "(!@)" : "(@)", "", true}};
  }

  void Condition(std::size_t at) {
    if (!source_.Is(at + 1, "(")) return;
    const auto parts = source_.Parts(at + 2, source_.Closing(at + 1), ";");
    const bool loop = source_.Is(at, "for");
    if (loop && parts.size() != 3) return;
    const auto [from, to] = loop ? parts[1] : parts.back();
    if (from == to) return;
    const std::string was = source_.Written(from, to);
    for (std::size_t i = from; i < to; ++i) {
      if (source_.Is(i, "=") && tokens()[i].enclosing == at + 1) return;  // a declaration
    }
    if (was.find("Obeys(") != was.npos && source_.Parts(from, to, "&&").size() == 1) return;
    Negate(from, {from, to});
  }

  void Choice(std::size_t at) {
    std::size_t from = at;
    while (from > 0 && !tokens()[from].begins_statement) {
      const Token& token = tokens()[from - 1];
      if (IsOneOf(token.text, {")", "]", "}"}) && token.partner != kNone) {
        from = token.partner;
        continue;
      }
      if (IsOneOf(token.text, {"(", "[", "{", ";", ",", "?", ":", "return"})) break;
      if (IsAssignment(token.text)) break;
      --from;
    }
    const std::string was = source_.Written(from, at);
    if (from < at && was.find("Obeys(") == was.npos && !IsForOtherBuilds(was)) {
      Negate(from, {from, at});
    }
  }

  void Negate(std::size_t at, Span span) {
    Add(Operator::kConditionNegated, at, Written(span), "!(" + Written(span) + ")").edits = {
        {Begin(span.from), EndBefore(span.to), "(@ != static_cast<bool>(", "))"}};
  }

  // An operand of "&&" is left out if it is taken to be true, one of "||" if it is taken to be
  // false.
  void Operands(std::size_t at) {
    const Span right = RightOf(source_, at);
    Span left = LeftOf(source_, at);
    bool first = true;
    for (std::size_t i = left.from; i < at; ++i) {
      if (IsOneOf(tokens()[i].text, {"(", "[", "{"})) i = source_.Closing(i);
      if (source_.Is(i, tokens()[at].text) && tokens()[i].spaced) first = false;
    }
    std::size_t end = right.to;  // of all that is joined so
    while (source_.Is(end, "&&") && tokens()[end].spaced) end = RightOf(source_, end).to;
    for (const auto& [from, to] : source_.Parts(left.from, end, "&&")) {
      if (IsForOtherBuilds(source_.Written(from, to))) return;
    }
    if (first) DropOperand(at, left);
    DropOperand(at, right);
  }

  void DropOperand(std::size_t at, Span operand) {
    const std::string was = Written(operand);
    if (was.empty() || was.find("Obeys(") != was.npos || was.find("kFaulty") != was.npos ||
        was.find("kChecked") != was.npos || AsksIfStopped(was)) {
      return;
    }
    const bool all = source_.Is(at, "&&");
    Add(Operator::kOperandDropped, operand.from, was, all ? "true" : "false").edits = {
        {Begin(operand.from), EndBefore(operand.to), all ? "(@ || (" : "(!@ && (", "))"}};
  }

  void Exchange(Operator made, std::size_t at, std::string_view other) {
    const Span left = LeftOf(source_, at), right = RightOf(source_, at);
    if (left.from == left.to || right.from == right.to) return;
    Choose(made, at, {left.from, right.to},
           Written(left) + " " + std::string(other) + " " + Written(right));
  }

  void Comparison(std::size_t at) {
    static const std::map<std::string_view, std::string_view> shifted = {
        {"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}};
    static const std::map<std::string_view, std::string_view> turned = {
        {"<", ">"}, {"<=", ">="}, {">", "<"}, {">=", "<="}, {"==", "!="}, {"!=", "=="}};
    const std::string_view sign = tokens()[at].text;
    if (shifted.contains(sign)) Exchange(Operator::kComparisonShifted, at, shifted.at(sign));
    // Where it is all of a condition, that is negated already.
    const std::size_t from = LeftOf(source_, at).from, to = RightOf(source_, at).to;
    const bool equality = IsOneOf(sign, {"==", "!="});
    if (equality && from > 1 && source_.Is(from - 1, "(") && source_.Is(to, ")") &&
        IsOneOf(tokens()[from - 2].text, {"if", "while"})) {
      return;
    }
    Exchange(Operator::kComparisonTurned, at, turned.at(sign));
  }

  void Arithmetic(std::size_t at) {
    static const std::map<std::string_view, std::string_view> other = {
        {"+", "-"}, {"-", "+"},   {"*", "/"},   {"/", "*"},
        {"%", "/"}, {"<<", ">>"}, {">>", "<<"}, {"&", "|"}};
    Exchange(Operator::kArithmeticSwapped, at, other.at(tokens()[at].text));
  }

  void Mask(std::size_t at) {
    const Span left = LeftOf(source_, at), right = RightOf(source_, at);
    if (left.from == left.to || right.from == right.to) return;
    Choose(Operator::kMaskElementDropped, at, {left.from, right.to}, Written(left));
    Choose(Operator::kMaskElementDropped, at, {left.from, right.to}, Written(right));
  }

  // `++count` and `count--`.
  void Step(std::size_t at) {
    const std::string other = source_.Is(at, "++") ? "--" : "++";
    std::size_t begin = at + 1;
    while (source_.Is(begin, "*")) ++begin;
    if (const std::size_t behind = BehindName(source_, begin); behind != begin) {
      return Choose(Operator::kArithmeticSwapped, at, {at, behind},
                    other + source_.Written(at + 1, behind));
    }
    if (at > 0 && IsName(tokens()[at - 1]) && tokens()[at - 1].begin > 0 && at > 1 &&
        !IsOneOf(tokens()[at - 2].text, {".", "->", "::"})) {
      Choose(Operator::kArithmeticSwapped, at, {at - 1, at + 1},
             source_.Written(at - 1, at) + other);
    }
  }

  void SteppedAssignment(std::size_t at) {
    std::size_t from = at;
    while (from > 0 && !tokens()[from].begins_statement &&
           !IsOneOf(tokens()[from - 1].text, {";", "(", ",", "{", "="})) {
      const std::size_t partner = tokens()[from - 1].partner;
      from = IsOneOf(tokens()[from - 1].text, {")", "]"}) ? partner : from - 1;
    }
    std::size_t to = at + 1;
    while (!IsOneOf(tokens()[to].text, {";", ")", ",", "}"})) {
      to = IsOneOf(tokens()[to].text, {"(", "[", "{"}) ? source_.Closing(to) + 1 : to + 1;
    }
    const std::string other = source_.Is(at, "+=") ? "-=" : "+=";
    Choose(Operator::kArithmeticSwapped, at, {from, to},
           source_.Written(from, at) + " " + other + " " + source_.Written(at + 1, to));
  }

  // Arguments that stand side by side. Whether they are of one type, the compiler says.
  void Arguments(std::size_t open) {
    if (open < 2 || !IsName(tokens()[open - 1])) return;
    const Token& name = tokens()[open - 1];
    const Token& before = tokens()[open - 2];
    const bool macro = name.text.size() > 2 && std::ranges::none_of(name.text, [](char c) {
                         return std::islower(static_cast<unsigned char>(c));
                       });
    if (macro || IsOneOf(name.text, {"while", "switch", "catch"})) return;
    if (before.text == "::" && open >= 3 && source_.Is(open - 3, "std")) return;
    if ((before.kind == Kind::kWord && before.text != "return") ||
        (IsOneOf(before.text, {">", "*", "&"}) && !before.spaced)) {
      return;  // a declaration
    }
    const auto parts = source_.Parts(open + 1, source_.Closing(open), ",");
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      const std::string one = source_.Written(parts[i].first, parts[i].second);
      const std::string other = source_.Written(parts[i + 1].first, parts[i + 1].second);
      if (one.empty() || other.empty() || one == other) continue;
      if (one.starts_with("std::memory_order")) continue;  // see Order
      const std::string same = "(@ ? (::tricolour_mutants::OfOneType<decltype((" + one +
                               ")), decltype((" + other + "))>(), (";
      Add(Operator::kArgumentsSwapped, parts[i].first, one + ", " + other, other + ", " + one)
          .edits = {
          {Begin(parts[i].first), EndBefore(parts[i].second), same + other + ")) : (", "))"},
          {Begin(parts[i + 1].first), EndBefore(parts[i + 1].second), "(@ ? (" + one + ") : (",
           "))"}};
    }
  }

  // The machine that runs this may order more than the code asks for, so a switch shows nothing;
  // what reads the orders (`tricolour prove --threads`, and `verify`) reads the sources.
  void Order(std::size_t at) {
    if (source_.Is(at, "memory_order_relaxed")) return;
    Site& site =
        Add(Operator::kOrderWeakened, at, std::string(tokens()[at].text), "memory_order_relaxed");
    site.by_itself = true;
    site.edits = {{Begin(at), tokens()[at].end, "memory_order_relaxed", "", true}};
  }

  const Source& source_;
  SiteList& sites_;
};

}  // namespace

void FindExpressions(const Source& source, SiteList& sites) { Expressions(source, sites).Find(); }

}  // namespace properties::mutate
