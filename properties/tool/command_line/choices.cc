// properties/tool/command_line/choices.cc -- looks names up, and refuses unknown ones with a
// suggestion.

#include "properties/tool/command_line/choices.h"

#include <sched.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <variant>

#include "properties/base/fault_names.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/lua/lua_known.h"
#include "properties/subjects/lua/lua_library.h"
#include "properties/subjects/lua/lua_subject.h"
#include "properties/subjects/pipe/pipe_subject.h"
#include "properties/subjects/plugin/packaged.h"
#include "properties/subjects/plugin/plugin_subject.h"
#include "properties/tool/command_line/library_trial.h"
#include "properties/tool/command_line/lua_library_option.h"
#include "properties/tool/command_line/words.h"
#include "reference/trace/trace_text.h"

namespace tool {
namespace {

std::string program_name = "tricolour";

// Says what is wrong with a library, or with the name of its fault; empty if nothing is.
std::string WrongPlugin(const std::string& name) {
  const properties::PluginChoice choice = *properties::PluginChoiceFrom(name);
  const std::string bare = name.substr(0, name.find('@'));
  if (properties::PathOfPackaged(bare) && access(choice.path.c_str(), R_OK) != 0) {
    return properties::WhyNotBuilt(bare);
  }
  if (bare == kNewLua) {
    if (std::string wrong = WhyNotLoadedLua(bare); !wrong.empty()) return wrong;
  }
  if (std::string died = WhyNotLoaded(choice.path); !died.empty()) return died;
  const auto loaded = properties::LoadPlugin(choice.path);
  if (const auto* wrong = std::get_if<std::string>(&loaded)) return *wrong;
  const properties::PluginLibrary& library = *std::get<const properties::PluginLibrary*>(loaded);
  if (choice.fault.empty() || library.FaultNamed(choice.fault) != 0) return {};
  if (library.faults.empty()) return choice.path + " has no rules that can be broken";
  return choice.path + " has no rule \"" + choice.fault + "\"" +
         DidYouMean(choice.fault, library.faults);
}

// What a command said when it was greeted, once in this process.
const std::variant<properties::PipeHello, std::string>& Greeted(const std::string& command) {
  static std::map<std::string, std::variant<properties::PipeHello, std::string>> known;
  const auto found = known.find(command);
  if (found != known.end()) return found->second;
  return known.emplace(command, properties::GreetPipe(command)).first->second;
}

// The same of a command.
std::string WrongPipe(const std::string& name) {
  const properties::PipeChoice choice = *properties::PipeChoiceFrom(name);
  const auto& greeted = Greeted(choice.command);
  if (const auto* wrong = std::get_if<std::string>(&greeted)) return *wrong;
  const std::vector<std::string>& rules = std::get<properties::PipeHello>(greeted).rules;
  if (choice.rule.empty() || std::ranges::count(rules, choice.rule) > 0) return {};
  if (rules.empty()) return "\"" + choice.command + "\" has no rules that can be broken";
  return "\"" + choice.command + "\" has no rule \"" + choice.rule + "\"" +
         DidYouMean(choice.rule, rules);
}

// Says what is wrong with the name of a subject; empty if there is such a subject.
std::string IsSubject(const std::string& name) {
  if (name == "core") return {};
  if (properties::LuaOptionsFrom(name)) return WhyNotLoadedLua(name);
  if (properties::PipeChoiceFrom(name)) return WrongPipe(name);
  if (properties::PluginChoiceFrom(name)) return WrongPlugin(name);
  std::vector<std::string> known = {"core", "lua", "lua:generational", "lua:spare-known",
                                    "lua:generational,spare-known"};
  for (const auto& packaged : properties::kPackagedSubjects) known.emplace_back(packaged.name);
  return "there is no subject \"" + name + "\"" + DidYouMean(name, known);
}

}  // namespace

bool BreaksItsOwnRules(const std::string& subject) {
  return properties::PipeChoiceFrom(subject) || properties::PluginChoiceFrom(subject);
}

bool BreaksARuleNow(const std::string& subject) {
  if (const auto pipe = properties::PipeChoiceFrom(subject)) return !pipe->rule.empty();
  const auto plugin = properties::PluginChoiceFrom(subject);
  return plugin && !plugin->fault.empty();
}

OwnWords OwnWordsOf(const std::string& subject) {
  if (const auto pipe = properties::PipeChoiceFrom(subject)) {
    const auto& greeted = Greeted(pipe->command);
    if (const auto* wrong = std::get_if<std::string>(&greeted)) throw UsageError(*wrong);
    const auto& hello = std::get<properties::PipeHello>(greeted);
    OwnWords words{
        .rules = hello.rules, .locals = {reference::Locals::kDead}, .slowness = hello.slowness};
    if (hello.promises.verbs.Has(reference::Verb::kHold)) {
      words.locals.push_back(reference::Locals::kRescanned);
      words.locals.push_back(reference::Locals::kBlack);
    }
    return words;
  }
  const auto loaded = properties::LoadPlugin(properties::PluginChoiceFrom(subject)->path);
  if (const auto* wrong = std::get_if<std::string>(&loaded)) throw UsageError(*wrong);
  const auto& library = *std::get<const properties::PluginLibrary*>(loaded);
  return {.rules = library.faults,
          .locals = library.locals,
          .slowness = library.slowness,
          .one_heap = library.one_heap};
}

std::string SubjectWithRule(const std::string& subject, const std::string& rule) {
  return properties::WithRule(subject, rule);
}

std::vector<gc::Fault> FaultsWithName(const std::string& name) {
  std::vector<gc::Fault> faults;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    const bool named = properties::NameOf(entry.fault) == name ||
                       gc::EntryOf(entry.rule).name == std::string_view(name);
    if (named) faults.push_back(entry.fault);
  }
  return faults;
}

std::vector<gc::Fault> FaultsNamed(const std::string& name) {
  std::vector<gc::Fault> faults = FaultsWithName(name);
  if (!faults.empty()) return faults;
  if (ThreadFaultsNamed(name).empty()) RefuseRule(name);
  throw UsageError("\"" + name + "\" takes two threads at once, so no trace shows it broken; `" +
                   ProgramName() + " rules " + name + "` does");
}

std::vector<model::threads::Fault> ThreadFaultsNamed(const std::string& name) {
  std::vector<model::threads::Fault> faults;
  for (const model::threads::FaultEntry& entry : model::threads::kFaults) {
    const bool named = model::threads::NameOf(entry.fault) == name ||
                       model::threads::EntryOf(entry.rule).name == std::string_view(name);
    if (named) faults.push_back(entry.fault);
  }
  return faults;
}

void RefuseRule(const std::string& name) {
  const std::size_t slash = name.find('/');
  const std::vector<gc::Fault> variants = FaultsWithName(name.substr(0, slash));
  if (slash != std::string::npos && !variants.empty()) {
    std::string all;
    for (const gc::Fault fault : variants)
      all += (all.empty() ? "" : ", ") + properties::NameOf(fault);
    throw UsageError("there is no variant \"" + name + "\"; the rule has " + all);
  }
  std::vector<std::string> known;
  for (const gc::RuleEntry& rule : gc::kRules) known.emplace_back(rule.name);
  for (const gc::FaultEntry& entry : gc::kFaults) known.push_back(properties::NameOf(entry.fault));
  for (const auto& rule : model::threads::kRules) known.emplace_back(rule.name);
  for (const auto& entry : model::threads::kFaults) known.push_back(NameOf(entry.fault));
  throw UsageError("there is no rule \"" + name + "\"" + DidYouMean(name, known) + " (`" +
                   ProgramName() + " rules --names` lists them)");
}

std::vector<gc::Fault> Choices::Faults() const {
  return without.empty() ? std::vector<gc::Fault>() : FaultsNamed(without);
}

gc::FaultSet Choices::OneFault() const {
  const std::vector<gc::Fault> faults = Faults();
  if (faults.empty()) return {};
  if (faults.size() == 1) return gc::FaultSet(faults.front());
  throw UsageError(without + " has several variants: name one, such as " +
                   properties::NameOf(faults.front()));
}

std::optional<reference::Locals> Choices::ChosenLocals() const {
  for (std::size_t i = 0; i < reference::kLocalsWords.size(); ++i) {
    if (reference::kLocalsWords[i] == locals) return static_cast<reference::Locals>(i);
  }
  return std::nullopt;
}

std::vector<reference::Locals> Choices::Disciplines() const {
  if (const auto chosen = ChosenLocals()) return {*chosen};
  if (BreaksItsOwnRules(subject)) return OwnWordsOf(subject).locals;
  return {reference::Locals::kDead, reference::Locals::kRescanned, reference::Locals::kBlack};
}

std::string Choices::Text() const {
  std::string text;
  if (subject != "core") text += " --subject " + Quoted(subject);
  if (!lua_library.empty()) text += " --lua-library " + Quoted(lua_library);
  if (!without.empty()) text += " --without " + Quoted(without);
  if (!locals.empty()) text += " --locals " + locals;
  return text;
}

void AddSubjectOption(CLI::App& command, Choices& choices) {
  command
      .add_option(
          "--subject", choices.subject,
          "The collector to judge: core, lua, lua5.3, lua5.5, libgc, mruby or cppgc; "
          "lua:generational\n"
          "judges Lua's other mode, lua:spare-known makes up for its known bugs,\n"
          "lua:generational,spare-known does both;\n"
          "PATH.so, a library with a collector of your own (properties/subjects/plugin/), or\n"
          "'pipe:COMMAND', a program with one; either with @RULE breaks one of its rules")
      ->type_name("NAME")
      ->transform(SubjectOfLoadedLua)
      ->check(IsSubject)
      ->capture_default_str();
  command
      .add_option("--lua-library", choices.lua_library,
                  "The shared library of the Lua 5.3, 5.4 or 5.5 to judge, if not the system's")
      ->type_name("PATH")
      ->check(IsLoadedLua);
}

void AddSubjectArgument(CLI::App& command, Choices& choices) {
  command.add_option("SUBJECT", choices.subject, "The collector: PATH.so, core or lua")
      ->required()
      ->check(IsSubject);
}

void AddWithoutOption(CLI::App& command, Choices& choices) {
  command
      .add_option("--without", choices.without,
                  "Break this rule of core; each of its variants in turn unless one is named")
      ->type_name("RULE[/VARIANT]");
}

void AddOneFaultOption(CLI::App& command, Choices& choices) {
  command
      .add_option("--without", choices.without,
                  "Break this rule of core; the variant is needed if the rule has several")
      ->type_name("RULE[/VARIANT]");
}

void AddLocalsOption(CLI::App& command, Choices& choices, const std::string& help) {
  command.add_option("--locals", choices.locals, help)
      ->type_name("dead|rescanned|black")
      ->check(OneOf({"dead", "rescanned", "black"}));
}

void Check(const Choices& choices) {
  if (!choices.lua_library.empty() && choices.subject.starts_with("lua")) {
    const std::string wrong = WhyNotLoadedLua(choices.subject);
    if (!wrong.empty()) throw UsageError(wrong);
  }
  if (BreaksItsOwnRules(choices.subject)) {
    if (choices.without.empty()) return;
    const std::string wrong = IsSubject(SubjectWithRule(choices.subject, choices.without));
    if (!wrong.empty()) throw UsageError(wrong);
    return;
  }
  if (!choices.without.empty() && choices.subject != "core") {
    throw UsageError("--without breaks a rule of core, and " + choices.subject +
                     " is not ours to break");
  }
  choices.Faults();
}

std::unique_ptr<reference::Subject> MakeSubject(const std::string& name, gc::FaultSet faults) {
  if (const auto lua = properties::LuaOptionsFrom(name)) return properties::MakeLuaSubject(*lua);
  if (const auto pipe = properties::PipeChoiceFrom(name)) {
    const auto& greeted = Greeted(pipe->command);
    if (const auto* wrong = std::get_if<std::string>(&greeted)) throw UsageError(*wrong);
    return properties::MakePipeSubject(pipe->command, std::get<properties::PipeHello>(greeted),
                                       pipe->rule);
  }
  if (const auto plugin = properties::PluginChoiceFrom(name)) {
    const auto loaded = properties::LoadPlugin(plugin->path);
    if (const auto* wrong = std::get_if<std::string>(&loaded)) throw UsageError(*wrong);
    const auto& library = *std::get<const properties::PluginLibrary*>(loaded);
    return properties::MakePluginSubject(library, library.FaultNamed(plugin->fault));
  }
  return faults.Empty() ? properties::MakeCoreSubject() : properties::MakeFaultyCoreSubject(faults);
}

std::vector<KnownBug> KnownBugsOf(const std::string& subject) {
  std::vector<KnownBug> bugs;
  if (subject == kOldLua) {
    const properties::LuaKnownBug& bug = properties::LuaBugOf53();
    return {{std::string(bug.name), std::string(bug.sentence), kOldLuaSpared}};
  }
  const auto lua = properties::LuaOptionsFrom(subject);
  if (!lua) return bugs;
  const std::string release = properties::LoadedLua().release;
  for (const properties::LuaKnownBug& bug : properties::LuaBugsOf(*lua, release)) {
    properties::LuaOptions mended = *lua;
    mended.mended.Add(bug.bug);
    bugs.push_back(
        {std::string(bug.name), std::string(bug.sentence), properties::SpecificationOf(mended)});
  }
  return bugs;
}

std::string LibraryOf(const std::string& subject) {
  if (properties::LuaOptionsFrom(subject)) return properties::LoadedLua().Text();
  const auto named = [](const auto& one) {
    return one.name + (one.version.empty() ? "" : " " + one.version);
  };
  if (const auto pipe = properties::PipeChoiceFrom(subject)) {
    const auto* const hello = std::get_if<properties::PipeHello>(&Greeted(pipe->command));
    return hello == nullptr ? "" : named(*hello);
  }
  if (const auto plugin = properties::PluginChoiceFrom(subject)) {
    const auto loaded = properties::LoadPlugin(plugin->path);
    const auto* const library = std::get_if<const properties::PluginLibrary*>(&loaded);
    return library == nullptr ? "" : named(**library);
  }
  return {};
}

reference::Trace TraceOf(const std::string& path) {
  auto parsed = reference::LoadTrace(path);
  if (const auto* error = std::get_if<reference::ParseError>(&parsed)) {
    throw BadFile(error->Text());
  }
  return std::get<reference::Trace>(std::move(parsed));
}

std::string Quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string ProgramName() { return program_name; }

// The launcher passes on the name by which it was called: it builds and runs this program from a
// folder that a user does not type.
void SetProgramName(const char* argv0) {
  const char* const launcher = std::getenv("TRICOLOUR_COMMAND");
  const std::string name = launcher != nullptr && *launcher != '\0' ? launcher : argv0;
  if (!name.empty()) program_name = Quoted(name);
}

unsigned DefaultJobs() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

}  // namespace tool
