// properties/tool/soak/soak_run.cc -- makes, judges and writes; then shrinks what was written.

#include "properties/tool/soak/soak_run.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>
#include <variant>

#include "properties/explain/explain.h"
#include "properties/judge/judge.h"
#include "properties/report/layout.h"
#include "properties/search/directed/large_heap.h"
#include "properties/shrink/shrink.h"
#include "properties/tool/failures/crash.h"
#include "reference/trace/trace_text.h"

namespace tool {
namespace {

using properties::Grouped;
using properties::ReportFailure;

// A longer trace is neither shrunk nor explained: one run of it takes seconds.
constexpr std::size_t kLongestShrunk = 400'000;
// A table of more steps tells a reader nothing.
constexpr std::size_t kLongestExplained = 400;
constexpr std::size_t kDeathRuns = 400;

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// The processor time that this process has used, and the most memory that it had.
std::string CostText(std::uint64_t operations) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double seconds = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  return fmt::format("{:.1f} s of processor, {:.2f} us an operation, {:.0f} MB at most", seconds,
                     seconds * 1e6 / static_cast<double>(operations),
                     static_cast<double>(usage.ru_maxrss) / 1024);
}

// The trace as it grows. Each line reaches the file before its operation is applied: a buffer of
// this process would die with it.
class TraceFile {
 public:
  explicit TraceFile(const std::string& path) {
    if (path.empty()) return;
    file_ = std::fopen(path.c_str(), "wb");
    if (file_ == nullptr) throw UsageError("cannot write " + path);
    std::setvbuf(file_, nullptr, _IONBF, 0);
    Put(reference::PrintTrace({}));
  }
  ~TraceFile() {
    if (file_ != nullptr) std::fclose(file_);
  }
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  void Put(const std::string& text) {
    if (file_ == nullptr) return;
    if (std::fwrite(text.data(), 1, text.size(), file_) == text.size()) return;
    throw UsageError("the trace of the run cannot be written");
  }
  bool IsOpen() const { return file_ != nullptr; }

 private:
  std::FILE* file_ = nullptr;
};

class SoakRun {
 public:
  SoakRun(const SoakOptions& options, std::unique_ptr<reference::Subject> subject,
          const std::string& file)
      : options_(options),
        subject_(std::move(subject)),
        session_(*subject_),
        heap_(options.objects, options.seed, subject_->promises()),
        file_(file) {}

  SoakEnd Run() {
    session_.Begin({});
    bool goes_on = true;
    for (; goes_on && done_ < options_.operations; ++done_) {
      goes_on = Step(heap_.Next(session_.oracle(), session_.last_events()));
    }
    reference::Operation operation;
    while (goes_on && heap_.Finish(session_.oracle(), session_.last_events(), operation)) {
      goes_on = Step(operation);
    }
    return End(session_.End());
  }

 private:
  bool Step(const reference::Operation& operation) {
    if (file_.IsOpen()) file_.Put(reference::PrintOperation(operation) + "\n");
    return session_.Step(operation);
  }

  SoakEnd End(const properties::Verdict& verdict) const {
    SoakEnd end{.outcome = verdict.outcome, .why = verdict.inconclusive_because};
    if (const properties::Finding* const finding = verdict.First()) {
      end.why = finding->message;
      end.property = std::string(WordOf(finding->property));
      end.failed_at = finding->step + 1;
    } else if (end.outcome == properties::Outcome::kAgree && heap_.cycles() == 0) {
      end.outcome = properties::Outcome::kInconclusive;
      end.why =
          "no cycle ended, so nothing was collected: a subject that promises units tells of the "
          "end of each";
    }
    end.done = done_;
    end.applied = verdict.applied;
    end.skipped = verdict.skipped;
    end.units = verdict.units;
    end.cycles = heap_.cycles();
    end.most_objects = heap_.most_objects();
    end.most_reachable = heap_.most_reachable();
    end.cost = CostText(done_);
    return end;
  }

  const SoakOptions& options_;
  const std::unique_ptr<reference::Subject> subject_;
  properties::JudgeSession session_;
  properties::LargeHeap heap_;
  TraceFile file_;
  std::uint64_t done_ = 0;
};

properties::SubjectFactory FactoryOf(const SoakOptions& options) {
  return [name = options.choices.subject, faults = options.choices.OneFault()] {
    return MakeSubject(name, faults);
  };
}

ReportFailure EmptyFailure(const SoakOptions& options, const std::string& property) {
  ReportFailure failure;
  failure.property = property;
  failure.bucket = property;
  failure.count = 1;
  failure.origin =
      fmt::format("a soak of {} objects, seed {}", Grouped(options.objects), options.seed);
  failure.explanation.outcome = properties::Outcome::kDisagree;
  return failure;
}

void SetTrace(const reference::Trace& trace, ReportFailure& failure) {
  failure.trace = reference::PrintTrace(trace);
  failure.operations = trace.operations.size();
}

// In the child: shrinks for a time, and explains what is left if that is short.
std::string ShrunkSoak(const SoakOptions& options, const reference::Trace& trace,
                       ReportFailure failure, RunRecorder& recorder) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::seconds(options.shrink_seconds);
  const auto subject = recorder.Recorded(FactoryOf(options)());
  const properties::Verdict verdict = properties::Judge(trace, *subject);
  if (verdict.First() == nullptr) {
    failure.explanation.why.push_back("The trace alone does not disagree: please report that.");
    return properties::Packed(failure);
  }
  const properties::ShrinkBudget budget{.stop = [until] { return Clock::now() >= until; }};
  const properties::ShrinkResult shrunk = properties::Shrink(trace, *subject, verdict, budget);
  failure.origin +=
      "; " + properties::ShrunkText(trace.operations.size(), shrunk.trace.operations.size(),
                                    shrunk.runs, shrunk.complete ? "" : "its time");
  SetTrace(shrunk.trace, failure);
  if (shrunk.trace.operations.size() <= kLongestExplained) {
    failure.explanation = properties::Explain(shrunk.trace, *subject);
  }
  return properties::Packed(failure);
}

}  // namespace

Task SoakTask(const SoakOptions& options, const std::string& file) {
  return {"soak", [options, file](RunRecorder& recorder) {
            auto subject = recorder.Recorded(FactoryOf(options)());
            return properties::Packed(SoakRun(options, std::move(subject), file).Run());
          }};
}

ReportFailure SoakFailure(const SoakOptions& options, const std::string& file, const SoakEnd& end) {
  ReportFailure failure = EmptyFailure(options, end.property);
  failure.explanation.heading = "DISAGREE " + end.property + ": " + end.why;
  failure.trace_file = file;
  if (end.failed_at > kLongestShrunk) return failure;
  auto loaded = reference::LoadTrace(file);
  const auto* const trace = std::get_if<reference::Trace>(&loaded);
  if (trace == nullptr) return failure;
  SetTrace(*trace, failure);
  const Task task{"shrinking", [&](RunRecorder& recorder) {
                    return ShrunkSoak(options, *trace, failure, recorder);
                  }};
  const TaskEnd shrunk = RunTask(task);
  if (shrunk.how != TaskEnd::How::kDone) return failure;
  return properties::Unpacked<ReportFailure>(shrunk.text);
}

ReportFailure SoakDeath(const SoakOptions& options, const std::string& file, const TaskEnd& end) {
  const bool hung = end.how == TaskEnd::How::kHung;
  ReportFailure failure = EmptyFailure(options, hung ? "hang" : "crash");
  Death death{.hung = hung, .how = end.text, .said = end.said};
  failure.explanation.heading =
      "DISAGREE " + failure.property + ": the subject " + (hung ? "hung" : "died of " + end.text);
  failure.trace_file = file;
  auto loaded = reference::LoadTrace(file);
  auto* const trace = std::get_if<reference::Trace>(&loaded);
  if (trace == nullptr || trace->operations.size() > kLongestShrunk) return failure;
  SetTrace(*trace, failure);
  std::size_t runs = 0;
  const std::size_t before = trace->operations.size();
  const reference::Trace smaller =
      ShrunkDeath(std::move(*trace), death, FactoryOf(options), kDeathRuns, runs);
  failure.origin += "; " + properties::ShrunkText(before, smaller.operations.size(), runs);
  SetTrace(smaller, failure);
  if (smaller.operations.size() <= kLongestExplained) {
    failure.explanation = ExplainDeath(smaller, death, FactoryOf(options));
  }
  return failure;
}

}  // namespace tool
