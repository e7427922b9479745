// properties/page/html_test.cc -- text stays text, whatever it is.

#include "properties/page/html.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace properties {
namespace {

TEST(Html, EscapesWhatHasAMeaningBetweenTagsAndInQuotes) {
  EXPECT_EQ(EscapedHtml("<b a=\"1\" c='2'> & d"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt; &amp; d");
  EXPECT_EQ(EscapedHtml("a\n\tb"), "a\n\tb");
}

TEST(Html, ReplacesWhatIsNoText) {
  const std::string odd = "\xEF\xBF\xBD";
  EXPECT_EQ(EscapedHtml("h\xC3\xA9 \xE2\x86\x92"), "h\xC3\xA9 \xE2\x86\x92");
  EXPECT_EQ(EscapedHtml("\xFF"
                        "a"),
            odd + "a");
  EXPECT_EQ(EscapedHtml("a\xC3"), "a" + odd);
  EXPECT_EQ(EscapedHtml("\xC3<"), odd + "&lt;") << "a broken character takes no bracket with it";
  EXPECT_EQ(EscapedHtml(std::string("a\0\x1b", 3)), "a" + odd + odd);
}

TEST(Html, JsonOfAScriptEndsNoElementAndParsesBack) {
  const nlohmann::json hostile = {{"</script><!--", "]]> & \xE2\x80\xA8 '\"\\"},
                                  {"n", {1, nullptr}}};
  const std::string text = JsonForScript(hostile);
  for (const char* const part : {"<", ">", "&", "\xE2"}) EXPECT_EQ(text.find(part), text.npos);
  EXPECT_EQ(nlohmann::json::parse(text), hostile);
  EXPECT_EQ(nlohmann::json::parse(JsonForScript("\xFF")), "\xEF\xBF\xBD");
}

TEST(Html, APageMayFetchNothing) {
  const std::string page = WholePage("</title><script>", "", "", "");
  EXPECT_NE(page.find("default-src 'none'"), page.npos);
  EXPECT_NE(page.find("<title>&lt;/title&gt;&lt;script&gt;</title>"), page.npos);
}

}  // namespace
}  // namespace properties
