// properties/schedule/schedule_shrink.cc -- leaves out, and makes plainer, until nothing helps.

#include "properties/schedule/schedule_shrink.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/schedule/paper_settings.h"

namespace properties::schedule {

using reference::schedule::Operand;
using reference::schedule::Operation;
using reference::schedule::Trace;

namespace {

// Numbers below this one, on the same grid.
std::vector<double> Smaller(double number, double least, double grid) {
  std::vector<double> smaller;
  for (const double other : {least, 1.0, std::floor(number / 2), number - 1, number - grid}) {
    if (other >= least && other < number) smaller.push_back(other);
  }
  return smaller;
}

std::vector<Operation> WithSmallerNumber(const Operation& one, double least, double grid) {
  std::vector<Operation> forms;
  for (const double number : Smaller(one.number, least, grid)) {
    forms.push_back(one);
    forms.back().number = number;
  }
  return forms;
}

std::vector<Operation> WithPlainerSetting(const Operation& one) {
  const reference::schedule::KeyEntry& entry = reference::schedule::Keys()[one.which];
  if (entry.kind == reference::schedule::KeyEntry::Kind::kSwitch) return {};
  std::vector<Operation> forms;
  using Kind = reference::schedule::KeyEntry::Kind;
  const double grid = entry.kind == Kind::kSlice || entry.kind == Kind::kWait ? 0.001 : 1;
  for (const double steps : {0.0, 1.0, 2.0, 3.0}) {
    const double number = steps * grid;
    if (number >= one.number || !Accepts(entry, number)) continue;
    forms.push_back(one);
    forms.back().number = number;
  }
  return forms;
}

class Shrinking {
 public:
  Shrinking(Trace trace, const std::function<bool(const Trace&)>& still_fails, std::size_t most)
      : best_(std::move(trace)), still_fails_(still_fails), most_(most) {}

  ScheduleShrinkResult Go() {
    bool better = true;
    while (better && runs_ < most_) {
      better = LeaveOut();
      better = MakePlainer() || better;
    }
    return {best_, runs_, !better};
  }

 private:
  bool Try(Trace trace) {
    if (runs_ >= most_) return false;
    ++runs_;
    if (!still_fails_(trace)) return false;
    best_ = std::move(trace);
    return true;
  }

  bool LeaveOut() {
    bool better = false;
    for (std::size_t size = std::max<std::size_t>(1, best_.operations.size() / 2); size > 0;
         size /= 2) {
      // From the end, because what stands behind the failure goes without harm.
      for (std::size_t end = best_.operations.size(); end >= size; --end) {
        if (end > best_.operations.size()) continue;
        Trace shorter = best_;
        const auto last = shorter.operations.begin() + static_cast<std::ptrdiff_t>(end);
        shorter.operations.erase(last - static_cast<std::ptrdiff_t>(size), last);
        better = Try(std::move(shorter)) || better;
      }
    }
    return better;
  }

  bool MakePlainer() {
    bool better = false;
    for (std::size_t i = 0; i < best_.operations.size(); ++i) {
      for (const Operation& form : PlainerForms(best_.operations[i])) {
        Trace plainer = best_;
        plainer.operations[i] = form;
        if (!Try(std::move(plainer))) continue;
        better = true;
        break;
      }
    }
    return better;
  }

  Trace best_;
  const std::function<bool(const Trace&)>& still_fails_;
  const std::size_t most_;
  std::size_t runs_ = 0;
};

}  // namespace

std::vector<Operation> PlainerForms(const Operation& one) {
  switch (EntryOf(one.verb).operand) {
    case Operand::kNone:
    case Operand::kSwitch:
    case Operand::kNotice:
      return {};
    case Operand::kSeconds:
      return WithSmallerNumber(one, 0, reference::schedule::kEighth);
    case Operand::kObjects:
      return WithSmallerNumber(one, 1, 1);
    case Operand::kMegabytes:
    case Operand::kMilliseconds:
      return WithSmallerNumber(one, 0, 1);
    case Operand::kSetting:
      return WithPlainerSetting(one);
    case Operand::kFull:
    case Operand::kHow: {
      std::vector<Operation> forms;
      for (const bool full : {false, true}) {
        Operation form = one;
        (full ? form.full : form.on) = false;
        if (form != one) forms.push_back(form);
      }
      return forms;
    }
    case Operand::kDeed: {
      std::vector<Operation> forms(one.deed, one);
      for (std::size_t i = 0; i < forms.size(); ++i) forms[i].deed = static_cast<std::uint8_t>(i);
      return forms;
    }
  }
  return {};
}

bool StillDiffers(const Trace& trace, const std::string& field, ScheduleSubject& subject) {
  const ScheduleVerdict verdict = JudgeSchedule(trace, subject);
  return verdict.difference && verdict.difference->field == field;
}

ScheduleShrinkResult ShrinkSchedule(Trace trace,
                                    const std::function<bool(const Trace&)>& still_fails,
                                    std::size_t max_runs) {
  return Shrinking(std::move(trace), still_fails, max_runs).Go();
}

}  // namespace properties::schedule
