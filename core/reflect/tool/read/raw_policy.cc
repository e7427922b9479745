#include "core/reflect/tool/read/raw_policy.h"

#include <algorithm>
#include <cctype>
#include <span>

#include "core/reflect/tool/read/kinds.h"

namespace gc::header_tool {
namespace {

using Words = std::span<const Word>;

bool IsName(const Word& word) {
  const auto first = static_cast<unsigned char>(word.text.front());
  return std::isalpha(first) || word.text.front() == '_';
}

// Of a member, as static is, and not of the type that it points to.
bool IsOfTheMember(const Word& word) { return word.text == "mutable" || word.text == "inline"; }

// Whether the members are of one declaration: "Room *a = nullptr, *b;". Both begin at its begin.
bool AreDeclaredTogether(CXCursor field, CXCursor other) {
  const auto begin = [](CXCursor cursor) {
    return clang_getRangeStart(clang_getCursorExtent(cursor));
  };
  return !clang_equalCursors(field, other) && clang_equalLocations(begin(field), begin(other));
}

// The declaration of a member: the words of its type, which end where its name begins.
struct Declaration {
  std::vector<Word> words;
  std::size_t name = 0;  // the index of its name
  bool of_several = false;
};

Declaration DeclarationOf(const ParsedHeader& parsed, CXCursor field) {
  Declaration declaration;
  std::vector<Word> words = parsed.WordsFrom(field);
  auto begin = words.begin();
  if (begin != words.end() && begin->text == "GC_PROPERTY") {
    int depth = 0;
    for (++begin; begin != words.end(); ++begin) {
      if (begin->text == "(") ++depth;
      if (begin->text == ")" && --depth == 0) break;
    }
    if (begin != words.end()) ++begin;
  }
  words.erase(words.begin(), begin);
  const auto name = std::ranges::find(words, PlaceOf(field), &Word::place);
  declaration.name = static_cast<std::size_t>(name - words.begin());
  int depth = 0;
  for (auto word = words.begin(); word != name; ++word) {
    if (word->text == "<") ++depth;
    if (word->text == ">") --depth;
    if (word->text == ">>") depth -= 2;
    if (word->text == "," && depth == 0) declaration.of_several = true;
  }
  for (const CXCursor& other :
       FieldsOf(clang_getCursorType(clang_getCursorSemanticParent(field)))) {
    declaration.of_several = declaration.of_several || AreDeclaredTogether(field, other);
  }
  declaration.words = std::move(words);
  return declaration;
}

// Where the type begins to which the "*" at `star` points. Template arguments belong to it.
std::size_t BeginOfPointee(Words words, std::size_t star) {
  std::size_t at = star;
  int depth = 0;
  while (at > 0) {
    const std::string& text = words[at - 1].text;
    if (text == ">") ++depth;
    if (text == ">>") depth += 2;
    if (depth == 0 && !IsName(words[at - 1]) && text != "::") break;
    if (text == "<") --depth;
    --at;
  }
  while (at < star && IsOfTheMember(words[at])) ++at;
  return at;
}

std::string Joined(Words words) {
  std::string text;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (at > 0 && IsName(words[at - 1]) && IsName(words[at])) text += ' ';
    text += words[at].text;
  }
  return text;
}

// A wrapper's constructors take no const object. A word that says what a type is stays: it may be
// what declares the type.
std::string WrapperOf(Words pointee) {
  std::vector<Word> bare(pointee.begin(), pointee.end());
  std::erase_if(bare,
                [](const Word& word) { return word.text == "const" || word.text == "volatile"; });
  return "gc::ObjectPtr<" + Joined(bare) + ">";
}

void Report(const Word& at, const std::string& pointer, const std::string& wrapper,
            RawPolicy policy, Findings& findings) {
  if (policy == RawPolicy::kRefuse) {
    findings.push_back({Severity::kError, at.place,
                        "the plain pointer '" + pointer + "' passes the barrier by",
                        "write " + wrapper + ", or log it (--raw log) and convert the log"});
  } else {
    findings.push_back({Severity::kNote, at.place,
                        "[raw-pointer] '" + pointer + "' should be '" + wrapper + "'", ""});
  }
}

}  // namespace

std::optional<RawPolicy> RawPolicyOf(std::string_view name) {
  if (name == "allow") return RawPolicy::kAllow;
  if (name == "log") return RawPolicy::kLog;
  if (name == "refuse") return RawPolicy::kRefuse;
  return std::nullopt;
}

void CheckRaw(const ParsedHeader& parsed, CXCursor field, RawPolicy policy, Findings& findings) {
  if (policy == RawPolicy::kAllow || !HasRaw(clang_getCursorType(field))) return;
  const Declaration declaration = DeclarationOf(parsed, field);
  if (declaration.of_several) {
    findings.push_back({policy == RawPolicy::kRefuse ? Severity::kError : Severity::kWarning,
                        PlaceOf(field),
                        "'" + Take(clang_getCursorSpelling(field)) +
                            "' is a plain pointer, declared together with other members",
                        "declare each member by itself"});
    return;
  }
  const Words words = Words(declaration.words).first(declaration.name);
  bool met = false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at].text != "*") continue;
    const std::size_t begin = BeginOfPointee(words, at);
    const Words pointee = words.subspan(begin, at - begin);
    if (pointee.empty()) continue;
    met = true;
    Report(pointee.front(), Joined(pointee) + "*", WrapperOf(pointee), policy, findings);
  }
  if (met) return;
  // The pointer is hidden in an alias, which no conversion of this line would change.
  findings.push_back({policy == RawPolicy::kRefuse ? Severity::kError : Severity::kWarning,
                      PlaceOf(field),
                      "the type of '" + Take(clang_getCursorSpelling(field)) +
                          "' is another name of a plain pointer, which passes the barrier by",
                      "write gc::ObjectPtr where the name is defined"});
}

}  // namespace gc::header_tool
