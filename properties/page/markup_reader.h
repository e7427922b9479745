// properties/page/markup_reader.h -- for tests: is a page well-formed, and what stands in it.
//
// Read next: properties/page/trace_page_test.cc.

#pragma once

#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace properties {

// The page read tag by tag: what is open at its end, or closed in the wrong order, is an error.
class MarkupReader {
 public:
  explicit MarkupReader(std::string_view page) : page_(page) {
    while (at_ < page_.size() && error.empty()) Read();
    if (error.empty() && !open_.empty()) error = "never closed: " + open_.back();
  }

  std::string error;               // empty if the page is well-formed
  std::vector<std::string> tags;   // of all elements, in order
  std::set<std::string> ids;       // of all elements
  std::vector<std::string> links;  // the addresses of all references
  std::string text;                // what is shown, with the entities as they are written

 private:
  void Read() {
    if (page_[at_] != '<') {
      text += page_[at_++];
      return;
    }
    if (page_.substr(at_).starts_with("<!")) {
      at_ = Behind('>');
      return;
    }
    const bool closes = page_[at_ + 1] == '/';
    at_ += closes ? 2 : 1;
    const std::string name = Name();
    if (name.empty()) error = "a bracket without a name at " + std::to_string(at_);
    if (closes) {
      Close(name);
    } else {
      Open(name);
    }
  }

  void Close(const std::string& name) {
    if (open_.empty() || open_.back() != name) {
      error = "</" + name + "> closes " + (open_.empty() ? "nothing" : open_.back());
    } else {
      open_.pop_back();
    }
    at_ = Behind('>');
  }

  void Open(const std::string& name) {
    static const std::set<std::string> kVoid = {"meta", "link", "input", "br"};
    tags.push_back(name);
    bool whole = kVoid.contains(name);
    while (at_ < page_.size() && page_[at_] != '>') whole = Attribute() || whole;
    ++at_;
    if (whole) return;
    open_.push_back(name);
    if (name != "script" && name != "style") return;
    const std::size_t end = page_.find("</" + name, at_);
    if (end == page_.npos) error = name + " never ends";
    at_ = std::min(end, page_.size());
  }

  // Reads an attribute, a blank or the stroke of <a/>; the latter is true.
  bool Attribute() {
    if (page_[at_] == '/') return ++at_ > 0;
    const std::string name = Name();
    if (name.empty()) {
      if (std::isspace(static_cast<unsigned char>(page_[at_])) == 0) error = "an odd attribute";
      ++at_;
      return false;
    }
    if (at_ >= page_.size() || page_[at_] != '=') return false;
    if (page_[at_ + 1] != '"') error = name + " has no quotes";
    const std::size_t begin = at_ + 2, end = page_.find('"', begin);
    const std::string value(page_.substr(begin, end - begin));
    if (name == "id" && !ids.insert(value).second) error = "two elements " + value;
    if (name == "href" || name == "src") links.push_back(value);
    if (name.starts_with("on")) error = "a script in " + name;
    at_ = std::min(end, page_.size() - 1) + 1;
    return false;
  }

  std::string Name() {
    const std::size_t begin = at_;
    while (at_ < page_.size() && (std::isalnum(static_cast<unsigned char>(page_[at_])) != 0 ||
                                  page_[at_] == '-' || page_[at_] == ':')) {
      ++at_;
    }
    return std::string(page_.substr(begin, at_ - begin));
  }

  std::size_t Behind(char c) const {
    const std::size_t end = page_.find(c, at_);
    return end == page_.npos ? page_.size() : end + 1;
  }

  std::string_view page_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
};

}  // namespace properties
