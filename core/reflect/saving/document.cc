// core/reflect/saving/document.cc -- bytes to documents, with a bound on their depth.
//
// The library reads nested arrays of a binary encoding by recursion. A megabyte of opening brackets
// would take all of the stack. So the bytes are read twice: first by a reader that keeps nothing
// but the depth, and stops where that is too large. MessagePack is the binary encoding, because
// there all that nests is told to such a reader: CBOR has strings of strings, which are not.

#include "core/reflect/saving/document.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace gc {
inline namespace GC_BUILD {

namespace {

class DepthCheck : public nlohmann::json_sax<Saved> {
 public:
  // `read` leads to how many bytes were read.
  DepthCheck(const std::size_t& read, std::string& error) : read_(read), error_(error) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return Deeper(); }
  bool start_array(std::size_t) override { return Deeper(); }
  bool end_object() override { return Higher(); }
  bool end_array() override { return Higher(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    error_ = "byte " + std::to_string(position) + ": this is no document";
    return false;
  }

 private:
  bool Deeper() {
    if (++depth_ <= kDeepest) return true;
    error_ = "byte " + std::to_string(read_) + ": a value is nested deeper than " +
             std::to_string(kDeepest) + " levels";
    return false;
  }
  bool Higher() {
    --depth_;
    return true;
  }

  const std::size_t& read_;
  std::string& error_;
  int depth_ = 0;
};

// Bytes that count how many of them were read: the library says where it is only when it fails.
class Counted {
 public:
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  using iterator_category = std::input_iterator_tag;

  Counted(const char* at, std::size_t* read) : at_(at), read_(read) {}
  reference operator*() const { return *at_; }
  Counted& operator++() {
    ++at_;
    ++*read_;
    return *this;
  }
  Counted operator++(int) {
    const Counted before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Counted& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  std::size_t* read_;
};

// JSON says nothing but UTF-8, and the reader of JSON sees to it. The binary encoding may say any
// bytes, which no message could print.
bool IsAllText(const Saved& document) {
  try {
    document.dump();
    return true;
  } catch (const Saved::type_error&) {
    return false;
  }
}

// Where in a document with a text that is not UTF-8 it is: "objects[0].properties.label".
std::string PlaceOfBytes(const Saved& document) {
  std::string place;
  for (const Saved* at = &document; at->is_structured();) {
    const auto bad = std::find_if_not(at->begin(), at->end(), IsAllText);
    if (bad == at->end()) return place;  // the name of one
    if (at->is_array()) {
      place += '[' + std::to_string(bad - at->begin()) + ']';
    } else {
      const auto is_text = IsAllText(bad.key());
      place += (place.empty() ? "" : ".") + (is_text ? bad.key() : std::string("(its name)"));
    }
    at = &*bad;
  }
  return place;
}

}  // namespace

std::string Encoded(const Saved& document, Encoding encoding) {
  const std::string text = document.dump(2) + '\n';  // throws if a text is not UTF-8
  if (encoding == Encoding::kJson) return text;
  std::string bytes;
  Saved::to_msgpack(document, bytes);
  return bytes;
}

bool MayBeDecoded(std::string_view bytes, Encoding encoding, std::string& error) {
  const auto format =
      encoding == Encoding::kJson ? Saved::input_format_t::json : Saved::input_format_t::msgpack;
  std::size_t read = 0;
  DepthCheck check(read, error);
  const char* const end = bytes.data() + bytes.size();
  return Saved::sax_parse(Counted(bytes.data(), &read), Counted(end, &read), &check, format);
}

Saved Decoded(std::string_view bytes, Encoding encoding, std::string& error) {
  if (!MayBeDecoded(bytes, encoding, error)) return nullptr;
  if (encoding == Encoding::kJson) return Saved::parse(bytes, nullptr, false);
  Saved document = Saved::from_msgpack(bytes, true, false);
  if (IsAllText(document)) return document;
  const std::string place = PlaceOfBytes(document);
  error = (place.empty() ? "document" : place) + ": a text is not UTF-8";
  return nullptr;
}

}  // namespace GC_BUILD
}  // namespace gc
