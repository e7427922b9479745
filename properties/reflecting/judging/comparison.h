// properties/reflecting/judging/comparison.h -- one object of a stage beside its values on paper.
//
// Read next: properties/reflecting/judging/core_reflecting.cc.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "properties/reflecting/stage.h"
#include "reference/reflecting/paper_walk.h"

namespace properties::reflecting {

// Its calls tell the verdict the first difference; `what` names the object in a sentence.
class Comparison {
 public:
  Comparison(ReflectingVerdict& verdict, ReflectingLie lie) : verdict_(verdict), lie_(lie) {}

  bool Lies(ReflectingLie lie) const { return lie_ == lie; }
  // The values of all members.
  void Values(const reference::reflecting::PaperLayout& layout, std::size_t type,
              const PaperValues& said, const PaperValues& should, const std::string& what);
  // What the collector is shown, and under which names.
  void Walk(const Stage& stage, gc::NamedObject& object, std::size_t type,
            const PaperValues& values, const Named& names, const std::string& what);

 private:
  using Lines = std::vector<reference::reflecting::PaperLine>;
  void Compare(Lines should, std::map<std::string, std::vector<Name>> shown, std::size_t slots,
               const std::string& what);
  void SameByWords(gc::NamedObject& object, const std::string& what);

  ReflectingVerdict& verdict_;
  const ReflectingLie lie_;
};

}  // namespace properties::reflecting
