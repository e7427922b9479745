// properties/bench/serve/serve.h -- the conversation between the harness and the process of a
// subject.
//
// Peers are written in several languages, and some of them change signals, threads and allocation
// of their whole process. So each runs in a process of its own, and is talked to in lines. All
// processes live at the same time and wait; the harness asks one after the other, so that the
// rounds of all subjects are interleaved.
//
//     harness                      subject
//     build FILE                   ready
//     trace                        done mark=9.8 whole=11.2 count=1000000
//     halve                        done collect=20.1 refill=30.5 count=500000
//     litter COUNT                 done total=300.2 count=100000
//     frames COUNT STORES MS MS    done frame=1.2,1.3 slice=0.1,0.2 count=1000000
//     stores                       done idle_hot=0.7
//     grow COUNT                   done birth=30.1 mark=60.2
//     quit
//
// Any line may be answered by "cannot REASON", and by "failed REASON" for a mistake. Blanks in the
// names of measures are written as underscores.
//
// Read next: properties/base/child.h.

#pragma once

#include <string>

#include "properties/bench/serve/subject.h"

namespace bench {

// Answers the lines of a descriptor on another one, until "quit" or the end of the lines. Returns
// the exit status.
int Serve(Subject& subject, int in, int out);

// The same measures as a line, and back. A line that is no such answer gives nothing.
std::string MeasuresLine(const Measures& measures);
std::optional<Measures> MeasuresOf(const std::string& line);

}  // namespace bench
