// fuzz/targets/judged.h -- judges a subject on bytes, and reports a disagreement.
//
// A fuzzer keeps the bytes that broke something, but a person wants the trace. So the report has
// the finding, the trace, and the command that makes a corpus trace of the bytes. One subject
// judges all inputs, as that is fast. If a trace fails only then, something of an earlier one is
// left over, in the subject or in the oracle; the report says so, as the trace alone will agree.
//
// Read next: properties/judge/judge.h, fuzz/targets/crash.h.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "fuzz/targets/settings.h"
#include "properties/judge/judge.h"
#include "reference/oracle/subject.h"

namespace fuzz {

class Judged {
 public:
  using SubjectFactory = std::function<std::unique_ptr<reference::Subject>()>;

  Judged(SubjectFactory factory, Settings settings)
      : factory_(std::move(factory)),
        subject_(factory_()),
        session_(*subject_),
        settings_(std::move(settings)) {}

  // The report of the first finding, if there is one.
  std::optional<std::string> Disagreement(std::span<const std::uint8_t> bytes);

 private:
  std::string Report(const reference::Trace& trace, const properties::Finding& finding) const;

  // Whether another subject and oracle, which have judged nothing before, agree on the trace.
  bool AgreesAlone(const reference::Trace& trace) const;

  SubjectFactory factory_;
  std::unique_ptr<reference::Subject> subject_;
  properties::JudgeSession session_;
  Settings settings_;
};

}  // namespace fuzz
