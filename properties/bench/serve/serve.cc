// properties/bench/serve/serve.cc -- reads lines, does them, answers.

#include "properties/bench/serve/serve.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <sstream>

namespace bench {
namespace {

bool ReadLine(int from, std::string& line) {
  line.clear();
  char c = 0;
  while (read(from, &c, 1) == 1) {
    if (c == '\n') return true;
    line += c;
  }
  return false;
}

void WriteLine(int to, std::string line) {
  std::ranges::replace(line, '\n', ' ');
  line += '\n';
  const char* rest = line.data();
  std::size_t left = line.size();
  while (left > 0) {
    const ssize_t written = write(to, rest, left);
    if (written <= 0) return;
    rest += written;
    left -= static_cast<std::size_t>(written);
  }
}

std::string Answer(Subject& subject, const std::string& line) {
  std::istringstream words(line);
  std::string verb;
  words >> verb;
  if (verb == "build") {
    std::string file;
    std::getline(words >> std::ws, file);
    subject.Build(ReadGraph(file));
    return "ready";
  }
  if (verb == "trace") return MeasuresLine(subject.Trace());
  if (verb == "halve") return MeasuresLine(subject.Halve());
  if (verb == "stores") return MeasuresLine(subject.Stores());
  if (verb == "litter" || verb == "grow") {
    std::uint32_t count = 0;
    words >> count;
    return MeasuresLine(verb == "grow" ? subject.Grow(count) : subject.Litter(count));
  }
  if (verb == "frames") {
    FramePlan plan;
    words >> plan.frames >> plan.stores >> plan.frame_ms >> plan.budget_ms;
    return MeasuresLine(subject.Frames(plan));
  }
  return "failed expected build, trace, halve, litter, frames, grow, stores or quit: " + line;
}

}  // namespace

int Serve(Subject& subject, int in, int out) {
  std::string line;
  while (ReadLine(in, line) && line != "quit") {
    try {
      WriteLine(out, Answer(subject, line));
    } catch (const CannotDo& reason) {
      WriteLine(out, std::string("cannot ") + reason.what());
    } catch (const std::exception& mistake) {
      WriteLine(out, std::string("failed ") + mistake.what());
    }
  }
  return 0;
}

std::string MeasuresLine(const Measures& measures) {
  std::string line = "done";
  char number[40];
  for (const auto& [name, values] : measures) {
    line += ' ';
    for (const char c : name) line += c == ' ' ? '_' : c;
    char before = '=';
    for (const double value : values) {
      std::snprintf(number, sizeof number, "%c%.9g", before, value);
      line += number;
      before = ',';
    }
  }
  return line;
}

std::optional<Measures> MeasuresOf(const std::string& line) {
  std::istringstream words(line);
  std::string word;
  if (!(words >> word) || word != "done") return {};
  Measures measures;
  while (words >> word) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos) return {};
    std::string name = word.substr(0, equals);
    std::ranges::replace(name, '_', ' ');
    const char* at = word.c_str() + equals;
    while (*at == '=' || *at == ',') {
      char* end = nullptr;
      measures[name].push_back(std::strtod(at + 1, &end));
      if (end == at + 1) return {};
      at = end;
    }
    if (*at != 0) return {};
  }
  return measures;
}

}  // namespace bench
