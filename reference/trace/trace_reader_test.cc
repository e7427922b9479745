// reference/trace/trace_reader_test.cc -- long traces are read in bounded memory, and a stream that
// fails is reported.

#include "reference/trace/trace_reader.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <utility>

#include "reference/trace/trace_printer.h"

namespace reference {
namespace {

// A stream whose pieces are made when they are read, so that the whole text is never in memory.
class GeneratedText : public std::streambuf {
 public:
  // `next` appends the next piece, or nothing at the end. It may throw, as a failing disk does.
  explicit GeneratedText(std::function<void(std::string&)> next) : next_(std::move(next)) {}

  std::size_t bytes_given() const { return given_; }

 protected:
  int_type underflow() override {
    piece_.clear();  // keeps its capacity, so that later pieces allocate nothing
    next_(piece_);
    given_ += piece_.size();
    setg(piece_.data(), piece_.data(), piece_.data() + piece_.size());
    return piece_.empty() ? traits_type::eof() : traits_type::to_int_type(piece_.front());
  }

 private:
  std::function<void(std::string&)> next_;
  std::string piece_;
  std::size_t given_ = 0;
};

// Operation i of an endless trace.
Operation EndlessTrace(std::uint32_t i) {
  const Name a = i % kNameLimit;
  switch (i % 5) {
    case 0:
      return op::Create(a, i % 7);
    case 1:
      return op::Store(a, static_cast<std::uint16_t>(i % 3), kNull);
    case 2:
      return op::WeakMake(i % 100, a);
    case 3:
      return op::ReferencerHold(i % 9, a, i % 2 == 0);
    default:
      return op::Tick(1 + i % 4);
  }
}

std::size_t PeakResidentBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

TEST(TraceReader, AMillionOperationsParseInBoundedMemory) {
  constexpr std::uint32_t kOperations = 1'000'000;
  std::uint32_t made = 0;
  GeneratedText text([&](std::string& piece) {
    if (made == 0) piece = PrintHeader({});
    for (int i = 0; i < 8 && made < kOperations; ++i, ++made) {
      AppendOperation(EndlessTrace(made), piece);
      piece += '\n';
    }
  });
  std::istream in(&text);
  TraceReader reader(in);

  TraceHeader header;
  ASSERT_TRUE(reader.ReadHeader(header));
  const std::size_t peak_before = PeakResidentBytes();
  std::size_t bytes_read = PrintHeader({}).size();
  std::uint32_t read = 0;
  bool as_made = true;
  std::size_t most_held = 0;
  std::string line;
  for (Operation operation; reader.Next(operation); ++read) {
    as_made &= operation == EndlessTrace(read);
    line.clear();
    AppendOperation(operation, line);
    bytes_read += line.size() + 1;
    most_held = std::max(most_held, text.bytes_given() - bytes_read);
  }

  EXPECT_FALSE(reader.error());
  EXPECT_EQ(read, kOperations);
  EXPECT_TRUE(as_made);
  EXPECT_EQ(bytes_read, text.bytes_given());
  EXPECT_GT(bytes_read, 16u << 20);
  // Beside what the reader holds, the stream may hold one piece of its own.
  EXPECT_LE(most_held, TraceReader::kBufferBytes + 1024);
  // The limit leaves room for sanitizers; the operations alone would take 24 MB.
  EXPECT_LE(PeakResidentBytes() - peak_before, 8u << 20);
}

TEST(TraceReader, ALineThatNeverEndsIsAnErrorAtOnce) {
  GeneratedText text([first = true](std::string& piece) mutable {
    if (std::exchange(first, false)) {
      piece = "tricolour trace 2\ntick 1\ncreate ";
    } else {
      piece.assign(1024, 'a');
    }
  });
  std::istream in(&text);
  TraceReader reader(in);
  Operation operation;
  EXPECT_TRUE(reader.Next(operation));
  EXPECT_FALSE(reader.Next(operation));
  ASSERT_TRUE(reader.error());
  EXPECT_EQ(reader.error()->Text(),
            "3:4097: expected a line of at most 4096 bytes, found a longer one");
  EXPECT_LE(text.bytes_given(), TraceReader::kBufferBytes + 1024);
}

TEST(TraceReader, ACommentMayGoOnForAsManyLinesAsItLikes) {
  GeneratedText text([pieces = 0](std::string& piece) mutable {
    ++pieces;
    if (pieces == 1) piece = "tricolour trace 2\n";
    if (pieces > 1 && pieces <= 10'000) piece = "# and so on, and so on\n\n";
    if (pieces == 10'001) piece = "start";
  });
  std::istream in(&text);
  TraceReader reader(in);
  Operation operation;
  EXPECT_TRUE(reader.Next(operation));
  EXPECT_EQ(operation, op::Start());
  EXPECT_EQ(reader.line_number(), 2u + 2 * 9'999);
  EXPECT_FALSE(reader.Next(operation));
  EXPECT_FALSE(reader.error());
}

TEST(TraceReader, ReadsTheHeaderUnlessItWasRead) {
  std::istringstream in("tricolour trace 2\nlocals black\nstart\n");
  TraceReader reader(in);
  Operation operation;
  EXPECT_TRUE(reader.Next(operation));
  EXPECT_EQ(operation, op::Start());
  EXPECT_EQ(reader.line_number(), 3u);
}

TEST(TraceReader, AHeaderMayBeAll) {
  std::istringstream in("tricolour trace 2\nlocals black");
  TraceReader reader(in);
  TraceHeader header;
  EXPECT_TRUE(reader.ReadHeader(header));
  EXPECT_EQ(header.locals, Locals::kBlack);
  Operation operation;
  EXPECT_FALSE(reader.Next(operation));
  EXPECT_FALSE(reader.error());
}

TEST(TraceReader, StopsForEverAtItsFirstError) {
  std::istringstream in("tricolour trace 2\nstart\nstop\ntick 0\nstart\n");
  TraceReader reader(in);
  Operation operation;
  EXPECT_TRUE(reader.Next(operation));
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(reader.Next(operation));
    ASSERT_TRUE(reader.error());
    EXPECT_EQ(reader.error()->line, 3u);
  }
}

TEST(TraceReader, ABadFirstOperationDoesNotSpoilTheHeader) {
  std::istringstream in("tricolour trace 2\nroot null\n");
  TraceReader reader(in);
  TraceHeader header;
  EXPECT_TRUE(reader.ReadHeader(header));
  Operation operation;
  EXPECT_FALSE(reader.Next(operation));
  EXPECT_EQ(reader.error()->line, 2u);
}

// The reader's buffer may end within a line, or between CR and LF; the line is read as a whole.
TEST(TraceReader, LinesMayLieAcrossTheBuffersEnd) {
  for (std::size_t shift = 0; shift < 40; ++shift) {
    std::string text = "tricolour trace 2\n#" + std::string(shift, '-') + "\n";
    constexpr std::uint32_t kLines = 8000;
    for (std::uint32_t i = 0; i < kLines; ++i) text += PrintOperation(EndlessTrace(i)) + "\r\n";
    ASSERT_GT(text.size(), 2 * TraceReader::kBufferBytes);
    std::istringstream in(text);
    TraceReader reader(in);
    std::uint32_t read = 0;
    for (Operation operation; reader.Next(operation); ++read) {
      ASSERT_EQ(operation, EndlessTrace(read));
    }
    EXPECT_FALSE(reader.error());
    EXPECT_EQ(read, kLines);
  }
}

// A byte order mark counts at the start of the text only, not also at the start of the buffer.
TEST(TraceReader, AByteOrderMarkWithinTheTextIsNoMark) {
  std::string text = "tricolour trace 2\n";
  while (text.size() < TraceReader::kBufferBytes - 4) text += '\n';
  std::istringstream in(text + "\xEF\xBB\xBFstart\n");
  TraceReader reader(in);
  Operation operation;
  EXPECT_FALSE(reader.Next(operation));
  ASSERT_TRUE(reader.error());
  EXPECT_EQ(reader.error()->column, 1u);
  EXPECT_EQ(reader.error()->found, "\"\\xef\\xbb\\xbfstart\"");
}

TEST(TraceReader, AStreamThatFailsSaysWhy) {
  GeneratedText text([first = true](std::string& piece) mutable {
    if (!std::exchange(first, false)) {
      errno = EIO;
      throw std::runtime_error("the disk is gone");
    }
    piece = "tricolour trace 2\ntick 1\nti";
  });
  std::istream in(&text);
  TraceReader reader(in);
  Operation operation;
  EXPECT_FALSE(reader.Next(operation));
  ASSERT_TRUE(reader.error());
  EXPECT_EQ(reader.error()->Text(),
            "1:1: expected a text that can be read, found none (Input/output error)");
}

TEST(TraceReader, AStreamThatNeverOpenedIsAnError) {
  std::istringstream in("tricolour trace 2\n");
  in.setstate(std::ios::failbit);
  TraceReader reader(in);
  TraceHeader header;
  EXPECT_FALSE(reader.ReadHeader(header));
  EXPECT_TRUE(reader.error());
}

}  // namespace
}  // namespace reference
