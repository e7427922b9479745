// core/reflect/saving/document.h -- the document that objects are saved as.
//
//     { "format": "tricolour-objects", "version": 1,
//       "objects": [ { "path": "./", "class": "/Script/Game.Door", "properties": { "width": 3 } },
//                    { "path": "./Leaf", "class": "/Script/Game.Leaf", "properties": {} } ] }
//
// The first object is the one that was saved. An outer comes before what is inside of it. A part
// that the class of its outer makes by itself stands there only if it differs.
//
// Values: true, 3, 0.5, "text"; an enumerator by its name; a struct as its properties; arrays as
// arrays; a set as one too, and a map as an array of pairs, both in the order of what they say; an
// optional as an array of none or one; a variant as the pair of its choice's number and the value;
// a reference as a path or null; a number that JSON cannot say as "inf", "-inf" or "nan".
//
// Read next: core/reflect/saving/writer.cc.

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/reflect/saving/saving.h"

namespace gc {
inline namespace GC_BUILD {

using Saved = nlohmann::json;

inline constexpr const char* kFormat = "tricolour-objects";
inline constexpr int kVersion = 1;

// Whether a value is this text. To compare it with a literal would make a value of the literal, and
// end the program if there is no memory for it.
inline bool IsText(const Saved& saved, std::string_view text) {
  const std::string* const said = saved.get_ptr<const std::string*>();
  return said != nullptr && *said == text;
}

// Deeper than any value of a sensible class; it bounds the stack that bytes from outside can take.
inline constexpr int kDeepest = 64;
// Begins the path of what is inside of the saved object.
inline constexpr std::string_view kInside = "./";

// Throws Saved::type_error if a text is not UTF-8.
std::string Encoded(const Saved& document, Encoding encoding);
// Null, which no document is, and a sentence with the position in bytes, if there is none.
Saved Decoded(std::string_view bytes, Encoding encoding, std::string& error);

// Whether Decoded would read the bytes; if not, a sentence with the reason.
bool MayBeDecoded(std::string_view bytes, Encoding encoding, std::string& error);

}  // namespace GC_BUILD
}  // namespace gc
