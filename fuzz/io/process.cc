// fuzz/io/process.cc -- posix_spawn, with names for its parts.

#include "fuzz/io/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fuzz {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// The added variables come first: getenv finds the first entry of a name, so they win over the
// environment's.
std::vector<std::string> WithEnvironment(std::vector<std::string> variables) {
  for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);
  return variables;
}

int WaitFor(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

int RunProgram(const std::vector<std::string>& arguments, const std::vector<std::string>& variables,
               const std::filesystem::path& output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  const std::vector<std::string> environment = WithEnvironment(variables);
  pid_t child = 0;
  const int failed = posix_spawn(&child, arguments[0].c_str(), &actions, nullptr,
                                 Pointers(arguments).data(), Pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  return failed != 0 ? -1 : WaitFor(child);
}

bool StandStill() { return personality(ADDR_NO_RANDOMIZE) != -1; }

}  // namespace fuzz
