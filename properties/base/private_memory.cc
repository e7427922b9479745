// properties/base/private_memory.cc -- a small allocator in a range of addresses, and the names by
// which the process finds it.

#include "properties/base/private_memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstring>

#if TRICOLOUR_PRIVATE_MEMORY
#include <sys/mman.h>
#endif

namespace properties {

#if TRICOLOUR_PRIVATE_MEMORY

namespace {

constexpr std::size_t kMemories = 64;                       // at a time
constexpr std::size_t kMemoryBytes = std::size_t{1} << 26;  // of addresses, for each
constexpr std::size_t kSmallBytes = std::size_t{1} << 22;   // of these for what is copied
constexpr std::size_t kLarge = 32 * 1024;                   // allocations from here on lie apart
constexpr std::size_t kUnit = 16;

// Before each allocation. `before` is how far the place is from the allocation's own beginning.
struct alignas(kUnit) Tag {
  std::uint64_t bytes = 0;  // room at the place
  std::uint32_t size_class = 0;
  std::uint32_t before = 0;
};
static_assert(sizeof(Tag) == kUnit);

// Classes of 16 bytes up to 512, of 256 up to 8 KiB (a heap's machinery has some six, and all of
// its room is copied), then two powers of two.
constexpr std::size_t kCoarseUnit = 256;
constexpr std::size_t kFineBytes = 512;
constexpr std::size_t kCoarseBytes = 8 * 1024;
constexpr std::size_t kFine = kFineBytes / kUnit;
constexpr std::size_t kCoarse = kFine + (kCoarseBytes - kFineBytes) / kCoarseUnit;
constexpr std::size_t kClasses = kCoarse + 2;
constexpr std::uint32_t kLargeClass = kClasses;

constexpr std::uint32_t ClassOf(std::size_t bytes) {
  if (bytes <= kFineBytes) return static_cast<std::uint32_t>((bytes - 1) / kUnit);
  if (bytes <= kCoarseBytes) {
    return static_cast<std::uint32_t>(kFine + (bytes - kFineBytes - 1) / kCoarseUnit);
  }
  return static_cast<std::uint32_t>(bytes <= 2 * kCoarseBytes ? kCoarse : kCoarse + 1);
}
constexpr std::size_t BytesOf(std::uint32_t size_class) {
  if (size_class < kFine) return (size_class + 1) * kUnit;
  if (size_class < kCoarse) return kFineBytes + (size_class - kFine + 1) * kCoarseUnit;
  return kCoarseBytes << (size_class - kCoarse + 1);
}
static_assert(ClassOf(1) == 0 && ClassOf(kFineBytes) == kFine - 1);
static_assert(ClassOf(513) == kFine && BytesOf(kFine) == 768 && ClassOf(769) == kFine + 1);
static_assert(BytesOf(kCoarse - 1) == kCoarseBytes && ClassOf(kCoarseBytes) == kCoarse - 1);
static_assert(ClassOf(kLarge) == kClasses - 1 && BytesOf(kClasses - 1) == kLarge);

// All memories lie in one range, so that one comparison tells that an address is in none.
std::atomic<std::uintptr_t> all_begin{0};
std::atomic<std::uint64_t> slots_taken{0};
thread_local constinit PrivateMemory* current = nullptr;

std::uintptr_t AllBegin() {
  const std::uintptr_t known = all_begin.load(std::memory_order_acquire);
  if (known != 0) return known;
  void* const made = mmap(nullptr, kMemories * kMemoryBytes, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) return 0;
  std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(made);
  std::uintptr_t none = 0;
  if (all_begin.compare_exchange_strong(none, begin)) return begin;
  munmap(made, kMemories * kMemoryBytes);
  return none;
}

}  // namespace

struct PrivateMemory::Head {
  std::uintptr_t next = 0;        // the first byte never used
  std::uintptr_t next_large = 0;  // the same for what lies apart
  std::array<void*, kClasses> free = {};
};

PrivateMemory::PrivateMemory() {
  const std::uintptr_t all = AllBegin();
  if (all == 0) return;
  std::uint64_t taken = slots_taken.load();
  do {
    slot_ = static_cast<std::size_t>(std::countr_one(taken));
    if (slot_ == kMemories) return;
  } while (!slots_taken.compare_exchange_weak(taken, taken | std::uint64_t{1} << slot_));
  const std::uintptr_t begin = all + slot_ * kMemoryBytes;
  void* const range = reinterpret_cast<void*>(begin);
  if (mprotect(range, kMemoryBytes, PROT_READ | PROT_WRITE) != 0) {
    slots_taken.fetch_and(~(std::uint64_t{1} << slot_));
    return;
  }
  head_ = new (range) Head();
  head_->next = begin + (sizeof(Head) + kUnit - 1) / kUnit * kUnit;
  head_->next_large = dirty_ = begin + kSmallBytes;
}

PrivateMemory::~PrivateMemory() {
  if (head_ == nullptr) return;
  // The pages go back to the system, and read zero when the slot is taken again.
  madvise(head_, kMemoryBytes, MADV_DONTNEED);
  mprotect(head_, kMemoryBytes, PROT_NONE);
  slots_taken.fetch_and(~(std::uint64_t{1} << slot_));
}

PrivateMemory::Use::Use(PrivateMemory* memory) : outer_(current) { current = memory; }
PrivateMemory::Use::~Use() { current = outer_; }

PrivateMemory* PrivateMemory::Current() { return current; }

bool PrivateMemory::AnyOwns(const void* address) {
  const std::uintptr_t begin = all_begin.load(std::memory_order_relaxed);
  return begin != 0 && reinterpret_cast<std::uintptr_t>(address) - begin < kMemories * kMemoryBytes;
}

bool PrivateMemory::Owns(const void* address) const {
  return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(head_) <
         kMemoryBytes;
}

std::size_t PrivateMemory::used() const {
  return head_->next - reinterpret_cast<std::uintptr_t>(head_);
}

void PrivateMemory::Keep(std::vector<std::byte>& copy) const {
  const std::byte* const from = reinterpret_cast<const std::byte*>(head_);
  copy.assign(from, from + used());
}

void PrivateMemory::PutBack(const std::vector<std::byte>& copy) {
  std::memcpy(static_cast<void*>(head_), copy.data(), copy.size());
}

void* PrivateMemory::Allocate(std::size_t bytes, std::size_t alignment) {
  bytes = std::max<std::size_t>(bytes, 1);
  const std::size_t slack = alignment > kUnit ? alignment : 0;
  const std::size_t whole = bytes + slack;
  const bool large = whole > kLarge;
  const std::uint32_t size_class = large ? kLargeClass : ClassOf(whole);
  const std::size_t room = large ? (whole + kUnit - 1) / kUnit * kUnit : BytesOf(size_class);
  std::uintptr_t start = 0;
  if (!large && head_->free[size_class] != nullptr) {
    void* const place = head_->free[size_class];
    std::memcpy(&head_->free[size_class], place, sizeof(void*));
    start = reinterpret_cast<std::uintptr_t>(place);
  } else {
    std::uintptr_t& next = large ? head_->next_large : head_->next;
    const std::uintptr_t end =
        reinterpret_cast<std::uintptr_t>(head_) + (large ? kMemoryBytes : kSmallBytes);
    if (room + sizeof(Tag) > end - next) {
      overflowed_ = true;
      return nullptr;
    }
    start = next + sizeof(Tag);
    next = start + room;
    // What was forgotten is not zero; what is new is, and a large zeroed allocation relies on it.
    if (large && start < dirty_) {
      std::memset(reinterpret_cast<void*>(start), 0, std::min(room, dirty_ - start));
    }
    if (large) dirty_ = std::max(dirty_, next);
  }
  std::uintptr_t place = start;
  if (slack != 0) place = (start + alignment - 1) / alignment * alignment;
  new (reinterpret_cast<void*>(place - sizeof(Tag)))
      Tag{.bytes = room - (place - start),
          .size_class = size_class,
          .before = static_cast<std::uint32_t>(place - start)};
  return reinterpret_cast<void*>(place);
}

void PrivateMemory::Free(void* place) {
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(place);
  const Tag tag = *reinterpret_cast<const Tag*>(address - sizeof(Tag));
  if (tag.size_class == kLargeClass) return;  // it is forgotten with the memory
  const std::uintptr_t all = all_begin.load(std::memory_order_relaxed);
  Head& head = *reinterpret_cast<Head*>(address - (address - all) % kMemoryBytes);
  void* const start = reinterpret_cast<void*>(address - tag.before);
  std::memcpy(start, &head.free[tag.size_class], sizeof(void*));
  head.free[tag.size_class] = start;
}

std::size_t PrivateMemory::SizeOf(void* place) {
  return reinterpret_cast<const Tag*>(reinterpret_cast<std::uintptr_t>(place) - sizeof(Tag))->bytes;
}

#else

struct PrivateMemory::Head {};
PrivateMemory::PrivateMemory() = default;
PrivateMemory::~PrivateMemory() = default;
PrivateMemory::Use::Use(PrivateMemory*) : outer_(nullptr) {}
PrivateMemory::Use::~Use() = default;
PrivateMemory* PrivateMemory::Current() { return nullptr; }
bool PrivateMemory::AnyOwns(const void*) { return false; }
bool PrivateMemory::Owns(const void*) const { return false; }
std::size_t PrivateMemory::used() const { return 0; }
void PrivateMemory::Keep(std::vector<std::byte>&) const {}
void PrivateMemory::PutBack(const std::vector<std::byte>&) {}
void* PrivateMemory::Allocate(std::size_t, std::size_t) { return nullptr; }
void PrivateMemory::Free(void*) {}
std::size_t PrivateMemory::SizeOf(void*) { return 0; }

#endif

}  // namespace properties

#if TRICOLOUR_PRIVATE_MEMORY

// The names by which all of the process allocates. The C library keeps its own under these.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

using properties::PrivateMemory;

namespace {

void* InCurrent(std::size_t bytes, std::size_t alignment) {
  PrivateMemory* const memory = PrivateMemory::Current();
  return memory == nullptr ? nullptr : memory->Allocate(bytes, alignment);
}

}  // namespace

void* malloc(std::size_t bytes) {
  void* const place = InCurrent(bytes, 1);
  return place != nullptr ? place : __libc_malloc(bytes);
}

void free(void* place) {
  if (PrivateMemory::AnyOwns(place)) return PrivateMemory::Free(place);
  __libc_free(place);
}

void* calloc(std::size_t count, std::size_t bytes) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* const place = InCurrent(all, 1);
  if (place == nullptr) return __libc_calloc(count, bytes);
  // Large ones read zero already, and most of their pages are never touched.
  return all > 32 * 1024 ? place : std::memset(place, 0, all);
}

void* realloc(void* place, std::size_t bytes) {
  const bool owned = PrivateMemory::AnyOwns(place);
  if (!owned && (place != nullptr || PrivateMemory::Current() == nullptr)) {
    return __libc_realloc(place, bytes);
  }
  void* const moved = malloc(bytes);
  if (moved == nullptr || place == nullptr) return moved;
  std::memcpy(moved, place, std::min(bytes, PrivateMemory::SizeOf(place)));
  free(place);
  return moved;
}

void* memalign(std::size_t alignment, std::size_t bytes) {
  void* const place = InCurrent(bytes, alignment);
  return place != nullptr ? place : __libc_memalign(alignment, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void** place, std::size_t alignment, std::size_t bytes) {
  *place = memalign(alignment, bytes);
  return *place != nullptr ? 0 : ENOMEM;
}
}

#endif
