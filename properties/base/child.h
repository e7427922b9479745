// properties/base/child.h -- the process of another program, and a conversation with it.
//
// A collector that is measured or judged may be a program of its own, in a language of its own. It
// may crash, hang or write nonsense; the run goes on without it, and says so.
//
// Read next: properties/bench/run/contestant.h, properties/subjects/pipe/pipe_subject.h.

#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace properties {

class Child {
 public:
  // Runs `body` in a child process of this program; it reads lines from one descriptor and answers
  // on the other. To be called while this process has one thread, which ignores SIGPIPE from then
  // on.
  static std::unique_ptr<Child> Fork(const std::function<int(int in, int out)>& body);
  // Runs a program, which is talked to by its standard streams; its complaints are dropped.
  static std::unique_ptr<Child> Execute(const std::vector<std::string>& words);

  // Ends the process: it reads the end of its lines, and is killed if that does not help.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Sends a line and waits for the answer. Nothing, if the process has ended, or is silent for so
  // long; it is not talked to any more then.
  std::optional<std::string> Ask(const std::string& line, double seconds);

 private:
  Child(pid_t process, int to, int from) : process_(process), to_(to), from_(from) {}

  pid_t process_;
  int to_;
  int from_;
  bool lost_ = false;
  std::string read_;  // and not yet answered with
};

}  // namespace properties
