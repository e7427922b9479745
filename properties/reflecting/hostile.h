// properties/reflecting/hostile.h -- any bytes as a document that is loaded.
//
// What a game loads may be cut short, changed, or written by somebody who wants it to crash. So any
// bytes are loaded into the classes of a random layout. Either that is refused with a sentence, and
// then nothing was made and nothing has changed; or it loads, and then what was loaded is saved and
// loads as the same.
//
//     first byte     bit 0: JSON or binary; the others: which of 128 layouts
//     the rest       the document
//
// Read next: properties/reflecting/reflecting_run.h.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace properties::reflecting {

// What is wrong with the answer of core, as a sentence; empty: nothing.
std::string WrongWithLoading(std::span<const std::uint8_t> bytes);

// Bytes that load: the objects of a random run of the layout, saved.
std::vector<std::uint8_t> BytesThatLoad(std::uint8_t first);

}  // namespace properties::reflecting
