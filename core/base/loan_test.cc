// core/base/loan_test.cc -- what a section was lent goes back before it ends.

#include "core/base/loan.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/lock.h"

namespace gc {
namespace {

// Notes what it takes back, and whether the section was still open.
class Notes : public Lender {
 public:
  explicit Notes(const Lock& lock) : lock_(lock) {}
  using Lender::AsksAgain;
  using Lender::Lend;
  using Lender::LoanHere;
  std::vector<Loan*> taken_back;
  bool open = false;

 private:
  void TakeBack(Loan& loan) noexcept override {
    taken_back.push_back(&loan);
    open = lock_.InSection() && lock_.Sections() == 1;
  }
  const Lock& lock_;
};
class Something final : public Loan {
 public:
  using Loan::Loan;
};

// S17.14: what a section was lent is taken back when the outermost section of the thread ends.
TEST(Loans, AreGivenBackBeforeTheirSectionEnds) {
  Lock lock, other;
  Notes one(lock), two(lock), none(lock);
  Something first(one), second(two);
  EXPECT_EQ(one.LoanHere(lock), nullptr);
  {
    const Section elsewhere(other);
    const Section outer(lock);
    const Section between(other);
    {
      const Section inner(lock);
      Notes::Lend(lock, first);
      EXPECT_FALSE(Notes::AsksAgain(lock));
      EXPECT_TRUE(Notes::AsksAgain(lock));
      EXPECT_FALSE(Notes::AsksAgain(other));
    }
    EXPECT_TRUE(one.taken_back.empty());
    Notes::Lend(lock, second);
    EXPECT_EQ(one.LoanHere(lock), &first);
    EXPECT_EQ(two.LoanHere(lock), &second);
    EXPECT_EQ(none.LoanHere(lock), nullptr);
    EXPECT_EQ(one.LoanHere(other), nullptr);
  }
  EXPECT_EQ(one.taken_back, std::vector<Loan*>{&first});
  EXPECT_EQ(two.taken_back, std::vector<Loan*>{&second});
  EXPECT_TRUE(one.open && two.open);
  const Section next(lock);
  EXPECT_EQ(one.LoanHere(lock), nullptr);
}

}  // namespace
}  // namespace gc
