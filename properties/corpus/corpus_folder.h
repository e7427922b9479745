// properties/corpus/corpus_folder.h -- where the kept traces are.
//
// The program knows the folder of the sources from which it was built. Copied to another machine,
// it finds no sources there, and a gate without its corpus is a broken one. So it looks beside
// itself too, and says where it looked. What was installed with it is its own, and comes first: the
// sources may have gone on since.
//
// Read next: properties/corpus/corpus.h.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace properties {

// The folders in which kept traces may be, the best first: `in_sources` ("properties/corpus") in
// the program's share folder, share/tricolour; in the sources; and in the folder of the program.
std::vector<std::filesystem::path> CorpusFolders(const std::filesystem::path& sources,
                                                 const std::filesystem::path& program,
                                                 const std::string& in_sources);

// The first of these that is there, for the program that runs; that of the sources if none is.
std::filesystem::path CorpusFolder(const std::filesystem::path& sources,
                                   const std::string& in_sources);

// Where it was looked for, if it is nowhere: "looked in A, B and C"; else empty.
std::string WhyNoCorpus(const std::filesystem::path& sources, const std::string& in_sources);

}  // namespace properties
