#!/bin/sh
# fuzz/smoke.sh -- runs each fuzzer for some seconds, from the seeds and the old failures.
#
#     smoke.sh BUILD/fuzz SOURCE/fuzz SECONDS
#
# The fuzzers must find nothing. That is worth something only if they would find a fault: so the
# faulty core is fuzzed once more, with a fault in a barrier, and the fuzzer must catch it.

set -u
build=$1 source=$2 seconds=$3
work=$build/smoke
rm -rf "$work"
mkdir -p "$work"

# fuzz TARGET KIND ARGUMENT...
fuzz() {
  target=$1 kind=$2
  shift 2
  mkdir -p "$work/$target"
  "$build/fuzz_$target" -seed=1 -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
    -len_control=0 -print_final_stats=1 -artifact_prefix="$work/" "$@" \
    "$work/$target" "$build/seeds/$kind" "$source/regressions/$kind" >"$work/$target.log" 2>&1
  status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$target.log")
  rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$work/$target.log")
  printf 'fuzz %-8s %10s runs %8s a second   ' "$target" "${runs:--}" "${rate:--}"
  return "$status"
}

failed=0
expect_clean() {
  if fuzz "$@"; then echo clean; else
    echo "FAILED with status $?"
    cat "$work/$1.log"
    failed=1
  fi
}

expect_clean core bytes -max_len=512
expect_clean faulty bytes -max_len=512
expect_clean lua bytes -max_len=512
expect_clean text text -max_len=4096 -dict="$source/trace.dict"
expect_clean saved saved -max_len=4096 -dict="$source/saved.dict"
if [ -x "$build/fuzz_header" ]; then
  # clang, which parses them, keeps some memory to the end that it does not know of any more.
  ASAN_OPTIONS=detect_leaks=0
  export ASAN_OPTIONS
  expect_clean header header -max_len=2048 -dict="$source/header.dict"
  unset ASAN_OPTIONS
fi

TRICOLOUR_WITHOUT=insertion-barrier/store-without-shading
export TRICOLOUR_WITHOUT
fuzz faulty bytes -max_len=512
status=$?
if [ "$status" = 77 ] && grep -q '^DISAGREE' "$work/faulty.log"; then
  echo "caught $TRICOLOUR_WITHOUT"
else
  echo "FAILED with status $status: did not catch $TRICOLOUR_WITHOUT"
  cat "$work/faulty.log"
  failed=1
fi
exit "$failed"
