/* properties/subjects/plugin/wayward.c -- the example as a stranger might get it wrong: for tests.
 *
 * What an author does wrong at first must neither take the judge down nor be taken for something
 * else. The variable WAYWARD of the environment says which mistake this library makes; without it
 * it is the example.
 */

#define tricolour_subject_entry mark_sweep_entry
#include "examples/mark_sweep.c"
#undef tricolour_subject_entry

#include <stdio.h>

const tricolour_subject* tricolour_subject_entry(uint32_t abi);

static const tricolour_host* judge; /* of the last heap */

static int Is(const char* way) {
  const char* const chosen = getenv("WAYWARD");
  return chosen != NULL && strcmp(chosen, way) == 0;
}

/* What ends a library's process, or does not end. */
static void Misbehave(const char* where) {
  char way[40];
  snprintf(way, sizeof way, "crash-in-%s", where);
  if (Is(way)) abort();
  snprintf(way, sizeof way, "exit-in-%s", where);
  if (Is(way)) exit(0);
  snprintf(way, sizeof way, "hang-in-%s", where);
  for (volatile int ever = Is(way); ever;) continue;
  snprintf(way, sizeof way, "print-in-%s", where);
  if (Is(way)) {
    printf("{ wayward prints\n");
    fflush(stdout);
  }
}

#ifdef __GNUC__
__attribute__((constructor)) static void Load(void) { Misbehave("load"); }
#endif

static void Tell(uint32_t kind, uint32_t flag) {
  tricolour_event event = {0};
  TRICOLOUR_INIT(event);
  event.kind = kind;
  event.object = TRICOLOUR_NULL;
  event.flag = flag;
  event.where = "wayward.c:1";
  judge->publish(judge->judge, &event);
}

static const tricolour_promises* WaywardPromises(void) {
  static tricolour_promises promises;
  Misbehave("promises");
  promises = *Promises();
  if (Is("no-size")) promises.size = 0;
  if (Is("small-size")) promises.size = 8;
  if (Is("no-colours") || Is("doomed")) promises.colours = Is("doomed");
  if (Is("units-without-flip") || Is("units-without-end")) promises.units = 1;
  if (Is("silent-units")) promises.units = 1;
  if (Is("unkept-verb")) promises.verbs |= TRICOLOUR_HAS(TRICOLOUR_SWAP);
  if (Is("silent-stages")) promises.staged_destruction = 1;
  return &promises;
}

static tricolour_heap* WaywardCreate(const tricolour_host* host, const tricolour_header* header) {
  Misbehave("create");
  judge = host;
  return Is("no-heap") ? NULL : Create(host, header);
}

static void WaywardApply(tricolour_heap* heap, const tricolour_operation* operation,
                         tricolour_answer* answer) {
  const int collects = operation->verb == TRICOLOUR_COLLECT;
  if (collects) Misbehave("collect");
  if (operation->verb == TRICOLOUR_START && Is("crash-without-c") && Named(heap, 2) == NULL) abort();
  if (operation->verb == TRICOLOUR_SWAP) return; /* promised, and not done */
  if (collects && Is("units-without-end")) Tell(TRICOLOUR_UNIT_FLIP, 0);
  Apply(heap, operation, answer);
  if (Is("odd-answer") && collects) answer->kind = 77;
}

/* While it sweeps, the collector has what nothing leads to as doomed. */
static void WaywardObserve(const tricolour_heap* heap, tricolour_observation* observation) {
  Observe(heap, observation);
  if (!Is("doomed") || heap->collector.grey_count > 0 || !heap->collector.marking) return;
  observation->phase = TRICOLOUR_SWEEPING;
  for (uint32_t name = 0; name < observation->count; ++name) {
    if (observation->colours[name] == TRICOLOUR_WHITE) {
      observation->colours[name] = TRICOLOUR_DOOMED;
    }
  }
}

static int32_t WaywardVerify(const tricolour_heap* heap, tricolour_breach* breach) {
  if (!Is("breach") || Named(heap, 0) == NULL) return 0;
  breach->rule = "cells-are-counted";
  breach->object = 0;
  breach->detail = "the count is off by one";
  return 1;
}

/* Too coarse: heaps that differ have the same. */
static uint64_t WaywardFingerprint(const tricolour_heap* heap) {
  (void)heap;
  return 1;
}

const tricolour_subject* tricolour_subject_entry(uint32_t abi) {
  static tricolour_subject table;
  const tricolour_subject* const example = mark_sweep_entry(abi);
  if (example == NULL) return NULL;
  table = *example;
  table.promises = WaywardPromises;
  table.create = WaywardCreate;
  table.apply = WaywardApply;
  table.observe = WaywardObserve;
  table.verify = WaywardVerify;
  if (Is("constant-fingerprint")) table.fingerprint = WaywardFingerprint;
  if (Is("no-table-size")) table.size = 0;
  return &table;
}
