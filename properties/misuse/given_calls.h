// properties/misuse/given_calls.h -- the calls that must be given an object of their heap, and all
// that they may be given instead.
//
// Read next: properties/misuse/misuse_run.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "properties/misuse/misuse.h"

namespace properties::misuse {

// The heap's phase when a call is made.
enum class When : std::uint8_t { kIdle, kMarking, kGathering, kPurging };
inline constexpr std::size_t kWhens = 4;
inline constexpr const char* kWhenWords[kWhens] = {"between cycles", "while marking",
                                                   "while gathering", "while purging"};

// What a call is given.
enum class Given : std::uint8_t { kFine, kNull, kFreed, kForeign, kDoomed };
inline constexpr std::size_t kGivens = 5;
inline constexpr const char* kGivenWords[kGivens] = {"an object of the heap", "null",
                                                     "freed memory", "an object of another heap",
                                                     "a doomed object"};

std::size_t GivenCallCount();
const char* NameOfCall(std::size_t call);
// Whether the call can be tried so: before a gather nothing is doomed, and where an address
// sanitizer watches freed memory a look at it is its to refuse.
bool CanBeTried(std::size_t call, Given given, When when);
// What must be printed; nothing if the call is no mistake.
std::optional<Refusal> RefusalOf(std::size_t call, Given given, When when);
// Makes a heap, and the call.
void Try(std::size_t call, Given given, When when);

}  // namespace properties::misuse
