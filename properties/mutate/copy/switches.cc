// properties/mutate/copy/switches.cc -- nests the edits of all sites, and remembers where they are.

#include "properties/mutate/copy/switches.h"

#include <algorithm>
#include <string_view>

namespace properties::mutate {

const char* const kSwitchInclude = "#include \"core/mutants.h\"\n";

const char* const kSwitchHeader =
    R"(// Written by the command `mutate`; what is changed here is lost.
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <optional>
#include <type_traits>

namespace tricolour_mutants {

inline constexpr unsigned kMost = 1u << 16;

// 0: off; 1: on; 2: off, and not yet noted as reached. Of each process its own, so that a
// site which was reached once costs no more than in a run that notes nothing.
inline unsigned char state[kMost] = {};
// 3: reached. Null: nothing is noted. All processes that this one begins share it.
inline unsigned char* reached = nullptr;

inline bool IsOn(unsigned number) noexcept {
  if (__atomic_load_n(&state[number], __ATOMIC_RELAXED) == 1) return true;
  __atomic_store_n(&state[number], 0, __ATOMIC_RELAXED);
  __atomic_store_n(&reached[number], 3, __ATOMIC_RELAXED);
  return false;
}

inline bool Is(unsigned number) noexcept {
  return __builtin_expect(state[number] != 0, 0) && IsOn(number);
}

// The same in a function that the compiler may compute: never on while it does.
constexpr bool MayBe(unsigned number) noexcept {
  if (__builtin_is_constant_evaluated()) {
    return false;
  } else {
    return Is(number);
  }
}

// The sites that are reached are noted in this file, by this process and all that it begins.
inline void NoteIn(const char* path) {
  if (reached != nullptr) return;  // each file has a Start
  const int file = open(path, O_RDWR | O_CREAT, 0644);
  if (file < 0 || ftruncate(file, kMost) != 0) std::abort();
  void* const memory = mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) std::abort();
  reached = static_cast<unsigned char*>(memory);
  std::memset(state, 2, kMost);
  close(file);
}

// Before any other code of the program runs.
__attribute__((constructor(101))) static void Start() {
  const char* const path = std::getenv("TRICOLOUR_REACHED_BY_ALL");
  if (path != nullptr) NoteIn(path);
  const char* const number = std::getenv("TRICOLOUR_MUTANT");
  if (number != nullptr) state[std::strtoul(number, nullptr, 10) % kMost] = 1;
  state[0] = 0;
}

template <typename One, typename Other>
constexpr void OfOneType() {
  static_assert(std::is_same_v<std::remove_cvref_t<One>, std::remove_cvref_t<Other>>);
}

// A guard that is held, unless the mutant is on.
template <typename Make>
class Held {
 public:
  Held(bool on, Make make) {
    struct Making {
      Make& make;
      operator decltype(make())() const { return make(); }
    };
    if (!on) held_.emplace(Making{make});
  }

 private:
  std::optional<decltype(std::declval<Make>()())> held_;
};
template <typename Make>
Held<Make> Unless(bool on, Make make) {
  return Held<Make>(on, make);
}

}  // namespace tricolour_mutants
)";

const char* const kReachedTest =
    R"(// Written by the command `mutate`; what is changed here is lost.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

class Reached : public testing::EmptyTestEventListener {
 public:
  explicit Reached(std::FILE* file) : file_(file) {}

 private:
  // What is reached before main, the descriptions of classes, may be in the way of any test.
  void OnTestProgramStart(const testing::UnitTest&) override {
    std::fprintf(file_, "before-main 0");
    NoteReached();
  }
  // Tests that fork or run the program again, as death tests do, write into the same memory.
  void OnTestStart(const testing::TestInfo&) override {
    std::memset(tricolour_mutants::state, 2, tricolour_mutants::kMost);
    std::memset(tricolour_mutants::reached, 0, tricolour_mutants::kMost);
    began_ = std::clock();
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    const double milliseconds = 1e3 * static_cast<double>(std::clock() - began_) / CLOCKS_PER_SEC;
    std::fprintf(file_, "%s.%s %.2f", test.test_suite_name(), test.name(), milliseconds);
    if (!test.result()->Passed()) std::fprintf(file_, " failed");
    NoteReached();
  }
  void NoteReached() {
    for (unsigned number = 1; number < tricolour_mutants::kMost; ++number) {
      if (tricolour_mutants::reached[number] == 3) std::fprintf(file_, " %u", number);
    }
    std::fprintf(file_, "\n");
    std::fflush(file_);
  }
  void OnTestProgramEnd(const testing::UnitTest&) override {
    std::fprintf(file_, "end\n");
    std::fclose(file_);
  }
  std::FILE* const file_;
  std::clock_t began_ = 0;  // a processor's time: a busy machine changes nothing
};

// A death test may run this program again, as a child; then the file is there already.
const bool listens = [] {
  const char* const path = std::getenv("TRICOLOUR_REACHED");
  std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "wx");
  if (file != nullptr) testing::UnitTest::GetInstance()->listeners().Append(new Reached(file));
  return file != nullptr;
}();

}  // namespace
)";

namespace {

// What stands before the file's own text.
const std::string kHead = std::string(kSwitchInclude) + "#line 1\n";

struct Placed {
  const Edit* edit = nullptr;
  std::size_t number = 0;
  std::string condition;
  std::size_t order = 0;
};

// The edits in the order in which they open: those that enclose others come first.
std::vector<Placed> InOrder(const std::vector<Numbered>& sites) {
  std::vector<Placed> placed;
  for (const auto& [number, site] : sites) {
    const std::string condition = std::string("::tricolour_mutants::") +
                                  (site->computed ? "MayBe(" : "Is(") + std::to_string(number) +
                                  "u)";
    for (const Edit& edit : site->edits)
      placed.push_back({&edit, number, condition, placed.size()});
  }
  std::ranges::sort(placed, [](const Placed& one, const Placed& other) {
    const Edit &a = *one.edit, &b = *other.edit;
    if (a.begin != b.begin) return a.begin < b.begin;
    const bool inserts_a = a.begin == a.end, inserts_b = b.begin == b.end;
    if (inserts_a != inserts_b) return inserts_a;
    return a.end != b.end ? a.end > b.end : one.order < other.order;
  });
  return placed;
}

// The numbers of sites with an edit that crosses another, or that stands in a text which is
// replaced.
std::set<std::size_t> Crossing(const std::vector<Placed>& placed) {
  std::set<std::size_t> crossing;
  std::vector<const Placed*> open;
  for (const Placed& one : placed) {
    while (!open.empty() && open.back()->edit->end <= one.edit->begin) open.pop_back();
    if (!open.empty() && (open.back()->edit->end < one.edit->end || open.back()->edit->replaces)) {
      crossing.insert(one.number);
      continue;
    }
    open.push_back(&one);
  }
  return crossing;
}

std::string With(std::string_view text, const std::string& condition) {
  std::string result;
  for (const char c : text) {
    if (c == '@') {
      result += condition;
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

Switched::Switched(const tidy::File& file, const std::vector<Numbered>& sites) {
  const std::set<std::size_t> crossing = Crossing(InOrder(sites));
  left_out_.assign(crossing.begin(), crossing.end());
  std::vector<Numbered> written;
  for (const Numbered& site : sites) {
    if (!crossing.contains(site.number)) written.push_back(site);
  }
  Write(file, written);
}

void Switched::Own(std::size_t number, const std::string& text) {
  stretches_.push_back({text_.size(), text_.size() + text.size(), number, true});
  text_ += text;
}

void Switched::Write(const tidy::File& file, const std::vector<Numbered>& sites) {
  struct Open {
    const Placed* placed;
    std::size_t begin;  // in text_
  };
  const std::vector<Placed> placed = InOrder(sites);
  std::vector<Open> open;
  text_ = placed.empty() ? "" : kHead;
  std::size_t next = 0;
  for (std::size_t at = 0; at <= file.text.size(); ++at) {
    while (!open.empty() && open.back().placed->edit->end == at) {
      const Open closed = open.back();
      open.pop_back();
      const std::size_t number = closed.placed->number;
      stretches_.push_back({closed.begin, text_.size(), number, false});
      Own(number, With(closed.placed->edit->after, closed.placed->condition));
    }
    for (; next < placed.size() && placed[next].edit->begin == at; ++next) {
      const Edit& edit = *placed[next].edit;
      Own(placed[next].number, With(edit.before, placed[next].condition));
      if (edit.end != at) open.push_back({&placed[next], text_.size()});
    }
    if (at == file.text.size()) break;
    const bool replaced = !open.empty() && open.back().placed->edit->replaces;
    if (!replaced || file.text[at] == '\n') text_ += file.text[at];
  }
}

// Where a line of the file as it was begins in the text.
std::size_t Switched::Offset(std::size_t line) const {
  std::size_t at = text_.starts_with(kHead) ? kHead.size() : 0;
  for (std::size_t seen = 1; seen < line; ++seen) {
    at = text_.find('\n', at);
    if (at == text_.npos) return text_.size();
    ++at;
  }
  return at;
}

std::size_t Switched::At(std::size_t line, std::size_t column) const {
  const std::size_t at = Offset(line) + column - 1;
  const Stretch* best = nullptr;
  for (const Stretch& stretch : stretches_) {
    if (at < stretch.begin || at >= stretch.end) continue;
    if (best == nullptr || stretch.end - stretch.begin < best->end - best->begin) best = &stretch;
  }
  return best == nullptr ? 0 : best->number;
}

std::set<std::size_t> Switched::All() const {
  std::set<std::size_t> all;
  for (const Stretch& stretch : stretches_) all.insert(stretch.number);
  return all;
}

std::vector<std::size_t> Switched::InLine(std::size_t line) const {
  const std::size_t begin = Offset(line), end = Offset(line + 1);
  std::vector<std::size_t> numbers;
  for (const Stretch& stretch : stretches_) {
    if (stretch.own && stretch.begin < end && begin < stretch.end) {
      numbers.push_back(stretch.number);
    }
  }
  return numbers;
}

}  // namespace properties::mutate
