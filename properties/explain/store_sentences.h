// properties/explain/store_sentences.h -- the sentences about a losing store.
//
// Where nothing of the collector shows, no rule can be named: only the store that opened the losing
// path is known, how the subject did it, and what came of doing it again by another function.
//
// Read next: properties/explain/seen/losing_store.h.

#pragma once

#include "properties/explain/blame.h"
#include "properties/explain/claims.h"

namespace properties {

// For a blame by store: "LOST BY A STORE (lua_rawseti)" if another function helps, else empty.
Sentence StoreBlameText(const Blame& blame);
// The note of the store's row.
Sentence StoreGuiltText(const Blame& blame, const Finding& finding);
// What the store has to do with the finding.
Sentence StoreText(const Blame& blame, const Finding& finding);
// What came of doing it again; empty if that could not be tried.
Sentence StoreSavesText(const Blame& blame);

}  // namespace properties
