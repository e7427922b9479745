// reference/reflecting/paper_conversion.h -- a value of one type as a value of another, on paper.
//
// Numbers are compared as numbers: what an integer type has is all from its least to its greatest,
// and a real number is whole or is not. Nothing is known of bits.
//
//     to             from                  what it gets
//     integer        number                the same number, if it has it
//     real           integer               the same number, if it has it
//     float          double                the nearest, unless all of its values are nearer to zero
//     enumeration    enumeration           the enumerator of that name
//     struct         struct                each member of that name
//     reference      reference             what took the place of what it led to
//     container      one of its shape      each part; of a set or a map only whole keys
//     variant        variant               the choice of that number
//
// All else has no place, and is counted.
//
// Read next: reference/reflecting/paper_edits.h.

#pragma once

#include <cstddef>
#include <map>

#include "reference/reflecting/paper_values.h"

namespace reference::reflecting {

struct PaperConversion {
  const PaperLayout& layout;
  std::map<Name, Name> instead = {};  // what references of another type lead to
  bool knows_paths = true;            // else a path has no place in another type

  // Changes `to`, and returns how many parts of `from` had no place. Of the same type is all of it,
  // with the references that it has.
  std::size_t Convert(const PaperType& to_type, PaperValue& to, const PaperType& from_type,
                      const PaperValue& from) const;

 private:
  std::size_t Struct(const PaperType& to_type, PaperValue& to, const PaperType& from_type,
                     const PaperValue& from) const;
  std::size_t Reference(const PaperType& to_type, PaperValue& to, const PaperValue& from) const;
  std::size_t Part(const PaperType& to_type, PaperValue& to, const PaperType& from_type,
                   const PaperValue& part) const;
};

}  // namespace reference::reflecting
