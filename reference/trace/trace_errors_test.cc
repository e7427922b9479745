// reference/trace/trace_errors_test.cc -- a text that is no trace gives an error with the right
// place and the right words.
//
// Each case is a text, and the whole message that it gives.

#include <gtest/gtest.h>

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>

#include "reference/trace/trace_text.h"

namespace reference {
namespace {

// A text that may contain zero bytes.
template <std::size_t kSize>
std::string Bytes(const char (&literal)[kSize]) {
  return std::string(literal, kSize - 1);
}

ParseError ErrorOf(std::string_view text) {
  const auto result = ParseTrace(text);
  EXPECT_TRUE(std::holds_alternative<ParseError>(result)) << text;
  return std::holds_alternative<ParseError>(result) ? std::get<ParseError>(result) : ParseError{};
}

const auto kNameOfCase = [](const auto& info) { return info.param.name; };

struct Malformed {
  std::string name;
  std::string text;
  std::string message;
};
void PrintTo(const Malformed& malformed, std::ostream* out) { *out << malformed.name; }

class EveryMalformedText : public testing::TestWithParam<Malformed> {};

TEST_P(EveryMalformedText, SaysWhereAndWhatWasExpected) {
  EXPECT_EQ(ErrorOf(GetParam().text).Text(), GetParam().message);
}

// Mistakes in the first line.
INSTANTIATE_TEST_SUITE_P(
    TraceHead, EveryMalformedText,
    testing::Values(
        Malformed{"Empty", "",
                  "1:1: expected the first line to be \"tricolour trace 2\", found nothing"},
        Malformed{"OnlyAMark", "\xEF\xBB\xBF",
                  "1:1: expected the first line to be \"tricolour trace 2\", found nothing"},
        Malformed{"BlankFirst", "\ntricolour trace 2\n",
                  "1:1: expected the first line to be \"tricolour trace 2\", found nothing"},
        Malformed{"NoVersionLine", "create a\n",
                  "1:1: expected the first line to be \"tricolour trace 2\", found \"create a\""},
        Malformed{"OtherSpelling", "tricolor trace 1\n",
                  "1:1: expected the first line to be \"tricolour trace 2\", "
                  "found \"tricolor trace 1\""},
        Malformed{"OtherBlanks", "tricolour  trace 1\n",
                  "1:1: expected the first line to be \"tricolour trace 2\", "
                  "found \"tricolour  trace 1\""},
        Malformed{"NoVersion", "tricolour trace \n",
                  "1:1: expected the first line to be \"tricolour trace 2\", "
                  "found \"tricolour trace\""},
        Malformed{"LaterVersion", "tricolour trace 3\n",
                  "1:17: expected a version that this program reads, 1 or 2, found \"3\""},
        Malformed{"NoVersionYet", "tricolour trace 0\n",
                  "1:17: expected a version that this program reads, 1 or 2, found \"0\""},
        Malformed{"LaterVerb", "tricolour trace 1\ncreate a\n@1 keep a\n",
                  "3:4: expected a verb of version 1 (keep came with version 2), found \"keep\""},
        Malformed{"LaterVerbOfTwoObjects", "tricolour trace 1\ncopy b a\n",
                  "2:1: expected a verb of version 1 (copy came with version 2), found \"copy\""},
        Malformed{"LongVersion", "tricolour trace 20\n",
                  "1:17: expected a version that this program reads, 1 or 2, "
                  "found \"20\""},
        Malformed{"AnotherTextFile", "# Tricolour is a collector that says what it must do.\n",
                  "1:1: expected the first line to be \"tricolour trace 2\", "
                  "found \"# Tricolour is a collector that \"..."},
        Malformed{"LocalsOfNoKind", "tricolour trace 2\nlocals alive\n",
                  "2:8: expected dead, rescanned or black, found \"alive\""},
        Malformed{"LocalsCutShort", "tricolour trace 2\nlocals",
                  "2:7: expected dead, rescanned or black, found the end of the text"},
        Malformed{"LocalsOfTwoKinds", "tricolour trace 2\nlocals dead black\n",
                  "2:13: expected the end of the line, found \"black\""},
        Malformed{"LocalsTwice", "tricolour trace 2\nlocals dead\nlocals dead\n",
                  "3:1: expected an operation (locals stands before the first one), "
                  "found \"locals\""},
        Malformed{"TwoTraces", "tricolour trace 2\ntick 1\ntricolour trace 1\n",
                  "3:1: expected a verb such as create, store or tick, found \"tricolour\""}),
    kNameOfCase);

// Bytes that are no text, and lines that are too long, are refused.
INSTANTIATE_TEST_SUITE_P(
    TraceJunk, EveryMalformedText,
    testing::Values(
        Malformed{"Program", Bytes("\177ELF\2\1\1\0\0"),
                  "1:1: expected UTF-8 text without control characters, found \"\\x7f\""},
        Malformed{"Zero", Bytes("tricolour trace 2\ncreate \0\n"),
                  "2:8: expected UTF-8 text without control characters, found \"\\x00\""},
        Malformed{"ZeroInAComment", Bytes("tricolour trace 2\n# \0\n"),
                  "2:3: expected UTF-8 text without control characters, found \"\\x00\""},
        Malformed{"WideCharacters", Bytes("\xFF\xFEt\0r\0i\0"),
                  "1:1: expected UTF-8 text without control characters, found \"\\xff\""},
        Malformed{"Latin", "tricolour trace 2\n# caf\xE9 au lait\n",
                  "2:6: expected UTF-8 text without control characters, found \"\\xe9\""},
        Malformed{"CharacterCutShort", "tricolour trace 2\n# \xE2\x82",
                  "2:3: expected UTF-8 text without control characters, found \"\\xe2\""},
        Malformed{"OverlongCharacter", "tricolour trace 2\n#\xC0\xAF\n",
                  "2:2: expected UTF-8 text without control characters, found \"\\xc0\""},
        Malformed{"SurrogateCharacter", "tricolour trace 2\n#\xED\xA0\x80\n",
                  "2:2: expected UTF-8 text without control characters, found \"\\xed\""},
        Malformed{"CharacterBeyondTheLast", "tricolour trace 2\n#\xF4\x90\x80\x80\n",
                  "2:2: expected UTF-8 text without control characters, found \"\\xf4\""},
        Malformed{"TerminalCodes", "tricolour trace 2\n# \x1B[31m\n",
                  "2:3: expected UTF-8 text without control characters, found \"\\x1b\""},
        Malformed{"CarriageReturnsOnly", "tricolour trace 2\rtick 1\r",
                  "1:18: expected UTF-8 text without control characters, found \"\\x0d\""},
        Malformed{"LongLine", "tricolour trace 2\n#" + std::string(4096, '-') + "\n",
                  "2:4097: expected a line of at most 4096 bytes, found a longer one"},
        Malformed{"LineOfAMegabyte",
                  "tricolour trace 2\ntick 1\ncreate " + std::string(1u << 20, 'a'),
                  "3:4097: expected a line of at most 4096 bytes, found a longer one"},
        Malformed{"CharacterAcrossTheLimit",
                  "tricolour trace 2\n#" + std::string(4094, '-') + "\xF0\x9F\x91\x8D" + "more\n",
                  "2:4097: expected a line of at most 4096 bytes, found a longer one"}),
    kNameOfCase);

// A mistake in an operation. The line follows a version line, so it is line 2.
struct BadLine {
  std::string name;
  std::string line;
  std::string message;
};
void PrintTo(const BadLine& bad, std::ostream* out) { *out << bad.name; }

class EveryBadLine : public testing::TestWithParam<BadLine> {};

TEST_P(EveryBadLine, SaysWhereAndWhatWasExpected) {
  EXPECT_EQ(ErrorOf("tricolour trace 2\n" + GetParam().line + "\ntick 1\n").Text(),
            "2:" + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Verbs, EveryBadLine,
    testing::Values(
        BadLine{"Slip", "craete a", "1: expected a verb, perhaps create, found \"craete\""},
        BadLine{"LettersExchanged", "orot a", "1: expected a verb, perhaps root, found \"orot\""},
        BadLine{"UpperCase", "STORE a.0 b", "1: expected a verb, perhaps store, found \"STORE\""},
        BadLine{"Underscore", "weak_read w0",
                "1: expected a verb, perhaps weak-read, found \"weak_read\""},
        BadLine{"Beginning", "referencer r0 a",
                "1: expected a verb, perhaps referencer-hold, found \"referencer\""},
        BadLine{"BehindALane", "@2 tock 1", "4: expected a verb, perhaps tick, found \"tock\""},
        BadLine{"NothingLike", "frobnicate a",
                "1: expected a verb such as create, store or tick, found \"frobnicate\""},
        BadLine{"Long", std::string(100, 'x'),
                "1: expected a verb such as create, store or tick, found \"" +
                    std::string(32, 'x') + "\"..."},
        BadLine{"Quotes", "\"\\\xC3\xA9\"",
                R"(1: expected a verb such as create, store or tick, found "\"\\\xc3\xa9\"")"},
        BadLine{"LaneOnly", "@1 # nothing",
                "3: expected a verb such as create, store or tick, found the end of the line"},
        BadLine{"LaneZero", "@0 tick 1", "1: expected a lane from @1 to @63, found \"@0\""},
        BadLine{"LaneTooHigh", "@64 tick 1", "1: expected a lane from @1 to @63, found \"@64\""},
        BadLine{"LaneApart", "@ 1 tick 1", "1: expected a lane from @1 to @63, found \"@\""},
        BadLine{"TwoLanes", "@1 @2 tick 1",
                "4: expected a verb such as create, store or tick, found \"@2\""},
        BadLine{"ExpectNothing", "expect", "7: expected alive or gone, found the end of the line"},
        BadLine{"ExpectSomethingElse", "expect dead a",
                "8: expected alive or gone, found \"dead\""},
        BadLine{"ExpectInOneWord", "expect-alive a",
                "1: expected a verb, perhaps expect alive, found \"expect-alive\""}),
    kNameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Objects, EveryBadLine,
    testing::Values(
        BadLine{"Missing", "root",
                "5: expected an object such as a or o26, found the end of the line"},
        BadLine{"MissingBeforeAComment", "root   # a",
                "5: expected an object such as a or o26, found the end of the line"},
        BadLine{"Null", "root null", "6: expected an object such as a or o26, found \"null\""},
        BadLine{"UpperCase", "root A", "6: expected an object such as a or o26, found \"A\""},
        BadLine{"Word", "root abc", "6: expected an object such as a or o26, found \"abc\""},
        BadLine{"Field", "root a.0", "6: expected an object such as a or o26, found \"a.0\""},
        BadLine{"LetterByNumber", "root o25",
                "6: expected an object from a to z or from o26 to o16777215, found \"o25\""},
        BadLine{"TooHigh", "root o16777216",
                "6: expected an object from a to z or from o26 to o16777215, found \"o16777216\""},
        BadLine{"NoNumberAtAll", "root o99999999999999999999",
                "6: expected an object from a to z or from o26 to o16777215, "
                "found \"o99999999999999999999\""},
        BadLine{"LeadingZero", "root o026",
                "6: expected an object from a to z or from o26 to o16777215, found \"o026\""},
        BadLine{"Two", "root a b", "8: expected the end of the line, found \"b\""},
        BadLine{"ValueMissing", "store a.0",
                "10: expected an object such as a or o26, or null, found the end of the line"},
        BadLine{"ValueIsAField", "store a.0 b.0",
                "11: expected an object such as a or o26, or null, found \"b.0\""},
        BadLine{"ValueTooHigh", "store a.0 o16777216",
                "11: expected an object from a to z or from o26 to o16777215, or null, "
                "found \"o16777216\""}),
    kNameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Fields, EveryBadLine,
    testing::Values(
        BadLine{"Missing", "store", "6: expected a field such as a.0, found the end of the line"},
        BadLine{"Object", "store b a", "7: expected a field such as a.0, found \"b\""},
        BadLine{"Null", "move null a.0", "6: expected a field such as a.0, found \"null\""},
        BadLine{"SecondIsAnObject", "move a.0 b", "10: expected a field such as a.0, found \"b\""},
        BadLine{"NoNumber", "store a. b", "7: expected a field such as a.0, found \"a.\""},
        BadLine{"NoDigit", "store a.x b", "7: expected a field such as a.0, found \"a.x\""},
        BadLine{"Negative", "store a.-1 b", "7: expected a field such as a.0, found \"a.-1\""},
        BadLine{"OfNothing", "store .0 b",
                "7: expected a field of an object such as a or o26, found \".0\""},
        BadLine{"OfNull", "store null.0 b",
                "7: expected a field of an object such as a or o26, found \"null.0\""},
        BadLine{"OfAnObjectTooHigh", "store o16777216.0 b",
                "7: expected a field of an object from a to z or from o26 to o16777215, "
                "found \"o16777216.0\""},
        BadLine{"TooHigh", "store b.64 b", "7: expected a field from b.0 to b.63, found \"b.64\""},
        BadLine{"FarTooHigh", "swap a.0 o26.4294967296",
                "10: expected a field from o26.0 to o26.63, found \"o26.4294967296\""},
        BadLine{"LeadingZero", "store a.01 b",
                "7: expected a field from a.0 to a.63, found \"a.01\""},
        BadLine{"Three", "swap a.0 b.0 c.0", "14: expected the end of the line, found \"c.0\""}),
    kNameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Numbers, EveryBadLine,
    testing::Values(
        BadLine{"TooManyFields", "create a 65",
                "10: expected a number of fields from 0 to 64, found \"65\""},
        BadLine{"FieldsInWords", "create a two",
                "10: expected a number of fields from 0 to 64, found \"two\""},
        BadLine{"FieldsAndMore", "create a 2 3", "12: expected the end of the line, found \"3\""},
        BadLine{"NoUnits", "tick",
                "5: expected a number of units from 1 to 1073741824, found the end of the line"},
        BadLine{"ZeroUnits", "tick 0",
                "6: expected a number of units from 1 to 1073741824, found \"0\""},
        BadLine{"TooManyUnits", "tick 1073741825",
                "6: expected a number of units from 1 to 1073741824, found \"1073741825\""},
        BadLine{"UnitsThatWrapAround", "tick 4294967297",
                "6: expected a number of units from 1 to 1073741824, found \"4294967297\""},
        BadLine{"UnitsWithASign", "tick +1",
                "6: expected a number of units from 1 to 1073741824, found \"+1\""},
        BadLine{"UnitsInMilliseconds", "tick 5ms",
                "6: expected a number of units from 1 to 1073741824, found \"5ms\""},
        BadLine{"CollectSome", "collect 5", "9: expected the end of the line, found \"5\""}),
    kNameOfCase);

INSTANTIATE_TEST_SUITE_P(
    Slots, EveryBadLine,
    testing::Values(
        BadLine{"NoWeak", "weak-read",
                "10: expected a weak reference such as w0, found the end of the line"},
        BadLine{"WeakIsAnObject", "weak-make a w0",
                "11: expected a weak reference such as w0, found \"a\""},
        BadLine{"WeakWithoutNumber", "weak-read w",
                "11: expected a weak reference such as w0, found \"w\""},
        BadLine{"WeakTooHigh", "weak-read w65536",
                "11: expected a weak reference from w0 to w65535, found \"w65536\""},
        BadLine{"SecondWeakTooHigh", "weak-copy w0 w65536",
                "14: expected a weak reference from w0 to w65535, found \"w65536\""},
        BadLine{"WeakLeadingZero", "weak-read w00",
                "11: expected a weak reference from w0 to w65535, found \"w00\""},
        BadLine{"WeakMakeOfNull", "weak-make w0 null",
                "14: expected an object such as a or o26, found \"null\""},
        BadLine{"ReferencerIsWeak", "referencer-release w0",
                "20: expected a referencer such as r0, found \"w0\""},
        BadLine{"ReferencerTooHigh", "referencer-hold r65536 a",
                "17: expected a referencer from r0 to r65535, found \"r65536\""},
        BadLine{"NotRaw", "referencer-hold r0 a built",
                "22: expected raw or the end of the line, found \"built\""},
        BadLine{"RawTwice", "referencer-hold r0 a raw raw",
                "26: expected the end of the line, found \"raw\""},
        BadLine{"NeitherYesNorNo", "ready a maybe", "9: expected yes or no, found \"maybe\""},
        BadLine{"ReadyOrNot", "ready a", "8: expected yes or no, found the end of the line"}),
    kNameOfCase);

TEST(TraceErrors, AnErrorCountsEveryLine) {
  const ParseError error =
      ErrorOf("tricolour trace 2\r\n\r\n# two\r\ntick 1\r\n\troot a  b # c\r\n");
  EXPECT_EQ(error.line, 5u);
  EXPECT_EQ(error.column, 10u);
  EXPECT_EQ(error.expected, "the end of the line");
  EXPECT_EQ(error.found, "\"b\"");
  EXPECT_EQ(error.file, "");
}

TEST(TraceErrors, AnOperationCutShortEndsTheText) {
  EXPECT_EQ(ErrorOf("tricolour trace 2\ncreate a\nstore a.0").Text(),
            "3:10: expected an object such as a or o26, or null, found the end of the text");
  EXPECT_EQ(ErrorOf("tricolour trace 2\ncreate a\nsto").Text(),
            "3:1: expected a verb, perhaps store, found \"sto\"");
}

}  // namespace
}  // namespace reference
