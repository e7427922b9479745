// model/orders/protocols.cc -- the list of core's protocols.

#include "model/orders/protocols.h"

#include "model/threads/machines.h"

namespace model::orders {

using threads::At;
using threads::Machine;
using threads::Orders;

const std::vector<Protocol>& Protocols() {
  static const std::vector<Protocol> protocols = {
      {"lock",
       "no section overlaps a slice, each sees what the other wrote, and none waits for ever",
       [](const Orders& orders) -> std::vector<Machine> {
         return {threads::WordLock({.mutators = 1, .slices = 2}, {}, orders),
                 threads::WordLock({.mutators = 1, .slices = 1, .tries = 1}, {}, orders),
                 threads::WordLock({.mutators = 1, .slices = 1, .reservations = 2}, {}, orders),
                 threads::WordLock({.mutators = 1, .slices = 0, .forced = 1}, {}, orders),
                 threads::WordLock({.mutators = 2, .slices = 2}, {}, orders)};
       }},
      {"barrier list", "what was pushed in a section is taken once in the slice after it",
       [](const Orders& orders) -> std::vector<Machine> {
         return {threads::ChunkList(false, {}, orders), threads::ChunkList(true, {}, orders)};
       }},
      {"marking", "of all that mark an object one wins, and no flag of its word is lost",
       [](const Orders& orders) -> std::vector<Machine> {
         return {threads::MarkWord({}, orders)};
       }},
      {"marking by workers",
       "each object that is found is scanned once, or waits when a slice ends",
       [](const Orders& orders) -> std::vector<Machine> {
         return {threads::PooledMarking({.threads = 2}, {}, orders),
                 threads::PooledMarking({.threads = 2, .wakes = false}, {}, orders),
                 threads::PooledMarking({.threads = 2, .deadline = true}, {}, orders)};
       }},
      {"birth", "a thread that finds an object finds it whole, or under construction",
       [](const Orders& orders) -> std::vector<Machine> { return {Birth(false, orders)}; }},
      {"birth, packed", "the same, with object and flags in one word",
       [](const Orders& orders) -> std::vector<Machine> { return {Birth(true, orders)}; }},
      {"given up", "no thread is shown an object that was given up",
       [](const Orders& orders) -> std::vector<Machine> {
         return {GivenUp(false, At::kSerialRead, orders), GivenUp(false, At::kSerialValid, orders),
                 GivenUpBesideAVisit(false, At::kFoundAgain, orders),
                 GivenUpBesideAVisit(false, At::kChosenAgain, orders)};
       }},
      {"given up, packed", "the same, with object and flags in one word",
       [](const Orders& orders) -> std::vector<Machine> {
         return {GivenUp(true, At::kSerialRead, orders),
                 GivenUpBesideAVisit(true, At::kFoundAgain, orders)};
       }},
      {"purge", "a weak reference is not answered after the slice that retired its serial",
       [](const Orders& orders) -> std::vector<Machine> { return {PurgedInASlice(orders)}; }},
      {"one serial", "threads that ask for an object's serial get the same one",
       [](const Orders& orders) -> std::vector<Machine> { return {OneSerial(orders)}; }},
      {"table growth", "a thread that sees an index in the table sees its chunk",
       [](const Orders& orders) -> std::vector<Machine> { return {TableGrowth(orders)}; }},
      {"gathered range", "what was born before marking ended is gathered, with its colour",
       [](const Orders& orders) -> std::vector<Machine> { return {GatheredRange(orders)}; }},
      {"hand-over", "an object of another thread is whole on the collector's, and loses one flag",
       [](const Orders& orders) -> std::vector<Machine> { return {HandOver(orders)}; }},
      {"listening", "a store in a section after the flip is seen",
       [](const Orders& orders) -> std::vector<Machine> {
         return {Listening(At::kShadeAsks, orders), Listening(At::kStoredAsks, orders),
                 Listening(At::kContainerAsks, orders)};
       }},
      {"clusters", "to shade a member marks it, whatever becomes of its cluster meanwhile",
       [](const Orders& orders) -> std::vector<Machine> {
         return {ClusterDissolved(orders), ClusterMade(orders)};
       }},
      {"beside the flip", "what referencers report beside the flip is taken",
       [](const Orders& orders) -> std::vector<Machine> { return {AskedBesideTheFlip(orders)}; }},
      {"gather together", "each index is gathered once, by whichever thread",
       [](const Orders& orders) -> std::vector<Machine> { return {GatheredTogether(orders)}; }},
      {"destroyer", "an index is given again when its memory is free, and not before",
       [](const Orders& orders) -> std::vector<Machine> {
         return {DestroyedBeside(orders), DestroyedBesideOne(orders)};
       }},
      {"first names", "what is made for the first name is made once, and whole for each thread",
       [](const Orders& orders) -> std::vector<Machine> { return {FirstNames(orders)}; }},
      {"first schema", "the words of a class are assembled once, and whole for each thread",
       [](const Orders& orders) -> std::vector<Machine> { return {FirstSchema(orders)}; }},
      {"strong counts", "an object is kept while it has strong pointers, and no longer",
       [](const Orders& orders) -> std::vector<Machine> { return {StrongCounts(orders)}; }},
  };
  return protocols;
}

}  // namespace model::orders
