// properties/report/layout.cc -- groups digits, and breaks lines at blanks.

#include "properties/report/layout.h"

#include <fmt/format.h>

#include <sstream>

namespace properties {

std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string SizeText(std::uint64_t objects, std::uint64_t fields) {
  return fmt::format("{} {} x {} {}", objects, objects == 1 ? "object" : "objects", fields,
                     fields == 1 ? "field" : "fields");
}

std::string ShrunkText(std::uint64_t before, std::uint64_t after, std::uint64_t runs,
                       const std::string& ended_by) {
  std::string what;
  if (before != after) {
    what = fmt::format("shrunk from {} to {} operations", Grouped(before), Grouped(after));
  } else if (!ended_by.empty()) {
    what = fmt::format("not shrunk: {} operations", Grouped(after));
  } else if (after == 1) {
    what = "its one operation is needed";
  } else {
    what = fmt::format("none of its {} operations can be dropped", Grouped(after));
  }
  return fmt::format("{} ({} run{}{})", what, Grouped(runs), runs == 1 ? "" : "s",
                     ended_by.empty() ? "" : ", " + ended_by);
}

std::string Short(std::uint64_t number) {
  if (number < 10'000) return std::to_string(number);
  const auto real = static_cast<double>(number);
  if (number < 999'500) return fmt::format("{:.0f}k", real / 1e3);
  return fmt::format("{:.1f}M", real / 1e6);
}

std::string Wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  const std::string margin(indent, ' ');
  std::string result;
  std::string line = margin;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (line.size() > indent && line.size() + 1 + word.size() > width) {
      result += line + "\n";
      line = margin;
    }
    line += (line.size() > indent ? " " : "") + word;
  }
  return line.size() > indent ? result + line + "\n" : result;
}

}  // namespace properties
