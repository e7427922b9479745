// core/collect/heap.cc -- the public face, handed on to the machinery.

#include "core/collect/heap.h"

#include <cstdlib>

#include "core/collect/collector.h"

namespace gc::inline GC_BUILD {

Heap::Heap(const HeapOptions& options) : collector_(Collector::Open(options)) {}
Heap::~Heap() { Collector::Close(std::move(collector_)); }

Heap::Construction::Construction(Collector& of, const Class& type, std::uint32_t tail)
    : owner(of),
      memory(of.Allocate(type, tail, index)),
      birth({.type = &type, .owner = &of, .index = index, .tail = tail}) {
  owner.calling.Enter(owner.sharing);
}
Heap::Construction::~Construction() { owner.calling.Leave(owner.sharing); }

void Heap::OutOfMemory() const {
  Abort({.rule = Rule::kIndexAfterFree,
         .sentence = "Heap::New must have memory and an index left (see HeapOptions)",
         .where = GC_HERE},
        "");
}

void Heap::AddRoot(Object* object) { collector_->AddRoot(*object); }
void Heap::RemoveRoot(Object* object) { collector_->RemoveRoot(*object); }
void Heap::HandOver(Object* object) { collector_->HandOver(*object); }
bool Heap::IsRoot(const Object* object) const {
  return collector_->IsLive(*object) && collector_->EntryOf(*object).flags.Has(flag::kRoot);
}

std::optional<RawField> Heap::FindRawField() const {
  const Class* const type = collector_->raw_class;
  if (type == nullptr) return std::nullopt;
  return RawField{.class_name = type->name, .field = type->FirstRaw()->name};
}

bool Heap::Start() {
  collector_->CheckMayTraceInSlices();
  return collector_->Start();
}
Work Heap::Tick(Work budget) { return collector_->Tick(budget); }
Work Heap::TickUntil(const Deadline& deadline) { return collector_->TickUntil(deadline); }
void Heap::Collect() { collector_->Collect(); }
bool Heap::Purge(Work budget) { return collector_->Purge(budget); }
bool Heap::PurgeUntil(const Deadline& deadline) { return collector_->PurgeUntil(deadline); }
Unready Heap::FinishPurge(const Deadline& grace) { return collector_->FinishPurge(grace); }
void Heap::BeginDestroy(Object* object) { collector_->BeginByHand(*object); }

Phase Heap::phase() const { return collector_->phase; }
bool Heap::PurgePending() const { return collector_->purge.stage != Stage::kNone; }
std::uint32_t Heap::ObjectCount() const {
  const TableLock lock(collector_->sharing);
  return collector_->object_count;
}

void Heap::ShadeLoaded(Object* object) {
  if (object != nullptr) collector_->Loaded(*object);
}

void Heap::SetEventSink(EventSink sink) { collector_->sink = sink; }

const Failure* Heap::failure() const {
  return collector_->failure ? &*collector_->failure : nullptr;
}

void Heap::ObeyAll([[maybe_unused]] bool all) {
#if TRICOLOUR_FAULTY
  collector_->rules.ObeyAll(all);
#endif
}

}  // namespace gc::inline GC_BUILD
