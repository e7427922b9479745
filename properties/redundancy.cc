#include "properties/redundancy.h"

namespace properties {

std::optional<Redundancy> RedundancyOf(gc::Fault, reference::Locals) { return std::nullopt; }

}  // namespace properties
