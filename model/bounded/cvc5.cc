// model/bounded/cvc5.cc -- a process of its own for each question.

#include "model/bounded/cvc5.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace model {

namespace {

namespace fs = std::filesystem;

// A file that is removed at the end.
class TemporaryFile {
 public:
  TemporaryFile() {
    const std::string pattern(6, 'X');  // mkstemp fills it in
    path_ = (fs::temp_directory_path() / ("tricolour-smt2-" + pattern)).string();
    const int file = mkstemp(path_.data());
    if (file >= 0) close(file);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Runs cvc5 with its output in a file. False if it could not be started.
bool StartCvc5(const std::string& question, const std::string& answer, unsigned timeout_ms) {
  std::string limit = "--tlimit=" + std::to_string(timeout_ms);
  std::string name = "cvc5", language = "--lang=smt2", file = question;
  const std::array<char*, 5> arguments = {name.data(), language.data(), limit.data(), file.data(),
                                          nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, answer.c_str(), O_WRONLY | O_TRUNC, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, name.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return false;
  int status = 0;
  waitpid(child, &status, 0);
  return true;
}

}  // namespace

bool HasCvc5() {
  const char* const path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  for (std::size_t end = 0; !folders.empty(); folders.erase(0, end)) {
    end = folders.find(':');
    const fs::path program = fs::path(folders.substr(0, end)) / "cvc5";
    if (access(program.c_str(), X_OK) == 0) return true;
    if (end == std::string::npos) return false;
    ++end;
  }
  return false;
}

Cvc5Answer AskCvc5(const std::string& smt2, unsigned timeout_ms) {
  if (!HasCvc5()) return Cvc5Answer::kNotInstalled;
  const TemporaryFile question, answer;
  std::ofstream(question.path()) << "(set-logic QF_UF)\n" << smt2;
  if (!StartCvc5(question.path(), answer.path(), timeout_ms)) return Cvc5Answer::kGaveUp;
  std::string word;
  std::ifstream(answer.path()) >> word;
  return word == "unsat" ? Cvc5Answer::kUnsat
         : word == "sat" ? Cvc5Answer::kSat
                         : Cvc5Answer::kGaveUp;
}

}  // namespace model
