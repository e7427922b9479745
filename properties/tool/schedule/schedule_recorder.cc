// properties/tool/schedule/schedule_recorder.cc -- one run in shared memory.

#include "properties/tool/schedule/schedule_recorder.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <type_traits>
#include <utility>

namespace tool {

using properties::schedule::ScheduleSubject;
using reference::schedule::Operation;

static_assert(std::is_trivially_copyable_v<Operation>);

struct ScheduleRecorder::Slot {
  std::atomic<std::size_t> count;
  std::array<Operation, kOperations> operations;
};

class RecordedSchedule final : public ScheduleSubject {
 public:
  RecordedSchedule(std::unique_ptr<ScheduleSubject> subject, ScheduleRecorder::Slot& slot,
                   RunRecorder& alive)
      : subject_(std::move(subject)), slot_(slot), alive_(alive) {}

  // The old run stays while its heap is dropped, since the subject may die of that too.
  void Begin() override {
    subject_->Begin();
    slot_.count.store(0, std::memory_order_relaxed);
  }
  const reference::schedule::Shown& Apply(const Operation& one, bool waits) override {
    const std::size_t at = slot_.count.load(std::memory_order_relaxed);
    if (at < slot_.operations.size()) {
      slot_.operations[at] = one;
      slot_.count.store(at + 1, std::memory_order_relaxed);
    }
    alive_.Beat();
    return subject_->Apply(one, waits);
  }
  bool TellsMemory() const override { return subject_->TellsMemory(); }

 private:
  std::unique_ptr<ScheduleSubject> subject_;
  ScheduleRecorder::Slot& slot_;
  RunRecorder& alive_;
};

ScheduleRecorder::ScheduleRecorder() {
  void* const memory = mmap(nullptr, sizeof(Slot), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  slot_ = static_cast<Slot*>(memory);
}

ScheduleRecorder::~ScheduleRecorder() { munmap(slot_, sizeof(Slot)); }

std::unique_ptr<ScheduleSubject> ScheduleRecorder::Recorded(
    std::unique_ptr<ScheduleSubject> subject, RunRecorder& alive) {
  return std::make_unique<RecordedSchedule>(std::move(subject), *slot_, alive);
}

reference::schedule::Trace ScheduleRecorder::LastRun() const {
  const std::size_t count = std::min(slot_->count.load(), kOperations);
  return {.operations = {slot_->operations.begin(),
                         slot_->operations.begin() + static_cast<std::ptrdiff_t>(count)}};
}

}  // namespace tool
