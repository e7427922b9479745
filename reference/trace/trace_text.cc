// reference/trace/trace_text.cc -- whole traces, by way of the streaming reader.

#include "reference/trace/trace_text.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <istream>
#include <streambuf>
#include <system_error>

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

std::variant<Trace, ParseError> ReadAll(std::istream& in) {
  TraceReader reader(in);
  Trace trace;
  if (!reader.ReadHeader(trace.header)) return *reader.error();
  Operation operation;
  while (reader.Next(operation)) trace.operations.push_back(operation);
  if (reader.error()) return *reader.error();
  return trace;
}

ParseError Unreadable(const std::string& path, int reason) {
  return {.expected = "a trace file that can be read",
          .found = "none (" + std::generic_category().message(reason) + ")",
          .file = path};
}

}  // namespace

std::variant<Trace, ParseError> ParseTrace(std::string_view text) {
  TextBuffer buffer(text);
  std::istream in(&buffer);
  return ReadAll(in);
}

std::variant<Trace, ParseError> LoadTrace(const std::string& path) {
  if (path == "-") {
    std::variant<Trace, ParseError> read = ReadAll(std::cin);
    if (auto* const error = std::get_if<ParseError>(&read)) error->file = "standard input";
    return read;
  }
  // A directory opens like a file on some systems, and only reading it fails.
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return Unreadable(path, EISDIR);
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) return Unreadable(path, errno == 0 ? EIO : errno);
  std::variant<Trace, ParseError> result = ReadAll(in);
  if (auto* const error = std::get_if<ParseError>(&result)) error->file = path;
  return result;
}

}  // namespace reference
