// fuzz/mutation/dry_run.h -- a run without a collector: what the mutator could do if no object ever
// died.
//
// Most lines that a blind change makes are skipped by every subject: the object was never made, or
// the mutator has lost sight of it. The oracle says which objects the mutator can name, and the
// oracle needs a subject. So this subject plays a collector that never collects. The dry run says
// truly what is reachable; it errs only about weak reads, which always answer their object here.
//
// Read next: fuzz/mutation/vocabulary.h.

#pragma once

#include "reference/oracle/oracle.h"
#include "reference/trace/trace.h"

namespace fuzz {

class DryRun {
 public:
  explicit DryRun(const reference::TraceHeader& header);

  // Applies the operation, or returns false if the mutator could not do it in any run.
  bool Step(const reference::Operation& operation);

  const reference::Oracle& oracle() const { return oracle_; }

 private:
  reference::Oracle oracle_;
};

// Removes the operations that every collector would skip.
void DropIdleLines(reference::Trace& trace);

}  // namespace fuzz
