// model/proof/known_questions.cc -- open addressing in memory that processes share.
//
// A slot is taken by its first word and is complete when it has its second:
//
//     one process             another
//     low: 0 -> 7
//                             sees 7 and no second word: not known, or goes on to the next slot
//     high: 0 -> 9 (release)
//                             (acquire) sees both
//
// A slot never changes after that, so no more is relied on.

#include "model/proof/known_questions.h"

#include <sys/mman.h>

#include <atomic>
#include <new>

namespace model {

namespace {

// Slots that are looked at for a question. With more than this in a row there is no room.
constexpr std::size_t kMostSlots = 64;

struct Slot {
  std::atomic<std::uint64_t> low;
  std::atomic<std::uint64_t> high;
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "processes share it");

// Zero means empty.
std::uint64_t NotZero(std::uint64_t word) { return word == 0 ? 1 : word; }

}  // namespace

struct alignas(Slot) KnownQuestions::Shared {
  std::atomic<std::size_t> size;
  std::atomic<std::size_t> found;

  // They lie behind this.
  Slot& At(std::size_t slot) { return reinterpret_cast<Slot*>(this + 1)[slot]; }
  static std::size_t Bytes(std::size_t room) { return sizeof(Shared) + room * sizeof(Slot); }
};

KnownQuestions::KnownQuestions(std::size_t room) : room_(room) {
  void* const memory = mmap(nullptr, Shared::Bytes(room), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) shared_ = new (memory) Shared;
}

KnownQuestions::~KnownQuestions() {
  if (shared_ != nullptr) munmap(shared_, Shared::Bytes(room_));
}

bool KnownQuestions::Has(const Digest& question) const {
  const std::uint64_t low = NotZero(question.low);
  for (std::size_t i = 0; shared_ != nullptr && i < kMostSlots; ++i) {
    const Slot& slot = shared_->At((low + i) % room_);
    const std::uint64_t there = slot.low.load(std::memory_order_relaxed);
    if (there == 0) return false;
    if (there != low || slot.high.load(std::memory_order_acquire) != NotZero(question.high)) {
      continue;
    }
    shared_->found.fetch_add(1, std::memory_order_relaxed);
    return true;
  }
  return false;
}

void KnownQuestions::Add(const Digest& question) {
  const std::uint64_t low = NotZero(question.low);
  const std::uint64_t high = NotZero(question.high);
  for (std::size_t i = 0; shared_ != nullptr && i < kMostSlots; ++i) {
    Slot& slot = shared_->At((low + i) % room_);
    std::uint64_t there = 0;
    if (slot.low.compare_exchange_strong(there, low, std::memory_order_relaxed)) {
      slot.high.store(high, std::memory_order_release);
      shared_->size.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    if (there == low && slot.high.load(std::memory_order_acquire) == high) return;
  }
}

std::size_t KnownQuestions::size() const { return shared_ == nullptr ? 0 : shared_->size.load(); }

std::size_t KnownQuestions::found() const { return shared_ == nullptr ? 0 : shared_->found.load(); }

}  // namespace model
