// game.generated.cc -- the descriptions of the types of the annotated header.
// Written by tricolour-reflect from game.h; a change here is lost.

#include <span>

#include "core/examples/game.h"

template <>
struct gc::Reflector<example::Piece> {
  static constexpr const char* kName = "Piece";
  static constexpr const char* kModule = "/Script/Example";
  static gc::Properties Properties() {
    return {};
  }
  static std::span<const gc::Function> Functions() {
    return {};
  }
  static std::span<const gc::Metadata> MetadataOfType() {
    return {};
  }
};
GC_DEFINE_REFLECTED(example::Piece)

template <>
struct gc::Reflector<example::Fighter> {
  static constexpr const char* kName = "Fighter";
  static constexpr const char* kModule = "/Script/Example";
  static gc::Properties Properties() {
    static const gc::Metadata kMetadata1[] = {{"display", "Frames left"}};
    static const gc::Property kProperties[] = {
        gc::PropertyOf(&example::Fighter::target, "target"),
        gc::PropertyOf(&example::Fighter::frames_left, "frames_left", 0, kMetadata1),
    };
    return kProperties;
  }
  static std::span<const gc::Function> Functions() {
    return {};
  }
  static std::span<const gc::Metadata> MetadataOfType() {
    static const gc::Metadata kMetadata[] = {{"category", "Game"}};
    return kMetadata;
  }
};
GC_DEFINE_REFLECTED(example::Fighter)
