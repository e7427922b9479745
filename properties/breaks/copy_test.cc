// properties/breaks/copy_test.cc -- the copy is the project with its breaks, and files that have
// not changed are not written again.

#include "properties/breaks/copy.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "properties/base/own_path.h"

namespace properties::breaks {
namespace {

namespace fs = std::filesystem;

class CopyTest : public testing::Test {
 protected:
  CopyTest() {
    fs::remove_all(folder_);
    Write("CMakeLists.txt", "top");
    Write("core/a.cc", "a");
    Write("core/deep/b.h", "b");
    Write("out/other", "not of a room");
  }
  ~CopyTest() override { fs::remove_all(folder_); }
  void Write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  std::string Copied(const std::string& path) const {
    std::ifstream in(copy_ / path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  const fs::path folder_ = OwnPath();
  const fs::path root_ = folder_ / "project";
  const fs::path copy_ = folder_ / "copy";
};

TEST_F(CopyTest, IsTheProjectWithWhatHasChanged) {
  EXPECT_EQ(WriteCopy(root_, copy_, {{"core/a.cc", "broken"}}), 3u);
  EXPECT_EQ(Copied("CMakeLists.txt"), "top");
  EXPECT_EQ(Copied("core/a.cc"), "broken");
  EXPECT_EQ(Copied("core/deep/b.h"), "b");
  EXPECT_FALSE(fs::exists(copy_ / "out"));
}

TEST_F(CopyTest, IsWrittenOnlyWhereSomethingChanges) {
  WriteCopy(root_, copy_, {{"core/a.cc", "broken"}});
  EXPECT_EQ(WriteCopy(root_, copy_, {{"core/a.cc", "broken"}}), 0u);
  EXPECT_EQ(WriteCopy(root_, copy_, {}), 1u) << "as it was";
  EXPECT_EQ(Copied("core/a.cc"), "a");
}

TEST_F(CopyTest, HasFilesThatTheProjectLacksForAsLongAsTheyAreWanted) {
  EXPECT_EQ(WriteCopy(root_, copy_, {{"core/switch.h", "is it on?"}}), 4u);
  EXPECT_EQ(Copied("core/switch.h"), "is it on?");
  EXPECT_EQ(WriteCopy(root_, copy_, {{"core/switch.h", "is it on?"}}), 0u);
  WriteCopy(root_, copy_, {});
  EXPECT_FALSE(fs::exists(copy_ / "core/switch.h"));
}

TEST_F(CopyTest, LosesWhatTheProjectNoLongerHas) {
  WriteCopy(root_, copy_, {});
  fs::remove(root_ / "core/a.cc");
  WriteCopy(root_, copy_, {});
  EXPECT_FALSE(fs::exists(copy_ / "core/a.cc"));
  EXPECT_TRUE(fs::exists(copy_ / "core/deep/b.h"));
}

}  // namespace
}  // namespace properties::breaks
