#include "properties/mutate/only_run.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace properties::mutate {

OnlyRun::OnlyRun(const std::filesystem::path& file)
    : file_(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
  if (file_ < 0) {
    error_ = file.string() + ": " + std::strerror(errno);
  } else if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
    error_ = "another run of mutate builds in " + file.parent_path().string() +
             "; try again when it ends";
  }
}
OnlyRun::~OnlyRun() {
  if (file_ >= 0) close(file_);
}

}  // namespace properties::mutate
