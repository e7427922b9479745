// fuzz/seeds_main.cc -- makes the seeds of all targets from trace files.
//
//     fuzz_seeds OUT TRACE_OR_FOLDER...      writes OUT/bytes/NAME and OUT/text/NAME.trace,
//                                            OUT/saved/N, which are saved objects, and
//                                            OUT/header/NAME, which are annotated headers
//
// OUT is deleted and made anew, so that a trace which no longer exists leaves no seed behind.

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#ifdef TRICOLOUR_HEADER_TOOL
#include "core/reflect/tool/testing/any_text.h"
#endif
#include "fuzz/io/files.h"
#include "fuzz/seeds.h"
#include "properties/reflecting/hostile.h"
#include "reference/trace/trace_text.h"

namespace {

namespace fs = std::filesystem;

// Writes both seeds of a trace; if that fails, says why and returns false.
bool MakeSeeds(const fs::path& file, const fs::path& out) {
  const auto loaded = reference::LoadTrace(file.string());
  if (const auto* const error = std::get_if<reference::ParseError>(&loaded)) {
    fmt::print(stderr, "fuzz_seeds: {}\n", error->Text());
    return false;
  }
  const auto& trace = std::get<reference::Trace>(loaded);
  if (fs::exists(out / "text" / file.filename())) {
    fmt::print(stderr, "fuzz_seeds: there are two seeds {}\n", file.filename().string());
    return false;
  }
  if (!fuzz::WriteText(out / "text" / file.filename(), reference::PrintTrace(trace))) return false;
  const std::optional<fuzz::Bytes> seed = fuzz::SeedOf(trace);
  if (!seed) {
    fmt::print(stderr, "fuzz_seeds: {} is too large to be a seed for bytes\n", file.string());
    return true;
  }
  return fuzz::WriteBytes(out / "bytes" / file.stem(), *seed);
}

// Writes the seeds that no trace makes.
bool MakeOtherSeeds(const fs::path& out) {
  for (std::uint32_t first = 0; first < 256; ++first) {
    const auto saved = properties::reflecting::BytesThatLoad(static_cast<std::uint8_t>(first));
    if (!fuzz::WriteBytes(out / "saved" / std::to_string(first), saved)) return false;
  }
#ifdef TRICOLOUR_HEADER_TOOL
  for (const auto& [name, text] : gc::header_tool::GoldenHeaders()) {
    if (!fuzz::WriteText(out / "header" / name, text)) return false;
  }
#endif
  return true;
}

int Run(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: fuzz_seeds OUT TRACE_OR_FOLDER...\n");
    return 2;
  }
  const fs::path out = argv[1];
  fs::remove_all(out);
  fs::create_directories(out / "bytes");
  fs::create_directories(out / "text");
  fs::create_directories(out / "saved");
  fs::create_directories(out / "header");
  if (!MakeOtherSeeds(out)) return 2;
  std::size_t seeds = 0;
  for (const fs::path& file : fuzz::FilesOf({argv + 2, argv + argc})) {
    if (file.extension() != ".trace") continue;
    if (!MakeSeeds(file, out)) return 2;
    ++seeds;
  }
  fmt::print("{} seeds in {}\n", seeds, out.string());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz_seeds: %s\n", error.what());
    return 70;
  }
}
