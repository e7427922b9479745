// properties/search/exhaustive/chain_alphabets.h -- a chain of objects, of which few things can be
// done, so that what needs many steps is within reach.
//
//     the root   0 -> 1 -> 2
//
// Each object is made together with the reference to it. What a collector may get wrong about
// clusters, and about referencers that take over an object while marking, takes four to eight more
// steps from here; with every store between three objects it takes as many of some forty.
//
// Read next: properties/search/exhaustive/alphabets.cc.

#pragma once

#include "properties/search/exhaustive/alphabet_builder.h"

namespace properties {

class ChainAlphabet {
 public:
  ChainAlphabet(const AlphabetSize& size, AlphabetBuilder& builder)
      : last_(static_cast<reference::Name>(size.objects - 1)),
        fields_(size.fields),
        builder_(builder) {}

  void Chain() {
    builder_.Add({reference::op::Create(0, fields_), reference::op::Root(0)});
    for (reference::Name a = 1; a <= last_; ++a)
      builder_.Add({reference::op::Create(a, fields_), reference::op::Store(a - 1, 0, a)});
  }
  // Clusters of each of them and of those behind it; the second may be kept when it is made, so
  // that it stays outside, and lose that later. The chain is cut behind its root, and what is cut
  // off becomes a root, or garbage.
  void Clusters() {
    builder_.Add(
        {reference::op::Create(1, fields_), reference::op::Keep(1), reference::op::Store(0, 0, 1)});
    builder_.Add({reference::op::Unkeep(1)});
    for (reference::Name a = 0; a <= last_; ++a) builder_.Add({reference::op::Cluster(a)});
    builder_.Add({reference::op::ClusterAdd(0, last_)});
    builder_.Add({reference::op::Dissolve(0)});
    builder_.Add({reference::op::Store(0, 0, reference::kNull)});
    for (reference::Name a = 1; a <= last_; ++a) builder_.Add({reference::op::Root(a)});
    for (reference::Name a = 1; a <= last_; ++a) builder_.Add({reference::op::Garbage(a)});
  }
  // The chain is cut before its end, and a referencer holds the end, or what is before it.
  void Referencers() {
    builder_.Add({reference::op::Store(last_ - 1, 0, reference::kNull)});
    builder_.Add({reference::op::ReferencerHold(0, last_)});
    builder_.Add({reference::op::ReferencerHold(0, last_, true)});
    builder_.Add({reference::op::ReferencerHold(0, last_ - 1, true)});
    builder_.Add({reference::op::ReferencerRelease(0)});
  }

 private:
  const reference::Name last_;
  const std::uint32_t fields_;
  AlphabetBuilder& builder_;
};

}  // namespace properties
