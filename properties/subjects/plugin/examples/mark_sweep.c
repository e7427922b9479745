/* mark_sweep.c -- a small incremental collector, and its adapter for Tricolour.
 *
 * The collector marks one object a unit, shades what is stored while it marks, and sweeps at once.
 * It is here to be read and copied: part one knows nothing of Tricolour, part two is all that has
 * to be written to have it judged. Rules can be broken on purpose, to see what the judge says:
 *
 *     cc -shared -fPIC -I.. -o mark_sweep.so mark_sweep.c
 *     tricolour verify --subject ./mark_sweep.so --quick
 *     tricolour verify --subject ./mark_sweep.so --without store-without-shading
 */

#include <stdlib.h>
#include <string.h>

#include "tricolour_subject.h"

/* Part one: the collector. */

enum { kStoreWithoutShading = 1, kRootWithoutShading, kSweepWhatIsGrey, kKeepGarbage };

typedef struct Object Object;
struct Object {
  Object* next; /* in the list of all objects */
  uint32_t name;
  uint8_t marked, grey, root;
  uint32_t count;
  Object* fields[];
};

typedef struct Collector {
  const tricolour_host* memory; /* where objects come from, and go to */
  uint32_t fault;
  Object* all;
  Object** grey; /* a stack */
  size_t grey_count, grey_room;
  int marking;
} Collector;

static int Shade(Collector* heap, Object* object) {
  if (object == NULL || !heap->marking || object->marked) return 1;
  if (heap->grey_count == heap->grey_room) {
    const size_t room = 2 * heap->grey_room + 16;
    Object** const grown = realloc(heap->grey, room * sizeof *grown);
    if (grown == NULL) return 0;
    heap->grey = grown;
    heap->grey_room = room;
  }
  object->marked = object->grey = 1;
  heap->grey[heap->grey_count++] = object;
  return 1;
}

static Object* New(Collector* heap, uint32_t name, uint32_t count) {
  Object* const object = heap->memory->allocate(heap->memory->judge, name,
                                                sizeof(Object) + count * sizeof(Object*));
  if (object == NULL) return NULL;
  object->name = name;
  object->count = count;
  object->marked = (uint8_t)heap->marking; /* born black */
  object->next = heap->all;
  heap->all = object;
  return object;
}

static int Store(Collector* heap, Object* holder, uint32_t field, Object* value) {
  holder->fields[field] = value;
  return heap->fault == kStoreWithoutShading ? 1 : Shade(heap, value);
}

static int Root(Collector* heap, Object* object) {
  object->root = 1;
  return heap->fault == kRootWithoutShading ? 1 : Shade(heap, object);
}

static int Start(Collector* heap) {
  if (heap->marking) return 1;
  heap->marking = 1;
  for (Object* object = heap->all; object != NULL; object = object->next) object->marked = 0;
  for (Object* object = heap->all; object != NULL; object = object->next) {
    if (object->root && !Shade(heap, object)) return 0;
  }
  return 1;
}

static void Sweep(Collector* heap) {
  Object** at = &heap->all;
  int kept = 0;
  heap->marking = 0;
  heap->grey_count = 0;
  while (*at != NULL) {
    Object* const object = *at;
    const int dies = !object->marked || (heap->fault == kSweepWhatIsGrey && object->grey);
    object->grey = 0;
    if (!dies || (heap->fault == kKeepGarbage && !kept++)) {
      at = &object->next;
      continue;
    }
    *at = object->next;
    heap->memory->release(heap->memory->judge, object);
  }
}

/* One unit of work: scans an object, or sweeps. */
static int Unit(Collector* heap) {
  Object* object;
  if (heap->grey_count == 0 || (heap->fault == kSweepWhatIsGrey && heap->grey_count == 1)) {
    Sweep(heap);
    return 1;
  }
  object = heap->grey[--heap->grey_count];
  object->grey = 0;
  for (uint32_t i = 0; i < object->count; ++i) {
    if (!Shade(heap, object->fields[i])) return 0;
  }
  return 1;
}

/* Part two: the adapter. */

struct tricolour_heap {
  Collector collector;
  Object** by_name; /* not seen by the collector: it holds nothing */
  size_t names;
};

static const tricolour_promises* Promises(void) {
  static const tricolour_promises promises = {
      .size = sizeof promises,
      .name = "mark-sweep",
      .version = "1",
      .verbs = TRICOLOUR_HAS(TRICOLOUR_CREATE) | TRICOLOUR_HAS(TRICOLOUR_STORE) |
               TRICOLOUR_HAS(TRICOLOUR_ROOT) | TRICOLOUR_HAS(TRICOLOUR_UNROOT) |
               TRICOLOUR_HAS(TRICOLOUR_START) | TRICOLOUR_HAS(TRICOLOUR_TICK) |
               TRICOLOUR_HAS(TRICOLOUR_COLLECT),
      .exact = 1,
      .colours = 1,
  };
  return &promises;
}

static tricolour_heap* Create(const tricolour_host* host, const tricolour_header* header) {
  tricolour_heap* const heap = calloc(1, sizeof *heap);
  if (heap == NULL) return NULL;
  heap->collector.memory = host;
  heap->collector.fault = header->fault;
  return heap;
}

static void Destroy(tricolour_heap* heap) {
  free(heap->collector.grey);
  free(heap->by_name);
  free(heap);
}

static Object* Named(const tricolour_heap* heap, tricolour_name name) {
  return name < heap->names ? heap->by_name[name] : NULL;
}

static int Born(tricolour_heap* heap, tricolour_name name, uint32_t fields) {
  if (name >= heap->names) {
    const size_t names = name + 16u;
    Object** const grown = realloc(heap->by_name, names * sizeof *grown);
    if (grown == NULL) return 0;
    memset(grown + heap->names, 0, (names - heap->names) * sizeof *grown);
    heap->by_name = grown;
    heap->names = names;
  }
  heap->by_name[name] = New(&heap->collector, name, fields);
  return heap->by_name[name] != NULL;
}

/* Returns 0 without memory. */
static int Do(tricolour_heap* heap, const tricolour_operation* operation) {
  Collector* const collector = &heap->collector;
  Object* const object = Named(heap, operation->object);
  switch (operation->verb) {
    case TRICOLOUR_CREATE:
      return Born(heap, operation->object, operation->number);
    case TRICOLOUR_STORE:
      return Store(collector, object, operation->field, Named(heap, operation->target));
    case TRICOLOUR_ROOT:
      return Root(collector, object);
    case TRICOLOUR_UNROOT:
      object->root = 0;
      return 1;
    case TRICOLOUR_START:
      return Start(collector);
    case TRICOLOUR_TICK:
      for (uint32_t i = 0; i < operation->number && collector->marking; ++i) {
        if (!Unit(collector)) return 0;
      }
      return 1;
    case TRICOLOUR_COLLECT:
      for (int pass = 0; pass < 2; ++pass) { /* what is pending, and then a whole cycle */
        while (collector->marking) {
          if (!Unit(collector)) return 0;
        }
        if (pass == 0 && !Start(collector)) return 0;
      }
      return 1;
  }
  return 1;
}

static void Apply(tricolour_heap* heap, const tricolour_operation* operation,
                  tricolour_answer* answer) {
  answer->kind = Do(heap, operation) ? TRICOLOUR_DONE : TRICOLOUR_EXHAUSTED;
}

/* Whether the object is in the collector's list: its memory may be released already. */
static const Object* Living(const tricolour_heap* heap, tricolour_name name) {
  const Object* const object = Named(heap, name);
  for (const Object* one = heap->collector.all; one != NULL; one = one->next) {
    if (one == object) return object;
  }
  return NULL;
}

static int32_t Peek(const tricolour_heap* heap, tricolour_name name, tricolour_name* fields,
                    uint32_t room) {
  const Object* const object = Living(heap, name);
  if (object == NULL) return -1;
  for (uint32_t i = 0; i < object->count && i < room; ++i) {
    fields[i] = heap->collector.memory->name_of(heap->collector.memory->judge, object->fields[i]);
  }
  return (int32_t)object->count;
}

static void Observe(const tricolour_heap* heap, tricolour_observation* observation) {
  const Collector* const collector = &heap->collector;
  observation->phase = collector->marking ? TRICOLOUR_MARKING : TRICOLOUR_IDLE;
  observation->initial_references_taken = 1;
  for (const Object* one = collector->all; one != NULL; one = one->next) {
    if (one->name >= observation->count) continue;
    observation->colours[one->name] = (uint8_t)(!collector->marking || one->marked ? TRICOLOUR_BLACK
                                                                                   : TRICOLOUR_WHITE);
  }
  for (size_t i = 0; i < collector->grey_count; ++i) {
    const uint32_t name = collector->grey[i]->name;
    if (name < observation->count) observation->colours[name] = TRICOLOUR_GREY;
  }
}

static const char* FaultName(uint32_t number) {
  static const char* const names[] = {"store-without-shading", "root-without-shading",
                                      "sweep-what-is-grey", "keep-garbage"};
  return number >= 1 && number <= 4 ? names[number - 1] : NULL;
}

const tricolour_subject* tricolour_subject_entry(uint32_t abi) {
  static const tricolour_subject table = {
      .size = sizeof table,
      .abi = TRICOLOUR_ABI,
      .promises = Promises,
      .create = Create,
      .destroy = Destroy,
      .apply = Apply,
      .peek = Peek,
      .observe = Observe,
      .fault_name = FaultName,
  };
  return abi == TRICOLOUR_ABI ? &table : NULL;
}
