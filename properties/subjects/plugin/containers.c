/* properties/subjects/plugin/containers.c -- the example with objects that grow, and without colours:
 * for tests.
 *
 * An object that is created with no fields is a container. It has room for more elements than a test
 * ever appends. One rule can be broken: what is appended while marking is shaded.
 */

#define tricolour_subject_entry mark_sweep_entry
#include "examples/mark_sweep.c"
#undef tricolour_subject_entry

const tricolour_subject* tricolour_subject_entry(uint32_t abi);

enum { kRoom = 256 };
enum { kAppendWithoutShading = 1, kNoFault = 0 };

static const tricolour_promises* PromisesWithContainers(void) {
  static tricolour_promises promises;
  promises = *Promises();
  promises.name = "containers";
  promises.verbs |= TRICOLOUR_HAS(TRICOLOUR_APPEND) | TRICOLOUR_HAS(TRICOLOUR_ERASE) |
                    TRICOLOUR_HAS(TRICOLOUR_TAKE);
  promises.colours = 0;
  return &promises;
}

/* The rule that is broken is not one of the example's. */
static tricolour_heap* CreateWithContainers(const tricolour_host* host,
                                            const tricolour_header* header) {
  tricolour_header none = *header;
  none.fault = kNoFault;
  tricolour_heap* const heap = Create(host, &none);
  if (heap != NULL && header->fault != 0) heap->collector.fault = 100 + header->fault;
  return heap;
}

static int Append(Collector* heap, Object* container, Object* value) {
  if (container->count == kRoom) return 0;
  container->fields[container->count++] = value;
  return heap->fault == 100 + kAppendWithoutShading ? 1 : Shade(heap, value);
}

static void ApplyWithContainers(tricolour_heap* heap, const tricolour_operation* operation,
                                tricolour_answer* answer) {
  Object* const object = Named(heap, operation->object);
  Object* const other = Named(heap, operation->target);
  int done = 1;
  switch (operation->verb) {
    case TRICOLOUR_CREATE: {
      done = Born(heap, operation->object, operation->number == 0 ? kRoom : operation->number);
      Object* const born = Named(heap, operation->object);
      if (done && operation->number == 0) born->count = 0;
      break;
    }
    case TRICOLOUR_APPEND:
      done = Append(&heap->collector, object, other);
      break;
    case TRICOLOUR_ERASE:
      --object->count;
      memmove(object->fields + operation->field, object->fields + operation->field + 1,
              (object->count - operation->field) * sizeof *object->fields);
      break;
    case TRICOLOUR_TAKE:
      object->count = 0;
      for (uint32_t i = 0; i < other->count; ++i) {
        object->fields[object->count++] = other->fields[i];
        done = done && Shade(&heap->collector, other->fields[i]);
      }
      other->count = 0;
      break;
    default:
      Apply(heap, operation, answer);
      return;
  }
  answer->kind = done ? TRICOLOUR_DONE : TRICOLOUR_EXHAUSTED;
}

static const char* FaultNameWithContainers(uint32_t number) {
  return number == kAppendWithoutShading ? "append-without-shading" : NULL;
}

const tricolour_subject* tricolour_subject_entry(uint32_t abi) {
  static tricolour_subject table;
  const tricolour_subject* const example = mark_sweep_entry(abi);
  if (example == NULL) return NULL;
  table = *example;
  table.promises = PromisesWithContainers;
  table.create = CreateWithContainers;
  table.apply = ApplyWithContainers;
  table.observe = NULL;
  table.fault_name = FaultNameWithContainers;
  return &table;
}
