// model/orders/protocols.h -- the protocols between core's threads, as machines with core's orders.
//
// Each protocol rests on a few atomic accesses (model/threads/accesses.h) and is a machine or two,
// as small as they can be. A machine asks for the order of each access by name, so a search can
// weaken one access at a time and try every interleaving again (weakening.h). A machine has one
// object, one index or one cluster; what happens to one does not depend on the others.
//
// Read next: weakening.h.

#pragma once

#include <string_view>
#include <vector>

#include "model/threads/orders.h"
#include "model/threads/program.h"

namespace model::orders {

struct Protocol {
  std::string_view name;
  std::string_view promise;  // what must hold, as a sentence without its full stop
  std::vector<threads::Machine> (*machines)(const threads::Orders& orders);
};

// Every protocol of core.
const std::vector<Protocol>& Protocols();

// An object is made while another thread finds it in the table.
threads::Machine Birth(bool packed, const threads::Orders& orders);
// An object is given up before its constructor has run, and its index is another object's, while a
// weak reference is read (by the access `serial`), or all objects are visited: `again` is the
// second look at the entry.
threads::Machine GivenUp(bool packed, threads::At serial, const threads::Orders& orders);
threads::Machine GivenUpBesideAVisit(bool packed, threads::At again, const threads::Orders& orders);
// A purge frees an object in a slice; its weak reference is read in a section.
threads::Machine PurgedInASlice(const threads::Orders& orders);
// Two threads ask for the serial of one object.
threads::Machine OneSerial(const threads::Orders& orders);

// The table grows while a thread reads an index of a heap before this one.
threads::Machine TableGrowth(const threads::Orders& orders);
// Objects are born in sections before and after the slice in which marking ends.
threads::Machine GatheredRange(const threads::Orders& orders);
// An object is made on one thread and handed over on the collector's, while a third makes another.
threads::Machine HandOver(const threads::Orders& orders);

// A store while another heap begins and ends to listen; `asks` is the barrier's look.
threads::Machine Listening(threads::At asks, const threads::Orders& orders);

// A cluster is dissolved while a member is shaded.
threads::Machine ClusterDissolved(const threads::Orders& orders);
// A cluster is made in a slice, and a member is shaded in a section.
threads::Machine ClusterMade(const threads::Orders& orders);

// Referencers are asked on another thread while the collector's flips.
threads::Machine AskedBesideTheFlip(const threads::Orders& orders);
// Two threads gather, and one of them says that it is late.
threads::Machine GatheredTogether(const threads::Orders& orders);
// A worker destroys an object and gives its index back, while a mutator takes one.
threads::Machine DestroyedBeside(const threads::Orders& orders);

// The same beside the one mutator of a heap, which takes the table lock only while it has noted
// that the worker works.
threads::Machine DestroyedBesideOne(const threads::Orders& orders);

// Two threads make the first named object of a heap.
threads::Machine FirstNames(const threads::Orders& orders);
// Two threads scan the first objects of a class.
threads::Machine FirstSchema(const threads::Orders& orders);
// Strong pointers are made and dropped on several threads.
threads::Machine StrongCounts(const threads::Orders& orders);

}  // namespace model::orders
