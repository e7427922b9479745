// properties/subjects/core_plugin/core_plugin.cc -- our own collector, as a stranger would offer
// it.
//
// What the C interface cannot say, it cannot be judged by, and nobody notices: the verdict is
// "agree". So our own collector is judged through it as well. Its adapter of this tree is put
// behind the table of functions, in a shared library that the program loads as it loads any other;
// every run must then show the same as without the detour, and every fault that is caught without
// it must be caught with it (core_plugin_test.cc).
//
//     the judge -> plugin_subject.cc -> the table below -> core_subject.cc -> gc::Heap
//
// What is left out: images of a heap (a search repeats operations instead), and what only the model
// is compared with (Subject::Inspect).
//
// The library has the faulty build alone, which obeys every rule until it is told otherwise.
//
// Read next: properties/subjects/plugin/tricolour_subject.h.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "properties/base/fault_names.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/plugin/tricolour_subject.h"
#include "reference/oracle/subject.h"

// The adapter's own: C knows no more of it than that it is one.
struct tricolour_heap {
  const tricolour_host* host;
  std::unique_ptr<reference::Subject> subject;
  std::vector<reference::Event> events;     // of the last operation
  std::vector<reference::Name> fields;      // of the last look
  reference::Observation observation;       // the last
  std::optional<reference::Breach> breach;  // the last, whose words are lent out
};

namespace properties {
namespace {

using reference::Answer;
using reference::Event;

tricolour_promises Promised() {
  const std::unique_ptr<reference::Subject> subject = MakeFaultyCoreSubject({});
  const reference::Promises& ours = subject->promises();
  tricolour_promises promises = {};
  TRICOLOUR_INIT(promises);
  promises.name = "core";
  promises.version = "through its own plug-in";
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    if (ours.verbs.Has(entry.verb)) {
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
  promises.collects_until_gone = ours.collects_until_gone;
  return promises;
}

const tricolour_promises* Promises() {
  static const tricolour_promises promises = Promised();
  return &promises;
}

gc::FaultSet FaultsOf(std::uint32_t number) {
  if (number == 0 || number > std::size(gc::kFaults)) return {};
  return gc::FaultSet(gc::kFaults[number - 1].fault);
}

tricolour_heap* Create(const tricolour_host* host, const tricolour_header* header) {
  auto* const heap = new (std::nothrow) tricolour_heap{.host = host};
  if (heap == nullptr) return nullptr;
  heap->subject = MakeFaultyCoreSubject(FaultsOf(header->fault));
  reference::TraceHeader ours{.locals = static_cast<reference::Locals>(header->locals),
                              .shape = header->shape};
  for (std::size_t i = 0;
       i < std::min<std::size_t>(header->setting_count, reference::kSettingCount); ++i) {
    ours.heap.Choose(static_cast<reference::Setting>(i), header->settings[i]);
  }
  heap->subject->Reset(ours);
  return heap;
}

void Destroy(tricolour_heap* heap) { delete heap; }

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

const char* FaultName(std::uint32_t number) {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const gc::FaultEntry& entry : gc::kFaults) all.push_back(NameOf(entry.fault));
    return all;
  }();
  return number >= 1 && number <= names.size() ? names[number - 1].c_str() : nullptr;
}

void Obey(tricolour_heap* heap, std::uint32_t all) { heap->subject->ObeyAll(all != 0); }

}  // namespace
}  // namespace properties

extern "C" const tricolour_subject* tricolour_subject_entry(std::uint32_t abi) {
  static const tricolour_subject table = {
      .size = sizeof table,
      .abi = TRICOLOUR_ABI,
      .promises = &properties::Promises,
      .create = &properties::Create,
      .destroy = &properties::Destroy,
      .apply = &properties::Apply,
      .peek = &properties::Peek,
      .observe = &properties::Observe,
      .verify = &properties::Verify,
      .fingerprint = &properties::Fingerprint,
      .fault_name = &properties::FaultName,
      .obey = &properties::Obey,
  };
  return abi == TRICOLOUR_ABI ? &table : nullptr;
}
