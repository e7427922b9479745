// properties/page/film_dot.cc -- writes nodes and edges.

#include "properties/page/film_dot.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace properties {
namespace {

using reference::Colour;
using reference::Life;

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '\n') {
      quoted += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      quoted += '?';
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted + "\"";
}

// What every object is after the step; empty for those that were never made.
std::vector<FilmedObject> StatesAfter(const Film& film, std::size_t step) {
  std::vector<FilmedObject> objects(film.objects.size());
  for (std::size_t i = 0; i <= step && i < film.run.steps.size(); ++i) {
    for (const FilmChange& change : film.run.steps[i].changes) {
      objects[static_cast<std::size_t>(change.object)] = change.after;
    }
  }
  return objects;
}

struct Appearance {
  std::string_view word;
  std::string_view attributes;
};

// What an object is drawn as; an empty word for what is not there.
Appearance AppearanceOf(const FilmedObject& object) {
  if (object.life == Life::kUnborn) return {};
  switch (object.colour) {
    case Colour::kWhite:
      return {"white", "shape=circle"};
    case Colour::kGrey:
      return {"grey", "shape=hexagon, style=filled, fillcolor=gray70"};
    case Colour::kBlack:
      return {"black", "shape=box, style=filled, fillcolor=black, fontcolor=white"};
    case Colour::kDoomed:
      return {"doomed", "shape=octagon, style=dashed"};
    case Colour::kNone:
      break;
  }
  if (object.life == Life::kFreed || !object.in_memory.empty()) {
    return {"gone", "shape=circle, style=dotted"};
  }
  return object.life == Life::kAlive ? Appearance{"alive", "shape=circle"}
                                     : Appearance{"doomed", "shape=octagon, style=dashed"};
}

class Graph {
 public:
  Graph(const Film& film, std::size_t step)
      : film_(film), step_(step), objects_(StatesAfter(film, step)) {
    for (std::size_t i = 0; i + 1 < film.path.size(); ++i) {
      path_[{film.path[i], film.path[i + 1]}] = true;
    }
  }

  std::string Text() const {
    const StepRow& row = film_.run.steps[step_].row;
    return "digraph heap {\n  label=" +
           Quoted(fmt::format("after {} {}{}{}", row.number, row.operation,
                              row.note.empty() ? "" : ": ", row.note)) +
           ";\n  labelloc=t;\n  node [fontname=\"monospace\"];\n  edge "
           "[fontname=\"monospace\"];\n" +
           Holders() + Objects() + Weak() + Edges() + "}\n";
  }

 private:
  const std::string& NameOf(std::size_t object) const { return film_.objects[object].name; }
  bool There(std::size_t object) const {
    return !AppearanceOf(objects_[object]).word.empty() && objects_[object].life != Life::kFreed;
  }

  std::string Objects() const {
    std::string text;
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (!There(i)) continue;
      const Appearance look = AppearanceOf(objects_[i]);
      std::string label = NameOf(i) + "\n" + std::string(look.word);
      for (const std::string& is : objects_[i].is) label += "\n" + is;
      if (!objects_[i].reachable) label += "\nunreachable";
      for (const std::string& memory : objects_[i].in_memory) label += "\n" + memory;
      const bool lost = static_cast<int>(i) == film_.lost;
      text += fmt::format("  {} [label={}, {}{}];\n", Quoted(NameOf(i)), Quoted(label),
                          look.attributes, lost ? ", color=red, penwidth=3" : "");
    }
    return text;
  }

  std::string Holders() const {
    std::string text;
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (!There(i)) continue;
      for (const std::string& by : objects_[i].held_by) {
        const std::string name = Quoted(by + " of " + NameOf(i));
        text += fmt::format("  {} [label={}, shape=plaintext];\n  {} -> {};\n", name, Quoted(by),
                            name, Quoted(NameOf(i)));
      }
    }
    return text;
  }

  std::string Weak() const {
    std::string text;
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (!There(i)) continue;
      for (const std::string& by : objects_[i].weak_by) {
        text += fmt::format("  {} [shape=plaintext];\n  {} -> {} [style=dashed];\n", Quoted(by),
                            Quoted(by), Quoted(NameOf(i)));
      }
    }
    return text;
  }

  std::string Edges() const {
    std::string text;
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (!There(i)) continue;
      for (std::size_t field = 0; field < objects_[i].fields.size(); ++field) {
        const int to = objects_[i].fields[field];
        if (to < 0 || !There(static_cast<std::size_t>(to))) continue;
        const bool lost = path_.contains({static_cast<int>(i), to});
        text += fmt::format("  {} -> {} [label=\".{}\"{}];\n", Quoted(NameOf(i)),
                            Quoted(NameOf(static_cast<std::size_t>(to))), field,
                            lost ? ", color=red, penwidth=3" : "");
      }
    }
    return text;
  }

  const Film& film_;
  const std::size_t step_;
  const std::vector<FilmedObject> objects_;
  std::map<std::pair<int, int>, bool> path_;
};

}  // namespace

std::size_t TellingStep(const Film& film) {
  for (std::size_t i = 0; i < film.run.steps.size(); ++i) {
    if (film.run.steps[i].row.mark == Mark::kLoss) return i;
  }
  return film.run.steps.empty() ? 0 : film.run.steps.size() - 1;
}

std::string DotOf(const Film& film, std::size_t step) {
  if (step >= film.run.steps.size()) return "digraph heap {\n}\n";
  return Graph(film, step).Text();
}

}  // namespace properties
