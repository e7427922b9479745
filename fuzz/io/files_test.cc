// fuzz/io/files_test.cc -- bytes go to files and come back, and programs say how they ended.

#include "fuzz/io/files.h"

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/io/process.h"

namespace fuzz {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class Files : public testing::Test {
 protected:
  Files()
      : folder_(fs::path(testing::TempDir()) /
                ("tricolour-fuzz-files-" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "below");
  }
  ~Files() override { fs::remove_all(folder_); }
  fs::path folder_;
};

TEST_F(Files, KeepEveryByte) {
  const Bytes bytes = {0, 255, '\n', '\r', 0};
  ASSERT_TRUE(WriteBytes(folder_ / "x", bytes));
  EXPECT_EQ(ReadBytes(folder_ / "x"), bytes);
}

TEST_F(Files, SayWhenTheyCannot) {
  EXPECT_FALSE(ReadBytes(folder_ / "absent"));
  EXPECT_FALSE(WriteBytes(folder_ / "absent" / "x", {}));
}

TEST_F(Files, AreFoundByNameAndNotHidden) {
  for (const char* const name : {"b", "a", ".hidden", "below/c"}) WriteText(folder_ / name, "");
  EXPECT_THAT(FilesOf({folder_.string(), "given"}),
              ElementsAre(folder_ / "a", folder_ / "b", folder_ / "below" / "c", "given"));
}

TEST_F(Files, OfAProgramHaveItsOutputAndItsVariables) {
  const int status =
      RunProgram({"/bin/sh", "-c", "echo $ONE; echo two >&2; exit 7"}, {"ONE=1"}, folder_ / "log");
  EXPECT_EQ(status, 7);
  EXPECT_EQ(ReadBytes(folder_ / "log"), (Bytes{'1', '\n', 't', 'w', 'o', '\n'}));
}

TEST_F(Files, OfAProgramThatIsNotThereAreNone) {
  EXPECT_EQ(RunProgram({(folder_ / "absent").string()}, {}, folder_ / "log"), -1);
}

TEST_F(Files, OfAProgramThatWasKilledAreNoSuccess) {
  EXPECT_EQ(RunProgram({"/bin/sh", "-c", "kill -9 $$"}, {}, folder_ / "log"), -1);
}

}  // namespace
}  // namespace fuzz
