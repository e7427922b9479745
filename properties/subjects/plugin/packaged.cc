#include "properties/subjects/plugin/packaged.h"

#include <algorithm>

// The build says where its libraries are.
#ifndef TRICOLOUR_SUBJECT_FOLDER
#define TRICOLOUR_SUBJECT_FOLDER "."
#endif

namespace properties {

std::optional<std::string> PathOfPackaged(std::string_view name) {
  if (std::ranges::find(kPackagedSubjects, name, &PackagedSubject::name) ==
      kPackagedSubjects.end()) {
    return std::nullopt;
  }
  return std::string(TRICOLOUR_SUBJECT_FOLDER "/") + std::string(name) + ".so";
}

std::string WhyNotBuilt(std::string_view name) {
  const auto subject = std::ranges::find(kPackagedSubjects, name, &PackagedSubject::name);
  return std::string(name) +
         " was not found when this program was built: " + std::string(subject->remedy) +
         ", and build again (with sanitizers it is left out)";
}

}  // namespace properties
