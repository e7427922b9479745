// properties/subjects/offered/offered_subject.cc -- says each call of the table to the subject.

#include "properties/subjects/offered/offered_subject.h"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

// The adapter's own: C knows no more of it than that it is one.
struct tricolour_heap {
  const tricolour_host* host;
  std::uint32_t fault;
  std::unique_ptr<reference::Subject> subject;
  std::vector<reference::Event> events;     // of the last operation
  std::vector<reference::Name> fields;      // of the last look
  reference::Observation observation;       // the last
  std::optional<reference::Breach> breach;  // the last, whose words are lent out
  std::string how;                          // the same
};

namespace properties {
namespace {

using reference::Answer;
using reference::Event;
using reference::Verb;

const Offer* offered = nullptr;

// Subjects that no heap has now. To reset one takes microseconds, and some take milliseconds to
// make. Never destroyed: threads may still judge when the process ends.
struct Idle {
  std::mutex lock;
  std::vector<std::pair<std::uint32_t, std::unique_ptr<reference::Subject>>> subjects;
};
Idle& IdleOnes() {
  static Idle& idle = *new Idle;
  return idle;
}

std::unique_ptr<reference::Subject> SubjectFor(std::uint32_t fault) {
  Idle& idle = IdleOnes();
  {
    const std::lock_guard<std::mutex> locked(idle.lock);
    const auto at =
        std::ranges::find(idle.subjects, fault, [](const auto& one) { return one.first; });
    if (at != idle.subjects.end()) {
      std::unique_ptr<reference::Subject> subject = std::move(at->second);
      idle.subjects.erase(at);
      return subject;
    }
  }
  return offered->make(fault);
}

tricolour_promises Promised() {
  const std::unique_ptr<reference::Subject> subject = offered->make(0);
  const reference::Promises& ours = subject->promises();
  tricolour_promises promises = {};
  TRICOLOUR_INIT(promises);
  promises.name = offered->name.c_str();
  promises.version = offered->version.c_str();
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    // The judge's own are nobody's to do.
    const bool judges = entry.verb == Verb::kExpectAlive || entry.verb == Verb::kExpectGone;
    if (ours.verbs.Has(entry.verb) && !judges) {
      promises.verbs |= TRICOLOUR_HAS(static_cast<unsigned>(entry.verb));
    }
  }
  promises.locals = TRICOLOUR_HAS(TRICOLOUR_LOCALS_DEAD) |
                    TRICOLOUR_HAS(TRICOLOUR_LOCALS_RESCANNED) |
                    TRICOLOUR_HAS(TRICOLOUR_LOCALS_BLACK);
  promises.exact = ours.exact;
  promises.units = ours.units;
  promises.staged_destruction = ours.staged_destruction;
  promises.colours = ours.colours;
  promises.shapes = ours.shapes;
  for (const reference::SettingEntry& entry : reference::kSettings) {
    if (!ours.settings.Has(entry.setting)) continue;
    promises.settings |= TRICOLOUR_HAS(static_cast<unsigned>(entry.setting));
  }
  promises.lazy_sweep = ours.lazy_sweep;
  promises.collects_until_gone =
      offered->collects_until_gone != 0 ? offered->collects_until_gone : ours.collects_until_gone;
  promises.slowness = offered->slowness;
  promises.most_objects = ours.most_objects;
  promises.most_fields = ours.most_fields;
  promises.weak = ours.weak_until_freed ? TRICOLOUR_WEAK_UNTIL_FREED : TRICOLOUR_WEAK_HIDES;
  return promises;
}

const tricolour_promises* Promises() {
  static const tricolour_promises promises = Promised();
  return &promises;
}

tricolour_heap* Create(const tricolour_host* host, const tricolour_header* header) {
  auto* const heap = new (std::nothrow) tricolour_heap{.host = host, .fault = header->fault};
  if (heap == nullptr) return nullptr;
  heap->subject = SubjectFor(header->fault);
  reference::TraceHeader ours{.locals = static_cast<reference::Locals>(header->locals),
                              .shape = header->shape};
  for (std::size_t i = 0;
       i < std::min<std::size_t>(header->setting_count, reference::kSettingCount); ++i) {
    ours.heap.Choose(static_cast<reference::Setting>(i), header->settings[i]);
  }
  heap->subject->Reset(ours);
  return heap;
}

void Destroy(tricolour_heap* heap) {
  Idle& idle = IdleOnes();
  {
    const std::lock_guard<std::mutex> locked(idle.lock);
    idle.subjects.emplace_back(heap->fault, std::move(heap->subject));
  }
  delete heap;
}

void Publish(const tricolour_heap& heap, const Event& event) {
  tricolour_event told = {};
  TRICOLOUR_INIT(told);
  told.kind = static_cast<std::uint32_t>(event.kind);
  told.object = event.object;
  told.flag = event.flag;
  told.detail = event.detail;
  told.where = event.where;
  heap.host->publish(heap.host->judge, &told);
}

std::uint32_t KindOf(Answer::Kind kind) {
  switch (kind) {
    case Answer::Kind::kDone:
      return TRICOLOUR_DONE;
    case Answer::Kind::kRead:
      return TRICOLOUR_READ;
    case Answer::Kind::kRefused:
      return TRICOLOUR_REFUSED;
    case Answer::Kind::kStopped:
      return TRICOLOUR_STOPPED;
    case Answer::Kind::kExhausted:
    case Answer::Kind::kFull:
      break;
  }
  return TRICOLOUR_EXHAUSTED;
}

void Apply(tricolour_heap* heap, const tricolour_operation* said, tricolour_answer* answer) {
  const reference::Operation operation{
      .verb = static_cast<reference::Verb>(said->verb),
      .lane = static_cast<std::uint8_t>(said->lane),
      .flag = static_cast<std::uint8_t>(said->flag),
      .field = static_cast<std::uint16_t>(said->field),
      .target_field = static_cast<std::uint16_t>(said->target_field),
      .object = said->object,
      .target = said->target,
      .number = said->number,
      .other = said->other};
  heap->events.clear();
  const Answer given = heap->subject->Apply(operation, heap->events);
  for (const Event& event : heap->events) Publish(*heap, event);
  answer->kind = KindOf(given.kind);
  answer->object = given.object;
}

// Const, but for the place to which the fields are copied.
std::int32_t Peek(const tricolour_heap* heap, tricolour_name object, tricolour_name* fields,
                  std::uint32_t room) {
  auto& seen = const_cast<tricolour_heap*>(heap)->fields;
  if (!heap->subject->Peek(object, seen)) return -1;
  std::copy_n(seen.begin(), std::min<std::size_t>(room, seen.size()), fields);
  return static_cast<std::int32_t>(seen.size());
}

void Observe(const tricolour_heap* heap, tricolour_observation* observation) {
  auto& seen = const_cast<tricolour_heap*>(heap)->observation;
  heap->subject->Observe(seen);
  observation->phase = static_cast<std::uint32_t>(seen.phase);
  observation->initial_references_taken = seen.initial_references_taken;
  observation->purge_pending = seen.purge_pending;
  const std::size_t count = std::min<std::size_t>(observation->count, seen.colours.size());
  for (std::size_t name = 0; name < count; ++name) {
    observation->colours[name] = static_cast<std::uint8_t>(seen.colours[name]);
  }
}

std::int32_t Verify(const tricolour_heap* heap, tricolour_breach* breach) {
  auto& found = const_cast<tricolour_heap*>(heap)->breach;
  found = heap->subject->Verify();
  if (!found) return 0;
  breach->rule = found->rule.c_str();
  breach->object = found->object;
  breach->detail = found->detail.c_str();
  return 1;
}

std::uint64_t Fingerprint(const tricolour_heap* heap) {
  return heap->subject->Fingerprint().value_or(0);
}

const char* HowDone(const tricolour_heap* heap) {
  auto& how = const_cast<tricolour_heap*>(heap)->how;
  how = heap->subject->HowDone();
  return how.empty() ? nullptr : how.c_str();
}

const char* FaultName(std::uint32_t number) {
  return number >= 1 && number <= offered->faults.size() ? offered->faults[number - 1].c_str()
                                                         : nullptr;
}

void Obey(tricolour_heap* heap, std::uint32_t all) { heap->subject->ObeyAll(all != 0); }

}  // namespace

const tricolour_subject* TableOf(const Offer& offer, std::uint32_t abi) {
  offered = &offer;
  static tricolour_subject table = {
      .size = sizeof table,
      .abi = TRICOLOUR_ABI,
      .promises = &Promises,
      .create = &Create,
      .destroy = &Destroy,
      .apply = &Apply,
      .peek = &Peek,
      .observe = &Observe,
      .verify = &Verify,
      .fingerprint = offer.fingerprints ? &Fingerprint : nullptr,
      .how_done = &HowDone,
      .fault_name = &FaultName,
      .obey = &Obey,
  };
  return abi == TRICOLOUR_ABI ? &table : nullptr;
}

}  // namespace properties
