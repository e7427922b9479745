#include "properties/tool/command_line/library_trial.h"

#include <functional>
#include <set>

#include "properties/subjects/plugin/plugin_library.h"
#include "properties/tool/process/worker.h"

namespace tool {

namespace {

// How the child ended in which a library was loaded and asked; empty if it did all.
std::string DeathWhile(const std::string& path, const std::function<std::string()>& work) {
  constexpr double kSilenceSeconds = 4;
  const TaskEnd end = RunTask({path, [&work](RunRecorder&) { return work(); }},
                              {.jobs = 1, .silence_seconds = kSilenceSeconds});
  ThrowAgain(end);
  if (end.how == TaskEnd::How::kDone) return {};
  const std::string words = TellingLine(end.said);
  return (end.how == TaskEnd::How::kHung ? "hung"
          : end.text.starts_with("exit") ? "ended its process with " + end.text
                                         : "died of " + end.text) +
         (words.empty() ? "" : " (its last words: " + words + ")");
}

}  // namespace

std::string WhyNotLoaded(const std::string& path) {
  static std::set<std::string> tried;
  if (!tried.insert(path).second) return {};
  const std::string death = DeathWhile(path, [&path] {
    properties::LoadPlugin(path);
    return std::string();
  });
  if (death.empty()) return {};
  const std::string alone = DeathWhile(path, [&path] { return properties::WhyNotOpened(path); });
  tried.erase(path);
  return alone.empty() ? path + ": it " + death + " when it was asked for its table and promises"
                       : path + ": it " + alone + " when it was loaded";
}

}  // namespace tool
