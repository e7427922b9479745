// fuzz/replay_main.cc -- runs a target on files, without a fuzzer: so old failures are replayed
// under any compiler and any sanitizer.
//
//     fuzz_replay TARGET FILE_OR_FOLDER...
//
// A disagreement is printed and aborts, as under the fuzzer. It is an error if there is no file at
// all, since a replay of nothing would pass for ever.

#include <fmt/format.h>

#include <string>

#include "fuzz/io/files.h"
#include "fuzz/targets/targets.h"

namespace {

int Usage() {
  fmt::print(stderr, "usage: fuzz_replay TARGET FILE_OR_FOLDER...\ntargets:");
  for (const fuzz::TargetEntry& entry : fuzz::kTargets) fmt::print(stderr, " {}", entry.name);
  fmt::print(stderr, "\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const fuzz::Target target = argc < 3 ? nullptr : fuzz::TargetNamed(argv[1]);
  if (target == nullptr) return Usage();
  const auto files = fuzz::FilesOf({argv + 2, argv + argc});
  for (const auto& file : files) {
    const std::optional<fuzz::Bytes> bytes = fuzz::ReadBytes(file);
    if (!bytes) {
      fmt::print(stderr, "fuzz_replay: cannot read {}\n", file.string());
      return 2;
    }
    fmt::print(stderr, "{}\n", file.string());
    target(*bytes);
  }
  fmt::print("{}: {} inputs agree\n", argv[1], files.size());
  return files.empty() ? 2 : 0;
}
