// core/reflect/annotations.h -- the words by which a header says what of it is reflected.
//
// A compiler sees nothing of them: they are for `tricolour-reflect`, which reads the header before
// the compiler does and writes what a description by hand would say (core/reflect/tool/).
//
//     #include "door.generated.h"  // the last include
//
//     class GC_CLASS(category = "Game") Door : public gc::NamedObject {
//       GC_BODY(Door)
//      public:
//       GC_PROPERTY(transient, display = "How wide") float width = 1;
//       GC_PROPERTY() gc::ObjectPtr<Room> room;
//       GC_FUNCTION() float Open(float speed, int times);
//     };
//     struct GC_STRUCT() Slot {
//       GC_BODY(Slot)
//       GC_PROPERTY() gc::ObjectPtr<Item> item;
//     };
//     enum class GC_ENUM() Mood { kCalm, kAngry };
//
// In the brackets stand specifiers, which are single words, and metadata, which are `key = value`.
// A value is a string, a number or a word. GC_BODY names its type: the generated header defines
// what it stands for under that name, so neither a line nor a file is part of a type's identity.
//
// Source: S4.2, S4.3.   Read next: core/reflect/tool/README.md.

#pragma once

#ifdef GC_REFLECT_TOOL

#include "core/object/class.h"

#define GC_CLASS(...) [[clang::annotate("gc:class:" #__VA_ARGS__)]]
#define GC_STRUCT(...) [[clang::annotate("gc:struct:" #__VA_ARGS__)]]
#define GC_ENUM(...) [[clang::annotate("gc:enum:" #__VA_ARGS__)]]
#define GC_PROPERTY(...) [[clang::annotate("gc:property:" #__VA_ARGS__)]]
#define GC_FUNCTION(...) [[clang::annotate("gc:function:" #__VA_ARGS__)]]
#define GC_BODY(name) \
 public:              \
  [[clang::annotate("gc:body:" #name)]] static const ::gc::Class kClass;

#else

#define GC_CLASS(...)
#define GC_STRUCT(...)
#define GC_ENUM(...)
#define GC_PROPERTY(...)
#define GC_FUNCTION(...)
#define GC_BODY(name) GC_BODY_##name

#endif
