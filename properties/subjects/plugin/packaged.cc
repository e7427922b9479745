#include "properties/subjects/plugin/packaged.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "properties/base/own_program.h"

// The build says where its libraries are. Those of an installed program lie in its share folder.
#ifndef TRICOLOUR_SUBJECT_FOLDER
#define TRICOLOUR_SUBJECT_FOLDER "."
#endif

namespace properties {

std::optional<std::string> PathOfPackaged(std::string_view name) {
  if (std::ranges::find(kPackagedSubjects, name, &PackagedSubject::name) ==
      kPackagedSubjects.end()) {
    return std::nullopt;
  }
  std::string file = std::string(name) + ".so";
  std::ranges::replace(file, ':', '-');
  const std::filesystem::path installed = ShareFolderOf(OwnProgram()) / "subjects" / file;
  std::error_code error;
  if (std::filesystem::exists(installed, error)) return installed.string();
  return TRICOLOUR_SUBJECT_FOLDER "/" + file;
}

std::string WhyNotBuilt(std::string_view name) {
  const auto subject = std::ranges::find(kPackagedSubjects, name, &PackagedSubject::name);
  return std::string(name) +
         " was not found when this program was built: " + std::string(subject->remedy) +
         ", and build again (with sanitizers it is left out)";
}

}  // namespace properties
