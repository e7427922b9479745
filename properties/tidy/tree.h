// properties/tidy/tree.h -- the sources of the project, as data that a check can read.
//
// A check that was never seen to fail checks nothing for certain. So each check is a function of a
// tree in memory: a test gives it our tree, in which it must find nothing, and copies with one
// thing broken, in which it must find that.
//
// Read next: properties/tidy/arrows.h.

#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace properties::tidy {

inline constexpr std::array<std::string_view, 5> kRooms = {"core", "reference", "model",
                                                           "properties", "fuzz"};

struct File {
  std::string path;  // from the root of the project, with slashes
  std::string text;
};
using Tree = std::vector<File>;

// What a check reports about a line of a file.
struct Finding {
  std::string path;
  std::size_t line = 0;  // from 1; 0 if it is about the whole file
  std::string message;
  friend bool operator==(const Finding&, const Finding&) = default;
};
std::ostream& operator<<(std::ostream& out, const Finding& finding);

// The findings as compilers print theirs, one on a line; an empty text if there are none.
std::string Text(const std::vector<Finding>& findings);

// All bytes of a file; none if it cannot be read.
std::string ReadText(const std::filesystem::path& path);

// Every file of the rooms below `root` with one of these endings, sorted by path.
Tree ReadTree(const std::filesystem::path& root, const std::set<std::string>& endings);

// Every .h and .cc of this project, read once.
const Tree& OurTree();

std::vector<std::string_view> Lines(std::string_view text);

// Whether the file is a test, or is used only by tests: those may include more than other files.
bool IsTest(std::string_view path);

}  // namespace properties::tidy
