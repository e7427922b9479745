// core/heap/heap.cc -- the public face, handed on to the machinery.

#include "core/heap/heap.h"

#include <cstdlib>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

Heap::Heap(const HeapOptions& options) : collector_(Collector::Open(options)) {}
Heap::~Heap() { Collector::Close(std::move(collector_)); }

Heap::Construction::Construction(Collector& of, const Class& type, const BirthOptions& options)
    : owner(of),
      memory(of.Allocate(type, options, index)),
      birth({.type = &type,
             .owner = &of,
             .index = index,
             .tail = options.tail,
             .flags = options.flags}) {
  owner.calling.Enter(owner.sharing);
}
Heap::Construction::~Construction() { owner.calling.Leave(owner.sharing); }

void Heap::OutOfMemory() const {
  collector_->SayWhyFull();
  Abort({.rule = Rule::kIndexAfterFree,
         .sentence = "Heap::New must have memory and an index left (see HeapOptions)",
         .where = GC_HERE},
        "");
}

void Heap::BeginConstruction(Object* object) { collector_->BeginConstruction(*object); }
std::optional<Failure> Heap::Forbids(Object& holder, Object* target) {
  return collector_->Forbids(holder, target);
}
void Heap::Complete(Object* object) { collector_->Complete(*object); }
void Heap::AddRoot(Object* object) { collector_->AddRoot(*object); }
void Heap::RemoveRoot(Object* object) { collector_->RemoveRoot(*object); }
void Heap::ShareUnder(Lock* lock) { collector_->ShareUnder(lock); }
void Heap::HandOver(Object* object) { collector_->HandOver(*object); }
bool Heap::IsRoot(const Object* object) const {
  return collector_->IsLive(*object) && collector_->EntryOf(*object).flags.Has(flag::kRoot);
}

std::optional<RawField> Heap::FindRawField() const {
  const Class* const type = collector_->raw_class;
  if (type == nullptr) return std::nullopt;
  return RawField{.class_name = type->name, .field = type->FirstRaw()->name};
}

void Heap::SetKeepFlags(Object* object, FlagWord flags) { collector_->SetKeep(*object, flags); }
void Heap::ClearKeepFlags(Object* object, FlagWord flags) { collector_->ClearKeep(*object, flags); }
void Heap::SetFlags(Object* object, ObjectFlags flags) { collector_->SetFlags(*object, flags); }
void Heap::ClearFlags(Object* object, ObjectFlags flags) { collector_->ClearFlags(*object, flags); }

std::uint32_t Heap::MakeCluster(Object* root) { return collector_->MakeCluster(*root); }
bool Heap::AllocateCluster(Object* root) { return collector_->AllocateCluster(*root); }
bool Heap::AddToCluster(Object* root, Object* object) {
  return collector_->AddToCluster(*root, *object);
}
bool Heap::DissolveClusterOf(Object* object) { return collector_->DissolveClusterOf(*object); }
Object* Heap::ClusterRootOf(const Object* object) const {
  return collector_->ClusterRootOf(*object);
}
void Heap::SetClusterOptions(const ClusterOptions& options) {
  collector_->clusters.options = options;
}
void Heap::MarkGarbage(Object* object) { collector_->MarkGarbage(*object); }
void Heap::ClearGarbage(Object* object) { collector_->ClearGarbage(*object); }

Identity Heap::IdentityOf(Object* object, std::uint64_t remote) {
  return collector_->IdentityOf(*object, remote);
}
void Heap::Forget(const Identity& identity) { collector_->identities.Forget(identity); }

std::uint32_t Heap::CloseDisregardWindow() { return collector_->CloseDisregard(); }
bool Heap::OpenDisregardWindow() { return collector_->OpenDisregard(); }
void Heap::ReuseIndices(bool reuse) { collector_->table.SetReuse(reuse); }
void Heap::AddListener(TableListener* listener) { collector_->listeners.push_back(listener); }
void Heap::RemoveListener(TableListener* listener) { std::erase(collector_->listeners, listener); }
Index Heap::EndOfTable() const { return collector_->table.End(); }
Object* Heap::Found(Index index) { return collector_->Found(index); }

bool Heap::Start(ObjectFlags mask) {
  collector_->CheckMayTraceInSlices();
  return collector_->Start(mask);
}
Work Heap::Tick(Work budget) { return collector_->Tick(budget); }
Work Heap::TickUntil(const Deadline& deadline) { return collector_->TickUntil(deadline); }
void Heap::Collect(ObjectFlags mask) { collector_->Collect(mask); }
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

}  // namespace GC_BUILD
}  // namespace gc
