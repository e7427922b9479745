// properties/tool/browser_program_test.cc -- the pages in a browser: they open, they step by
// keyboard, they show what was lost, and nothing is said in the console.
//
// Chromium runs without a window and prints the page as its script has made it. What a test asks of
// a page stands behind the # of its address (page/assets/player.js): keys are pressed as events, so
// that the page's own listener acts on them. Time is virtual: nothing here waits.

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kLosingLines =
    "create a 0\nreferencer-hold r0 a\nstart\ncreate b 1\nstore b.0 a\nreferencer-hold r0 b\n"
    "tick 3\n";

class Browser : public Program {
 protected:
  struct Shown {
    std::string page;
    std::string console;  // what the page has said there, or what went wrong in it

    // What the root element says of the page.
    std::string Says(const std::string& key) const {
      const std::regex said("<html[^>]* data-" + key + "=\"([^\"]*)\"");
      std::smatch match;
      return std::regex_search(page, match, said) ? match[1].str() : "nothing";
    }
    // How many elements of this class there are.
    long Count(const std::string& of_class) const {
      const std::regex element("class=\"[^\"]*\\b" + of_class + "\\b[^\"]*\"");
      return std::distance(std::sregex_iterator(page.begin(), page.end(), element),
                           std::sregex_iterator());
    }
  };

  void SetUp() override {
    Program::SetUp();
    for (const char* const name : {"chromium", "chromium-headless-shell", "google-chrome"}) {
      const std::string there = std::string("command -v ") + name + " >/dev/null 2>&1";
      if (browser_.empty() && std::system(there.c_str()) == 0) browser_ = name;
    }
    ASSERT_FALSE(browser_.empty()) << "chromium is not installed";
  }

  Shown Open(const std::string& file, const std::string& asked,
             const std::string& flags = "") const {
    const std::string out = Path("browser.out"), err = Path("browser.err");
    const std::string command =
        browser_ + " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage " +
        "--user-data-dir='" + Path("profile") + "' --window-size=1200,900 " +
        "--enable-logging=stderr --virtual-time-budget=60000 " + flags + " --dump-dom 'file://" +
        file + "#" + asked + "' >'" + out + "' 2>'" + err + "' </dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0) << Read(err);
    Shown shown{.page = Read(out), .console = {}};
    const std::string said = Read(err);
    static const std::regex kConsole("[^\n]*CONSOLE[^\n]*");
    for (std::sregex_iterator at(said.begin(), said.end(), kConsole), end; at != end; ++at) {
      shown.console += at->str() + "\n";
    }
    // Scripts, styles and the table for readers without a script are no part of what is shown.
    for (const std::string tag : {"noscript", "script", "style"}) {
      for (std::size_t at; (at = shown.page.find("<" + tag)) != std::string::npos;) {
        const std::size_t end = shown.page.find("</" + tag + ">", at);
        shown.page.erase(at, end == std::string::npos ? end : end - at + tag.size() + 3);
      }
    }
    return shown;
  }

  // The page of a trace, without the barrier of stores.
  std::string PageOf(const std::string& lines) const {
    const std::string trace = Write("shown.trace", "tricolour trace 2\n" + lines);
    const Ran ran = Run("explain '" + trace + "' --without insertion-barrier --html '" +
                        Path("page.html") + "'");
    EXPECT_TRUE(ran.exit_code == 0 || ran.exit_code == 1) << ran.err;
    return Path("page.html");
  }

  std::string browser_;
};

// Else the tests below would see nothing in it either.
TEST_F(Browser, TellsWhatGoesWrongInAPage) {
  const Shown shown = Open(Write("wrong.html", "<script>nothing.of.this();</script>"), "");
  EXPECT_THAT(shown.console, HasSubstr("nothing is not defined"));
}

TEST_F(Browser, StepsToTheEndByKeyboardAndShowsWhatWasLost) {
  const std::string page = PageOf(kLosingLines);
  const Shown first = Open(page, "press=Home");
  EXPECT_EQ(first.Says("step"), "1");
  EXPECT_EQ(first.Count("the-lost"), 1) << "it is drawn from its birth on";
  EXPECT_EQ(first.Count("edge"), 0);
  const Shown last = Open(page, "press=Home,ArrowRight*6");
  EXPECT_EQ(last.Says("step"), "7");
  EXPECT_EQ(last.Says("mark"), "loss");
  EXPECT_THAT(last.page, HasSubstr("class=\"object doomed turned the-lost\""));
  EXPECT_EQ(last.Count("lost"), 2) << "the object, and the reference that leads to it";
  EXPECT_THAT(last.page, HasSubstr("a is doomed")) << "for readers that see no drawing";
  EXPECT_THAT(last.page, HasSubstr("noticed here: reachable: referencer -&gt; b.0 -&gt; a"));
  EXPECT_EQ(last.Count("box guilty"), 2);
  EXPECT_EQ(last.Count("box loss current"), 1);
  EXPECT_THAT(first.console + last.console, IsEmpty());
}

TEST_F(Browser, ShowsTheRunThatIsSaved) {
  const Shown shown = Open(PageOf(kLosingLines), "step=5");
  EXPECT_EQ(shown.Says("mark"), "guilty");
  EXPECT_EQ(shown.Count("object white"), 2) << "not shaded; and one in the legend";
  EXPECT_EQ(shown.Count("object grey"), 2) << "shaded, in the other run";
  EXPECT_THAT(shown.page, HasSubstr("href=\"#rule-insertion-barrier\" class=\"rule\""));
  EXPECT_THAT(shown.console, IsEmpty());
}

TEST_F(Browser, KnowsTheOtherKeysToo) {
  const std::string page = PageOf(kLosingLines);
  EXPECT_EQ(Open(page, "press=Home,n").Says("step"), "5") << "the first marked step";
  EXPECT_EQ(Open(page, "press=Home,n,n,p").Says("step"), "5");
  EXPECT_EQ(Open(page, "press=Home,End,ArrowLeft*2").Says("step"), "5");
  const Shown played = Open(page, "press=Home,Space");
  EXPECT_EQ(played.Says("step"), "7") << "it plays to the end";
  EXPECT_THAT(played.page, HasSubstr(">Play</button>")) << "and stops there";
  EXPECT_EQ(Open(page, "press=Home,Space,Space").Says("step"), "1") << "and pauses";
}

// As many elements in a long run as in a short one, at its first step, in it and at its end.
TEST_F(Browser, ShowsAThousandOperationsWithFewElements) {
  std::string lines = "create c 1\nroot c\n";
  for (int i = 0; i < 331; ++i) {
    const std::string name = "o" + std::to_string(i + 26);
    lines += "create " + name + " 0\nstore c.0 " + name + "\ncollect\n";
  }
  const std::string page = PageOf(lines + kLosingLines + "tick 9\n");
  for (const char* const asked : {"step=1", "step=500", "step=end"}) {
    const Shown shown = Open(page, std::string("count&") + asked);
    EXPECT_THAT(shown.console, IsEmpty());
    EXPECT_LT(std::stol(shown.Says("elements")), 900) << asked;
    EXPECT_GT(std::stol(shown.Says("elements")), 100) << asked;
  }
  const Shown end = Open(page, "press=Home,PageDown*3,End");
  EXPECT_EQ(end.Says("step"), "1003");
  EXPECT_EQ(end.Says("mark"), "loss");
}

TEST_F(Browser, PrintsTheHeapAtEachMarkedStep) {
  const Shown shown = Open(PageOf(kLosingLines), "print");
  const std::size_t at = shown.page.find("<div id=\"printed\">");
  ASSERT_NE(at, std::string::npos);
  const Shown printed{shown.page.substr(at), ""};
  EXPECT_EQ(printed.Count("graph"), 3);
  EXPECT_EQ(printed.Count("edge"), 3);
  EXPECT_THAT(shown.console, IsEmpty());
}

TEST_F(Browser, IsDarkIfTheReaderPrefersThat) {
  const std::string page = PageOf(kLosingLines);
  const Shown light = Open(page, "count", "--blink-settings=preferredColorScheme=1");
  const Shown dark = Open(page, "count", "--blink-settings=preferredColorScheme=0");
  EXPECT_EQ(light.Says("paper"), "rgb(255, 255, 255)");
  EXPECT_EQ(dark.Says("paper"), "rgb(21, 24, 28)");
}

TEST_F(Browser, ShowsHostileTextAsText) {
  const std::string trace =
      Write("losing.trace",
            "tricolour trace 2\n# found: </script><script>console.log('in')</script>"
            "<img src=x onerror=console.log(1)>\n" +
                kLosingLines);
  Run("explain '" + trace + "' --without insertion-barrier --html '" + Path("page.html") + "'");
  const Shown shown = Open(Path("page.html"), "press=Home,End");
  EXPECT_THAT(shown.console, IsEmpty());
  EXPECT_THAT(shown.page, Not(HasSubstr("<img")));
  EXPECT_THAT(shown.page, HasSubstr("&lt;/script&gt;&lt;script&gt;"));
  EXPECT_EQ(shown.Says("step"), "7");
}

TEST_F(Browser, OpensBothPagesOfVerify) {
  ASSERT_EQ(Run("verify --without insertion-barrier --out '" + Path("out") + "'").exit_code, 1);
  const Shown run = Open(Path("out/run.html"), "");
  EXPECT_THAT(run.console, IsEmpty());
  EXPECT_THAT(run.page, HasSubstr("<a href=\"1.html\">"));
  EXPECT_EQ(run.Count("matrix"), 1);
  const Shown failure = Open(Path("out/1.html"), "press=Home,End");
  EXPECT_THAT(failure.console, IsEmpty());
  EXPECT_EQ(failure.Says("mark"), "loss");
}

}  // namespace
}  // namespace tool
