// properties/tool/commands/commands.h -- the commands of the program, each in a file of its own.
//
// A function here adds its command to the command line. When the command is called, it sets the
// exit status; for a mistake of the user it throws UsageError.
//
// Read next: properties/tool/commands/verify.cc.

#pragma once

namespace CLI {
class App;
}

namespace tool {

void AddVerify(CLI::App& app, int& exit_code);
void AddReplay(CLI::App& app, int& exit_code);
void AddShrink(CLI::App& app, int& exit_code);
void AddExplain(CLI::App& app, int& exit_code);
void AddProve(CLI::App& app, int& exit_code);
void AddExplore(CLI::App& app, int& exit_code);
void AddRules(CLI::App& app, int& exit_code);
void AddSoak(CLI::App& app, int& exit_code);
void AddSubject(CLI::App& app, int& exit_code);
void AddBench(CLI::App& app, int& exit_code);

}  // namespace tool
