// properties/search/exhaustive/alphabet_builder.h -- writes the entries of an alphabet of small
// heaps.
//
// Read next: properties/search/exhaustive/alphabets.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "properties/search/exhaustive/alphabets.h"

namespace properties {

// Writes the entries of one alphabet, in the order of the calls.
class AlphabetBuilder {
 public:
  AlphabetBuilder(const AlphabetSize& size, std::vector<AlphabetEntry>& entries)
      : objects_(static_cast<reference::Name>(size.objects)),
        fields_(size.fields),
        entries_(entries) {}

  void Add(std::initializer_list<reference::Operation> operations) {
    entries_.emplace_back(operations);
  }

  void Steps() {
    Add({reference::op::Tick(1)});
    Add({reference::op::Start()});
    Add({reference::op::Collect()});
  }
  void Creates() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Create(a, fields_)});
  }
  // Each object as a copy of every other.
  void Copies() {
    for (reference::Name b = 0; b < objects_; ++b) {
      for (reference::Name a = 0; a < objects_; ++a) {
        if (a != b) Add({reference::op::Copy(b, a)});
      }
    }
  }
  void RootedCreates() {
    for (reference::Name a = 0; a < objects_; ++a)
      Add({reference::op::Create(a, fields_), reference::op::Root(a)});
  }
  // Stores of every other object, and of null, into every field.
  void Stores() {
    EachField([&](reference::Name a, std::uint16_t field) {
      for (reference::Name b = 0; b < objects_; ++b) {
        if (a != b) Add({reference::op::Store(a, field, b)});
      }
      Add({reference::op::Store(a, field, reference::kNull)});
    });
  }
  void SelfStores() {
    EachField(
        [&](reference::Name a, std::uint16_t field) { Add({reference::op::Store(a, field, a)}); });
  }
  void Moves() {
    EachFieldPair(
        [&](reference::Name a, std::uint16_t field, reference::Name b, std::uint16_t from) {
          Add({reference::op::Move(a, field, b, from)});
          if (std::pair(a, field) < std::pair(b, from))
            Add({reference::op::Swap(a, field, b, from)});
        });
  }
  // Objects without fields to begin with, which serve as containers: rooted at once, or not.
  void RootedContainers() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Create(a, 0)});
    for (reference::Name a = 0; a < objects_; ++a)
      Add({reference::op::Create(a, 0), reference::op::Root(a)});
  }
  void ContainerChanges() {
    for (reference::Name a = 0; a < objects_; ++a) {
      for (reference::Name b = 0; b < objects_; ++b) {
        if (a == b) continue;
        Add({reference::op::Append(a, b)});
        Add({reference::op::Take(a, b)});
      }
      for (std::uint16_t element = 0; element < fields_; ++element)
        Add({reference::op::Erase(a, element)});
    }
  }
  void Roots() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Root(a)});
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Unroot(a)});
  }
  void Strong() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::StrongTake(a)});
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::StrongDrop(a)});
  }
  void Keep() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Keep(a)});
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Unkeep(a)});
  }
  // Permanent objects: rooted at once, or not.
  void Permanent() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Permanent(a, fields_)});
    for (reference::Name a = 0; a < objects_; ++a)
      Add({reference::op::Permanent(a, fields_), reference::op::Root(a)});
  }
  void Resurrections() {
    EachField([&](reference::Name b, std::uint16_t field) {
      for (reference::Name a = 0; a < objects_; ++a) {
        if (a != b) Add({reference::op::Resurrect(a, b, field)});
      }
    });
  }
  // Each object is given up before its constructor runs, and the first weak reference meant it.
  void Abandonments() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Abandon(a, 0)});
  }
  void Construction() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Reserve(a, fields_)});
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Complete(a)});
  }
  void Referencers(std::uint32_t count) {
    for (std::uint32_t r = 0; r < count; ++r) {
      for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::ReferencerHold(r, a)});
      for (reference::Name a = 0; a < objects_; ++a)
        Add({reference::op::ReferencerHold(r, a, true)});
      Add({reference::op::ReferencerRelease(r)});
    }
  }
  void Wrappers(std::uint32_t count) {
    for (std::uint32_t r = 0; r < count; ++r) {
      for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::ReferencerHold(r, a)});
      Add({reference::op::ReferencerRelease(r)});
    }
  }
  void Weak(std::uint32_t count, bool copies) {
    for (std::uint32_t w = 0; w < count; ++w) {
      for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::WeakMake(w, a)});
      Add({reference::op::WeakRead(w)});
      for (std::uint32_t from = 0; copies && from < count; ++from) {
        if (from != w) Add({reference::op::WeakCopy(w, from)});
      }
    }
  }
  void NamedCreates() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::CreateNamed(a, fields_)});
  }
  void Finds() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Find(a)});
  }
  void Renames() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Rename(a)});
  }
  void WeakMakes() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::WeakMake(0, a)});
  }
  void Resolves() {
    EachField([&](reference::Name a, std::uint16_t field) {
      Add({reference::op::Resolve(a, field, 0)});
    });
  }
  void Garbage() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Garbage(a)});
  }
  // Each object with every other as its outer.
  void Outers() {
    for (reference::Name a = 0; a < objects_; ++a) {
      for (reference::Name b = 0; b < objects_; ++b) {
        if (a != b) Add({reference::op::Outer(a, b)});
      }
    }
  }
  void Protects(std::uint32_t count) {
    for (std::uint32_t r = 0; r < count; ++r) {
      for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::ReferencerProtect(r, a)});
      Add({reference::op::ReferencerRelease(r)});
    }
  }
  void Clusters() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Cluster(a)});
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Dissolve(a)});
    for (reference::Name a = 0; a < objects_; ++a) {
      for (reference::Name b = 0; b < objects_; ++b) {
        if (a != b) Add({reference::op::ClusterAdd(a, b)});
      }
    }
  }
  // A cluster of object 0, which object 1 may join. The objects from `inside` on have a keep flag
  // when they are made, so that they stay outside, and lose it later: then the cluster alone keeps
  // them.
  void ClusterWithOutsiders(reference::Name inside) {
    Add({reference::op::Create(0, fields_), reference::op::Root(0)});
    for (reference::Name a = 1; a < inside; ++a) Add({reference::op::Create(a, fields_)});
    for (reference::Name a = inside; a < objects_; ++a)
      Add({reference::op::Create(a, fields_), reference::op::Keep(a)});
    for (reference::Name a = inside; a < objects_; ++a) Add({reference::op::Unkeep(a)});
    EachField([&](reference::Name a, std::uint16_t field) {
      for (reference::Name b = inside; a < inside && b < objects_; ++b)
        Add({reference::op::Store(a, field, b)});
    });
    Add({reference::op::Cluster(0)});
    Add({reference::op::ClusterAdd(0, 1)});
  }
  void Flags() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Flag(a)});
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Unflag(a)});
  }
  // Objects are noted, and later ones made with their identities. And each may be begun by hand.
  void Identities() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::BeginByHand(a)});
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Identify(a)});
    for (reference::Name b = 1; b < objects_; ++b) {
      for (reference::Name a = 0; a < b; ++a) Add({reference::op::Recreate(b, a, fields_)});
    }
  }
  void Readiness() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Ready(a, false)});
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Ready(a, true)});
  }
  void Sections() {
    Add({reference::op::Enter(1)});
    Add({reference::op::Leave(1)});
    Add({reference::op::TryCollect()});
  }
  // The operations of lane 1 in its section.
  void WorkOfALane() {
    for (reference::Name a = 0; a < objects_; ++a)
      Add({reference::op::OnLane(1, reference::op::Create(a, fields_))});
    for (reference::Name a = 0; a < objects_; ++a)
      Add({reference::op::OnLane(1, reference::op::Unkeep(a))});
    EachField([&](reference::Name a, std::uint16_t field) {
      for (reference::Name b = 0; b < objects_; ++b) {
        if (a != b) Add({reference::op::OnLane(1, reference::op::Store(a, field, b))});
      }
      Add({reference::op::OnLane(1, reference::op::Store(a, field, reference::kNull))});
    });
  }
  // A frame at once, and a frame after so long that a cycle is due.
  void Worlds() {
    Add({reference::op::Frame(0)});
    Add({reference::op::Frame(61)});
  }
  void Locals() {
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Hold(a)});
    for (reference::Name a = 0; a < objects_; ++a) Add({reference::op::Drop(a)});
  }

 private:
  template <typename Visit>
  void EachField(const Visit& visit) {
    for (reference::Name a = 0; a < objects_; ++a) {
      for (std::uint16_t field = 0; field < fields_; ++field) visit(a, field);
    }
  }
  template <typename Visit>
  void EachFieldPair(const Visit& visit) {
    EachField([&](reference::Name a, std::uint16_t field) {
      EachField([&](reference::Name b, std::uint16_t from) {
        if (a != b || field != from) visit(a, field, b, from);
      });
    });
  }

  const reference::Name objects_;
  const std::uint32_t fields_;
  std::vector<AlphabetEntry>& entries_;
};

}  // namespace properties
