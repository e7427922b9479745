// properties/search/variants.h -- which heaps a search at random judges.
//
// Most cases have the usual heap, where nothing stands between the reader and the failure. The
// others differ from it in one setting, and some in several, since two paths may be right alone
// and wrong together. What costs a run more than a hundred times its own length is drawn seldom: a
// worker that has to be woken, and a table whose first chunk is read whole.
//
// Read next: reference/variant/variant.h.

#pragma once

#include "properties/base/random.h"
#include "reference/trace/trace.h"

namespace properties {

// A variant for one case, of these settings.
reference::Variant DrawVariant(Random& random, reference::SettingSet settings);

// Whether a run with this value of the setting costs much more than the usual run.
bool IsCostly(reference::Setting setting);

}  // namespace properties
