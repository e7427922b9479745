#include "core/reflect/tool/write/files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace gc::header_tool {
namespace {

namespace fs = std::filesystem;

// Of each process its own: tests run beside each other.
class Files : public testing::Test {
 protected:
  Files() : folder_(fs::path(testing::TempDir()) / ("reflect_files" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
  }
  ~Files() override { fs::remove_all(folder_); }
  std::string PathOf(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(Files, AFileWithTheSameTextIsLeftAlone) {
  const std::string path = PathOf("made/below/a.txt");
  ASSERT_EQ(WriteIfChanged(path, "one"), "");
  const fs::file_time_type before = fs::last_write_time(path) - std::chrono::hours(1);
  fs::last_write_time(path, before);
  EXPECT_EQ(WriteIfChanged(path, "one"), "");
  EXPECT_EQ(fs::last_write_time(path), before);
  EXPECT_EQ(WriteIfChanged(path, "two"), "");
  EXPECT_NE(fs::last_write_time(path), before);
  EXPECT_EQ(ReadFile(path), "two");
}

TEST_F(Files, WhatCannotBeWrittenIsNamed) {
  ASSERT_EQ(WriteIfChanged(PathOf("file"), "one"), "");
  EXPECT_NE(WriteIfChanged(PathOf("file/below"), "two").find(PathOf("file/below")),
            std::string::npos);
  EXPECT_EQ(ReadFile(PathOf("file")), "one");
  EXPECT_EQ(ReadFile(PathOf("absent")), std::nullopt);
  EXPECT_EQ(ReadFile(folder_.string()), std::nullopt);
}

TEST_F(Files, ADependencyFileEscapesWhatMakeWouldMisread) {
  const std::string targets[] = {"a.h", "a.cc"}, dependencies[] = {"my dir/b.h", "c$#.h"};
  EXPECT_EQ(DependencyFile(targets, dependencies),
            "a.h a.cc : \\\n  my\\ dir/b.h \\\n  c$$\\#.h\n");
}

}  // namespace
}  // namespace gc::header_tool
