// core/collect/external_references.h -- references from code outside the heap: referencers, locals.
//
// Owns the lists of the heap's referencers and locals, in the order in which they came, and the
// discipline under which locals live. Calls the referencers, which report; while they are asked,
// none may come or go. Thread rules: the lists change under the table lock, that of referencers in
// a section or on the collector's thread. Referencers are asked in a step; with workers, on another
// thread while the flip runs.
//
// Upholds: referencer-barrier (with core/heap/roots.cc).
// Read next: core/pointer/referencer.h.

#pragma once

#include "core/base/guarded.h"
#include "core/base/sharing.h"
#include "core/pointer/local.h"
#include "core/pointer/referencer.h"

namespace gc {
inline namespace GC_BUILD {

class ExternalReferences {
 public:
  explicit ExternalReferences(const Sharing& sharing) : sharing_(sharing) {}
  ExternalReferences(const ExternalReferences&) = delete;
  ExternalReferences& operator=(const ExternalReferences&) = delete;

  void Open(Locals locals) { discipline_ = locals; }
  Locals discipline() const { return discipline_; }

  void Add(Referencer& referencer);
  void Remove(Referencer& referencer);
  void Add(LocalReference& local);
  void Remove(LocalReference& local);
  // Whether a referencer is being asked now.
  bool IsAsking() const { return asking_; }

  const Referencer* FirstReferencer() const { return referencers_.Peek().first; }
  const LocalReference* FirstLocal() const { return locals_.Peek().first; }
  bool Empty() const { return FirstReferencer() == nullptr && FirstLocal() == nullptr; }

  // Asks every referencer to report, or only the one that has just registered.
  void Ask(Reporter& to);
  void Ask(const Referencer& one, Reporter& to);
  // Asks the raw referencers again: their slots change without a barrier.
  void AskRaw(Reporter& to);
  // Calls visit(Object&) for each local that is not null.
  template <class Visit>
  void ForEachLocal(Visit&& visit) const {
    for (const LocalReference* one = FirstLocal(); one != nullptr; one = one->Next()) {
      if (one->Raw() != nullptr) visit(*one->Raw());
    }
  }

  void Recycle();

 private:
  const Sharing& sharing_;
  Locals discipline_ = Locals::kDead;
  bool asking_ = false;
  // The links between them are under the table lock too.
  template <class One>
  struct List {
    One* first = nullptr;
    One* last = nullptr;
  };
  Guarded<List<Referencer>, Sharing> referencers_{sharing_};
  Guarded<List<LocalReference>, Sharing> locals_{sharing_};
};

}  // namespace GC_BUILD
}  // namespace gc
