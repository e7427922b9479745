// fuzz/dictionary_main.cc -- prints the dictionary.

#include <cstdio>

#include "fuzz/mutation/dictionary.h"

int main() { return std::fputs(fuzz::DictionaryText().c_str(), stdout) < 0 ? 1 : 0; }
