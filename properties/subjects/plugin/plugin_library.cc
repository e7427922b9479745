// properties/subjects/plugin/plugin_library.cc -- looks for the entry, and reads the table and the
// promises as far as their sizes say.

#include "properties/subjects/plugin/plugin_library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "properties/base/least_verbs.h"

namespace properties {
namespace {

using reference::Verb;
using reference::VerbSet;

constexpr const char* kEntry = "tricolour_subject_entry";

// A structure of an older or newer version: what it does not have is zero.
template <class Sized>
Sized Read(const Sized& given) {
  Sized read = {};
  std::memcpy(&read, &given, std::min<std::size_t>(given.size, sizeof read));
  return read;
}

// Whether a structure has what it had in version 1; if not, what to do about it.
std::string WrongSize(const char* what, std::uint32_t size, std::size_t least, const char* set_by) {
  if (size >= least) return {};
  return std::string("the size of its ") + what + " is " + std::to_string(size) + "; expected is " +
         std::to_string(least) + " or more: set it by " + set_by;
}

constexpr std::size_t kLeastTable =
    offsetof(tricolour_subject, peek) + sizeof(tricolour_subject::peek);
constexpr std::size_t kLeastPromises =
    offsetof(tricolour_promises, exact) + sizeof(tricolour_promises::exact);

// What a library prints where our results go would stand among them; so that goes nowhere.
class SilentStdout {
 public:
  SilentStdout() : kept_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
    std::fflush(stdout);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (kept_ >= 0 && nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
    if (nowhere >= 0) close(nowhere);
  }
  ~SilentStdout() {
    std::fflush(stdout);
    if (kept_ < 0) return;
    dup2(kept_, STDOUT_FILENO);
    close(kept_);
  }
  SilentStdout(const SilentStdout&) = delete;
  SilentStdout& operator=(const SilentStdout&) = delete;

 private:
  const int kept_;
};

using Entry = const tricolour_subject* (*)(std::uint32_t);

std::variant<Entry, std::string> Opened(const std::string& path) {
  // Without a slash the name would be looked for in the system's folders.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::string(dlerror());
  void* const entry = dlsym(library, kEntry);
  if (entry == nullptr) {
    return path + ": it has no function " + kEntry +
           "; expected is a library with the interface of tricolour_subject.h";
  }
  return reinterpret_cast<Entry>(entry);
}

// The verbs that a plug-in may have: all but the claims of a trace's author, which no subject
// hears.
constexpr VerbSet Sayable() {
  return VerbSet::All().Remove(VerbSet::Of(reference::VerbKind::kExpectation));
}

std::string MissingFunction(const tricolour_subject& table) {
  if (table.promises == nullptr) return "promises";
  if (table.create == nullptr) return "create";
  if (table.destroy == nullptr) return "destroy";
  if (table.apply == nullptr) return "apply";
  return table.peek == nullptr ? "peek" : "";
}

// What is wrong with the verbs; empty if nothing is.
std::string WrongVerbs(std::uint64_t bits, VerbSet& verbs) {
  for (unsigned number = 0; number < 64; ++number) {
    if ((bits >> number & 1) == 0) continue;
    const bool known = number < reference::kVerbCount;
    if (!known || !Sayable().Has(static_cast<Verb>(number))) {
      return "it promises verb " + std::to_string(number) +
             (known ? ", " + std::string(WordOf(static_cast<Verb>(number))) +
                          ", which a plug-in cannot have"
                    : ", which there is not");
    }
    verbs.Add(static_cast<Verb>(number));
  }
  return WhyTooFew(verbs);
}

std::string WrongPromises(const PluginLibrary& library) {
  const tricolour_promises& said = library.said;
  if (said.name == nullptr || *said.name == '\0') return "its promises have no name";
  if (said.colours != 0 && library.table.observe == nullptr) {
    return "it promises colours and has no function observe";
  }
  if (said.lazy_sweep != 0 && said.collects_until_gone < 2) {
    return "it promises lazy_sweep, so it cannot promise that garbage is gone after one "
           "collection; "
           "expected collects_until_gone of 2 or more";
  }
  if (said.weak > TRICOLOUR_WEAK_UNTIL_FREED) {
    return "its promise of what weak references answer is " + std::to_string(said.weak) +
           "; expected is one of enum tricolour_weak";
  }
  if (said.units != 0 && !library.promises.verbs.Has(Verb::kTick)) {
    return "it promises units and has no tick";
  }
  return {};
}

}  // namespace

std::uint32_t PluginLibrary::FaultNamed(const std::string& fault) const {
  const auto found = std::ranges::find(faults, fault);
  return found == faults.end() ? 0 : static_cast<std::uint32_t>(found - faults.begin()) + 1;
}

std::variant<PluginLibrary, std::string> CheckPlugin(const std::string& path,
                                                     const tricolour_subject* table) {
  const auto wrong = [&path](const std::string& what) { return path + ": " + what; };
  if (table == nullptr) {
    return wrong("its entry has no table for version " + std::to_string(TRICOLOUR_ABI) +
                 " of the interface");
  }
  const std::string small = WrongSize("table", table->size, kLeastTable,
                                      "`.size = sizeof table` or TRICOLOUR_INIT(table)");
  if (!small.empty()) return wrong(small);
  PluginLibrary library{.path = path, .table = Read(*table)};
  if (library.table.abi != TRICOLOUR_ABI) {
    return wrong("it has version " + std::to_string(library.table.abi) +
                 " of the interface, and expected is " + std::to_string(TRICOLOUR_ABI));
  }
  if (const std::string missing = MissingFunction(library.table); !missing.empty()) {
    return wrong("its table has no function " + missing);
  }
  const tricolour_promises* const said = library.table.promises();
  if (said == nullptr) return wrong("its function promises returns null");
  const std::string short_of = WrongSize("promises", said->size, kLeastPromises,
                                         "`.size = sizeof promises` or TRICOLOUR_INIT(promises)");
  if (!short_of.empty()) return wrong(short_of);
  library.said = Read(*said);
  if (std::string what = WrongVerbs(library.said.verbs, library.promises.verbs); !what.empty()) {
    return wrong(what);
  }
  if (std::string what = WrongPromises(library); !what.empty()) return wrong(what);
  library.name = library.said.name;
  library.version = library.said.version == nullptr ? "" : library.said.version;
  library.promises.exact = library.said.exact != 0;
  library.promises.units = library.said.units != 0;
  library.promises.staged_destruction = library.said.staged_destruction != 0;
  library.promises.colours = library.said.colours != 0;
  library.promises.shapes = library.said.shapes != 0;
  library.promises.settings = reference::SettingSet::All();
  for (const reference::SettingEntry& entry : reference::kSettings) {
    const auto number = static_cast<unsigned>(entry.setting);
    if ((library.said.settings >> number & 1) == 0) library.promises.settings.Remove(entry.setting);
  }
  library.promises.lazy_sweep = library.said.lazy_sweep != 0;
  library.promises.collects_until_gone = std::max(1u, library.said.collects_until_gone);
  library.promises.most_objects = library.said.most_objects;
  library.promises.most_fields = library.said.most_fields;
  library.promises.weak_until_freed = library.said.weak == TRICOLOUR_WEAK_UNTIL_FREED;
  library.slowness = std::max(1u, library.said.slowness);
  library.one_heap = library.said.one_heap != 0;
  for (const reference::Locals locals :
       {reference::Locals::kRescanned, reference::Locals::kBlack}) {
    const bool has = (library.said.locals >> static_cast<unsigned>(locals) & 1) != 0;
    if (has) library.locals.push_back(locals);
  }
  if (library.table.fault_name != nullptr) {
    for (std::uint32_t number = 1; number < 1000; ++number) {
      const char* const fault = library.table.fault_name(number);
      if (fault == nullptr) break;
      library.faults.emplace_back(fault);
    }
  }
  return library;
}

std::string WhyNotOpened(const std::string& path) {
  const auto opened = Opened(path);
  const auto* const wrong = std::get_if<std::string>(&opened);
  return wrong == nullptr ? "" : *wrong;
}

std::variant<const PluginLibrary*, std::string> LoadPlugin(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<PluginLibrary>> loaded;
  const std::lock_guard lock(mutex);
  if (const auto known = loaded.find(path); known != loaded.end()) return known->second.get();
  const SilentStdout silent;
  const auto opened = Opened(path);
  if (const auto* const wrong = std::get_if<std::string>(&opened)) return *wrong;
  auto checked = CheckPlugin(path, std::get<Entry>(opened)(TRICOLOUR_ABI));
  if (auto* const wrong = std::get_if<std::string>(&checked)) return std::move(*wrong);
  auto& kept = loaded[path];
  kept = std::make_unique<PluginLibrary>(std::get<PluginLibrary>(std::move(checked)));
  return kept.get();
}

}  // namespace properties
