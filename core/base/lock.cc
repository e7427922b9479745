#include "core/base/lock.h"

#include <algorithm>
#include <mutex>
#include <sstream>
#include <string>

#include "core/base/check.h"
#include "core/base/obeys.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

std::string NameOf(std::thread::id thread) {
  std::ostringstream name;
  name << "thread " << thread;
  return name.str();
}

std::string PlaceOf(const std::source_location& where) {
  return std::string(where.file_name()) + ':' + std::to_string(where.line());
}

[[noreturn]] void Deadlock(std::thread::id thread, const std::source_location& section,
                           const std::source_location& awaited, const char* where) {
  const std::string name = NameOf(thread) + ", whose section is at " + PlaceOf(section) +
                           "; the collector waits at " + PlaceOf(awaited);
  Abort(Misuse{.rule = Rule::kLockExcludes,
               .sentence = "deadlock: the collector waits, inside a slice, for a thread that waits "
                           "for the slice to end",
               .where = where,
               .what = name.c_str()});
}

}  // namespace

Lock::~Lock() {
  if (word_.load(std::memory_order_acquire) == 0) return;
  Abort(Misuse{.rule = Rule::kLockExcludes,
               .sentence = "a lock must outlive its sections and slices",
               .where = GC_HERE});
}

void Lock::CheckCollector(const char* what) const {
  if (OnCollectorThread()) return;
  const std::string name = std::string(what) + " by " + NameOf(std::this_thread::get_id());
  Abort(Misuse{.rule = Rule::kLockExcludes,
               .sentence = "only the collector's thread may take its lock",
               .where = GC_HERE,
               .what = name.c_str()});
}

void Lock::CheckMayWait() const {
  if (const Section* const own = OwnSection(); own != nullptr) {
    const std::string place = "its section is at " + PlaceOf(own->where_);
    Abort(Misuse{.rule = Rule::kLockExcludes,
                 .sentence = "deadlock: the collector would wait for a section of its own thread",
                 .where = GC_HERE,
                 .what = place.c_str()});
  }
  if (IsLocked()) {
    Abort(Misuse{.rule = Rule::kLockExcludes,
                 .sentence = "deadlock: a slice of the collector must not begin inside a slice",
                 .where = GC_HERE});
  }
}

void Lock::Acquire() {
  CheckCollector("Acquire");
  CheckMayWait();
  const std::lock_guard hold(mutex_);
  // From here on, a thread that enters finds the bit and steps back.
  word_.fetch_or(kWanted, std::memory_order_relaxed);
  WaitUntil(nobody_is_left_, mutex_, [this] {
    std::uint32_t alone = kWanted;
    return word_.compare_exchange_strong(alone, kRunning, std::memory_order_acquire,
                                         std::memory_order_relaxed);
  });
}

bool Lock::TryAcquire() {
  CheckCollector("TryAcquire");
  const std::lock_guard hold(mutex_);
  std::uint32_t alone = 0;
  return word_.compare_exchange_strong(alone, kRunning, std::memory_order_acquire,
                                       std::memory_order_relaxed);
}

void Lock::Reserve() {
  CheckCollector("Reserve");
  CheckMayWait();
  const std::lock_guard hold(mutex_);
  word_.fetch_or(kWanted, std::memory_order_relaxed);
  WaitUntil(nobody_is_left_, mutex_,
            [this] { return word_.load(std::memory_order_acquire) == kWanted; });
}

bool Lock::TryReserve() {
  CheckCollector("TryReserve");
  const std::lock_guard hold(mutex_);
  std::uint32_t alone = 0;
  return word_.compare_exchange_strong(alone, kWanted, std::memory_order_acquire,
                                       std::memory_order_relaxed);
}

void Lock::Release() {
  CheckCollector("Release");
  Admit(kRunning);
}

void Lock::CallOff() {
  CheckCollector("CallOff");
  Admit(kWanted);
}

// One step on the word clears the bit, which ends the slice or the reservation, and counts the
// blocked threads as sections, before new ones.
void Lock::Admit(std::uint32_t bit) {
  const std::lock_guard hold(mutex_);
  const std::uint32_t admitted = blocked_->count;
  word_.fetch_sub(bit - admitted, std::memory_order_release);
  blocked_->Empty();
  *releases_ += 1;
  slice_is_over_.notify_all();
}

std::uint32_t Lock::Blocked() const {
  const std::lock_guard hold(mutex_);
  return blocked_->count;
}

void Lock::Queue::Append(Queued& last) {
  *end = &last;
  end = &last.next;
  count += 1;
}
const Lock::Queued* Lock::Queue::Find(std::thread::id thread) const {
  const Queued* one = first;
  while (one != nullptr && one->thread != thread) one = one->next;
  return one;
}

// The innermost section of this lock on this thread, or null.
Section* Lock::OwnSection() const {
  Section* one = Fibre::Running().innermost;
  while (one != nullptr && &one->lock_ != this) one = one->outer_;
  return one;
}

// The one of this thread in which all its others of this lock are nested, or null.
Section* Lock::OutermostSection() const {
  Section* const own = OwnSection();
  return own != nullptr ? &own->outermost_ : nullptr;
}

std::string Lock::TextOfWaits() const {
  const std::lock_guard hold(mutex_);
  std::string text;
  for (const Queued* one = blocked_->first; one != nullptr; one = one->next) {
    text += NameOf(one->thread) + " waits for the slice to end, with its section at " +
            PlaceOf(one->where) + '\n';
  }
  for (const Waiter& one : *awaited_) {
    text += "the collector waits for " + NameOf(one.thread) + " at " + PlaceOf(one.where) + '\n';
  }
  if (IsWanted())
    text += "the collector waits for sections, of which there are at most " +
            std::to_string(Sections()) + '\n';
  return text;
}

// Upholds lock-excludes: one atomic step enters and looks. The fault is to do it in two steps.
void Lock::Enter(const std::source_location& where) {
  const std::uint32_t before = word_.fetch_add(1, std::memory_order_acquire);
  if ((before & (kWanted | kRunning)) != 0) EnterSlowly(where);
}

void Lock::EnterSlowly(const std::source_location& where) {
  const std::thread::id self = std::this_thread::get_id();
  if (OnCollectorThread() && !IsLocked())
    return;  // reserved: its own section is counted, and
             // closed before Acquire
  if (self == thread_) {
    Abort(Misuse{.rule = Rule::kLockExcludes,
                 .sentence = "deadlock: the collector's thread asks for a section inside a slice",
                 .where = GC_HERE,
                 .what = PlaceOf(where).c_str()});
  }
  const std::lock_guard hold(mutex_);
  // The bits cannot change while this thread holds the mutex. If the slice has ended meanwhile, the
  // section is already open and counted.
  if ((word_.load(std::memory_order_acquire) & (kWanted | kRunning)) == 0) return;
  StepBack();
  const auto awaited = std::ranges::find(*awaited_, self, &Waiter::thread);
  if (awaited != awaited_->end()) Deadlock(self, where, awaited->where, GC_HERE);
  Queued waits{{self, where}};
  blocked_->Append(waits);
  WaitUntil(slice_is_over_, mutex_, [this, seen = *releases_] { return *releases_ != seen; });
  // Release() already counted this section, and has emptied the queue.
}

// Under the mutex. This section may have been the last one that the collector waits for.
void Lock::StepBack() {
  const std::uint32_t before = word_.fetch_sub(1, std::memory_order_release);
  if (before == (kWanted | 1)) nobody_is_left_.notify_one();
}

void Lock::Leave() {
  const std::uint32_t before = word_.fetch_sub(1, std::memory_order_release);
  if (before != (kWanted | 1)) return;
  // Under the mutex, the collector either sees the word before it sleeps, or is asleep and is
  // woken.
  const std::lock_guard hold(mutex_);
  nobody_is_left_.notify_one();
}

Section::Section(Lock& lock, std::source_location where)
    : lock_(lock),
      outer_(Fibre::Running().innermost),
      outermost_(lock.InSection() ? *lock.OutermostSection() : *this),
      where_(where) {
  if (&outermost_ == this) lock_.Enter(where_);
  Fibre::Running().innermost = this;
}

Section::~Section() {
  Strand& strand = Fibre::Running();
  if (strand.innermost != this) {
    Abort(Misuse{.rule = Rule::kLockExcludes,
                 .sentence = "sections must end in reverse order, on the thread that began them",
                 .where = GC_HERE});
  }
  GiveBack();
  strand.innermost = outer_;
  if (&outermost_ == this) lock_.Leave();
}

// Once it is taken back, a loan may be another section's.
void Section::GiveBack() {
  while (loans_ != nullptr) {
    Loan& loan = *loans_;
    loans_ = loan.next_;
    loan.lender_.TakeBack(loan);
  }
}

Loan* Lender::LoanHere(const Lock& lock) const {
  const Section* const section = lock.OutermostSection();
  Loan* loan = section != nullptr ? section->loans_ : nullptr;
  while (loan != nullptr && &loan->lender_ != this) loan = loan->next_;
  return loan;
}

bool Lender::AsksAgain(const Lock& lock) {
  return std::exchange(lock.OutermostSection()->asked_, true);
}

void Lender::Lend(const Lock& lock, Loan& loan) {
  loan.next_ = std::exchange(lock.OutermostSection()->loans_, &loan);
}

Awaiting::Awaiting(Lock& lock, std::thread::id thread, std::source_location where)
    : lock_(lock), thread_(thread) {
  lock_.CheckCollector("Awaiting");
  const std::lock_guard hold(lock_.mutex_);
  // This is the collector's thread, so only a running slice can block the other thread.
  const Lock::Queued* const blocked = lock_.blocked_->Find(thread);
  if (blocked != nullptr) Deadlock(thread, blocked->where, where, GC_HERE);
  lock_.awaited_->push_back({thread, where});
}

Awaiting::~Awaiting() {
  const std::lock_guard hold(lock_.mutex_);
  lock_.awaited_->erase(std::ranges::find(*lock_.awaited_, thread_, &Lock::Waiter::thread));
}

}  // namespace GC_BUILD
}  // namespace gc
