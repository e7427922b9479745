// core/collect/asking.h -- somebody goes through the list of referencers.
//
// Read next: core/pointer/referencer.h.

#pragma once

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

// Marks that referencers are being asked.
class Asking {
 public:
  explicit Asking(Collector& collector) : collector_(collector) { collector_.asking = true; }
  ~Asking() { collector_.asking = false; }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

 private:
  Collector& collector_;
};

}  // namespace GC_BUILD
}  // namespace gc
