// reference/trace/trace_text.cc -- whole traces, by way of the streaming reader.

#include "reference/trace/trace_text.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <istream>
#include <iterator>
#include <streambuf>
#include <string_view>
#include <system_error>
#include <vector>

namespace reference {
namespace {

// A stream over a text that is not copied.
class TextBuffer : public std::streambuf {
 public:
  explicit TextBuffer(std::string_view text) {
    // The get area takes pointers to non-const, and nothing writes through them.
    char* const begin = const_cast<char*>(text.data());
    setg(begin, begin, begin + text.size());
  }
};

// The objects that the lines so far make.
class Births {
 public:
  void Note(const Operation& operation) {
    if (KindOf(operation.verb) != VerbKind::kBirth) return;
    if (operation.object >= made_.size()) made_.resize(operation.object + 1);
    made_[operation.object] = true;
  }
  bool Has(Name object) const { return object < made_.size() && made_[object]; }

 private:
  std::vector<bool> made_;
};

// The name stands last in the line, but for blanks and a comment.
ParseError OfNothing(const TraceReader& reader) {
  std::string_view text = reader.line_text();
  text = text.substr(0, text.find('#'));
  const std::size_t end = text.find_last_not_of(" \t") + 1;
  const std::size_t begin = text.find_last_of(" \t", end - 1) + 1;
  return {.line = reader.line_number(),
          .column = begin + 1,
          .expected = "an object that a line above makes",
          .found = Quoted(text.substr(begin, end - begin)) + ", which never was"};
}

// A trace of an author, if `claims`: then what is expected must be about something.
std::variant<Trace, ParseError> ReadAll(std::istream& in, bool claims) {
  TraceReader reader(in);
  Trace trace;
  Births births;
  if (!reader.ReadHeader(trace.header)) return *reader.error();
  Operation operation;
  while (reader.Next(operation)) {
    births.Note(operation);
    if (claims && IsExpectation(operation.verb) && !births.Has(operation.object)) {
      return OfNothing(reader);
    }
    trace.operations.push_back(operation);
  }
  if (reader.error()) return *reader.error();
  return trace;
}

ParseError Unreadable(const std::string& path, int reason) {
  return {.expected = "a trace file that can be read",
          .found = "none (" + std::generic_category().message(reason) + ")",
          .file = path};
}

}  // namespace

const std::string& StandardInput() {
  static const std::string text{std::istreambuf_iterator<char>(std::cin),
                                std::istreambuf_iterator<char>()};
  return text;
}

std::variant<Trace, ParseError> ParseTrace(std::string_view text) {
  TextBuffer buffer(text);
  std::istream in(&buffer);
  return ReadAll(in, false);
}

std::variant<Trace, ParseError> LoadTrace(const std::string& path) {
  if (path == kStandardInput) {
    TextBuffer buffer(StandardInput());
    std::istream text(&buffer);
    std::variant<Trace, ParseError> read = ReadAll(text, true);
    if (auto* const error = std::get_if<ParseError>(&read)) error->file = "standard input";
    return read;
  }
  // A directory opens like a file on some systems, and only reading it fails.
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return Unreadable(path, EISDIR);
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) return Unreadable(path, errno == 0 ? EIO : errno);
  std::variant<Trace, ParseError> result = ReadAll(in, true);
  if (auto* const error = std::get_if<ParseError>(&result)) error->file = path;
  return result;
}

}  // namespace reference
