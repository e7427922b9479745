// fuzz/io/files.cc -- reads and writes whole files.

#include "fuzz/io/files.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace fuzz {

namespace fs = std::filesystem;

std::optional<Bytes> ReadBytes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  Bytes bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in.is_open() || in.bad()) return std::nullopt;
  return bytes;
}

bool WriteBytes(const fs::path& path, const Bytes& bytes) {
  return WriteText(path, std::string(bytes.begin(), bytes.end()));
}

bool WriteText(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  return !out.fail();
}

std::vector<fs::path> FilesOf(const std::vector<std::string>& paths) {
  std::vector<fs::path> files;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      files.emplace_back(path);
      continue;
    }
    std::vector<fs::path> inside;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file() && !entry.path().filename().string().starts_with('.')) {
        inside.push_back(entry.path());
      }
    }
    std::ranges::sort(inside);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

}  // namespace fuzz
