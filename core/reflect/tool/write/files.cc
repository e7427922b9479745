#include "core/reflect/tool/write/files.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace gc::header_tool {
namespace {

// Blanks, "#" and "$" mean something in a dependency file.
std::string Escaped(const std::string& path) {
  std::string escaped;
  for (const char c : path) {
    if (c == ' ' || c == '#') escaped += '\\';
    if (c == '$') escaped += '$';
    escaped += c;
  }
  return escaped;
}

}  // namespace

std::optional<std::string> ReadFile(const std::string& path) {
  if (std::filesystem::is_directory(path)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string WriteIfChanged(const std::string& named, const std::string& text) {
  std::error_code absent;
  const std::filesystem::path real = std::filesystem::canonical(named, absent);
  const std::string path = absent ? named : real.string();  // a link stays a link
  if (ReadFile(path) == text) return "";
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) return path + ": the folder cannot be made: " + error.message();
  // A build that is interrupted here has the old file or the new one, never half of it.
  const std::string beside = path + ".new";
  std::ofstream file(beside, std::ios::binary);
  file << text;
  file.close();
  // A file that was there keeps its mode.
  const std::filesystem::perms mode = std::filesystem::status(path, error).permissions();
  if (file && !error && mode != std::filesystem::perms::unknown) {
    std::filesystem::permissions(beside, mode, error);
  }
  error.clear();
  if (file) std::filesystem::rename(beside, path, error);
  if (file && !error) return "";
  std::filesystem::remove(beside, error);
  return path + ": cannot be written";
}

bool Touch(const std::string& path) {
  // To open it does not make an empty file new; to remove it first does.
  std::error_code error;
  std::filesystem::remove(path, error);
  return static_cast<bool>(std::ofstream(path));
}

std::string DependencyFile(std::span<const std::string> targets,
                           std::span<const std::string> dependencies) {
  std::string text;
  for (const std::string& target : targets) text += Escaped(target) + ' ';
  text += ':';
  for (const std::string& dependency : dependencies) text += " \\\n  " + Escaped(dependency);
  return text + '\n';
}

}  // namespace gc::header_tool
