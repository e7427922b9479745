// fuzz/mutation/dry_run.h -- a run without a collector: what the mutator could do if nothing ever
// died.
//
// Most lines that a blind change makes are skipped for every subject: the object was never made, or
// the mutator lost sight of it. Whether it can be named is the oracle's to say, and the oracle
// needs a subject. So this one plays a collector that never collects. It says truly what is
// reachable, and errs only about weak reads, which here always answer.
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

// Takes the operations away that are skipped whatever the collector does.
void DropIdleLines(reference::Trace& trace);

}  // namespace fuzz
