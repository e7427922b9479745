// reference/trace/line_reader.cc -- one buffer, refilled from its front when no whole line is left
// in it.

#include "reference/trace/line_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

namespace reference {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
// Without an end of line in so many bytes, a line is too long. They also hold, in full, the last
// character that begins within the limit.
constexpr std::size_t kEnough = LineReader::kLineLimit + 4;
static_assert(kEnough + kByteOrderMark.size() <= LineReader::kBufferBytes);

// The length of the well-formed UTF-8 sequence of two to four bytes at the front of a text, or 0.
std::size_t SequenceLength(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  if (byte(0) >= 0xC2 && byte(0) <= 0xDF) return continues(1) ? 2 : 0;
  if (byte(0) >= 0xE0 && byte(0) <= 0xEF) {
    const bool overlong = byte(0) == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = byte(0) == 0xED && byte(1) > 0x9F;
    return !overlong && !surrogate && continues(1) && continues(2) ? 3 : 0;
  }
  if (byte(0) >= 0xF0 && byte(0) <= 0xF4) {
    const bool overlong = byte(0) == 0xF0 && byte(1) < 0x90;
    const bool too_high = byte(0) == 0xF4 && byte(1) > 0x8F;
    return !overlong && !too_high && continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

constexpr bool IsPrintableAscii(char byte) { return byte >= 0x20 && byte < 0x7F; }

// Nearly every line is this, and this is quick.
bool IsAllPrintableAscii(std::string_view text) {
  bool all = true;
  for (const char byte : text) all &= IsPrintableAscii(byte);
  return all;
}

}  // namespace

std::optional<std::size_t> FirstByteThatIsNoText(std::string_view text) {
  if (IsAllPrintableAscii(text)) return std::nullopt;
  std::size_t at = 0;
  while (at < text.size()) {
    const bool one_byte = IsPrintableAscii(text[at]) || text[at] == '\t';
    const std::size_t length = one_byte ? 1 : SequenceLength(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

bool LineReader::Next(Line& line) {
  if (error_) return false;
  for (;;) {
    const std::size_t held = end_ - begin_;
    const char* const start = buffer_.data() + begin_;
    const void* const end_of_line = std::memchr(start, '\n', std::min(held, kEnough));
    if (end_of_line != nullptr) {
      const auto bytes = static_cast<std::size_t>(static_cast<const char*>(end_of_line) - start);
      return TakeLine(bytes, 1, line);
    }
    if (held >= kEnough) return TakeLine(held, 0, line);
    if (exhausted_) return held > 0 && TakeLine(held, 0, line);
    if (!Refill()) return false;
  }
}

// Moves what is held to the front and reads as much as there is room for. False is an error.
bool LineReader::Refill() {
  std::copy(buffer_.data() + begin_, buffer_.data() + end_, buffer_.data());
  end_ -= begin_;
  begin_ = 0;
  errno = 0;
  in_.read(buffer_.data() + end_, static_cast<std::streamsize>(kBufferBytes - end_));
  const int reason = errno;
  end_ += static_cast<std::size_t>(in_.gcount());
  exhausted_ = in_.eof();
  if (in_.bad() || (in_.fail() && !in_.eof())) {
    ++lines_;
    return Fail(1, "a text that can be read",
                "none (" + std::generic_category().message(reason == 0 ? EIO : reason) + ")");
  }
  if (!started_) SkipByteOrderMark();
  return true;
}

void LineReader::SkipByteOrderMark() {
  started_ = true;
  if (std::string_view(buffer_.data(), end_).starts_with(kByteOrderMark)) {
    begin_ = kByteOrderMark.size();
  }
}

// Driver out the next `bytes` as a line, if they are one, and skips its end as well.
bool LineReader::TakeLine(std::size_t bytes, std::size_t end_bytes, Line& line) {
  std::string_view text(buffer_.data() + begin_, bytes);
  begin_ += bytes + end_bytes;
  ++lines_;
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (const auto at = FirstByteThatIsNoText(text); at && *at < kLineLimit) {
    return Fail(*at + 1, "UTF-8 text without control characters", Quoted(text.substr(*at, 1)));
  }
  if (text.size() > kLineLimit) {
    return Fail(kLineLimit + 1, "a line of at most " + std::to_string(kLineLimit) + " bytes",
                "a longer one");
  }
  line = {.text = text, .number = lines_, .ends_text = end_bytes == 0};
  return true;
}

bool LineReader::Fail(std::size_t column, std::string expected, std::string found) {
  error_ = ParseError{lines_, column, std::move(expected), std::move(found)};
  return false;
}

}  // namespace reference
