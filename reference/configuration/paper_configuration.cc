#include "reference/configuration/paper_configuration.h"

#include <algorithm>
#include <optional>

namespace reference::configuration {

namespace {

constexpr std::array<Word, 6> kSwitch = {
    {{"on", "on"}, {"off", "off"}, {"true", "on"}, {"false", "off"}, {"1", "on"}, {"0", "off"}}};
constexpr std::array<std::string_view, 5> kNoSwitch = {"yes", "2", "On", "00", "o"};

constexpr Row kRows[] = {
    {"trace.incremental", "off", "on or off", false, kSwitch, kNoSwitch},
    {"trace.slice",
     "0.005",
     "a number from 0 to 10 (s)",
     false,
     {{{"0", "0"},
       {"10", "10"},
       {"0.25", "0.25"},
       {"1e-3", "0.001"},
       {"95e-8", "9.5e-07"},
       {"2", "2"}}},
     {"-0.1", "10.5", "nan", "1s", "+1"}},
    {"trace.poll",
     "128",
     "a whole number from 1 to 1000000 (units)",
     false,
     {{{"1", "1"},
       {"1000000", "1000000"},
       {"1e3", "1000"},
       {"7.0", "7"},
       {"12", "12"},
       {"2", "2"}}},
     {"0", "1000001", "1.5", "x", "1,5"}},
    {"garbage.track",
     "off",
     "one of off all sampled",
     false,
     {{{"off", "off"},
       {"all", "all"},
       {"sampled", "sampled"},
       {"all", "all"},
       {"off", "off"},
       {"sampled", "sampled"}}},
     {"on", "1", "ALL", "some", "of"}},
    {"table.max_objects",
     "2097152",
     "a whole number from 1 to 2147483647 (objects)",
     true,
     {{{"5", "5"},
       {"2147483647", "2147483647"},
       {"1", "1"},
       {"64", "64"},
       {"1e6", "1000000"},
       {"77", "77"}}},
     {"0", "2147483648", "-5", "0.5", "many"}},
    {"table.preallocate", "off", "on or off", true, kSwitch, kNoSwitch},
    {"schedule.interval",
     "60",
     "a number from -1 to 1000000 (s of game time)",
     false,
     {{{"-1", "-1"},
       {"61.1", "61.1"},
       {"1000000", "1000000"},
       {"0", "0"},
       {"30", "30"},
       {"0.5", "0.5"}}},
     {"-1.5", "1000001", "60s", "inf", "--1"}},
    {"verify.raw_members",
     "allow",
     "one of allow log refuse",
     false,
     {{{"allow", "allow"},
       {"log", "log"},
       {"refuse", "refuse"},
       {"log", "log"},
       {"refuse", "refuse"},
       {"allow", "allow"}}},
     {"0", "no", "Log", "off", "logs"}},
};

// No text changes these.
constexpr Row kOthers[] = {
    {"trace.delay", "0", "a whole number from 0 to 1000000 (frames)"},
    {"trace.continuous", "off", "on or off"},
    {"trace.parallel", "on", "on or off"},
    {"trace.task_objects", "20", "a whole number from 1 to 1000000 (objects)"},
    {"gather.incremental", "off", "on or off"},
    {"gather.slice", "0", "a number from 0 to 10 (s)"},
    {"purge.begin_incremental", "on", "on or off"},
    {"purge.begin_poll", "10", "a whole number from 1 to 1000000 (units)"},
    {"purge.slice", "0.002", "a number from 0 to 10 (s)"},
    {"purge.poll", "1", "a whole number from 1 to 1000000 (units)"},
    {"purge.off_thread", "on", "on or off"},
    {"purge.grace", "40", "a number from 0 to 3600 (s)"},
    {"purge.culprits", "10", "a whole number from 0 to 10 (objects)"},
    {"schedule.idle_server_factor", "10", "a number from 1 to 1000000 (times)"},
    {"schedule.tries_before_forcing", "10", "a whole number from 0 to 1000000 (tries)"},
    {"schedule.collect_while_loading", "off", "on or off"},
    {"schedule.flush_loading_first", "off", "on or off"},
    {"schedule.collect_on_level_unload", "off", "on or off"},
    {"low_memory.threshold", "0", "a number from 0 to 1000000000 (MB)"},
    {"low_memory.interval", "30", "a number from 0.1 to 1000000 (s of game time)"},
    {"low_memory.level_interval", "15", "a number from 0.1 to 1000000 (s of game time)"},
    {"low_memory.purge_slice", "0.002", "a number from 0 to 10 (s)"},
    {"table.max_objects_in_editor", "25165824", "a whole number from 1 to 2147483647 (objects)",
     true},
    {"table.disregarded", "0", "a whole number from 0 to 2147483647 (objects)", true},
    {"table.disregard_on_servers", "on", "on or off", true},
    {"table.permanent_bytes", "0", "a whole number from 0 to 4294967295 (bytes)", true},
    {"cluster.create", "on", "on or off"},
    {"cluster.min_objects", "5", "a whole number from 2 to 1000000 (objects)"},
    {"cluster.assets", "off", "on or off"},
    {"cluster.actors", "off", "on or off"},
    {"cluster.scripts", "off", "on or off"},
    {"garbage.eliminate", "on", "on or off"},
    {"verify.unreachable", "off", "on or off"},
    {"verify.assumptions", "off", "on or off"},
    {"verify.assumptions_on_full", "off", "on or off"},
    {"verify.chance", "0", "a number from 0 to 1 (of 1)"},
    {"verify.referencers", "off", "on or off"},
    {"debug.names_in_trace", "off", "on or off"},
    {"debug.every_frames", "0", "a whole number from 0 to 1000000 (frames)"},
    {"debug.force_every_frame", "off", "on or off"},
    {"debug.stress_loading", "off", "on or off"},
    {"report.cycles", "off", "on or off"},
    {"report.counts_at_limit", "off", "on or off", true},
    {"report.graph_limit", "0.004", "a number from 0 to 10 (s)"},
    {"history.size", "0", "a whole number from 0 to 10000 (cycles)"},
};

const Row& RowOf(const Line& line) { return kRows[line.row % std::size(kRows)]; }
std::string_view GoodWord(const Line& line) {
  const auto& words = RowOf(line).good;
  return words[line.word % words.size()].written;
}
std::string_view BadWord(const Line& line) {
  const auto& words = RowOf(line).bad;
  return words[line.word % words.size()];
}

std::string KeyIn(const Line& line) {
  std::string key(RowOf(line).key);
  if (line.kind != LineKind::kMisspelt) return key;
  const std::size_t at = line.word % key.size();
  if (line.word % 3 != 1) key.erase(at, 1);
  if (line.word % 3 != 0) key.insert(at, 1, 'z');  // which no key has
  return key;
}
std::string_view ValueIn(const Line& line) {
  return line.kind == LineKind::kNoValue    ? std::string_view()
         : line.kind == LineKind::kBadValue ? BadWord(line)
                                            : GoodWord(line);
}

std::string Said(const std::string& source, std::size_t column, std::string_view found,
                 const std::string& expected) {
  return source + (column != 0 ? ":" + std::to_string(column) : "") + ": found " +
         (found.empty() ? "nothing" : "'" + std::string(found) + "'") + ", expected " + expected +
         "\n";
}

}  // namespace

std::span<const Row> Rows() { return kRows; }
std::span<const Row> Others() { return kOthers; }

// As it is defined: what the first letters cost, and then the rest. What is left of each word says
// all about the rest, so it is noted.
std::size_t EditsBetween(std::string_view from, std::string_view to) {
  const std::size_t width = to.size() + 1;
  std::vector<std::optional<std::size_t>> known((from.size() + 1) * width);
  const auto rest = [&](const auto& self, std::size_t i, std::size_t j) -> std::size_t {
    if (i == from.size()) return to.size() - j;
    if (j == to.size()) return from.size() - i;
    if (const auto& cost = known[i * width + j]) return *cost;
    const std::size_t replaced = self(self, i + 1, j + 1) + (from[i] != to[j]);
    const std::size_t least =
        std::min({replaced, 1 + self(self, i + 1, j), 1 + self(self, i, j + 1)});
    known[i * width + j] = least;
    return least;
  };
  return rest(rest, 0, 0);
}

std::size_t EditsToNearestKey(std::string_view word) {
  std::size_t least = word.size() + 1000;
  for (const std::span<const Row> rows : {Rows(), Others()}) {
    for (const Row& row : rows) least = std::min(least, EditsBetween(word, row.key));
  }
  return least;
}

std::string TextOf(const Line& line) {
  const std::string before(line.before, ' '), around(line.around, line.around == 1 ? '\t' : ' ');
  const std::string behind = std::string(line.behind, ' ') + (line.behind % 2 == 1 ? "# = so" : "");
  switch (line.kind) {
    case LineKind::kBlank:
      return before;
    case LineKind::kComment:
      return before + "# " + std::string(RowOf(line).key) + " = 5";
    case LineKind::kNoSign:
      return before + KeyIn(line) + behind;
    case LineKind::kNoValue:
      return before + KeyIn(line) + around + "=" + behind;
    case LineKind::kGood:
    case LineKind::kBadValue:
    case LineKind::kMisspelt:
      break;
  }
  return before + KeyIn(line) + around + "=" + around + std::string(ValueIn(line)) + behind;
}

std::string ArgumentOf(const Line& line, int style) {
  const char* const start = style == 0 ? "--gc." : style == 1 ? "-gc:" : "--gc-";
  if (line.kind == LineKind::kNoSign) return start + KeyIn(line);
  return start + KeyIn(line) + "=" + std::string(ValueIn(line));
}

PaperConfiguration::PaperConfiguration() {
  for (const Row& row : kRows) values_.push_back({.text = std::string(row.standard)});
}

// `before`: where the key stands in the line; npos: the line is an argument, of which no column is
// told.
std::string PaperConfiguration::Judge(const Line& line, const std::string& source,
                                      std::size_t before, std::set<std::size_t>& seen,
                                      std::vector<Set>& sets) const {
  const bool is_argument = before == std::string::npos;
  const auto column = [&](std::size_t behind) { return is_argument ? 0 : before + behind + 1; };
  const std::string key = KeyIn(line);
  const std::size_t row = line.row % std::size(kRows);
  if (line.kind == LineKind::kNoSign) {
    return Said(source, column(key.size()), "", "= and a value");
  }
  if (line.kind == LineKind::kMisspelt) {
    std::string said = Said(source, column(0), key, "a setting");
    said.insert(said.size() - 1, "; the nearest is '" + std::string(kRows[row].key) + "'");
    return said;
  }
  if (!seen.insert(row).second) {
    return Said(source, column(0), key, "a setting that was not set above");
  }
  if (frozen_ && kRows[row].at_start_up) {
    return Said(source, column(0), key, "a setting that is not read at start-up only");
  }
  const std::size_t around = is_argument ? 0 : line.around;
  if (line.kind != LineKind::kGood) {
    const bool none = line.kind == LineKind::kNoValue;
    return Said(source, column(key.size() + around + 1 + (none ? 0 : around)), ValueIn(line),
                std::string(kRows[row].expected));
  }
  const auto& words = kRows[row].good;
  sets.push_back({row, std::string(words[line.word % words.size()].printed), source});
  return {};
}

void PaperConfiguration::Take(const std::vector<Set>& sets, Layer layer) {
  bool changed = false;
  for (const Set& set : sets) {
    Value& value = values_[set.row];
    if (layer < value.layer) continue;
    value = {.text = set.text, .source = set.source, .layer = layer};
    changed = true;
  }
  told_ += changed && listens_;
}

std::string PaperConfiguration::Read(const std::vector<Line>& lines, const std::string& file,
                                     Layer layer) {
  std::set<std::size_t> seen;
  std::vector<Set> sets;
  std::string said;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].kind == LineKind::kBlank || lines[i].kind == LineKind::kComment) continue;
    said += Judge(lines[i], file + ":" + std::to_string(i + 1), lines[i].before, seen, sets);
  }
  if (said.empty()) Take(sets, layer);
  return said;
}

std::string PaperConfiguration::ReadArguments(const std::vector<Line>& lines,
                                              const std::vector<int>& styles) {
  std::set<std::size_t> seen;
  std::vector<Set> sets;
  std::string said;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (styles[i] == 2) continue;
    const std::string source =
        "argument " + std::to_string(i + 1) + " '" + ArgumentOf(lines[i], styles[i]) + "'";
    said += Judge(lines[i], source, std::string::npos, seen, sets);
  }
  if (said.empty()) Take(sets, Layer::kCommandLine);
  return said;
}

std::string PaperConfiguration::Printed(std::size_t row) const {
  return PrintedAs(kRows[row], values_[row].text, values_[row].source);
}

std::string PrintedAs(const Row& of, const std::string& value, const std::string& source) {
  return "\n# " + std::string(of.expected) + "; default " + std::string(of.standard) +
         (of.at_start_up ? "; read at start-up\n" : "\n") + std::string(of.key) + " = " + value +
         "  # " + source + "\n";
}

}  // namespace reference::configuration
