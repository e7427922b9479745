// game.generated.h -- what each GC_BODY stands for, and the types beforehand.
// Written by tricolour-reflect from game.h; a change here is lost.

#pragma once

#ifndef GC_REFLECT_TOOL

#include "core/reflect/reflected.h"

// type /Script/Example.Piece
namespace example { class Piece; }
// type /Script/Example.Fighter
namespace example { class Fighter; }

#define GC_BODY_Piece GC_REFLECTED(Piece, gc::Component)
#define GC_BODY_Fighter GC_REFLECTED(Fighter, gc::Actor)

#endif
