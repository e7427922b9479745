#include "reference/reflecting/paper_versions.h"

#include <algorithm>
#include <numeric>

namespace reference::reflecting {

namespace {

// Where an object outside has its path.
std::string PathOf(Name name) { return "Transient/out" + std::to_string(name - kOutside); }

const PaperMember* Heir(const std::vector<PaperMember>& now, std::size_t of) {
  for (const PaperMember& member : now) {
    if (member.was == static_cast<int>(of)) return &member;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> PaperLoading::Errors(std::size_t type, const PaperValues& saved,
                                              const PaperValues& defaults,
                                              const std::string& where) const {
  std::vector<std::string> errors;
  ErrorsOf(MembersOf(old_, type), MembersOf(now_, type), saved, &defaults, where, errors);
  return errors;
}

PaperValues PaperLoading::Loaded(std::size_t type, const PaperValues& saved,
                                 const PaperValues& defaults, const PaperValues& basis) const {
  return Merged(MembersOf(old_, type), MembersOf(now_, type), saved, &defaults, basis);
}

// A document has its properties in the order of their names.
void PaperLoading::ErrorsOf(const Members& old, const Members& now, const PaperValues& saved,
                            const PaperValues* defaults, const std::string& where,
                            std::vector<std::string>& errors) const {
  std::vector<std::size_t> order(old.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&old](std::size_t i) { return old[i].name; });
  for (const std::size_t i : order) {
    const PaperValue* const other = defaults != nullptr ? &(*defaults)[i] : nullptr;
    if (old[i].is_transient) continue;
    if (other != nullptr && IsSame(saved[i], *other)) continue;
    const std::string here = where + '.' + old[i].name;
    const PaperMember* const heir = Heir(now, i);
    if (heir == nullptr || heir->type != old[i].type) {
      errors.push_back(here);
    } else {
      ErrorsIn(*old[i].type, saved[i], other, here, errors);
    }
  }
}

void PaperLoading::ErrorsIn(const PaperType& type, const PaperValue& saved,
                            const PaperValue* defaults, const std::string& where,
                            std::vector<std::string>& errors) const {
  if (type.shape == Shape::kStruct) {
    return ErrorsOf(old_.structs[type.number].members, now_.structs[type.number].members,
                    saved.parts, defaults != nullptr ? &defaults->parts : nullptr, where, errors);
  }
  if (type.shape == Shape::kVariant) {
    return ErrorsIn(*type.parts[static_cast<std::size_t>(saved.number)], saved.parts[0], nullptr,
                    where + "[1]", errors);
  }
  for (std::size_t i = 0; i < saved.parts.size(); ++i) {
    const std::string here = where + '[' + (type.is_unordered ? "*" : std::to_string(i)) + ']';
    if (type.shape == Shape::kMap) {
      ErrorsIn(*type.parts[0], saved.parts[i].parts[0], nullptr, here + "[0]", errors);
      ErrorsIn(*type.parts[1], saved.parts[i].parts[1], nullptr, here + "[1]", errors);
    } else {
      ErrorsIn(*type.parts[0], saved.parts[i], nullptr, here, errors);
    }
  }
}

PaperValues PaperLoading::Merged(const Members& old, const Members& now, const PaperValues& saved,
                                 const PaperValues* defaults, const PaperValues& basis) const {
  PaperValues merged = basis;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i].was < 0) continue;
    const std::size_t was = static_cast<std::size_t>(now[i].was);
    if (old[was].is_transient || old[was].type != now[i].type) continue;
    merged[i] = MergedValue(*now[i].type, saved[was],
                            defaults != nullptr ? &(*defaults)[was] : nullptr, basis[i]);
  }
  return merged;
}

PaperValue PaperLoading::MergedValue(const PaperType& type, const PaperValue& saved,
                                     const PaperValue* defaults, const PaperValue& basis) const {
  if (defaults != nullptr && IsSame(saved, *defaults)) return basis;
  PaperValue merged = saved;
  switch (type.shape) {
    case Shape::kBool:
    case Shape::kInteger:
    case Shape::kReal:
    case Shape::kText:
    case Shape::kMood:
    case Shape::kObject:
    case Shape::kWeak:
    case Shape::kSoft:
    case Shape::kPair:
      break;
    // A path that leads outside is resolved when it is needed.
    case Shape::kLazy:
      if (saved.number >= kOutside) merged = {.text = PathOf(static_cast<Name>(saved.number))};
      break;
    case Shape::kStruct:
      merged.parts =
          Merged(old_.structs[type.number].members, now_.structs[type.number].members, saved.parts,
                 defaults != nullptr ? &defaults->parts : nullptr, basis.parts);
      break;
    // Its elements are assigned where they are, and so keep what was not saved.
    case Shape::kFixedArray:
      for (std::size_t i = 0; i < saved.parts.size(); ++i) {
        merged.parts[i] = MergedValue(*type.parts[0], saved.parts[i], nullptr, basis.parts[i]);
      }
      break;
    case Shape::kArray:
    case Shape::kSet:
    case Shape::kOptional:
      for (PaperValue& part : merged.parts) {
        part = MergedValue(*type.parts[0], part, nullptr, Zero(now_, *type.parts[0]));
      }
      break;
    case Shape::kMap:
      for (PaperValue& part : merged.parts) {
        for (std::size_t i = 0; i < 2; ++i) {
          const PaperType& half = *type.parts[i];
          part.parts[i] = MergedValue(half, part.parts[i], nullptr, Zero(now_, half));
        }
      }
      break;
    case Shape::kVariant: {
      const PaperType& choice = *type.parts[static_cast<std::size_t>(saved.number)];
      merged.parts[0] = MergedValue(choice, saved.parts[0], nullptr, Zero(now_, choice));
      break;
    }
  }
  return merged;
}

}  // namespace reference::reflecting
