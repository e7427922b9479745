// reference/reflecting/paper_values.h -- classes and the values of their objects, on paper.
//
// A value is a tree. What kind of value it is, its type says: a map has pairs, a variant a number
// and the choice that it names, a reference the name of an object. Nothing is known of bytes: where
// a member lies, and how a container keeps its parts, is the subject's affair.
//
// Elements of a set and pairs of a map stand in their order, each once, so that two values are
// equal if their trees are.
//
// Read next: reference/reflecting/paper_walk.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace reference::reflecting {

enum class Shape : std::uint8_t {
  kBool,
  kInteger,
  kReal,
  kText,
  kMood,  // an enumeration
  kStruct,
  kObject,
  kWeak,
  kSoft,
  kLazy,
  kFixedArray,
  kArray,
  kSet,
  kMap,
  kOptional,
  kVariant,
  kPair,  // is copied, and can neither be saved nor loaded
};

struct PaperType {
  Shape shape = Shape::kBool;
  // kInteger, kReal: bytes; kFixedArray: elements; kStruct: its number in the layout; kMood: which
  // enumeration; kObject: kClassesOnly, or any other for all objects.
  std::uint32_t number = 0;
  bool is_signed = false;                    // kInteger
  std::vector<const PaperType*> parts = {};  // the element; of a map and pair two; of a variant all
  // Of a reference: the name of the class that it leads to; empty: any.
  std::string target = {};
  // Whether the order of the parts in memory is nobody's business: pointers and hashes.
  bool is_unordered = false;
};

inline constexpr std::uint32_t kClassesOnly = 1;
struct PaperEnumerator {
  std::string name = {};
  std::int64_t value = 0;
};
// Those of an enumeration.
const std::vector<PaperEnumerator>& EnumeratorsOf(const PaperType& type);

// An object of a run: 0 is null, then come those inside of the saved one, which is the first.
using Name = std::uint32_t;
inline constexpr Name kOutside = 100;  // names from here on are of objects that are not saved

struct PaperValue {
  std::int64_t number = 0;  // also the bits of a double, a Name, the choice of a variant
  std::string text = {};    // a text, or a path of kSoft and of an unresolved kLazy
  std::vector<PaperValue> parts = {};
};
bool operator==(const PaperValue& a, const PaperValue& b);
bool operator<(const PaperValue& a, const PaperValue& b);

struct PaperMember {
  std::string name = {};
  const PaperType* type = nullptr;
  bool is_transient = false;
  int was = -1;  // its number in the version before; -1: there was none
};
struct PaperClass {
  std::string name = {};
  std::vector<PaperMember> members = {};  // its own
};
// Each class is derived from the one before it, or all from what is above the first. A struct may
// contain those before it.
struct PaperLayout {
  std::vector<PaperClass> structs = {};
  std::vector<PaperClass> classes = {};
  bool are_siblings = false;  // the classes
};

// The members of a class with all of the classes above, those of the first class first; and the
// values of an object of the class, in that order.
std::vector<PaperMember> MembersOf(const PaperLayout& layout, std::size_t type);
using PaperValues = std::vector<PaperValue>;

// The value that a member has which nobody sets.
PaperValue Zero(const PaperLayout& layout, const PaperType& type);
// Whether saving leaves a value out because it is the default. Real numbers are the same if their
// bits are: so a negative zero is another than zero, and "not a number" is what it is.
bool IsSame(const PaperValue& value, const PaperValue& defaults);
// Puts the parts of sets and maps in their order, each once, everywhere in the value.
void Sort(const PaperLayout& layout, const PaperType& type, PaperValue& value);

// "array of object".
std::string TextOf(const PaperType& type);
std::string TextOf(const PaperValue& value);

}  // namespace reference::reflecting
