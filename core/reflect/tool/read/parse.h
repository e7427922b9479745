// core/reflect/tool/read/parse.h -- libclang as C++: one parsed header, and what its cursors say.
//
// The functions of libclang's C interface stay as they are; what is here releases what they give,
// and answers what they answer only in several steps. A parsed header shares nothing with another.
//
// Source: S4.1.   Read next: core/reflect/tool/read/reader.h.

#pragma once

#include <clang-c/Index.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/reflect/tool/model/finding.h"

namespace gc::header_tool {

// Takes a string out of libclang's hands.
std::string Take(CXString string);

// Calls `visit` for each child, not for their children.
void ForEachChild(CXCursor parent, const std::function<void(CXCursor)>& visit);

// Where the code stands that the reader of the file sees: for a macro, where it is used.
Place PlaceOf(CXSourceLocation location);
Place PlaceOf(CXCursor cursor);

// The name with its namespaces, without those that are inline: "std::vector", "gc::ObjectPtr".
std::string QualifiedName(CXCursor declaration);

struct Word {
  std::string text;
  Place place;
};

class ParsedHeader {
 public:
  // Parses the file as C++ of 2020, unless the arguments, which are those of a compiler, say
  // otherwise. A generated header that is not there yet is no error.
  ParsedHeader(const std::string& path, std::span<const std::string> arguments);
  ParsedHeader(const ParsedHeader&) = delete;
  ParsedHeader& operator=(const ParsedHeader&) = delete;

  // False if the file could not be parsed at all; then errors() says why.
  explicit operator bool() const { return unit_ != nullptr; }
  CXCursor Top() const { return clang_getTranslationUnitCursor(unit_.get()); }
  // What clang says is wrong, other than warnings.
  Findings Errors() const;
  // Each file that was read, without generated headers; sorted.
  std::vector<std::string> Dependencies() const;
  // The words, signs and literals of the file between the places of a cursor's begin and the end
  // of the file.
  std::vector<Word> WordsFrom(CXCursor cursor) const;

 private:
  struct Dispose {
    void operator()(CXIndex index) const { clang_disposeIndex(index); }
    void operator()(CXTranslationUnit unit) const { clang_disposeTranslationUnit(unit); }
  };
  std::string path_;
  std::unique_ptr<std::remove_pointer_t<CXIndex>, Dispose> index_;
  std::unique_ptr<std::remove_pointer_t<CXTranslationUnit>, Dispose> unit_;
};

bool IsGenerated(std::string_view path);

}  // namespace gc::header_tool
