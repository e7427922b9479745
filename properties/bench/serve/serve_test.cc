// properties/bench/serve/serve_test.cc -- measures as lines, and back.

#include "properties/bench/serve/serve.h"

#include <gtest/gtest.h>

namespace bench {
namespace {

TEST(BenchServe, MeasuresComeBackFromTheirLine) {
  const Measures measures = {{"whole", {12.5}}, {"raw hot", {0.25}}, {"frame", {1, 2, 3.5}}};
  EXPECT_EQ(MeasuresLine(measures), "done frame=1,2,3.5 raw_hot=0.25 whole=12.5");
  EXPECT_EQ(MeasuresOf(MeasuresLine(measures)), measures);
}

TEST(BenchServe, OtherLinesAreNoMeasures) {
  for (const char* line : {"", "ready", "done whole", "done whole=", "done =1", "done whole=1,",
                           "done whole=fast", "done whole=1x", "failed whole=1"}) {
    EXPECT_FALSE(MeasuresOf(line)) << line;
  }
}

}  // namespace
}  // namespace bench
