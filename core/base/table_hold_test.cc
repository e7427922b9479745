// core/base/table_hold_test.cc -- what lets the table lock go now and then lets go only of what it
// holds.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "core/base/sharing.h"

namespace gc {
namespace {

// A thread that asks for the table lock, and says when it has it.
class Rival {
 public:
  explicit Rival(const Sharing& sharing)
      : thread_([this, &sharing] {
          const TableLock lock(sharing);
          is_inside_ = true;
        }) {}
  ~Rival() { thread_.join(); }
  // Long enough for a thread that nothing holds up.
  bool IsInsideSoon() const {
    for (int i = 0; i < 50 && !is_inside_; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return is_inside_;
  }

 private:
  std::atomic<bool> is_inside_{false};
  std::thread thread_;
};

class TableHolds : public testing::Test {
 protected:
  TableHolds() { sharing_.Open(&lock_, 1, false); }
  ~TableHolds() override { sharing_.Close(); }
  Lock lock_;
  Sharing sharing_;
};

TEST_F(TableHolds, KeepOthersOut) {
  std::optional<Rival> rival;
  {
    TableHold hold(sharing_);
    hold.Take();
    hold.Take();  // has it already
    rival.emplace(sharing_);
    EXPECT_FALSE(rival->IsInsideSoon());
    hold.LetGo();
  }
  rival.reset();  // comes in, and ends
}

TEST_F(TableHolds, ThatHaveLetGoDoNotLetGoOfWhatAnotherHolds) {
  std::optional<TableHold> hold(std::in_place, sharing_);
  hold->Take();
  hold->LetGo();
  std::optional<Rival> rival;
  {
    const TableLock lock(sharing_);
    hold->LetGo();
    hold.reset();
    rival.emplace(sharing_);
    EXPECT_FALSE(rival->IsInsideSoon());
  }
  rival.reset();
}

TEST_F(TableHolds, TakeNothingWhereOneThreadIsAlone) {
  sharing_.ShareUnder(nullptr);
  TableHold hold(sharing_);
  hold.Take();
  EXPECT_EQ(sharing_.TimesTaken(), 0u);
}

}  // namespace
}  // namespace gc
