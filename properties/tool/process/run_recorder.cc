// properties/tool/process/run_recorder.cc -- slots in shared memory, and the subject that writes
// into one.

#include "properties/tool/process/run_recorder.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <new>
#include <system_error>
#include <type_traits>
#include <utility>

namespace tool {

static_assert(std::is_trivially_copyable_v<reference::Operation>);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

// The last trace of one subject. The subject's thread writes it; the parent process reads it after
// the child's death. Zeroed memory is an empty slot, so pages that were never touched need no
// constructor and cost nothing.
struct RunRecorder::Slot {
  std::atomic<bool> taken;
  std::atomic<std::uint64_t> heartbeat;
  std::atomic<std::uint64_t> count;
  reference::TraceHeader header;
  alignas(
      reference::Operation) unsigned char operations[sizeof(reference::Operation) * kOperations];

  reference::Operation* At(std::uint64_t index) {
    return reinterpret_cast<reference::Operation*>(operations) + index;
  }
  void Begin(const reference::TraceHeader& of_trace) {
    count.store(0, std::memory_order_relaxed);
    header = of_trace;
  }
  void Append(const reference::Operation& operation) {
    const std::uint64_t index = count.load(std::memory_order_relaxed);
    if (index < kOperations) new (At(index)) reference::Operation(operation);
    count.store(index + 1, std::memory_order_relaxed);
    heartbeat.store(heartbeat.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
};

namespace {

std::uint64_t Mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

// Fingerprints of a run: that of its header, and with one operation more.
std::uint64_t FingerprintOf(const reference::TraceHeader& header) {
  std::uint64_t hash = Mixed(static_cast<std::uint64_t>(header.locals), header.shape);
  for (const reference::SettingEntry& entry : reference::kSettings) {
    hash = Mixed(hash, header.heap.Choice(entry.setting));
  }
  return hash;
}
std::uint64_t With(std::uint64_t run, const reference::Operation& o) {
  run = Mixed(run, std::uint64_t{static_cast<std::uint8_t>(o.verb)} << 56 |
                       std::uint64_t{o.lane} << 48 | std::uint64_t{o.flag} << 40 |
                       std::uint64_t{o.field} << 20 | o.target_field);
  run = Mixed(run, std::uint64_t{o.object} << 32 | o.target);
  return Mixed(run, std::uint64_t{o.number} << 32 | o.other);
}

}  // namespace

// The trace of a state that was noted: its operations are the first of those in the slot.
struct RecordedImage final : reference::Subject::Image {
  std::unique_ptr<Image> of_subject;
  std::uint64_t count = 0;
  std::uint64_t fingerprint = 0;
};

class RecordedSubject final : public reference::Subject {
 public:
  RecordedSubject(std::unique_ptr<reference::Subject> subject, RunRecorder::Slot& slot,
                  const std::vector<std::uint64_t>& deadly)
      : subject_(std::move(subject)), slot_(slot), deadly_(deadly) {}
  ~RecordedSubject() override {
    subject_.reset();  // the subject may die here, so the slot is freed later
    slot_.Begin({});
    slot_.taken.store(false, std::memory_order_release);
  }

  std::string_view name() const override { return subject_->name(); }
  const reference::Promises& promises() const override { return subject_->promises(); }

  // The old trace stays in the slot while the old heap is dropped, since the subject may die of
  // that too.
  void Reset(const reference::TraceHeader& header) override {
    subject_->Reset(header);
    slot_.Begin(header);
    fingerprint_ = FingerprintOf(header);
    refused_ = false;
  }
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override {
    if (!deadly_.empty()) {
      fingerprint_ = With(fingerprint_, operation);
      refused_ |= std::ranges::find(deadly_, fingerprint_) != deadly_.end();
      if (refused_) return {reference::Answer::Kind::kStopped};
    }
    slot_.Append(operation);
    return subject_->Apply(operation, events);
  }
  bool Peek(reference::Name object, std::vector<reference::Name>& fields) const override {
    return subject_->Peek(object, fields);
  }
  void Observe(reference::Observation& observation) const override {
    subject_->Observe(observation);
  }
  bool HasRule(std::string_view rule) const override { return subject_->HasRule(rule); }
  std::string OwnRuleBroken() const override { return subject_->OwnRuleBroken(); }
  bool Inspect(reference::Insides& insides) const override { return subject_->Inspect(insides); }
  bool Count(reference::Tally& tally) const override { return subject_->Count(tally); }
  bool Ask(reference::Survey& survey) override { return subject_->Ask(survey); }
  bool Close(std::vector<reference::Event>& events) override { return subject_->Close(events); }
  std::optional<reference::Breach> Verify() const override {
    if (!refused_) return subject_->Verify();
    return reference::Breach{RunRecorder::kDiedBefore, reference::kNull, "it died of this before"};
  }
  std::optional<std::uint64_t> Fingerprint() const override { return subject_->Fingerprint(); }
  bool Keep(std::unique_ptr<Image>& image) override {
    if (image == nullptr) image = std::make_unique<RecordedImage>();
    RecordedImage& recorded = static_cast<RecordedImage&>(*image);
    recorded.count = slot_.count.load(std::memory_order_relaxed);
    recorded.fingerprint = fingerprint_;
    return subject_->Keep(recorded.of_subject);
  }
  bool Return(const Image& image) override {
    const RecordedImage& recorded = static_cast<const RecordedImage&>(image);
    if (!subject_->Return(*recorded.of_subject)) return false;
    slot_.count.store(recorded.count, std::memory_order_relaxed);
    fingerprint_ = recorded.fingerprint;
    refused_ = false;
    return true;
  }
  std::string HowDone() const override { return subject_->HowDone(); }
  void ObeyAll(bool obey) override { subject_->ObeyAll(obey); }

 private:
  std::unique_ptr<reference::Subject> subject_;
  RunRecorder::Slot& slot_;
  const std::vector<std::uint64_t>& deadly_;
  std::uint64_t fingerprint_ = 0;  // of the run so far; kept up only if some runs are deadly
  bool refused_ = false;
};

RunRecorder::RunRecorder() {
  void* const memory = mmap(nullptr, sizeof(Slot) * kSubjects, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  slots_ = static_cast<Slot*>(memory);
}

RunRecorder::~RunRecorder() { munmap(slots_, sizeof(Slot) * kSubjects); }

std::unique_ptr<reference::Subject> RunRecorder::Recorded(
    std::unique_ptr<reference::Subject> subject) {
  for (std::size_t i = 0; i < kSubjects; ++i) {
    if (slots_[i].taken.exchange(true, std::memory_order_acquire)) continue;
    return std::make_unique<RecordedSubject>(std::move(subject), slots_[i], deadly_);
  }
  return subject;
}

std::vector<RunRecorder::Run> RunRecorder::LastRuns() const {
  std::vector<Run> last_runs;
  for (std::size_t i = 0; i < kSubjects; ++i) {
    Slot& slot = slots_[i];
    const std::uint64_t count = slot.count.load();
    if (count == 0) continue;
    const std::uint64_t kept = std::min<std::uint64_t>(count, kOperations);
    last_runs.push_back({{slot.header, {slot.At(0), slot.At(kept)}}, count});
  }
  return last_runs;
}

void RunRecorder::Forbid(const std::vector<Run>& deaths) {
  for (const Run& run : deaths) {
    if (run.operations > run.trace.operations.size()) continue;  // not all of it was kept
    std::uint64_t fingerprint = FingerprintOf(run.trace.header);
    for (const reference::Operation& operation : run.trace.operations) {
      fingerprint = With(fingerprint, operation);
    }
    deadly_.push_back(fingerprint);
  }
}

void RunRecorder::Beat() {
  slots_[kSubjects - 1].heartbeat.fetch_add(1, std::memory_order_relaxed);
}

std::uint64_t RunRecorder::Heartbeat() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kSubjects; ++i) sum += slots_[i].heartbeat.load();
  return sum;
}

void RunRecorder::Clear() {
  deadly_.clear();
  for (std::size_t i = 0; i < kSubjects; ++i) {
    slots_[i].taken.store(false);
    slots_[i].heartbeat.store(0);
    slots_[i].Begin({});
  }
}

}  // namespace tool
