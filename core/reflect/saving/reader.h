// core/reflect/saving/reader.h -- a document that was checked, and what it makes.
//
// Reading has two parts. A Check goes through all of the document, and says what is wrong first; it
// asks classes and look-ups, and changes nothing. Only then objects are made and values assigned,
// which can fail for want of memory only.
//
// Read next: core/reflect/saving/check.cc, core/reflect/saving/reader.cc.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/reflect/saving/document.h"

namespace gc {
inline namespace GC_BUILD {

// One object of a document.
struct Planned {
  std::string path;        // "./", "./Leaf"
  std::string name = {};   // "Leaf"; of the first empty
  std::string outer = {};  // "./"
  const Reflection* type = nullptr;
  const Saved* properties = nullptr;  // in the document
};

class Check {
 public:
  Check(Heap& heap, const LoadOptions& options, std::string& error)
      : factory_(heap), options_(options), error_(error) {}

  // The objects of the document, outers first; empty if it has an error.
  std::vector<Planned> Run(const Saved& document);

 private:
  bool CheckHead(const Saved& document);
  bool PlanObject(const Saved& entry, const std::string& where);
  bool PlanPath(Planned& planned, const std::string& where);
  bool CheckProperties(const Reflection& type, const Saved& saved, const std::string& where);
  bool CheckValue(const ValueType& type, const Saved& saved, const std::string& where);
  bool CheckNumber(const ValueType& type, const Saved& saved, const std::string& where);
  bool CheckEnumerator(const ValueType& type, const Saved& saved, const std::string& where);
  bool CheckParts(const ValueType& type, const Saved& saved, const std::string& where);
  bool CheckVariant(const ValueType& type, const Saved& saved, const std::string& where);
  bool CheckReference(const ValueType& type, const Saved& saved, const std::string& where);
  const Class* ClassInside(std::string_view path) const;
  NamedObject* PartLike(std::string_view path) const;
  bool Expected(const std::string& what, const Saved& saved, const std::string& where);
  bool Fail(const std::string& where, const std::string& why);

  Factory factory_;
  const LoadOptions& options_;
  std::string& error_;
  std::vector<Planned> planned_;
  std::map<std::string, std::size_t, std::less<>> by_path_;
};

// The property that is called so now, and where a path leads now.
const Property* FindNow(const Reflection& type, std::string_view name, const LoadOptions& options);
std::string PathNow(std::string_view path, const LoadOptions& options);

}  // namespace GC_BUILD
}  // namespace gc
