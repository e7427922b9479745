// core/reflect/saving/saving.h -- objects as bytes, and back.
//
// A level has a thousand doors, and nearly all of them are as the designer of the door left them.
// To save all properties of all doors would take space, and would undo what the designer changes
// later. So of each object only those properties are saved that differ from the default object of
// its class, and what is loaded starts as a new object does: with the defaults as they are then
// (S3.7).
//
//     default when saved    width 1, height 2        a door      width 3, height 2
//     saved                                          width 3
//     default when loaded   width 1, height 5        the door    width 3, height 5
//
// What is saved is an object with all that is inside of it, but no transient property and no
// transient object (S2.17), and nothing that is marked garbage. A reference is saved as a path:
// "./Leaf" to an object inside, "Castle/Key" to another, null to one that is transient or marked
// garbage. The flags of an object are not saved. Encodings are JSON and a binary one (MessagePack);
// both say the same.
//
// Bytes come from outside. They are checked whole before anything is made: so an unknown class or
// property, a value of another type, a name that leads nowhere, or bytes that are cut short change
// nothing, and the error says where.
//
// Upholds: copy-barrier (values are assigned, and references stored, as by any mutator).
// Thread rules: as for making objects. The collector must not run a step meanwhile.
// Read next: core/reflect/saving/writer.cc, core/reflect/saving/reader.cc.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/heap/factory.h"
#include "core/pointer/path.h"

namespace gc {
inline namespace GC_BUILD {

enum class Encoding : std::uint8_t { kJson, kBinary };

// The object, and what is inside of it, as bytes, which are the same whenever the values are. None,
// and one sentence in `error`, if something could not be loaded again: a value that can be said in
// no way, what is too deep inside, what leads to an object that is under construction, or stands
// where a class makes a part of another class; or if there is no memory.
//
// The object must be of this heap, and not doomed (aborts).
std::optional<std::string> SaveObject(Heap& heap, NamedObject& object, Encoding encoding,
                                      std::string& error);

// Where what has moved since it was saved is now (redirectors).
struct Redirects {
  std::map<std::string, std::string, std::less<>> classes;  // "/Script/Game.Gate" to another path
  // "/Script/Game.Door.breadth" to a name: of a property of the class that is there now.
  std::map<std::string, std::string, std::less<>> properties;
  std::map<std::string, std::string, std::less<>> objects;  // paths of objects
};

struct LoadOptions {
  const Redirects* redirects = nullptr;  // null: nothing has moved
  PathTable* paths = nullptr;            // for soft and lazy references; null: refused
};

// Makes the object that was saved, and what was inside of it; the plan gives its outer and name.
// Null, and one sentence in `error` with the position, if the bytes are not what SaveObject wrote
// for the classes of this program: then nothing was made but class objects, with their default
// objects, of classes that were not used before. If there is no room it is null too, and
// what had been made by then is marked garbage. No other object is changed in either case.
//
// But the program ends, as in Factory::New, if there is no room for a class object of a class that
// was not used before, with its default object; and, as the JSON library allocates while it
// destroys, if a deep document is dropped without any memory.
NamedObject* LoadObject(Heap& heap, std::string_view bytes, Encoding encoding, const Plan& plan,
                        const LoadOptions& options, std::string& error);

}  // namespace GC_BUILD
}  // namespace gc
