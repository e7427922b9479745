// core/collect/raw_fields.h -- which fields of this heap's classes go past the barrier.
//
// Marking in slices is sound if every store is seen. A field that is a plain pointer is stored
// unseen, so a slice may come between the store and the scan:
//
//     the collector      scans b: it is black
//     the mutator        b.raw = w;  g.f = null     (no barrier: w stays white)
//     the collector      scans g, ends: w is freed, and b.raw dangles
//
// With the world stopped no store comes in between, and such fields are sound (S5.10). So each
// class with raw fields is noted when its first object is made, and before the first slice of a
// cycle the heap refuses, names the fields, or goes on, as its options say (S5.22).
//
// Owns the list of these classes, and what was logged of it. Calls the sink of the user. Thread
// rules: any thread of the heap; it takes the table lock itself, and calls the sink without it.
//
// Upholds: insertion-barrier.   Read next: core/collect/births.h.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/guarded.h"
#include "core/base/sharing.h"
#include "core/collect/heap_options.h"
#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

class RawFieldWatch {
 public:
  explicit RawFieldWatch(const Sharing& sharing) : sharing_(sharing) {}
  RawFieldWatch(const RawFieldWatch&) = delete;
  RawFieldWatch& operator=(const RawFieldWatch&) = delete;

  void Open(const HeapOptions& options);
  void SetPolicy(RawFields policy) { policy_ = policy; }
  void Recycle();

  // An object of the class, which has raw fields, is to be made; `marking`: in the middle of a
  // marking, which that object would make unsound. False if there is no memory to note the class,
  // and then the object must not be made.
  bool Notice(const Class& type, bool marking);
  // Marking in slices is asked for. Aborts, or names what was not named yet, or does nothing.
  void CheckMayMarkInSlices();
  // All raw fields of all classes that were noticed, class by class in the order of their schemas.
  std::vector<RawField> All() const;

 private:
  std::optional<RawField> At(std::size_t number) const;
  void LogTheNew();
  void Log(const RawField& field) const;

  const Sharing& sharing_;
  RawFields policy_ = RawFields::kRefuse;
  RawFieldSink log_;
  Guarded<std::vector<const Class*>, Sharing> classes_{sharing_};
  Guarded<std::size_t, Sharing> logged_{sharing_};  // fields, of All()
};

}  // namespace GC_BUILD
}  // namespace gc
