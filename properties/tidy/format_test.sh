#!/bin/sh
# format_test.sh ROOT -- every source file is formatted as .clang-format says; a bad file is
# noticed.
set -u
cd "$1" || exit 1

if ! command -v clang-format >/dev/null 2>&1; then
  echo "clang-format is not there, so nothing was checked; its package is clang-format"
  exit 1
fi

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cp .clang-format "$scratch"
printf 'int  main( ){return 0 ;}\n' >"$scratch/bad.cc"
if clang-format --dry-run --Werror "$scratch/bad.cc" 2>/dev/null; then
  echo "clang-format finds nothing wrong with a file that is formatted badly"
  exit 1
fi

list=$scratch/list
for room in core reference model properties fuzz; do
  if [ -d "$room" ]; then find "$room" -name '*.h' -o -name '*.cc'; fi
done | grep -v '[.]generated[.]' >"$list"  # the header tool's
count=$(wc -l <"$list")
[ "$count" -gt 10 ] || { echo "only $count source files found in $1"; exit 1; }
echo "$count files, $(clang-format --version)"
xargs clang-format --dry-run --Werror <"$list" || {
  echo "to mend: clang-format -i on the files above"
  exit 1
}
