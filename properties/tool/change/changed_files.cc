// properties/tool/change/changed_files.cc -- asks git.

#include "properties/tool/change/changed_files.h"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <sstream>

#include "properties/tool/command_line/choices.h"

namespace tool {
namespace {

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// Names of files are separated by zero bytes, so that each may have any character.
void AddNames(const std::string& text, std::vector<std::string>& files) {
  std::istringstream names(text);
  for (std::string name; std::getline(names, name, '\0');) files.push_back(name);
}

}  // namespace

std::optional<std::string> Git(const std::string& root, const std::string& arguments) {
  const std::string command =
      "git -C " + Quoted(root) + " " + arguments + " 2>/dev/null </dev/null";
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    text.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return text;
}

ChangedFiles ChangedSince(const std::string& revision, const std::string& root) {
  if (!Git(root, "rev-parse --git-dir")) {
    throw UsageError("--since: expected a clone of git with the sources, found none in " + root);
  }
  const auto commit =
      Git(root, "rev-parse --verify --quiet --end-of-options " + Quoted(revision + "^{commit}"));
  if (!commit) {
    throw UsageError("--since: expected a commit of this clone, found \"" + revision + "\"");
  }
  // Without a commit from which both come, the revision itself is compared with.
  const std::string base =
      FirstLine(Git(root, "merge-base " + FirstLine(*commit) + " HEAD").value_or(*commit));
  ChangedFiles changed{.base = FirstLine(Git(root, "rev-parse --short " + base).value_or(base)),
                       .files = {}};
  const auto known = Git(root, "diff --name-only --no-renames -z " + base + " --");
  const auto others = Git(root, "ls-files --others --exclude-standard --full-name -z");
  if (!known || !others) throw UsageError("--since: git could not compare with " + revision);
  AddNames(*known, changed.files);
  AddNames(*others, changed.files);
  std::ranges::sort(changed.files);
  return changed;
}

}  // namespace tool
