// core/gc.h -- the collector's public face: include this.
//
//     gc::Heap heap;
//     Door* door = heap.New<Door>();        // managed; see core/object/header.h for what a Door is
//     heap.AddRoot(door);
//     door->room = heap.New<Room>();        // gc::ObjectPtr: goes through the barrier
//     heap.Start();                         // a cycle begins
//     while (heap.phase() != gc::Phase::kIdle) heap.Tick(100);   // and goes on a little each frame
//     heap.Collect();                       // or all at once
//
// A game leaves the when to a gc::Scheduler, which gives each frame its milliseconds of it.
//
// Thread rules: a heap and everything that refers into it is used by one thread at a time, unless
// it has a gc::Lock; several heaps may be used by several threads.
//
// Read next: core/heap/heap.h.

#pragma once

#include "core/heap/factory.h"
#include "core/heap/heap.h"
#include "core/object/class.h"
#include "core/object/header.h"
#include "core/object/schema.h"
#include "core/pointer/container.h"
#include "core/pointer/lazy_ptr.h"
#include "core/pointer/local.h"
#include "core/pointer/object_ptr.h"
#include "core/pointer/pin.h"
#include "core/pointer/referencer.h"
#include "core/pointer/scope_guard.h"
#include "core/pointer/soft_ptr.h"
#include "core/pointer/strong_ptr.h"
#include "core/pointer/validity.h"
#include "core/pointer/weak_ptr.h"
#include "core/schedule/configuration.h"
#include "core/schedule/scheduler.h"
#include "core/schedule/start_up.h"
