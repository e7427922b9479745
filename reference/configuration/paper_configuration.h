// reference/configuration/paper_configuration.h -- settings on paper: what a text of settings
// means, and what is said of one with a mistake.
//
// A text is not parsed here. It is put together from lines of which it is known what they are: a
// right one, one with a value out of range, one with a misspelt key. So what a reader must find, at
// which column, and what it must say, is known beforehand. Of all settings there are some here, of
// each kind, with the ranges and words that the specification gives them.
//
// Read next: reference/configuration/paper_configuration.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reference::configuration {

// A word that is written, and how the value is printed. A bad one has no printed form.
struct Word {
  std::string_view written;
  std::string_view printed = {};
};

struct Row {
  std::string_view key;
  std::string_view standard;  // its value from the start
  std::string_view expected;  // which values it takes, in words
  bool at_start_up = false;   // cannot be changed once the program has begun
  std::array<Word, 6> good = {};
  std::array<std::string_view, 5> bad = {};
};
std::span<const Row> Rows();
// All other settings, which no line names: for what is printed of them.
std::span<const Row> Others();
// What is printed of a setting with this value, below the line with its meaning.
std::string PrintedAs(const Row& of, const std::string& value, const std::string& source);

// The least number of letters that are added, removed or replaced between two words.
std::size_t EditsBetween(std::string_view from, std::string_view to);
// Those between a word and the key that is nearest to it.
std::size_t EditsToNearestKey(std::string_view word);

enum class LineKind : std::uint8_t {
  kGood,
  kBadValue,
  kNoValue,
  kMisspelt,  // a letter of the key is left out, put in, or another
  kNoSign,
  kComment,
  kBlank,
};
inline constexpr std::size_t kLineKinds = 7;

struct Line {
  LineKind kind = LineKind::kBlank;
  std::uint8_t row = 0;     // these two are counted round
  std::uint8_t word = 0;    // which value, or which letter of the key
  std::uint8_t before = 0;  // blanks before the key,
  std::uint8_t around = 0;  // before and behind the sign,
  std::uint8_t behind = 0;  // and behind the value; odd: and then a comment
};
std::string TextOf(const Line& line);
// As the argument of a program; `style` 0, 1: the two ways to write one of ours, 2: another's.
std::string ArgumentOf(const Line& line, int style);

// Where values come from, the weakest first.
enum class Layer : std::uint8_t { kDefault, kShipped, kProject, kCommandLine, kRunning };

class PaperConfiguration {
 public:
  PaperConfiguration();

  // Each returns what is said of all mistakes, a line each; then no value changes.
  std::string Read(const std::vector<Line>& lines, const std::string& file, Layer layer);
  // `styles`: of each line as an argument.
  std::string ReadArguments(const std::vector<Line>& lines, const std::vector<int>& styles);
  void Freeze() { frozen_ = true; }
  void Listen(bool listens) { listens_ = listens; }

  const std::string& ValueOf(std::size_t row) const { return values_[row].text; }
  const std::string& SourceOf(std::size_t row) const { return values_[row].source; }
  // How often a listener was told so far.
  std::uint32_t told() const { return told_; }
  // What is printed of the setting, below the line with its meaning.
  std::string Printed(std::size_t row) const;

 private:
  struct Value {
    std::string text;
    std::string source = "default";
    Layer layer = Layer::kDefault;
  };
  struct Set {
    std::size_t row;
    std::string text;
    std::string source;
  };
  // What is said of the line; empty if it is right. A right one goes to `sets`.
  std::string Judge(const Line& line, const std::string& source, std::size_t before,
                    std::set<std::size_t>& seen, std::vector<Set>& sets) const;
  void Take(const std::vector<Set>& sets, Layer layer);

  std::vector<Value> values_;  // by row
  bool frozen_ = false;
  bool listens_ = false;
  std::uint32_t told_ = 0;
};

}  // namespace reference::configuration
