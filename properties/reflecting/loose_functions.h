// properties/reflecting/loose_functions.h -- functions that a loose class may have.
//
// Which class has which, and under which name, is chosen at run time. What each does is said on
// paper, and here once more as a program does it.
//
// Read next: reference/reflecting/paper_functions.h.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/reflect/function.h"
#include "properties/reflecting/type_table.h"
#include "reference/reflecting/paper_functions.h"

namespace properties::reflecting {

// The object of which a function was called last, and what was noted last.
struct LooseNotes {
  const gc::Object* object = nullptr;
  std::string noted = {};
};
extern LooseNotes loose_notes;

struct FunctionEntry {
  reference::reflecting::Deed deed = {};
  std::vector<const TypeEntry*> parameters = {};
  const TypeEntry* result = nullptr;  // null: none
  // The strings outlive the function, of which a part is never freed.
  gc::Function (*describe)(const char* name, std::span<const char* const> names,
                           std::span<const gc::Metadata> metadata) = nullptr;
  // Calls whatever has the name with arguments of the types above. The result, or any value if
  // there is none to expect; nothing if it is not called.
  std::optional<PaperValue> (*call)(gc::Object& object, std::string_view name,
                                    const std::vector<PaperValue>& arguments, const Named& named,
                                    std::string& error) = nullptr;
};

// As core describes it: made once for each deed and name.
const gc::Function& DescribedAs(const reference::reflecting::PaperFunction& function);
// One for each deed, in their order.
const std::vector<FunctionEntry>& FunctionTable();
// The row of a type that the table of types has.
const TypeEntry& EntryWith(const gc::ValueType& type);

}  // namespace properties::reflecting
