// properties/corpus/corpus_folder_test.cc -- a program that was moved finds its corpus, or says
// where it looked.

#include "properties/corpus/corpus_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "properties/base/own_path.h"

namespace properties {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(CorpusFolder, IsInTheShareFolderOrInTheSourcesOrNearTheProgram) {
  EXPECT_THAT(CorpusFolders("/src", "/opt/bin/tricolour", "properties/corpus"),
              ElementsAre("/opt/share/tricolour/properties/corpus", "/src/properties/corpus",
                          "/opt/bin/properties/corpus"));
}

TEST(CorpusFolder, IsThatOfTheSourcesIfTheyAreThere) {
  const fs::path folder = CorpusFolder(TRICOLOUR_SOURCE_DIR, "properties/corpus");
  EXPECT_EQ(folder, fs::path(TRICOLOUR_SOURCE_DIR) / "properties/corpus");
  EXPECT_EQ(WhyNoCorpus(TRICOLOUR_SOURCE_DIR, "properties/corpus"), "");
}

TEST(CorpusFolder, IsNearTheProgramIfThereAreNoSources) {
  const std::string name = OwnPath().filename().string();
  const fs::path beside = fs::read_symlink("/proc/self/exe").parent_path() / name;
  fs::create_directory(beside);
  EXPECT_EQ(CorpusFolder("/nowhere", name), beside);
  fs::remove(beside);
  EXPECT_EQ(CorpusFolder("/nowhere", name), fs::path("/nowhere") / name);
}

TEST(CorpusFolder, SaysWhereItLookedIfThereIsNone) {
  const std::string why = WhyNoCorpus("/nowhere", "properties/kept");
  EXPECT_THAT(why, HasSubstr("/share/tricolour/properties/kept, /nowhere/properties/kept and "));
}

}  // namespace
}  // namespace properties
