// model/threads/ownership/system.h -- workers, objects and a pool as relations, and their actions.
//
// Read next: ownership.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/logic/logic.h"
#include "model/threads/ownership/ownership.h"

namespace model::threads::marker {

enum class Word : std::uint8_t {
  kRoot,      // (x)
  kRefers,    // (x, y)
  kMarked,    // (x)
  kScanned,   // (x): black
  kPooled,    // (x): waits in the pool
  kOwns,      // (w, x): x waits on w's own stack
  kScans,     // (w, x): w is scanning x
  kDone,      // (x, y): the reference of x to y was found
  kBusy,      // (w)
  kFresh,     // (w): w read the busy word, no worker was busy, and it has not changed since
  kSawEmpty,  // (w): since then w has seen the pool empty
  kOver,      // marking is over, it was said
};
inline constexpr std::size_t kWordCount = 12;

class Workers {
 public:
  const Relation& operator[](Word word) const { return all_[static_cast<std::size_t>(word)]; }
  Relation& operator[](Word word) { return all_[static_cast<std::size_t>(word)]; }

 private:
  std::array<Relation, kWordCount> all_;
};

struct WorkerAction {
  std::string name;
  std::vector<Sort> parameters;
  std::function<Bool(const Workers&, const Terms&)> guard;
  std::function<Workers(const Workers&, const Terms&)> take;
};

struct WorkerFact {
  std::string name;
  std::string sentence;
  std::function<Bool(const Workers&)> holds;
};

class OwnershipSystem {
 public:
  OwnershipSystem(Logic& logic, Mark mark, std::optional<OwnershipFault> fault)
      : logic_(logic), mark_(mark), fault_(fault) {}

  Workers AnyState() const;
  // Nothing is scanned yet; the roots wait in the pool.
  Bool IsFirst(const Workers& state) const;
  std::vector<WorkerAction> Actions() const;
  std::vector<WorkerFact> Invariants() const;
  // What the invariants are for.
  std::vector<WorkerFact> Claims() const;
  // States that must be possible.
  std::vector<WorkerFact> Pictures() const;

 private:
  void AddScanning(std::vector<WorkerAction>& actions) const;
  void AddPool(std::vector<WorkerAction>& actions) const;
  void AddEnd(std::vector<WorkerAction>& actions) const;
  void AddOwners(std::vector<WorkerFact>& all) const;

  bool Has(OwnershipFault fault) const { return fault_ == fault; }
  Bool ForAll(Sort sort, const std::function<Bool(const Term&)>& body) const {
    return logic_.ForAll(sort, body);
  }
  Bool Same(const Term& left, const Term& right) const { return logic_.Equal(left, right); }
  Bool NoneBusy(const Workers& state) const;
  Bool NonePooled(const Workers& state) const;
  Bool Has(const Workers& state, const Term& worker, const Term& object) const;
  Bool IsGrey(const Workers& state, const Term& object) const;
  // The relation with one tuple added or taken out.
  Relation With(const Relation& relation, const Terms& tuple) const;
  Relation Without(const Relation& relation, const Terms& tuple) const;
  Bool Equal(const Terms& left, const Terms& right) const;
  Relation Nowhere() const;

  Logic& logic_;
  Mark mark_;
  std::optional<OwnershipFault> fault_;
};

}  // namespace model::threads::marker
