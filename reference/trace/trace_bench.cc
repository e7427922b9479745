// reference/trace/trace_bench.cc -- how fast traces are read and written: operations a second.
//
// Reading must never be what a run waits for: five million operations a second is the floor.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "reference/trace/trace_bytes.h"
#include "reference/trace/trace_text.h"

namespace reference {
namespace {

// A trace of all that bytes can say, the same in every run.
Trace TraceOfLength(std::int64_t operations) {
  std::mt19937 random(404);
  std::vector<std::uint8_t> bytes(kTraceHeaderBytes +
                                  static_cast<std::size_t>(operations) * kRecordBytes);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  bytes[1] = 255;  // 64 objects, so that some names are of three bytes
  return DecodeTrace(bytes);
}

void CountOperations(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}

void ParseText(benchmark::State& state) {
  const std::string text = PrintTrace(TraceOfLength(state.range(0)));
  for (auto _ : state) {
    auto result = ParseTrace(text);
    if (std::holds_alternative<ParseError>(result)) {
      state.SkipWithError(std::get<ParseError>(result).Text().c_str());
      break;
    }
    benchmark::DoNotOptimize(result);
  }
  CountOperations(state);
}
BENCHMARK(ParseText)->Arg(30)->Arg(1'000'000);

void PrintText(benchmark::State& state) {
  const Trace trace = TraceOfLength(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(PrintTrace(trace));
  CountOperations(state);
}
BENCHMARK(PrintText)->Arg(30)->Arg(1'000'000);

void DecodeBytes(benchmark::State& state) {
  const auto bytes = EncodeTrace(TraceOfLength(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(DecodeTrace(*bytes));
  CountOperations(state);
}
BENCHMARK(DecodeBytes)->Arg(30)->Arg(1'000'000);

}  // namespace
}  // namespace reference
