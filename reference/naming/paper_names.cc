#include "reference/naming/paper_names.h"

#include <algorithm>

namespace reference::naming {

PaperNames::PaperNames() {
  kinds_.push_back({.there = There::kSurely, .rooted = true, .compiled = true});
  kinds_.push_back(
      {.there = There::kSurely, .rooted = true, .super = 0, .compiled = true, .second = true});
}

bool PaperNames::IsThere(int thing) const {
  return thing >= 0 && static_cast<std::size_t>(thing) < things_.size() &&
         At(thing).there == There::kSurely;
}

bool PaperNames::KindIsThere(int kind) const {
  return kind >= 0 && static_cast<std::size_t>(kind) < kinds_.size() &&
         KindAt(kind).there == There::kSurely;
}

bool PaperNames::Derives(int kind, int from) const {
  while (kind != kNone && kind != from) kind = KindAt(kind).super;
  return kind == from;
}

bool PaperNames::IsInside(int thing, int outer) const {
  int at = At(thing).outer;
  while (at != kNone && at != outer) at = At(at).outer;
  return at == outer && at != kNone;
}

bool PaperNames::IsFree(int outer, const std::string& name) const {
  return std::none_of(things_.begin(), things_.end(), [&](const Thing& thing) {
    return thing.there != There::kGone && thing.outer == outer && thing.name == name;
  });
}

AtPath PaperNames::Find(const std::string& path) const {
  AtPath found;
  for (std::size_t i = 0; i < things_.size(); ++i) {
    const Thing& thing = things_[i];
    if (thing.there == There::kGone || PathOf(static_cast<int>(i)) != path) continue;
    found.taken = true;
    found.perhaps = found.perhaps || thing.there == There::kPerhaps;
    if (thing.there == There::kSurely && !thing.reserved) found.thing = static_cast<int>(i);
  }
  return found;
}

AtPath PaperNames::Read(const Soft& soft) const {
  if (soft.known == kNone || At(soft.known).there == There::kGone) return Find(soft.path);
  const bool perhaps = At(soft.known).there == There::kPerhaps;
  return {.thing = perhaps ? kNone : soft.known, .perhaps = perhaps, .taken = true};
}

std::string PaperNames::PathOf(int thing) const {
  std::string path = At(thing).name;
  for (int at = At(thing).outer; at != kNone; at = At(at).outer) path = At(at).name + "/" + path;
  return path;
}

int PaperNames::Make(int type, int outer, const std::string& name, int like) {
  Thing made{.there = There::kSurely,
             .rooted = true,
             .type = type,
             .outer = outer,
             .name = name,
             .number = KindAt(type).number,
             .part_number = KindAt(type).part_number,
             .lazy_path = {}};
  const int number = static_cast<int>(things_.size());
  if (like != kNone) {
    const Thing& values = At(like);
    made.number = values.number;
    made.part_number = values.part_number;
    made.link = values.link;
    made.links_part = values.links_part;
    // A reference to the template itself, or to its part, leads to the copy, or to its part.
    if (values.link == like) made.link = number;
    made.lazy_path = values.lazy_path;
    made.lazy = values.lazy == like ? number : values.lazy;
  }
  things_.push_back(made);
  return number;
}

int PaperNames::Derive(int super) {
  Kind kind = KindAt(super);
  kind.there = There::kSurely;
  kind.rooted = true;
  kind.super = super;
  kind.compiled = false;
  kinds_.push_back(kind);
  return static_cast<int>(kinds_.size()) - 1;
}

void PaperNames::ReachKind(int kind, std::vector<char>& kinds) const {
  for (; kind != kNone; kind = KindAt(kind).super) kinds[static_cast<std::size_t>(kind)] = 1;
}

void PaperNames::Reach(int thing, std::vector<char>& reached, std::vector<char>& kinds) const {
  if (thing == kNone || reached[static_cast<std::size_t>(thing)] != 0) return;
  reached[static_cast<std::size_t>(thing)] = 1;
  const Thing& at = At(thing);
  ReachKind(at.type, kinds);
  Reach(at.outer, reached, kinds);
  if (at.reserved) return;
  Reach(at.link, reached, kinds);
  Reach(at.lazy, reached, kinds);
}

void PaperNames::Judge() {
  std::vector<char> reached(things_.size(), 0), kinds(kinds_.size(), 0);
  for (std::size_t i = 0; i < things_.size(); ++i) {
    if (things_[i].there == There::kSurely && things_[i].rooted) {
      Reach(static_cast<int>(i), reached, kinds);
    }
  }
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i].there == There::kSurely && kinds_[i].rooted) {
      ReachKind(static_cast<int>(i), kinds);
    }
  }
  for (std::size_t i = 0; i < things_.size(); ++i) {
    if (things_[i].there == There::kSurely && !reached[i]) things_[i].there = There::kPerhaps;
  }
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i].there == There::kSurely && !kinds[i]) kinds_[i].there = There::kPerhaps;
  }
}

void PaperNames::Collected() {
  Judge();
  for (Thing& thing : things_) {
    if (thing.there == There::kPerhaps) thing.there = There::kGone;
  }
  for (Kind& kind : kinds_) {
    if (kind.there == There::kPerhaps) kind.there = There::kGone;
  }
}

std::uint32_t PaperNames::Count() const {
  std::uint32_t count = 0;
  for (const Thing& thing : things_) {
    if (thing.there == There::kSurely) count += thing.reserved ? 1 : 2;
  }
  for (const Kind& kind : kinds_) {
    if (kind.there == There::kSurely && !kind.compiled) count += 3;
  }
  return count;
}

bool PaperNames::AnyPerhaps() const {
  return std::any_of(things_.begin(), things_.end(),
                     [](const Thing& thing) { return thing.there == There::kPerhaps; }) ||
         std::any_of(kinds_.begin(), kinds_.end(),
                     [](const Kind& kind) { return kind.there == There::kPerhaps; });
}

}  // namespace reference::naming
