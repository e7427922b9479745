#include "core/reflect/tool/testing/scratch.h"

#include <clang-c/Index.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace gc::header_tool {
namespace {

constexpr const char* kEngine =
    "#pragma once\n"
    "#include \"core/gc.h\"\n"
    "#include \"core/heap/named_object.h\"\n"
    "#include \"core/reflect/annotations.h\"\n";

// Saves what clang knows after a header, for headers that include it.
void Precompile(const std::string& header, const std::string& to) {
  constexpr const char* kArguments[] = {"-xc++", "-w", "-DGC_REFLECT_TOOL=1", "-std=c++20",
                                        "-I" TRICOLOUR_SOURCE_DIR};
  const CXIndex index = clang_createIndex(0, 0);
  CXTranslationUnit unit = nullptr;
  clang_parseTranslationUnit2(
      index, header.c_str(), kArguments, std::size(kArguments), nullptr, 0,
      CXTranslationUnit_ForSerialization | CXTranslationUnit_DetailedPreprocessingRecord |
          CXTranslationUnit_SkipFunctionBodies | CXTranslationUnit_Incomplete,
      &unit);
  ASSERT_NE(unit, nullptr);
  ASSERT_EQ(clang_saveTranslationUnit(unit, to.c_str(), 0), CXSaveError_None);
  clang_disposeTranslationUnit(unit);
  clang_disposeIndex(index);
}

}  // namespace

Scratch::Scratch() {
  // mkdtemp puts letters in the place of these.
  const std::string any(6, 'X');
  std::string pattern = std::filesystem::temp_directory_path() / ("reflect-" + any);
  folder_ = ::mkdtemp(pattern.data());
  Precompile(Write("engine.h", kEngine), PathOf("engine.pch"));
  arguments_ = {"-I" TRICOLOUR_SOURCE_DIR, "-I" + folder_, "-include-pch", PathOf("engine.pch")};
}

Scratch::~Scratch() { std::filesystem::remove_all(folder_); }

std::string Scratch::Write(const std::string& name, const std::string& text) const {
  std::ofstream(PathOf(name), std::ios::binary) << text;
  return PathOf(name);
}

Reading Scratch::ReadText(const std::string& name, const std::string& text, RawPolicy raw) const {
  return Read(Write(name, text), arguments_, raw);
}

std::string Scratch::Said(const Findings& findings) const {
  std::string said;
  for (const Finding& finding : findings) {
    std::string line = Text(finding);
    for (std::size_t at; (at = line.find(folder_ + '/')) != line.npos;) {
      line.erase(at, folder_.size() + 1);
    }
    said += line + '\n';
  }
  return said;
}

std::string Door(const std::string& members) {
  return "#pragma once\n"
         "#include \"engine.h\"\n"
         "#include \"door.generated.h\"\n"
         "namespace game {\n"
         "struct Room;\n"
         "class GC_CLASS() Door : public gc::NamedObject {\n"
         "  GC_BODY(Door)\n"
         " public:\n" +
         members + "};\n}\n";
}

}  // namespace gc::header_tool
