// reference/naming/paper_names.h -- named objects on paper: what is where, of which class, with
// which values.
//
// A named object has a name, an outer in which no other has it, a class, and the values that it was
// made with: those of the default object of its class, or of another object. It has one part of its
// own, which is made with it. All of that can be said in one table, without any list or directory:
// every look-up is a pass over the table.
//
// What no root, outer, class or link leads to may go at any time, and is gone after a full
// collection.
//
// Read next: reference/naming/paper_names.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace reference::naming {

inline constexpr int kNone = -1;

// Whether an object is there: surely, perhaps (nothing leads to it), or it is gone.
enum class There : std::uint8_t { kSurely, kPerhaps, kGone };

struct Thing {
  There there = There::kGone;
  bool rooted = false;
  bool reserved = false;    // its constructor has not run: nothing finds it
  std::uint32_t flags = 0;  // given at its birth, by which it can be selected
  int type = kNone;         // number of its class
  int outer = kNone;        // number of its outer; kNone: the outer of those that were given none
  std::string name;
  int number = 0;           // a value
  int part_number = 0;      // a value of its part
  int link = kNone;         // number of the thing that it refers to
  bool links_part = false;  // it refers to that thing's part
  std::string lazy_path;    // of what it is linked to lazily; empty: of nothing, or resolved
  int lazy = kNone;         // the thing that this was resolved to, which it keeps
};

// A soft pointer: a path, and the thing that it led to last, which it does not keep.
struct Soft {
  std::string path;
  int known = kNone;
};

// What is found at a path: a thing that is surely there; or one may be there, or be made there.
struct AtPath {
  int thing = kNone;
  bool perhaps = false;
  bool taken = false;  // by whatever is or may be there, found or not
};

struct Kind {
  There there = There::kGone;
  bool rooted = false;
  int super = kNone;
  bool compiled = false;
  bool second = false;  // its instances are constructed as the second of the compiled classes
  int number = 0;       // values of its default object
  int part_number = 0;
};

class PaperNames {
 public:
  // The first two classes are compiled; the second is derived from the first.
  PaperNames();

  const std::vector<Thing>& things() const { return things_; }
  const std::vector<Kind>& kinds() const { return kinds_; }
  Thing& At(int thing) { return things_[static_cast<std::size_t>(thing)]; }
  const Thing& At(int thing) const { return things_[static_cast<std::size_t>(thing)]; }
  Kind& KindAt(int kind) { return kinds_[static_cast<std::size_t>(kind)]; }
  const Kind& KindAt(int kind) const { return kinds_[static_cast<std::size_t>(kind)]; }

  bool IsThere(int thing) const;
  bool KindIsThere(int kind) const;
  bool Derives(int kind, int from) const;
  // Whether `outer` is among the outers.
  bool IsInside(int thing, int outer) const;
  // Whether a name may be given there: nothing has it, surely or perhaps.
  bool IsFree(int outer, const std::string& name) const;
  AtPath Find(const std::string& path) const;
  // What a soft pointer leads to: the thing that it knows if that is still there, else by its path.
  AtPath Read(const Soft& soft) const;
  // "box/lid" behind the name of the outermost outer.
  std::string PathOf(int thing) const;

  // New ones; they are rooted. `like`: the thing whose values it takes, or kNone.
  int Make(int type, int outer, const std::string& name, int like);
  int Derive(int super);
  // What nothing leads to is there only perhaps, until a whole collection.
  void Judge();
  void Collected();
  // Objects that are surely there: things with their parts, classes derived later with their
  // default objects and those parts.
  std::uint32_t Count() const;
  bool AnyPerhaps() const;

 private:
  void Reach(int thing, std::vector<char>& reached, std::vector<char>& kinds) const;
  void ReachKind(int kind, std::vector<char>& kinds) const;

  std::vector<Thing> things_;
  std::vector<Kind> kinds_;
};

}  // namespace reference::naming
