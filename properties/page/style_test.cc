// properties/page/style_test.cc -- what is written on a page can be read, by light and in the dark.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <utility>

#include "properties/page/page_assets.h"

namespace properties {
namespace {

using Colours = std::map<std::string, std::string>;

// The named colours of a part of the style: "ink" is "1a1d21".
Colours ColoursIn(const std::string& style) {
  static const std::regex kColour("--([a-z-]+): #([0-9a-f]{6});");
  Colours colours;
  for (std::sregex_iterator at(style.begin(), style.end(), kColour), end; at != end; ++at) {
    colours.insert({(*at)[1], (*at)[2]});
  }
  return colours;
}

double Luminance(const std::string& colour) {
  const auto part = [&](std::size_t at) {
    const double share = std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0;
    return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4);
}

double Contrast(const std::string& one, const std::string& other) {
  const double a = Luminance(one) + 0.05, b = Luminance(other) + 0.05;
  return a > b ? a / b : b / a;
}

TEST(PageStyle, HasEnoughContrastByLightAndInTheDark) {
  const std::string style(TraceStyle());
  const std::size_t dark = style.find("(prefers-color-scheme: dark)");
  ASSERT_NE(dark, style.npos);
  // Of text on its ground; 4.5 is what the guidelines for accessible pages ask for.
  const std::pair<const char*, const char*> kWritten[] = {
      {"ink", "paper"},          {"faint", "paper"},          {"faint", "panel"},
      {"link", "paper"},         {"link", "guilty-paper"},    {"link", "current"},
      {"guilty", "paper"},       {"guilty", "guilty-paper"},  {"loss", "paper"},
      {"loss", "loss-paper"},    {"good", "paper"},           {"ink", "guilty-paper"},
      {"ink", "loss-paper"},     {"ink", "current"},          {"white-ink", "white-fill"},
      {"grey-ink", "grey-fill"}, {"black-ink", "black-fill"}, {"ink", "phase-marking"},
      {"ink", "phase-idle"},     {"ink", "phase-gathering"},  {"shape-line", "paper"}};
  for (const std::string& part : {style.substr(0, dark), style.substr(dark)}) {
    const Colours colours = ColoursIn(part);
    for (const auto& [text, ground] : kWritten) {
      ASSERT_TRUE(colours.contains(text) && colours.contains(ground)) << text << " on " << ground;
      EXPECT_GE(Contrast(colours.at(text), colours.at(ground)), 4.5) << text << " on " << ground;
    }
  }
}

}  // namespace
}  // namespace properties
