// model/proof/known_questions.h -- what was proved once need not be asked again.
//
// A broken rule changes a few actions of the machine, and most conditions of the proof are not
// about these: they are the same formulas as with any other rule broken. The rule matrix asks about
// each fault in each discipline, and nearly all of its time would go into repeating proofs. So a
// question that the solver has answered "proved" is remembered by its digest, and whichever process
// meets it next takes the answer. Other answers are not remembered.
//
//     this process     makes it, before it forks
//     its children     look up and add; two may ask the same question at once, which costs time
//                      and nothing else
//
// What is proved depends on the question alone, so no result depends on the order of the children.
//
// Thread rules: any thread of any of these processes may call anything at any time.
//
// Read next: prover.h.

#pragma once

#include <cstddef>

#include "model/logic/digest.h"

namespace model {

class KnownQuestions {
 public:
  // Room for so many. What is added beyond that, or without memory, is forgotten.
  static constexpr std::size_t kRoom = std::size_t{1} << 19;
  explicit KnownQuestions(std::size_t room = kRoom);
  ~KnownQuestions();
  KnownQuestions(const KnownQuestions&) = delete;
  KnownQuestions& operator=(const KnownQuestions&) = delete;

  bool Has(const Digest& question) const;
  void Add(const Digest& question);

  // By all processes: the questions that were added, and the calls of Has that found one.
  std::size_t size() const;
  std::size_t found() const;

 private:
  struct Shared;
  std::size_t room_;
  Shared* shared_ = nullptr;
};

}  // namespace model
