#include "model/proof/known_questions.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/proof/prover.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

Proof ProveWith(KnownQuestions* known, Fault fault, Locals locals) {
  return Prove({.faults = gc::FaultSet(fault),
                .locals = locals,
                .vacuity = false,
                .helped = false,
                .only = {"store", "root", "flip"},
                .known = known});
}

TEST(KnownQuestions, AreKnownAsAWholeAndNoOthers) {
  KnownQuestions known;
  EXPECT_FALSE(known.Has({7, 9}));
  known.Add({7, 9});
  EXPECT_TRUE(known.Has({7, 9}));
  EXPECT_FALSE(known.Has({7, 8}));
  EXPECT_FALSE(known.Has({8, 9}));
  known.Add({7, 8});  // begins in the same slot
  known.Add({7, 8});
  EXPECT_TRUE(known.Has({7, 8}));
  EXPECT_EQ(known.size(), 2u);
}

TEST(KnownQuestions, AreForgottenWhereThereIsNoRoom) {
  KnownQuestions known(4);
  for (std::uint64_t i = 1; i <= 9; ++i) known.Add({i, i});
  EXPECT_EQ(known.size(), 4u);
  EXPECT_FALSE(known.Has({9, 9}));
}

TEST(KnownQuestions, OfAChildAreKnownToItsParent) {
  KnownQuestions known;
  const pid_t child = fork();
  if (child == 0) {
    known.Add({3, 5});
    _exit(0);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(known.Has({3, 5}));
}

// A fault in rooting leaves what stores do as it is, and the other way round.
TEST(KnownQuestions, ChangeNoVerdictAndAreNotAskedAgain) {
  KnownQuestions known;
  for (const Locals locals : {Locals::kDead, Locals::kBlack}) {
    for (const Fault fault :
         {Fault::kStoreWithoutShading, Fault::kRootWithoutShading, Fault::kStoreWithoutShading}) {
      const Proof asked = ProveWith(nullptr, fault, locals);
      const Proof looked_up = ProveWith(&known, fault, locals);
      ASSERT_EQ(asked.conditions.size(), looked_up.conditions.size());
      for (std::size_t i = 0; i < asked.conditions.size(); ++i) {
        const Condition& condition = asked.conditions[i];
        EXPECT_EQ(condition.verdict, looked_up.conditions[i].verdict)
            << condition.action << " / " << condition.claim;
      }
    }
  }
}

TEST(KnownQuestions, OfOneFaultAreMostQuestionsOfAnother) {
  KnownQuestions known;
  const Proof store = ProveWith(&known, Fault::kStoreWithoutShading, Locals::kDead);
  EXPECT_FALSE(store.Holds());
  const std::size_t added = known.size();
  EXPECT_EQ(added, store.Count(Verdict::kProved) - known.found());
  const std::size_t found = known.found();
  const Proof root = ProveWith(&known, Fault::kRootWithoutShading, Locals::kDead);
  EXPECT_GT(known.found() - found, root.Count(Verdict::kProved) * 6 / 10);
}

// What is broken is asked each time: an answer that may differ is no knowledge.
TEST(KnownQuestions, AreOnlyThoseThatWereProved) {
  KnownQuestions known;
  const Proof first = ProveWith(&known, Fault::kStoreWithoutShading, Locals::kDead);
  const std::size_t proved = first.Count(Verdict::kProved);
  const std::size_t added = known.size(), found = known.found();
  const Proof again = ProveWith(&known, Fault::kStoreWithoutShading, Locals::kDead);
  EXPECT_EQ(known.size(), added);
  EXPECT_EQ(known.found() - found, proved);
  EXPECT_FALSE(again.Holds());
}

}  // namespace
}  // namespace model
