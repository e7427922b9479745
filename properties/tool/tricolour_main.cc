// properties/tool/tricolour_main.cc -- the program `tricolour`: finds the command, and turns every
// kind of failure into an exit status.

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/command_line/help.h"
#include "properties/tool/command_line/lua_library_option.h"
#include "properties/tool/command_line/suggestion.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/worker.h"

namespace {

constexpr const char* kAbout =
    "tricolour: an incremental collector, the oracle that says what it must do, and the machine "
    "that\n"
    "makes the two disagree if it can.";

constexpr const char* kFooter =
    "Results go to stdout, progress and complaints to stderr. `tricolour COMMAND --help` says "
    "more.\n"
    "Exit status: 0 agree, 1 disagree, 2 usage or bad input, 3 inconclusive, 4 baseline broken,\n"
    "70 internal.";

int Run(int argc, char** argv) {
  int exit_code = tool::kExitAgree;
  CLI::App app(kAbout, tool::ProgramName());
  app.footer(kFooter);
  app.set_version_flag("--version", "tricolour " TRICOLOUR_VERSION);
  app.formatter(std::make_shared<tool::HelpFormatter>());
  app.require_subcommand(1);
  tool::AddVerify(app, exit_code);
  tool::AddReplay(app, exit_code);
  tool::AddExplain(app, exit_code);
  tool::AddShrink(app, exit_code);
  tool::AddProve(app, exit_code);
  tool::AddExplore(app, exit_code);
  tool::AddRules(app, exit_code);
  tool::AddSoak(app, exit_code);
  tool::AddSubject(app, exit_code);
  tool::AddBench(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const CLI::App* of = &app;
    while (!of->get_subcommands().empty()) of = of->get_subcommands().front();
    tool::PrintData(of->help());
  } catch (const CLI::CallForAllHelp&) {
    tool::Print(app.help("", CLI::AppFormatMode::All));
  } catch (const CLI::CallForVersion& version) {
    tool::Print("{}\n", version.what());
  } catch (const CLI::ParseError& error) {
    const auto used = app.get_subcommands();
    const std::string command = used.empty() ? "" : " " + used.front()->get_name();
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::string what = error.what();
    if (what.find(".so: ") != std::string::npos) {
      tool::Complain("{} (tricolour_subject.h says what a library has to offer)", what);
      return tool::kExitUsage;
    }
    tool::Complain("{}{} (`{}{} --help` shows what there is)", what,
                   tool::Suggestion(used.empty() ? app : *used.front(), words), tool::ProgramName(),
                   command);
    return tool::kExitUsage;
  }
  return exit_code;
}

// Whether the system had no memory, processes or files left.
bool IsNoRoom(const std::error_code& code) {
  return code == std::errc::not_enough_memory ||
         code == std::errc::resource_unavailable_try_again ||
         code == std::errc::too_many_files_open || code == std::errc::too_many_files_open_in_system;
}

int SayNoRoom(const char* what) {
  tool::Complain("INCONCLUSIVE: {}", what);
  return tool::kExitInconclusive;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  tool::SetProgramName(argv[0]);
  tool::LoadLuaLibrary(argc, argv);
  try {
    const int exit_code = Run(argc, argv);
    const std::string failed = tool::WhyPrintFailed();
    if (failed.empty()) return exit_code;
    tool::Complain("the results cannot be written to stdout: {}", failed);
    return tool::kExitUsage;
  } catch (const tool::BadFile& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return tool::kExitUsage;
  } catch (const tool::UsageError& error) {
    tool::Complain("{}", error.what());
    return tool::kExitUsage;
  } catch (const tool::NoRoom& error) {
    return SayNoRoom(error.what());
  } catch (const std::bad_alloc&) {
    return SayNoRoom("no memory was left");
  } catch (const std::system_error& error) {
    if (!IsNoRoom(error.code())) {
      tool::Complain("internal: {}", error.what());
      return tool::kExitInternal;
    }
    return SayNoRoom(error.what());
  } catch (const std::exception& error) {
    tool::Complain("internal: {}", error.what());
    return tool::kExitInternal;
  } catch (...) {
    tool::Complain("internal: an exception of unknown type");
    return tool::kExitInternal;
  }
}
