// properties/bench/show/json.h -- the results as JSON, for scripts.
//
//     {"version": 1, "processors": 2, "rounds": 7, "load": 0.1, "seconds": 110.5,
//      "interrupted": false,
//      "sections": [{"workload": "W1", "sentence": "...", "objects": 1000000, "edges": 1998976,
//        "expected": 1000000, "rows": [{"subject": "tricolour 1t", "kind": "ours", "threads": 1,
//          "counted": 1000000, "void": null, "measures": [{"measure": "mark",
//            "unit": "ns/object", "median": 60.1, "least": 58.0, "most": 71.2, "samples": [...],
//            "of_best_peer": null, "of_naive": 0.5, "of_marker": 1.1, "of_limit": 5.9}]}]}],
//      "growth": [{"what": "mark", "sentence": "...", "sizes": [...], "milliseconds": [...],
//        "exponent": 1.1, "allowed": 1.2, "finding": false}],
//      "absent": ["go: not installed"]}
//
// The schema has a version: within one, members may be added, but none is renamed or removed.
//
// Read next: properties/bench/show/page.h.

#pragma once

#include <string>

#include "properties/bench/run/results.h"

namespace bench {

// Indented, with an end of line.
std::string JsonText(const Results& results);

}  // namespace bench
