// core/reflect/tool/any_text_test.cc -- whatever stands in a header, the tool ends and says where a
// mistake is.
//
// Rows: S4.1, S4.2.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/reflect/tool/testing/any_text.h"

namespace gc::header_tool {
namespace {

// Of a standard generator the numbers are the same everywhere; of a distribution they are not.
std::string Changed(std::string text, std::mt19937& random) {
  for (auto times = random() % 3 + 1; times > 0 && text.size() > 8; --times) {
    const std::size_t at = random() % text.size();
    const std::size_t length = std::min<std::size_t>(random() % 12 + 1, text.size() - at);
    const std::string piece = text.substr(random() % (text.size() - 8), random() % 8 + 1);
    if (random() % 3 == 0) {
      text.erase(at, length);
    } else if (random() % 2 == 0) {
      text.insert(at, piece);
    } else {
      text.replace(at, length, piece);
    }
  }
  return text;
}

TEST(AnyText, IsReadOrRefusedWithAPlace) {
  const std::vector<GoldenHeader> headers = GoldenHeaders();
  ASSERT_GT(headers.size(), 30u);
  std::mt19937 random(7);
  for (const auto& [name, text] : headers) {
    ASSERT_EQ(WrongWithReading(text), "") << text;
    const std::string changed = Changed(text, random);
    ASSERT_EQ(WrongWithReading(changed), "") << changed;
  }
}

TEST(AnyText, NoiseIsRefusedWithAPlace) {
  for (const char* const text :
       {"", "GC_CLASS(", "GC_PROPERTY() GC_PROPERTY() x", "class GC_CLASS() {", "}}}}",
        "GC_BODY(A)\nGC_CLASS() class GC_STRUCT() A : A { GC_BODY(A) };", "\xff\xfe\x01", "/*",
        "struct GC_STRUCT() S { GC_BODY(S) GC_PROPERTY(a = \") int x; };", "R\"(", "'"}) {
    EXPECT_EQ(WrongWithReading(text), "") << text;
  }
}

// Of so many clang gives up, and then it is nowhere in the text.
TEST(AnyText, SoManyMistakesAreRefusedWithAPlaceEach) {
  std::string text;
  for (int line = 0; line < 60; ++line) text += "Unknown" + std::to_string(line) + " x;\n";
  EXPECT_EQ(WrongWithReading(text), "");
}

}  // namespace
}  // namespace gc::header_tool
