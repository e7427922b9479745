// fuzz/targets/judged.h -- judges a subject on bytes, and reports a disagreement.
//
// A fuzzer keeps the bytes that broke something, but a person wants the trace. So the report has
// the finding, the trace, and the command that makes a corpus trace of the bytes.
//
// Read next: properties/judge/judge.h, fuzz/targets/crash.h.

#pragma once

#include <cstdint>
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
  Judged(std::unique_ptr<reference::Subject> subject, Settings settings)
      : subject_(std::move(subject)), session_(*subject_), settings_(std::move(settings)) {}

  // The report of the first finding, if there is one.
  std::optional<std::string> Disagreement(std::span<const std::uint8_t> bytes);

 private:
  std::string Report(const reference::Trace& trace, const properties::Finding& finding) const;

  std::unique_ptr<reference::Subject> subject_;
  properties::JudgeSession session_;
  Settings settings_;
};

}  // namespace fuzz
