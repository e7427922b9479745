// fuzz/mutation/dictionary.h -- the words of a trace's text form, for a fuzzer that knows only
// bytes.
//
// A parser that reads words is not got past by flipping bits. The dictionary in trace.dict gives a
// fuzzer the words; it is made from the tables that the parser itself reads, and a test holds it to
// them.
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
