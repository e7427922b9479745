// core/reflect/tool/reflect_main.cc -- the program `tricolour-reflect`: reads the command line.
//
// Read next: core/reflect/tool/run.h.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "core/reflect/tool/convert/conversion.h"
#include "core/reflect/tool/run.h"

namespace {

using gc::header_tool::Call;
using gc::header_tool::RawPolicy;

constexpr const char* kAbout =
    "tricolour-reflect: reads annotated headers and writes the descriptions of their types.";

constexpr const char* kFooter =
    "What follows `--` goes to clang: include folders and macros, as for a compiler.\n"
    "  tricolour-reflect --module Game --out generated game/door.h -- -I. -DEDITOR=1\n"
    "writes generated/door.generated.h and generated/door.generated.cc, unless they are so "
    "already.\n"
    "Exit status: 0 done, 1 a conversion left something to be done by hand, 2 usage or a header\n"
    "in which something is wrong, 70 internal.";

// The policies of single targets, as "game=refuse", over the one for all.
struct RawOptions {
  std::string policy = "refuse";
  std::string target;
  std::vector<std::string> overrides;
};

RawPolicy PolicyFor(const RawOptions& options) {
  std::string name = options.policy;
  for (const std::string& entry : options.overrides) {
    const std::size_t equals = entry.find('=');
    const std::string policy = equals == entry.npos ? "" : entry.substr(equals + 1);
    if (!gc::header_tool::RawPolicyOf(policy)) {
      throw CLI::ValidationError("--raw-override", "found '" + entry +
                                                       "', expected TARGET=allow, TARGET=log or "
                                                       "TARGET=refuse");
    }
    if (entry.substr(0, equals) == options.target) name = policy;
  }
  return *gc::header_tool::RawPolicyOf(name);
}

void AddOptions(CLI::App& app, Call& call, RawOptions& raw) {
  app.add_option("headers", call.headers, "the annotated headers");
  app.add_option("--module", call.module, "the module, as in the path /Script/MODULE.Door")
      ->capture_default_str();
  app.add_option("--out", call.out, "the folder to write into")->capture_default_str();
  app.add_option("--depfile", call.depfile,
                 "the file to name what was read in, for Make and Ninja (one header)");
  app.add_option("--with", call.others,
                 "a header that defines what the others may only declare (several)")
      ->allow_extra_args(false);
  app.add_option("--stamp", call.stamp,
                 "a file to make new in each run that succeeds, which --depfile is about then");
  app.add_option("--raw", raw.policy, "what is done about annotated plain pointers to objects")
      ->check(CLI::IsMember({"allow", "log", "refuse"}))
      ->capture_default_str();
  app.add_option("--target", raw.target, "the target whose headers these are, for --raw-override");
  app.add_option("--raw-override", raw.overrides, "TARGET=POLICY: another --raw for one target")
      ->allow_extra_args(false);
  app.add_flag("--timings", call.timings,
               "say what processor time each header took, and clang of it");
}

int Parse(int argc, const char* const* argv, Call& call) {
  CLI::App app(kAbout, "tricolour-reflect");
  app.footer(kFooter);
  app.set_version_flag("--version", "tricolour-reflect " TRICOLOUR_VERSION);
  RawOptions raw;
  AddOptions(app, call, raw);
  std::vector<std::string> generated;
  CLI::App* const check = app.add_subcommand("check", "Looks for types of one name in a module");
  check->add_option("headers", generated, "all generated headers of the module")->required();
  gc::header_tool::ConvertCall conversion;
  CLI::App* const convert = app.add_subcommand(
      "convert", "Rewrites the plain pointers that a build with --raw log has logged");
  convert->add_option("log", conversion.log,
                      "the output of the build, from its begin; by default $TRICOLOUR_REFLECT_LOG, "
                      "or else reflect.log. It is only read: keep it until all is converted");
  convert->add_flag("--dry-run", conversion.dry_run, "print a unified diff, and change nothing");
  convert->add_option("--checkout", conversion.checkout,
                      "a command that makes a read-only file writable; its path is added");
  try {
    app.parse(argc, argv);
    if (*convert) return gc::header_tool::RunConversion(conversion);
    if (*check) return gc::header_tool::CheckModule(generated);
    if (call.headers.empty()) throw CLI::RequiredError("headers");
    if (call.module.empty()) throw CLI::RequiredError("--module");
    if (!call.depfile.empty() && call.headers.size() > 1) {
      throw CLI::ValidationError("--depfile", "a dependency file is of one header");
    }
    call.raw = PolicyFor(raw);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? gc::header_tool::kExitDone : gc::header_tool::kExitUsage;
  }
  return gc::header_tool::Run(call);
}

}  // namespace

int main(int argc, char** argv) {
  // CLI11 would take what follows "--" for headers.
  char** const dashes = std::find_if(
      argv, argv + argc, [](const char* argument) { return argument == std::string("--"); });
  Call call;
  if (dashes != argv + argc) call.arguments.assign(dashes + 1, argv + argc);
  try {
    return Parse(static_cast<int>(dashes - argv), argv, call);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tricolour-reflect: internal: %s\n", error.what());
    return gc::header_tool::kExitInternal;
  }
}
