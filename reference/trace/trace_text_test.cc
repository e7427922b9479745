// reference/trace/trace_text_test.cc -- each form of the text is read and printed, and traces are
// read from files.

#include "reference/trace/trace_text.h"

#include <unistd.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace reference {
namespace {

std::vector<Operation> OperationsOf(std::string_view lines) {
  const auto result = ParseTrace("tricolour trace 2\n" + std::string(lines));
  const auto* const error = std::get_if<ParseError>(&result);
  EXPECT_EQ(error, nullptr) << error->Text();
  return error == nullptr ? std::get<Trace>(result).operations : std::vector<Operation>{};
}

const auto kNameOfCase = [](const auto& info) { return info.param.name; };

struct Form {
  std::string name;
  std::string line;
  Operation operation;
};
void PrintTo(const Form& form, std::ostream* out) { *out << form.name; }

class EveryForm : public testing::TestWithParam<Form> {};

TEST_P(EveryForm, ParsesAndPrints) {
  const std::vector<Operation> operations = OperationsOf(GetParam().line);
  ASSERT_EQ(operations.size(), 1u);
  EXPECT_EQ(operations[0], GetParam().operation);
  EXPECT_EQ(PrintOperation(GetParam().operation), GetParam().line);
}

Operation InLane(std::uint8_t lane, Operation operation) {
  operation.lane = lane;
  return operation;
}

INSTANTIATE_TEST_SUITE_P(
    TraceText, EveryForm,
    testing::Values(
        Form{"Create", "create a", op::Create(0)},
        Form{"CreateWithFields", "create z 64", op::Create(25, 64)},
        Form{"CreateWithoutFields", "create o26 0", op::Create(26, 0)},
        Form{"Store", "store a.0 b", op::Store(0, 0, 1)},
        Form{"StoreNull", "store o16777215.63 null", op::Store(16777215, 63, kNull)},
        Form{"Move", "move a.0 b.1", op::Move(0, 0, 1, 1)},
        Form{"MoveWithinAnObject", "move a.0 a.1", op::Move(0, 0, 0, 1)},
        Form{"Swap", "swap a.0 b.1", op::Swap(0, 0, 1, 1)},
        Form{"SwapAFieldWithItself", "swap a.0 a.0", op::Swap(0, 0, 0, 0)},
        Form{"Root", "root a", op::Root(0)}, Form{"Unroot", "unroot a", op::Unroot(0)},
        Form{"StrongTake", "strong-take a", op::StrongTake(0)},
        Form{"StrongDrop", "strong-drop a", op::StrongDrop(0)},
        Form{"WeakMake", "weak-make w0 w", op::WeakMake(0, 22)},
        Form{"WeakRead", "weak-read w65535", op::WeakRead(65535)},
        Form{"WeakCopy", "weak-copy w1 w0", op::WeakCopy(1, 0)},
        Form{"ReferencerHold", "referencer-hold r0 r", op::ReferencerHold(0, 17)},
        Form{"ReferencerHoldRaw", "referencer-hold r1 o raw", op::ReferencerHold(1, 14, true)},
        Form{"ReferencerRelease", "referencer-release r0", op::ReferencerRelease(0)},
        Form{"ReadyYes", "ready a yes", op::Ready(0, true)},
        Form{"ReadyNo", "ready a no", op::Ready(0, false)}, Form{"Keep", "keep a", op::Keep(0)},
        Form{"Append", "append a b", op::Append(0, 1)},
        Form{"Erase", "erase a.63", op::Erase(0, 63)}, Form{"Take", "take b a", op::Take(1, 0)},
        Form{"CreateNamed", "create-named a 3", op::CreateNamed(0, 3)},
        Form{"Find", "find a", op::Find(0)}, Form{"Rename", "rename a", op::Rename(0)},
        Form{"Purge", "purge 7", op::Purge(7)}, Form{"Abandon", "abandon a w1", op::Abandon(0, 1)},
        Form{"Resolve", "resolve a.63 w7", op::Resolve(0, 63, 7)},
        Form{"Garbage", "garbage a", op::Garbage(0)}, Form{"Outer", "outer a b", op::Outer(0, 1)},
        Form{"ReferencerProtect", "referencer-protect r7 a", op::ReferencerProtect(7, 0)},
        Form{"Cluster", "cluster a", op::Cluster(0)},
        Form{"ClusterAdd", "cluster-add a b", op::ClusterAdd(0, 1)},
        Form{"Dissolve", "dissolve a", op::Dissolve(0)}, Form{"Unkeep", "unkeep a", op::Unkeep(0)},
        Form{"Copy", "copy b a", op::Copy(1, 0)}, Form{"Reserve", "reserve a 1", op::Reserve(0, 1)},
        Form{"Complete", "complete a", op::Complete(0)},
        Form{"Permanent", "permanent a 1", op::Permanent(0, 1)},
        Form{"Resurrect", "resurrect a b.1", op::Resurrect(0, 1, 1)},
        Form{"Hold", "hold a", op::Hold(0)}, Form{"Drop", "drop a", op::Drop(0)},
        Form{"Collect", "collect", op::Collect()}, Form{"Start", "start", op::Start()},
        Form{"Tick", "tick 1073741824", op::Tick(1u << 30)},
        Form{"ExpectAlive", "expect alive a", op::ExpectAlive(0)},
        Form{"ExpectGone", "expect gone a", op::ExpectGone(0)},
        Form{"Enter", "@1 enter", op::Enter(1)}, Form{"Leave", "@63 leave", op::Leave(63)},
        Form{"TryCollect", "try-collect", op::TryCollect()}, Form{"Flag", "flag a", op::Flag(0)},
        Form{"Unflag", "unflag a", op::Unflag(0)},
        Form{"StartKeeping", "start-keeping", op::StartKeeping()},
        Form{"CollectKeeping", "collect-keeping", op::CollectKeeping()},
        Form{"Identify", "identify a", op::Identify(0)},
        Form{"Recreate", "recreate b a 1", op::Recreate(1, 0, 1)},
        Form{"BeginByHand", "begin a", op::BeginByHand(0)},
        Form{"Frame", "frame 65535", op::Frame(65535)},
        Form{"FrameAtOnce", "frame 0", op::Frame(0)},
        Form{"Lane", "@63 tick 1", InLane(63, op::Tick(1))}),
    kNameOfCase);

TEST(TraceText, AnObjectHasTwoFieldsIfNothingIsSaid) {
  EXPECT_EQ(OperationsOf("create a"), OperationsOf("create a 2"));
  EXPECT_EQ(PrintOperation(op::Create(0, 2)), "create a");
  EXPECT_EQ(PrintOperation(op::Reserve(0)), "reserve a");
}

TEST(TraceText, AnOldWordOfAVerbReadsAndPrintsAsTheNewOne) {
  EXPECT_EQ(OperationsOf("farewell a b.1"), OperationsOf("resurrect a b.1"));
  EXPECT_EQ(OperationsOf("world 61"), OperationsOf("frame 61"));
  EXPECT_EQ(PrintOperation(OperationsOf("farewell a b.1").front()), "resurrect a b.1");
  EXPECT_EQ(PrintOperation(OperationsOf("world 61").front()), "frame 61");
}

TEST(TraceText, WordsMayStandAnywhereInTheirLine) {
  const std::vector<Operation> two = {op::Store(0, 0, 1), InLane(1, op::ExpectGone(0))};
  EXPECT_EQ(OperationsOf("store a.0 b\n@1 expect gone a\n"), two);
  EXPECT_EQ(OperationsOf("  store\ta.0   b\t\n\n \t@1\texpect \t gone  a"), two);
  EXPECT_EQ(OperationsOf("store a.0 b\r\n\r\n@1 expect gone a\r\n"), two);
  EXPECT_EQ(OperationsOf("# caf\xC3\xA9\nstore a.0 b# here\n@1 expect gone a  # and \"here\""),
            two);
}

TEST(TraceText, TheHeaderSaysTheDiscipline) {
  const auto locals = [](std::string_view text) {
    return std::get<Trace>(ParseTrace(text)).header.locals;
  };
  EXPECT_EQ(locals("tricolour trace 2"), Locals::kDead);
  EXPECT_EQ(locals("tricolour trace 2 \t\r\n"), Locals::kDead);
  EXPECT_EQ(locals("tricolour trace 2\nlocals dead\n"), Locals::kDead);
  EXPECT_EQ(locals("\xEF\xBB\xBFtricolour trace 2\r\nlocals rescanned\r\n"), Locals::kRescanned);
  EXPECT_EQ(locals("tricolour trace 2\n\n# which\n\tlocals  black # this\ntick 1"), Locals::kBlack);
}

TEST(TraceText, ATraceOfVersion1ReadsAndPrintsAsWhatItWas) {
  const std::string text = "tricolour trace 1\nlocals black\ncreate a\nhold a\ntick 1\n";
  const Trace trace = std::get<Trace>(ParseTrace(text));
  EXPECT_EQ(trace.header.version, 1u);
  EXPECT_EQ(PrintTrace(trace), text);
}

TEST(TraceText, TheHeaderSaysTheShape) {
  const auto shape = [](std::string_view text) {
    return std::get<Trace>(ParseTrace(text)).header.shape;
  };
  EXPECT_EQ(shape("tricolour trace 2\nlocals dead\n"), 0u);
  EXPECT_EQ(shape("tricolour trace 2\nshape 17\ntick 1"), 17u);
  EXPECT_EQ(shape("tricolour trace 2\nlocals dead\n\n shape 4294967295 # all\ntick 1"),
            4294967295u);
  const Trace trace{.header = {.shape = 17}, .operations = {op::Tick()}};
  EXPECT_EQ(PrintTrace(trace), "tricolour trace 2\nlocals dead\nshape 17\ntick 1\n");
  EXPECT_EQ(std::get<Trace>(ParseTrace(PrintTrace(trace))), trace);
  for (const char* wrong :
       {"shape", "shape x", "shape 4294967296", "shape 1 2", "tick 1\nshape 1"}) {
    EXPECT_TRUE(
        std::holds_alternative<ParseError>(ParseTrace(std::string("tricolour trace 2\n") + wrong)))
        << wrong;
  }
}

TEST(TraceText, APrintedTraceIsAFileToRead) {
  const Trace trace{.header = {.locals = Locals::kBlack},
                    .operations = {op::Create(0), InLane(1, op::Store(1, 0, kNull))}};
  EXPECT_EQ(PrintTrace(trace), "tricolour trace 2\nlocals black\ncreate a\n@1 store b.0 null\n");
}

TEST(TraceText, NamesAreLettersThenNumbers) {
  EXPECT_EQ(PrintName(0), "a");
  EXPECT_EQ(PrintName(25), "z");
  EXPECT_EQ(PrintName(26), "o26");
  EXPECT_EQ(PrintName(kNameLimit - 1), "o16777215");
  EXPECT_EQ(PrintName(kNull), "null");
  EXPECT_EQ(PrintName(kDangling), "dangling");
}

// A line may have 4096 bytes, and end with LF or with CR LF.
TEST(TraceText, ALineMayBeLong) {
  const std::string line = "tick 1 #" + std::string(4088, '-');
  ASSERT_EQ(line.size(), 4096u);
  EXPECT_EQ(OperationsOf(line + "\n" + line + "\r\n" + line).size(), 3u);
}

class TraceFile : public testing::Test {
 protected:
  TraceFile()
      : folder_(testing::TempDir() + "trace_text_test." + NameOfTest() + std::to_string(getpid())) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~TraceFile() override { std::filesystem::remove_all(folder_); }

  std::string Path(std::string_view name) const { return folder_ + "/" + std::string(name); }
  std::string Written(std::string_view name, std::string_view text) const {
    std::ofstream(Path(name), std::ios::binary) << text;
    return Path(name);
  }
  static std::string ErrorIn(const std::string& path) {
    const auto result = LoadTrace(path);
    return std::holds_alternative<ParseError>(result) ? std::get<ParseError>(result).Text() : "";
  }

 private:
  static std::string NameOfTest() {
    return testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  std::string folder_;
};

TEST_F(TraceFile, IsReadLikeAText) {
  const std::string path = Written("good.trace", "tricolour trace 2\r\ncreate a\r\n");
  EXPECT_EQ(LoadTrace(path), ParseTrace("tricolour trace 2\ncreate a\n"));
}

TEST_F(TraceFile, NamesItselfInAnError) {
  const std::string path = Written("bad.trace", "tricolour trace 2\nroot\n");
  EXPECT_EQ(ErrorIn(path), path +
                               ":2:5: expected an object such as a or o26, "
                               "found the end of the line");
}

TEST_F(TraceFile, SaysWhyItCannotBeRead) {
  const std::string file = Written("file.trace", "tricolour trace 2\n");
  const std::string expected = ":1:1: expected a trace file that can be read, found ";
  const std::string missing = Path("missing.trace");
  EXPECT_EQ(ErrorIn(missing), missing + expected + "none (No such file or directory)");
  EXPECT_EQ(ErrorIn(Path("")), Path("") + expected + "none (Is a directory)");
  EXPECT_EQ(ErrorIn(file + "/inside"), file + "/inside" + expected + "none (Not a directory)");
  EXPECT_EQ(ErrorIn(""), expected.substr(1) + "none (No such file or directory)");
}

TEST_F(TraceFile, MayBeEmpty) {
  const std::string path = Written("empty.trace", "");
  EXPECT_EQ(ErrorIn(path),
            path + ":1:1: expected the first line to be \"tricolour trace 2\", found nothing");
}

// A claim about an object that never was is true of nothing and false of nothing, and was skipped:
// the run agreed with it.
TEST(LoadTrace, RefusesAnExpectationAboutAnObjectThatNeverWas) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("expectation-" + std::to_string(getpid()) + ".trace");
  const auto error_of = [&](const std::string& text) {
    std::ofstream(path) << text;
    const auto loaded = LoadTrace(path.string());
    const auto* const error = std::get_if<ParseError>(&loaded);
    return error == nullptr ? std::string() : error->Text().substr(path.string().size());
  };
  const std::string head = "tricolour trace 2\ncreate a 1\nroot a\n";
  EXPECT_EQ(error_of(head + "collect\nexpect alive a\n"), "");
  EXPECT_EQ(error_of(head + "expect alive  b  # a note about a\n"),
            ":4:15: expected an object that a line above makes, found \"b\", which never was");
  EXPECT_EQ(error_of(head + "@1 expect gone o26\ncreate o26 0\n"),
            ":4:16: expected an object that a line above makes, found \"o26\", which never was");
  for (const char* const birth : {"create b 0", "copy b a", "reserve b 1", "create-named b 0",
                                  "permanent b 0", "abandon b w0"}) {
    EXPECT_EQ(error_of(head + birth + "\nexpect gone b\n"), "") << birth;
  }
  std::filesystem::remove(path);
  EXPECT_TRUE(std::holds_alternative<Trace>(ParseTrace(head + "expect alive b\n")))
      << "a shrinker may take the line away that makes it";
}

}  // namespace
}  // namespace reference
