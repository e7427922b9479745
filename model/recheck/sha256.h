// model/recheck/sha256.h -- the checksum by which a certificate names a file.
//
// A certificate is copied and kept, and its index must still be about the files beside it. The sums
// are those of the program sha256sum, so that no program of ours is needed to compare them.
//
// Source: FIPS 180-4, Secure Hash Standard.   Read next: certificate.h.

#pragma once

#include <string>
#include <string_view>

namespace model {

// 64 hexadecimal digits, in lower case.
std::string Sha256(std::string_view bytes);

}  // namespace model
