#!/bin/sh
# launcher_test.sh ROOT -- the launcher does what it says, tried on a project of three lines.
#
# The launcher must work on machines unlike the one that runs this test: with nothing installed,
# without root, without Debian. So it gets a small project, a PATH in which apt-get, sudo and id are
# fakes of ours, and an empty folder for headers. No time is checked; the time of the second call is
# printed.
set -u
unset TRICOLOUR_PRESET CMAKE_BUILD_PARALLEL_LEVEL CTEST_PARALLEL_LEVEL CMAKE_GENERATOR CXXFLAGS
root=$1
scratch=$(cd "$(mktemp -d)" && pwd -P) || exit 1
trap 'rm -rf "$scratch"' EXIT
project=$scratch/project
out=$scratch/out err=$scratch/err
failures=0

begin() { about=$1; }
wrong() {
  failures=$((failures + 1))
  printf 'WRONG  %s: %s\n' "$about" "$1"
  sed 's/^/         out: /' "$out"
  sed 's/^/         err: /' "$err"
}
# run CODE COMMAND...: runs it, and expects this exit code.
run() {
  want=$1; shift
  "$@" >"$out" 2>"$err" </dev/null
  got=$?
  [ "$got" -eq "$want" ] || wrong "exit code $got instead of $want"
}
says() { grep -qF -e "$2" "$1" || wrong "$(basename "$1") lacks: $2"; }
silent() { [ ! -s "$1" ] || wrong "$(basename "$1") should be empty"; }

# The project: a program that prints its folder and its arguments, and ends with the exit code of
# its first argument.
mkdir -p "$project" "$scratch/headers" "$scratch/elsewhere"
cp "$root/tricolour" "$project"
cat >"$project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
enable_testing()
add_executable(tricolour main.cc)
add_test(NAME Small.Passes COMMAND tricolour 0)
add_test(NAME Small.Fails COMMAND tricolour 3)
add_executable(breaks main.cc)
add_executable(mutate main.cc)
add_executable(fuzz_subject main.cc)
set_target_properties(fuzz_subject PROPERTIES RUNTIME_OUTPUT_DIRECTORY fuzz)
add_custom_target(fuzzers COMMAND ${CMAKE_COMMAND} -E touch fuzzers-were-built)
END
cat >"$project/CMakePresets.json" <<'END'
{ "version": 6,
  "configurePresets": [ { "name": "release", "binaryDir": "${sourceDir}/build/release" },
                        { "name": "dev", "binaryDir": "${sourceDir}/build/dev" },
                        { "name": "fuzz", "binaryDir": "${sourceDir}/build/fuzz" },
                        { "name": "tidy", "binaryDir": "${sourceDir}/build/tidy" } ],
  "testPresets": [ { "name": "release", "configurePreset": "release" } ] }
END
cat >"$project/main.cc" <<'END'
#include <cstdio>
#include <cstdlib>
#include <filesystem>
int main(int count, char** arguments) {
  std::printf("in %s\n", std::filesystem::current_path().c_str());
  for (int i = 1; i < count; ++i) std::printf("<%s>\n", arguments[i]);
  return count > 1 ? std::atoi(arguments[1]) : 0;
}
END

# A PATH with all commands of this machine but those that install packages, for which there are
# fakes.
tools=$scratch/tools fakes=$scratch/fakes
mkdir "$tools" "$fakes"
for folder in $(printf '%s' "$PATH" | tr ':' ' '); do
  ln -s "$folder"/* "$tools" 2>/dev/null  # the first of a name stays
done
rm -f "$tools/apt-get" "$tools/dpkg" "$tools/sudo" "$tools/id"
headers=$(sed -n 's/^[a-z].* header:\([^ ]*\) .*/\1/p' "$root/tricolour")
# This apt-get fails as often as the file `failing` has lines; after that, an install makes the
# headers.
cat >"$fakes/apt-get" <<END
#!/bin/sh
echo "\$*" >>"$scratch/apt.log"
case "\$*" in *install*) ;; *) exit 0 ;; esac
if [ -s "$scratch/failing" ]; then
  sed -i 1d "$scratch/failing"
  echo "E: Unable to locate package"
  exit 100
fi
for header in $(echo $headers); do
  mkdir -p "$scratch/headers/\$(dirname "\$header")"
  : >"$scratch/headers/\$header"
done
END
printf '#!/bin/sh\nexit 0\n' >"$fakes/dpkg"
printf '#!/bin/sh\necho "${FAKE_UID:-0}"\n' >"$fakes/id"
printf '#!/bin/sh\nif [ "$1" = -n ]; then shift; fi\n[ -z "${FAKE_SUDO_REFUSES-}" ] || exit 1\n%s\n' \
  'echo "sudo $*" >>'"$scratch"'/sudo.log; exec "$@"' >"$fakes/sudo"
chmod +x "$fakes"/*
PATH=$fakes:$tools
TRICOLOUR_HEADERS=$scratch/headers
export PATH TRICOLOUR_HEADERS
# The tools in the launcher's table exist even on a machine that lacks them.
for tool in $(sed -n 's/^[a-z].* command:\([^ ]*\) .*/\1/p' "$root/tricolour"); do
  [ -e "$tools/$tool" ] || { printf '#!/bin/sh\n' >"$tools/$tool"; chmod +x "$tools/$tool"; }
done
nothing_installed() { rm -rf "$scratch/headers" "$scratch"/*.log "$scratch/failing"; }

begin "help before anything is built"
run 0 "$project/tricolour" --help
says "$out" "--no-install"
silent "$err"
[ ! -e "$project/build" ] || wrong "it built"

begin "--no-install with packages missing"
run 2 "$project/tricolour" --no-install verify
says "$err" "librapidcheck-dev"
says "$err" "apt-get install --no-install-recommends"
silent "$out"
[ ! -e "$scratch/apt.log" ] || wrong "it called apt-get"

begin "neither root nor sudo"
FAKE_UID=1000 FAKE_SUDO_REFUSES=1 run 2 "$project/tricolour" verify
says "$err" "as root: apt-get install --no-install-recommends"
[ ! -e "$scratch/apt.log" ] || wrong "it called apt-get"

begin "apt-get that never works"
printf '1\n2\n' >"$scratch/failing"
run 2 "$project/tricolour" verify
says "$err" "E: Unable to locate package"
says "$err" "apt-get failed"
silent "$out"

begin "the first call, as root, with package lists that are out of date"
nothing_installed
echo 1 >"$scratch/failing"
run 7 "$project/tricolour" 7 'a b' '' --no-install -j
says "$err" "librapidcheck-dev    properties"
says "$err" "liblua5.4-dev"
! grep -q 'ninja-build' "$err" || wrong "it lists what is there"
printf 'in %s\n<7>\n<a b>\n<>\n<--no-install>\n<-j>\n' "$(pwd -P)" | cmp -s - "$out" ||
  wrong "the program's arguments, folder or output"
[ "$(sed 's/.*300 //; s/ .*//' "$scratch/apt.log" | tr '\n' ' ')" = 'install update install ' ] ||
  wrong "apt-get was called otherwise: $(cat "$scratch/apt.log")"

begin "with sudo"
nothing_installed
FAKE_UID=1000 run 0 "$project/tricolour" 0
says "$scratch/sudo.log" "DEBIAN_FRONTEND=noninteractive apt-get"

begin "the second call"
rm -f "$scratch"/*.log
before=$(date +%s%N)
run 0 "$project/tricolour" 0
echo "a second call takes $((($(date +%s%N) - before) / 1000000)) ms"
silent "$err"
[ ! -e "$scratch/apt.log" ] || wrong "it called apt-get"

begin "from another folder, through links"
ln -s ../project/tricolour "$scratch/elsewhere/relative"
ln -s "$scratch/elsewhere/relative" "$scratch/elsewhere/absolute"
cd "$scratch/elsewhere" || exit 1
for path in ../project/tricolour ./relative "$scratch/elsewhere/absolute"; do
  run 4 "$path" 4
  says "$out" "in $scratch/elsewhere"
  silent "$err"
done

begin "a change of the sources"
sed -i 's/"in /"now in /' "$project/main.cc"
run 0 "$project/tricolour"
says "$out" "now in"

begin "test"
run 8 "$project/tricolour" test
says "$out" "50% tests passed"
run 0 "$project/tricolour" test -R Passes
says "$out" "100% tests passed"
rm "$tools/clang-format"
run 2 "$project/tricolour" --no-install test
says "$err" "clang-format"
run 0 "$project/tricolour" --no-install 0

begin "bench with its peers"
rm -f "$scratch"/*.log "$tools/go"
run 0 "$project/tricolour" bench --only W1
[ ! -e "$scratch/apt.log" ] || wrong "it installs peers that nothing asked for"
run 0 "$project/tricolour" bench --install-peers --only W1
says "$err" "golang-go"
says "$scratch/apt.log" "install --no-install-recommends golang-go"
says "$scratch/apt.log" "download libnode-dev"
printf '<bench>\n<--only>\n<W1>\n' >"$scratch/want"
grep '^<' "$out" | cmp -s - "$scratch/want" || wrong "the arguments of bench"
rm -f "$tools/go"
run 2 "$project/tricolour" --no-install bench --install-peers
says "$err" "golang-go"
run 0 "$project/tricolour" --no-install bench

begin "breaks"
run 1 "$project/tricolour" breaks 1 S1.2
printf '<1>\n<S1.2>\n' >"$scratch/want"
grep '^<' "$out" | cmp -s - "$scratch/want" || wrong "the arguments of breaks"

begin "mutate"
run 1 "$project/tricolour" mutate 1 --sample
printf '<1>\n<--sample>\n' >"$scratch/want"
grep '^<' "$out" | cmp -s - "$scratch/want" || wrong "the arguments of mutate"

begin "fuzz"
mkdir -p "$project/fuzz"
echo 'printf "<%s>\n" "$@"; exit 9' >"$project/fuzz/smoke.sh"
run 9 "$project/tricolour" fuzz 25
printf '<%s>\n' "$(cd "$project" && pwd -P)/build/fuzz/fuzz" "$(cd "$project" && pwd -P)/fuzz" 25 |
  cmp -s - "$out" || wrong "the smoke run's arguments"
[ -e "$project/build/fuzz/fuzzers-were-built" ] || wrong "it built no fuzzers"
run 9 "$project/tricolour" fuzz
says "$out" "<10>"
run 0 "$project/tricolour" fuzz --subject ./my.so
printf '<--subject>\n<./my.so>\n' >"$scratch/want"
grep '^<' "$out" | cmp -s - "$scratch/want" || wrong "the arguments of fuzz --subject"

begin "tidy"
run 0 "$project/tricolour" tidy
says "$err" "clang-tidy found nothing"
[ -x "$project/build/tidy/tricolour" ] || wrong "it built nothing"
rm "$tools/clang-tidy-19"
run 2 "$project/tricolour" --no-install tidy
says "$err" "clang-tidy-19"

begin "fuzz without its compiler"
rm "$tools/clang++-19"
run 2 "$project/tricolour" --no-install fuzz
says "$err" "clang-19"
run 0 "$project/tricolour" --no-install 0

begin "help of what is built"
run 0 "$project/tricolour" --help
says "$out" "--no-install"
says "$out" "<--help>"

begin "another preset"
TRICOLOUR_PRESET=dev run 5 "$project/tricolour" 5
[ -x "$project/build/dev/tricolour" ] || wrong "it built no dev"

begin "a folder that was moved"
mv "$project" "$scratch/moved"
project=$scratch/moved
run 0 "$project/tricolour" 0
says "$out" "now in"

begin "a build that fails"
cp "$project/main.cc" "$scratch/main.cc"
echo 'this is no C++' >>"$project/main.cc"
run 70 "$project/tricolour" 0
says "$err" "this is no C++"
says "$err" "build.log"
silent "$out"
mv "$scratch/main.cc" "$project/main.cc"

begin "a configuration that fails"
cp "$project/CMakePresets.json" "$scratch"
echo 'this is no JSON' >"$project/CMakePresets.json"
touch -d '+1 minute' "$project/CMakePresets.json"
run 70 "$project/tricolour" 0
says "$err" "configure.log"
mv "$scratch/CMakePresets.json" "$project"
run 0 "$project/tricolour" 0

begin "not Debian, headers not where they are looked for"
rm -rf "$project/build" "$fakes/apt-get" "$fakes/dpkg"
nothing_installed
run 6 "$project/tricolour" 6
says "$err" "not Debian"
says "$err" "librapidcheck-dev"
run 6 "$project/tricolour" 6
silent "$err"

begin "not Debian, and nothing to build with"
rm -rf "$project/build" "$tools/cmake"
run 2 "$project/tricolour" 6
says "$err" "cannot build without cmake"

[ "$failures" -eq 0 ] || { echo "$failures wrong"; exit 1; }
echo "the launcher does what it says"
