// fuzz/mutation/dictionary.h -- the words of a trace's text form, for a fuzzer that knows only
// bytes.
//
// A fuzzer that flips bits hardly ever gets past a parser that reads words. The dictionary in
// trace.dict gives it the words. It is made from the tables that the parser itself reads, and a
// test compares the two.
//
//     fuzz_dictionary > fuzz/trace.dict
//
// Read next: reference/trace/verbs.h.

#pragma once

#include <string>

namespace fuzz {

// The dictionary in libFuzzer's form: a quoted word on a line.
std::string DictionaryText();

}  // namespace fuzz
