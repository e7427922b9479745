// properties/reflecting/sound.h -- at the end of a judge, the collector's own checker looks at its
// heap.
//
// What is edited, loaded, replaced or converted is compared object by object. This is for what no
// object shows: lists, marks, links of clusters, and the directory of names.
//
// Read next: core/inspect/verify/verifier.h.

#pragma once

#include "core/heap/heap.h"
#include "core/inspect/verify/verifier.h"
#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

// The last member of a judge, so that it is the first to go.
class SoundAtTheEnd {
 public:
  SoundAtTheEnd(const gc::Heap& heap, ReflectingVerdict& verdict)
      : heap_(heap), verdict_(verdict) {}
  SoundAtTheEnd(const SoundAtTheEnd&) = delete;
  SoundAtTheEnd& operator=(const SoundAtTheEnd&) = delete;
  ~SoundAtTheEnd() { verdict_.Sound(gc::Verifier().Verify(heap_)); }

 private:
  const gc::Heap& heap_;
  ReflectingVerdict& verdict_;
};

}  // namespace properties::reflecting
