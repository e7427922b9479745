// core/testing/directory.h -- objects in a directory by itself.

#pragma once

#include "core/heap/directory.h"

namespace gc {

// A record with an object, whether the name is taken or not.
inline Directory::Record AddTo(Directory& directory, Object& object, Directory::Record outer,
                               Name name, Directory::List instances_of = 0) {
  const Directory::Record record =
      directory.Claim(outer, name, instances_of, 0, [](Index) { return false; });
  directory.Fill(record, object);
  return record;
}

}  // namespace gc
