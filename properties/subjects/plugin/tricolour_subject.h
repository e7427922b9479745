// properties/subjects/plugin/tricolour_subject.h -- what a collector of one's own offers to be
// judged by Tricolour.
//
// A collector is judged as a shared library that has one function, tricolour_subject_entry. It
// returns a table of functions: make a heap, apply an operation, look at an object. Tricolour loads
// the library, gives its heap small programs of a mutator and steps of the collector, and compares
// what comes of them with an oracle:
//
//     cc -shared -fPIC -o my.so my_adapter.c my_collector.c
//     tricolour verify --subject ./my.so --quick
//
// What a library writes to its standard output is thrown away, since results go there; the last
// line of its standard error is shown if it dies.
//
// C99; no dependency but the standard headers below. All functions are called on one thread at a
// time for one heap; several heaps may be used by several threads at once, so a collector with
// global state says `one_heap` in its promises.
//
// Versions. A later Tricolour adds members at the ends of these structures and nothing else. Each
// begins with its size, which the side that fills it in sets: TRICOLOUR_INIT(value). The reader
// takes members beyond that size as zero.
//
// Read next: properties/subjects/plugin/examples/mark_sweep.c, a whole collector and its adapter.

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TRICOLOUR_ABI 1u

/* Sets the size of a structure that was zeroed: TRICOLOUR_INIT(answer). */
#define TRICOLOUR_INIT(structure) ((structure).size = (uint32_t)sizeof(structure))

/* An object's name in a trace: 0, 1, 2, ... in the order of births; never used again. */
typedef uint32_t tricolour_name;
#define TRICOLOUR_NULL 0xFFFFFFFFu     /* the null reference */
#define TRICOLOUR_DANGLING 0xFFFFFFFEu /* from peek only: a reference to freed memory */

/* What an operation does. `a`: its object; `b`: its target; N: its number. The numbers are those of
 * the binary form of a trace, and stay what they are. A collector promises the verbs that it has;
 * a trace's other lines are skipped. Start with the first three groups. */
enum tricolour_verb {
  /* The least: objects, fields, roots, collections. */
  TRICOLOUR_CREATE = 0,   /* a new object a with N fields, all null */
  TRICOLOUR_STORE = 1,    /* a.field takes b, or TRICOLOUR_NULL */
  TRICOLOUR_ROOT = 4,     /* a is a root: a flag, not a count */
  TRICOLOUR_UNROOT = 5,   /* a is no root any more */
  TRICOLOUR_COLLECT = 16, /* finish the cycle that is pending, if one is; then one whole cycle */
  /* Steps, of an incremental collector. */
  TRICOLOUR_START = 17, /* begin a cycle, unless one is pending */
  TRICOLOUR_TICK = 18,  /* N units of work at most; stop at the end of a cycle */
  /* Fields. */
  TRICOLOUR_MOVE = 2,    /* a.field takes what b.target_field held, which becomes null; moved to
                          * where it is, a reference stays there */
  TRICOLOUR_SWAP = 3,    /* the two fields exchange what they hold */
  TRICOLOUR_COPY = 23,   /* a new object a with b's fields and what they hold now */
  TRICOLOUR_APPEND = 26, /* container a (created with 0 fields) grows by a field that holds b */
  TRICOLOUR_ERASE = 27,  /* a.field is gone from its container; later ones move down */
  TRICOLOUR_TAKE = 28,   /* container a becomes what container b was, and b is empty */
  TRICOLOUR_OUTER = 39,  /* a has one more field, the last, which holds b for ever */
  /* Holders. */
  TRICOLOUR_STRONG_TAKE = 6,      /* one more counted reference to a from outside of the heap */
  TRICOLOUR_STRONG_DROP = 7,      /* one fewer */
  TRICOLOUR_REFERENCER_HOLD = 11, /* holder N, outside of the heap, reports a; flag: unbarriered */
  TRICOLOUR_REFERENCER_RELEASE = 12, /* holder N reports nothing */
  TRICOLOUR_HOLD = 14,               /* a local of the mutator that survives steps refers to a */
  TRICOLOUR_DROP = 15,               /* that local ends */
  TRICOLOUR_KEEP = 21,               /* a flag of the collector's own keeps a */
  TRICOLOUR_UNKEEP = 22,             /* it does not any more */
  /* Weak references. */
  TRICOLOUR_WEAK_MAKE = 8,  /* weak reference N refers to a */
  TRICOLOUR_WEAK_READ = 9,  /* weak reference N is read: answers its object, or null */
  TRICOLOUR_WEAK_COPY = 10, /* weak reference N becomes a copy of number `other` */
  TRICOLOUR_RESOLVE = 29,   /* a.field takes what weak reference N refers to, and it is answered */
  /* Names, constructors, ends. */
  TRICOLOUR_READY = 13,        /* a answers flag (1: yes) when asked whether it may finish */
  TRICOLOUR_RESERVE = 24,      /* a new object whose constructor runs: it is kept meanwhile */
  TRICOLOUR_COMPLETE = 25,     /* that constructor has run */
  TRICOLOUR_CREATE_NAMED = 30, /* the same as create, and a is found by its name */
  TRICOLOUR_FIND = 31,         /* answers a, or null if it is gone */
  TRICOLOUR_RENAME = 44,       /* a is found by another name from now on, and not by its old one */
  TRICOLOUR_PERMANENT = 36,    /* a new object that is never collected */
  TRICOLOUR_ABANDON = 46,      /* a new object that is given up before its constructor runs; weak
                                * reference N referred to it, and answers null from now on */
  TRICOLOUR_RESURRECT = 37,    /* when a begins to be destroyed, it stores itself into
                                * b.target_field, which must come to nothing: peek shows in b
                                * what it was given before */
  TRICOLOUR_PURGE = 45,        /* N units at most of sweeping alone */
  /* Garbage by decree: references to a do not count any more, and a scan clears those it meets. */
  TRICOLOUR_GARBAGE = 38,
  TRICOLOUR_REFERENCER_PROTECT = 40, /* as referencer-hold, and keeps a though it is garbage */
  /* Objects that live and die as one. Refused (TRICOLOUR_REFUSED) while a cycle is pending. */
  TRICOLOUR_CLUSTER = 41,     /* a, and all that it leads to, become a cluster; a is its root */
  TRICOLOUR_CLUSTER_ADD = 42, /* the cluster of root a takes b in too */
  TRICOLOUR_DISSOLVE = 43,    /* what is with a in a cluster is not any more */
  /* Other lanes, which are threads to the collector; `lane` of the operation says which. All calls
   * still come from one thread at a time. While a section is open, no collection begins. */
  TRICOLOUR_ENTER = 32,       /* the lane opens a section, perhaps inside another of its own */
  TRICOLOUR_LEAVE = 33,       /* it ends the section that it opened last */
  TRICOLOUR_TRY_COLLECT = 34, /* collect; refused while a section is open */
  TRICOLOUR_FRAME = 35 /* a frame of a game after N seconds: its scheduler does what is due */
};

typedef struct tricolour_operation {
  uint32_t size;
  uint32_t verb;         /* enum tricolour_verb */
  tricolour_name object; /* a */
  tricolour_name target; /* b */
  uint32_t field;        /* of a, counted from 0 */
  uint32_t target_field; /* of b */
  uint32_t number;       /* N */
  uint32_t other;
  uint32_t flag;
  uint32_t lane; /* 0: the collector's thread */
} tricolour_operation;

enum tricolour_answer_kind {
  TRICOLOUR_DONE = 0,
  TRICOLOUR_READ = 1,    /* of a verb that answers: `object` is the answer, or TRICOLOUR_NULL */
  TRICOLOUR_REFUSED = 2, /* of `store` into a permanent object, cluster, cluster-add, try-collect */
  TRICOLOUR_STOPPED = 3, /* a check of the collector's own has failed; verify says which */
  TRICOLOUR_EXHAUSTED = 4 /* no memory, no room: the run ends without a verdict */
};

typedef struct tricolour_answer {
  uint32_t size;
  uint32_t kind; /* enum tricolour_answer_kind */
  tricolour_name object;
} tricolour_answer;

/* What a collector tells of its work. The facts say what happened to an object; everybody tells
 * TRICOLOUR_FREED, or lets the quarantine tell it. The units are for a collector that promises
 * `units`: one event for each unit of a tick, and no more of them in a tick than it may do. A whole
 * cycle, as each `collect` must end with one, is this and in this order:
 *
 *   UNIT_FLIP                once; `start` does this unit alone
 *   UNIT_INITIAL_REFERENCES  once, of a collector with holders outside of the heap
 *   UNIT_BARRIER_LIST, UNIT_SCAN  as often as there is work; no object is scanned twice in a cycle
 *   UNIT_END_CHECK           flag 0: marking goes on; flag 1, once: it has ended
 *   UNIT_SWEEP               each object, with nothing between them; flag 1: it is doomed. What was
 *                            unreachable at the flip must be doomed here, if `exact` is promised
 *   UNIT_BEGIN, UNIT_POLL, UNIT_FREE  as there is work, with the facts: TRICOLOUR_FREED for each
 *   CYCLE_END                once; it is no unit, and a tick does nothing behind it
 *
 * A tick that finds work does one unit at least. In a mutator's operation there is none. What is
 * freed without having been doomed is a mistake. A unit that is missing is named: "a collect did
 * not run a whole cycle: behind the flip there is no end-check with flag 1". */
enum tricolour_event_kind {
  TRICOLOUR_UNIT_FLIP = 0,               /* a cycle begins: the roots are grey */
  TRICOLOUR_UNIT_INITIAL_REFERENCES = 1, /* holders outside were asked; detail: references found */
  TRICOLOUR_UNIT_BARRIER_LIST = 2,       /* what the barrier shaded was taken; detail: how many */
  TRICOLOUR_UNIT_SCAN = 3,               /* object: the one scanned */
  TRICOLOUR_UNIT_END_CHECK = 4,          /* flag: 1 if marking ended */
  TRICOLOUR_UNIT_SWEEP = 5,              /* object: the one looked at; flag: 1 if it is doomed */
  TRICOLOUR_UNIT_BEGIN = 6,
  TRICOLOUR_UNIT_POLL = 7, /* flag: 1 if the object was ready */
  TRICOLOUR_UNIT_FREE = 8,
  TRICOLOUR_CYCLE_END = 9,  /* the end of a cycle, with its sweep */
  TRICOLOUR_BEGAN = 10,     /* its destruction begins: a finalizer is called, the first of two */
  TRICOLOUR_FINISHED = 11,  /* its finalizer, or the second of two, was called */
  TRICOLOUR_FREED = 12,     /* its memory is given back */
  TRICOLOUR_DISSOLVED = 13, /* object: the root of a cluster that marking came to and that refers
                             * to garbage: it is no cluster any more */
  /* The rule that the header's `fault` names was broken, here; where: the place in the source. If
   * its name is one of ours (`rule/variant`, as `rules --names` prints them), reports speak of
   * that rule; else of yours, by its own name. They point to the place. */
  TRICOLOUR_RULE_BROKEN = 14
};

typedef struct tricolour_event {
  uint32_t size;
  uint32_t kind;         /* enum tricolour_event_kind */
  tricolour_name object; /* TRICOLOUR_NULL: none */
  uint32_t flag;
  uint32_t detail;
  const char* where; /* of TRICOLOUR_RULE_BROKEN: "file:line", valid for ever; may be null */
} tricolour_event;

/* The judge's side, given to `create`. It stays valid until the heap is dropped.
 *
 * The quarantine: memory that is released there is filled with 0xDD, its death is told as
 * TRICOLOUR_FREED, and it is not used again in this heap. So a collector that frees what can still
 * be reached is caught where it does so, and does not crash somewhere else. */
typedef struct tricolour_host {
  uint32_t size;
  void* judge; /* to be passed back */
  void (*publish)(void* judge, const tricolour_event* event);
  /* Zeroed memory for an object, aligned to 16 bytes; null if there is none. */
  void* (*allocate)(void* judge, tricolour_name object, size_t bytes);
  void (*release)(void* judge, void* memory);
  /* The object whose memory this is; TRICOLOUR_NULL for null and for what is no object's address,
   * TRICOLOUR_DANGLING for that of a released one. */
  tricolour_name (*name_of)(void* judge, const void* memory);
} tricolour_host;

enum tricolour_locals {
  TRICOLOUR_LOCALS_DEAD = 0,      /* raw references of the mutator die at every step */
  TRICOLOUR_LOCALS_RESCANNED = 1, /* `hold` makes one that survives, and is scanned again */
  TRICOLOUR_LOCALS_BLACK = 2      /* the same; loads shade, and no local is scanned again */
};

typedef struct tricolour_header {
  uint32_t size;
  uint32_t locals; /* enum tricolour_locals */
  uint32_t shape;  /* of a collector that promises `shapes` */
  uint32_t fault;  /* 0: none; else break the rule of that number (fault_name) in this heap */
  /* Of a collector that promises `settings`: for each setting, by its number, the number of its
   * value; what is not there is 0, the usual one. Our own heap's are in variant.h. */
  const uint8_t* settings;
  uint32_t setting_count;
} tricolour_header;

/* What a weak reference answers of an object that a collection found dead, and that is not freed.
 */
enum tricolour_weak {
  TRICOLOUR_WEAK_HIDES = 0, /* null, from the end of marking on */
  /* Null or the object, until TRICOLOUR_FREED tells of it; resolve still hides it. Tell of what was
   * found dead: by UNIT_SWEEP with flag 1 or, if ends are staged, by TRICOLOUR_BEGAN. What is not
   * told of may be stored again once a weak reference answered it, and must then live. */
  TRICOLOUR_WEAK_UNTIL_FREED = 1
};

/* What the judge may hold the collector to. What is not promised is not judged. */
typedef struct tricolour_promises {
  uint32_t size;
  const char* name;    /* as it stands in reports */
  const char* version; /* the same; may be null */
  uint64_t verbs;      /* bit V is set if it has verb V: TRICOLOUR_HAS(TRICOLOUR_CREATE) | ... */
  uint32_t locals;     /* the same for the disciplines of locals; 0: only dead locals */
  /* 1: everything unreachable when a cycle begins goes in that cycle. 0: conservative; then only
   * losses are looked for. */
  uint32_t exact;
  uint32_t units; /* 1: every unit of work is published, in the order that stands at the events */
  uint32_t staged_destruction; /* 1: begin, poll, finish, free, once each and in that order */
  uint32_t colours;            /* 1: observe tells colours; then the true cause is told */
  uint32_t shapes;             /* 1: there are several ways to do the same, by the header */
  /* 1: what a collection found dead is freed later, by the mutator's operations too. Promise at
   * least two collects_until_gone. */
  uint32_t lazy_sweep;
  uint32_t collects_until_gone; /* collections in a row until garbage is gone; 0 means 1 */
  uint32_t one_heap;            /* 1: no two heaps at a time */
  /* How many times slower a short run is than one of the example, which takes two microseconds with
   * its heap; 0 means 1. Searches of small heaps try so many times fewer, and take as long. */
  uint32_t slowness;
  /* Bit S is set if heaps may differ in setting S of ours (variant.h); 0: none. */
  uint64_t settings;
  /* Its limits; 0: none. At most so many objects at a time, those counted that are dead and of
   * which TRICOLOUR_FREED was not told; and fields of an object, its outer counted. Operations that
   * would need more are skipped. `create b` has two fields: with fewer allowed, much is skipped. */
  uint32_t most_objects;
  uint32_t most_fields;
  /* At most so many bytes of the quarantine in a run, released ones too; 0: 256 MiB. What goes
   * beyond gets null from `allocate`. A run in which TRICOLOUR_EXHAUSTED is answered then ends
   * there, and is judged up to there; with 0 it has no verdict. */
  uint64_t most_bytes;
  uint32_t weak; /* enum tricolour_weak */
} tricolour_promises;
#define TRICOLOUR_HAS(number) ((uint64_t)1 << (number))

enum tricolour_phase {
  TRICOLOUR_IDLE = 0,
  TRICOLOUR_MARKING = 1,
  TRICOLOUR_SWEEPING = 2,
  TRICOLOUR_PHASE_UNKNOWN = 3
};
enum tricolour_colour {
  TRICOLOUR_NONE = 0,  /* no such object, or freed */
  TRICOLOUR_WHITE = 1, /* not reached */
  TRICOLOUR_GREY = 2,  /* reached, waits to be scanned */
  TRICOLOUR_BLACK = 3, /* reached and scanned; outside of a cycle, every live object */
  /* Found unreachable, not yet freed; in any phase. Nothing that can be reached may be doomed. */
  TRICOLOUR_DOOMED = 4
};

/* From the collector's own lists: a colour that is computed from a bit that is cached elsewhere
 * hides the faults that it is to show. */
typedef struct tricolour_observation {
  uint32_t size;
  uint32_t phase;                    /* enum tricolour_phase */
  uint32_t initial_references_taken; /* 1: holders outside were asked in this cycle */
  uint32_t purge_pending;            /* 1: there are doomed objects that are not freed */
  uint32_t count;                    /* of colours: names from here on do not exist */
  uint8_t* colours;                  /* enum tricolour_colour, by name; to be filled in */
} tricolour_observation;

/* A rule that does not hold in the heap, as the collector's own verifier found. */
typedef struct tricolour_breach {
  uint32_t size;
  const char* rule;      /* a short name */
  tricolour_name object; /* TRICOLOUR_NULL: none */
  const char* detail;    /* one sentence; valid until the next call */
} tricolour_breach;

typedef struct tricolour_heap tricolour_heap; /* the adapter's own */

/* The table. Those marked "may be null" may be left out. */
typedef struct tricolour_subject {
  uint32_t size;
  uint32_t abi; /* TRICOLOUR_ABI */

  /* What is promised; the same each time. */
  const tricolour_promises* (*promises)(void);

  /* An empty heap; null if there is no memory. The same trace must give the same run in every
   * process: addresses, hash seeds and clocks decide nothing. No cycle begins by itself. */
  tricolour_heap* (*create)(const tricolour_host* host, const tricolour_header* header);
  /* Drops the heap, whatever is pending. */
  void (*destroy)(tricolour_heap* heap);

  /* Applies one operation. Every object that it names can be named by the mutator now; the adapter
   * finds the object without having held it: objects carry their names as plain data, and a table
   * from names to addresses is not seen by the collector. */
  void (*apply)(tricolour_heap* heap, const tricolour_operation* operation,
                tricolour_answer* answer);

  /* The number of fields of an object, or -1 if its memory is gone. The names of the first `room`
   * of what they hold are written to `fields`. Looking changes nothing: it neither marks nor holds
   * nor allocates. Called for every object after every operation. */
  int32_t (*peek)(const tricolour_heap* heap, tricolour_name object, tricolour_name* fields,
                  uint32_t room);

  /* May be null from here on. */

  /* Phase and colours, for a collector that promises `colours`. */
  void (*observe)(const tricolour_heap* heap, tricolour_observation* observation);
  /* The first rule that does not hold: 1 and the breach, or 0. */
  int32_t (*verify)(const tricolour_heap* heap, tricolour_breach* breach);
  /* A number such that two heaps with equal numbers behave alike for ever. With it, searches of
   * small heaps drop states that they met before, and reach far greater depth. */
  uint64_t (*fingerprint)(const tricolour_heap* heap);
  /* How the last operation was done, in a few words, or null: for explanations. */
  const char* (*how_done)(const tricolour_heap* heap);
  /* The rules of the collector that can be broken on purpose: the name of number 1, 2, ..., and
   * null behind the last. With them `--without NAME` shows that the judge sees each of them broken.
   */
  const char* (*fault_name)(uint32_t number);
  /* For a heap that breaks a rule: obey it from now on (1), or break it again (0). With it, an
   * explanation finds the step at which the rule would have saved the object. A collector with
   * `shapes` that breaks no rule does each store again by another function meanwhile. */
  void (*obey)(tricolour_heap* heap, uint32_t all);
} tricolour_subject;

/* The one function of the library. `abi` is the judge's TRICOLOUR_ABI; null if the library has no
 * table for it. */
#ifdef __GNUC__
__attribute__((visibility("default"))) /* also where all else is hidden */
#endif
const tricolour_subject*
tricolour_subject_entry(uint32_t abi);

#ifdef __cplusplus
}
#endif
