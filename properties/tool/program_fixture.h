// properties/tool/program_fixture.h -- for tests: runs the program as a user does.

#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

// The build says where the program is.
#ifndef TRICOLOUR_PROGRAM_FILE
#define TRICOLOUR_PROGRAM_FILE "tricolour"
#endif

namespace tool {

namespace fs = std::filesystem;

struct Ran {
  int exit_code = -1;
  std::string out;
  std::string err;
};

class Program : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string pattern(6, 'X');  // mkdtemp fills it in
    std::string name = (fs::temp_directory_path() / ("tricolour-" + pattern)).string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name), std::ios::binary) << text;
    return Path(name);
  }
  static std::string Read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  Ran Run(const std::string& arguments) const {
    const std::string out = Path("stdout"), err = Path("stderr");
    const int status = std::system(
        ("'" TRICOLOUR_PROGRAM_FILE "' " + arguments + " >'" + out + "' 2>'" + err + "' </dev/null")
            .c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, Read(out), Read(err)};
  }

  fs::path folder_;
};

}  // namespace tool
