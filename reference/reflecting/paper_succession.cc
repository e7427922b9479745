#include "reference/reflecting/paper_succession.h"

namespace reference::reflecting {

namespace {

std::size_t ClassNow(const PaperFamily& family, std::size_t type) {
  const auto found = family.becomes.find(type);
  return found != family.becomes.end() ? found->second : type;
}

// The class of the part of this name that a class makes.
std::size_t PartOf(const PaperFamily& family, std::size_t type, const std::string& name) {
  const auto parts = family.parts.find(type);
  if (parts == family.parts.end()) return PaperKin::kNone;
  for (const PaperFamily::Part& part : parts->second) {
    if (part.name == name) return part.type;
  }
  return PaperKin::kNone;
}

}  // namespace

std::vector<PaperBecomes> Successions(const PaperFamily& family, const std::vector<PaperKin>& kin) {
  std::vector<PaperBecomes> all;
  for (const PaperKin& one : kin) {
    const std::size_t type = ClassNow(family, one.type);
    const bool moves = one.outer != PaperKin::kNone && HasSuccessor(all[one.outer]);
    const std::size_t part =
        moves ? PartOf(family, ClassNow(family, kin[one.outer].type), one.name) : PaperKin::kNone;
    if (one.is_garbage) {
      all.push_back(PaperBecomes::kItself);
    } else if (part != PaperKin::kNone) {
      all.push_back(part == type       ? PaperBecomes::kPart
                    : one.type == type ? PaperBecomes::kItselfOutside
                                       : PaperBecomes::kAnotherCalledOtherwise);
    } else if (one.type != type) {
      all.push_back(PaperBecomes::kAnother);
    } else {
      all.push_back(moves ? PaperBecomes::kItselfInside : PaperBecomes::kItself);
    }
  }
  return all;
}

}  // namespace reference::reflecting
