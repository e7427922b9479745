// fuzz/mutation/dictionary_test.cc -- fuzz/trace.dict is what the grammar's tables make today.

#include "fuzz/mutation/dictionary.h"

#include <gtest/gtest.h>

#include "fuzz/io/files.h"
#include "reference/trace/trace.h"

namespace fuzz {
namespace {

TEST(Dictionary, IsCurrent) {
  const auto bytes = ReadBytes(TRICOLOUR_SOURCE_DIR "/fuzz/trace.dict");
  ASSERT_TRUE(bytes);
  EXPECT_EQ(std::string(bytes->begin(), bytes->end()), DictionaryText())
      << "renew it: fuzz_dictionary > fuzz/trace.dict";
}

TEST(Dictionary, HasEveryVerb) {
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    EXPECT_NE(DictionaryText().find("\n\"" + std::string(entry.word) + "\"\n"), std::string::npos)
        << entry.word;
  }
}

}  // namespace
}  // namespace fuzz
