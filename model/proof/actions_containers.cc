// model/proof/actions_containers.cc -- actions of containers, which grow, relocate and are moved.
//
// Here the slots of a container are a set: it does not matter which of them are in use. There is no
// action for `erase`, which moves the elements behind the erased one: the actions `move` and
// `store-null` do that, one slot at a time.
//
// `append` shades only what it appends, though the container may relocate. That all invariants hold
// after it proves that a relocation within one object needs no barrier, as long as a scan never
// ends in the middle of an object (scan-is-atomic). In `append-relocating` every element that moves
// is shaded too, as core does it.
//
// Upholds: container-barrier.   Read next: actions_mutator.cc.

#include "model/proof/system.h"

namespace model {

using gc::Fault;

void System::AddContainers() {
  for (const bool relocating : {false, true}) {
    Add({.name = relocating ? "append-relocating" : "append",
         .parameters = {Sort::kObject, Sort::kField, Sort::kObject},
         .guard =
             [this](const Relations& s, const Terms& p) {
               const Bool full = logic_.Exists(
                   Sort::kObject, [&](const Term& x) { return s[R::kField](p[0], p[1], x); });
               return Names(s, p[0]) && Names(s, p[2]) && MayWrite(s, p[0]) && MayChange(s, p[1]) &&
                      !full;
             },
         .take =
             [this, relocating](const Relations& s, const Terms& p) {
               After after{s, {}};
               Load(after.state, p[0]);
               Load(after.state, p[2]);
               SetField(after.state, p[0], p[1], Is(p[2]));
               RequestDissolving(after, Uncovered(after.state, p[0], p[1], Is(p[2])));
               Barrier(after.state, Is(p[2]));
               if (relocating) {
                 BarrierUnless(Fault::kMoveIsFree, after.state,
                               [this, s, p](const Term& x) { return Refers(s, p[0], x); });
               }
               return after;
             }});
  }
  Add({.name = "take",
       .parameters = {Sort::kObject, Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return Names(s, p[0]) && Names(s, p[1]) && !logic_.Equal(p[0], p[1]) &&
                    MayWrite(s, p[0]) && MayWrite(s, p[1]);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Load(after.state, p[0]);
             Load(after.state, p[1]);
             const Relation& old = s[R::kField];
             const Term& to = p[0];
             const Term& from = p[1];
             after.state[R::kField] = Relation([this, old, to, from](const Terms& terms) {
               const Bool taken = old(from, terms[1], terms[2]);
               return z3::ite(logic_.Equal(terms[0], to), taken,
                              old(terms) && !logic_.Equal(terms[0], from));
             });
             RequestDissolving(after, [this, s, to, from](const Term& x) {
               return logic_.Exists(Sort::kField, [&](const Term& f) {
                 return Uncovered(s, to, f,
                                  [&](const Term& y) { return s[R::kField](from, f, y); })(x);
               });
             });
             BarrierUnless(Fault::kTakeBitwise, after.state,
                           [this, s, from](const Term& x) { return Refers(s, from, x); });
             return after;
           }});
}

}  // namespace model
