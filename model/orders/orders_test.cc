// model/orders/orders_test.cc -- core's sources have the accesses of the table, its protocols hold
// with their orders, and each order is needed or said to be stronger than needed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "model/orders/check.h"
#include "model/orders/weakening.h"

namespace model::orders {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using threads::Access;
using threads::AccessOf;
using threads::At;
using threads::kAccesses;
using threads::Orders;

std::vector<SourceFile> ReadSources() {
  const std::filesystem::path root(TRICOLOUR_SOURCE_DIR);
  std::vector<SourceFile> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "core")) {
    const std::string path = entry.path().lexically_relative(root).generic_string();
    if ((!path.ends_with(".h") && !path.ends_with(".cc")) || !Ships(path)) continue;
    std::ifstream in(entry.path());
    std::ostringstream text;
    text << in.rdbuf();
    files.push_back({path, text.str()});
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}
const std::vector<SourceFile>& Sources() {
  static const std::vector<SourceFile> files = ReadSources();
  return files;
}

// Core's sources, with one text in one file replaced at its first place after `behind`.
std::vector<SourceFile> Edited(std::string_view path, std::string_view behind,
                               std::string_view from, std::string_view to) {
  std::vector<SourceFile> files = Sources();
  const auto file = std::ranges::find(files, path, &SourceFile::path);
  EXPECT_NE(file, files.end()) << path;
  const std::size_t start = file->text.find(behind);
  const std::size_t at = file->text.find(from, start);
  EXPECT_NE(at, std::string::npos) << from;
  file->text.replace(at, from.size(), to);
  return files;
}

TEST(OrderTable, CoresSourcesHaveTheAccessesOfTheTableAndNoOthers) {
  EXPECT_THAT(DifferencesFrom(Sources()), IsEmpty());
  std::size_t edges = 0;
  for (const Access& access : kAccesses) edges += access.IsEdge() ? 1 : 0;
  EXPECT_EQ(CountAccesses(Sources()), kAccesses.size() - edges + threads::kOthers.size());
}

// Each order that core's sources name is made relaxed, or acquire if it is that; and the check must
// say so, and nothing else.
TEST(OrderTable, EachOrderThatIsChangedInTheSourceIsNoticed) {
  constexpr std::string_view kPrefix = "std::memory_order_";
  std::size_t changed = 0;
  for (std::size_t i = 0; i < Sources().size(); ++i) {
    const std::string& text = Sources()[i].text;
    for (std::size_t at = text.find(kPrefix); at != text.npos; at = text.find(kPrefix, at + 1)) {
      const std::size_t line = text.rfind('\n', at) + 1;
      if (text.substr(line, at - line).find("//") != std::string::npos) continue;
      const std::size_t word = at + kPrefix.size();
      constexpr std::string_view kRelaxed = "relaxed";
      const bool relaxed = text.substr(word).starts_with(kRelaxed);
      // As long as all the names of orders are: seven letters.
      std::vector<SourceFile> files = {Sources()[i]};
      files[0].text.replace(word, kRelaxed.size(), relaxed ? "acquire" : kRelaxed);
      const std::vector<std::string> before = DifferencesFrom({Sources()[i]});
      std::vector<std::string> said = DifferencesFrom(files);
      std::erase_if(said, [&](const std::string& each) {
        return std::ranges::find(before, each) != before.end();
      });
      EXPECT_EQ(said.size(), 1u) << Sources()[i].path << " at " << at;
      ++changed;
    }
  }
  EXPECT_GT(changed, 130u);
}

TEST(OrderTable, AnAccessThatIsNewIsNoticed) {
  const char* const path = "core/base/lock.cc";
  EXPECT_THAT(DifferencesFrom(Edited(path, "void Lock::Leave", "{", "{ word_.load();")),
              ElementsAre(HasSubstr("Lock::Leave: word_.load (seq_cst) is in no row")));
  EXPECT_THAT(DifferencesFrom(Edited(path, "void Lock::Leave", "{",
                                     "{ std::atomic_thread_fence(std::memory_order_acquire);")),
              ElementsAre(HasSubstr("atomic_thread_fence (acquire) is in no row")));
  EXPECT_THAT(DifferencesFrom(Edited(path, "void Lock::Leave", "{", "{ ++word_;")),
              ElementsAre(AllOf(HasSubstr("core/base/lock.cc:"),
                                HasSubstr("word_ is used by an operator"))));
}

TEST(OrderTable, AnAccessALockOrAnOrderOfTheTextThatIsGoneIsNoticed) {
  EXPECT_THAT(
      DifferencesFrom(Edited("core/object/table.cc", "bool Table::Claim",
                             "end_.store(index + 1, std::memory_order_release);", "")),
      ElementsAre(HasSubstr("Table::Claim: end_.store is in the table of accesses and not in")));
  EXPECT_THAT(DifferencesFrom(Edited("core/purge/destroyer.cc", "Destroyer::DestroyAll",
                                     "const TableLock lock(sharing_);", "")),
              ElementsAre(HasSubstr("Destroyer::DestroyAll: TableLock lock(sharing_) is in the")));
  const std::string mark = "entry.flags.Initialise(flag::kPendingConstruction | flags);";
  std::vector<SourceFile> files = Edited("core/collect/births.h", "Births::Enter", mark, "");
  const auto births = std::ranges::find(files, "core/collect/births.h", &SourceFile::path);
  const std::string publish = "entry.Publish(object);";
  births->text.insert(births->text.find(publish) + publish.size(), mark);
  EXPECT_THAT(DifferencesFrom(files),
              ElementsAre(HasSubstr("Births::Enter: flags.Initialise( ... Publish(object)")));
}

// What the packed layout does is described by the plain one, so it must have the same orders.
TEST(OrderTable, ThePackedLayoutHasTheOrdersOfThePlainOne) {
  std::vector<FoundAccess> entry;
  std::vector<FoundAccess> flags;
  for (const SourceFile& file : Sources()) {
    if (file.path == "core/object/entry.h") entry = AccessesIn(file);
    if (file.path == "core/object/flags.h") flags = AccessesIn(file);
  }
  for (const FoundAccess& plain : flags) {
    const std::string name = plain.function.substr(plain.function.find("::"));
    const auto same = std::ranges::find_if(entry, [&](const FoundAccess& packed) {
      return packed.function == "PackedWord" + name && packed.operation == plain.operation;
    });
    ASSERT_NE(same, entry.end()) << plain.function;
    EXPECT_EQ(same->order, plain.order) << plain.function;
    EXPECT_EQ(same->failure, plain.failure) << plain.function;
  }
}

const OrderTable& Explored() {
  static const OrderTable table = ExploreOrders(OrdersIn(Sources()));
  return table;
}

TEST(Protocols, HoldWithTheOrdersOfTheSource) {
  for (const ProtocolRow& row : Explored().protocols) {
    EXPECT_TRUE(row.holds) << row.name << ": " << row.wrong << "\n" << row.witness;
    EXPECT_GT(row.states, 0u) << row.name;
  }
}

TEST(Protocols, AskForEveryAccessOfTheTable) {
  const Orders orders;
  for (const Protocol& protocol : Protocols()) protocol.machines(orders);
  for (const Access& access : kAccesses) {
    EXPECT_TRUE(orders.WasAsked(access.at)) << access.function << ' ' << access.operation;
  }
}

// Every order but relaxed is either needed, with an interleaving that is drawn, or every
// interleaving without it was tried.
TEST(Weakening, LosesSomethingThatIsDrawnOrIsTriedToTheEnd) {
  for (const OrderVerdict& verdict : Explored().Verdicts()) {
    const Access& access = AccessOf(verdict.at);
    EXPECT_TRUE(verdict.IsNeeded() || verdict.exhausted) << access.function;
    if (!verdict.IsNeeded()) continue;
    EXPECT_THAT(verdict.shortest->witness, HasSubstr(" | ")) << access.function;
    EXPECT_THAT(verdict.shortest->lost, ::testing::Not(IsEmpty())) << access.function;
    EXPECT_GT(verdict.shortest->turns, 2u) << access.function;
  }
}

TEST(Weakening, ReachesEveryOrderThatIsNotRelaxed) {
  const std::vector<OrderVerdict> verdicts = Explored().Verdicts();
  for (const Access& access : kAccesses) {
    const auto weakened = std::ranges::count(verdicts, access.at, &OrderVerdict::at);
    const bool strong = access.IsEdge() || access.order != std::memory_order_relaxed;
    EXPECT_EQ(weakened > 0, strong) << access.function << ' ' << access.operation;
  }
}

TEST(Weakening, NeedsEveryLockAndEveryOrderOfTheTextThatTheTableHas) {
  for (const OrderVerdict& verdict : Explored().Verdicts()) {
    const Access& access = AccessOf(verdict.at);
    EXPECT_TRUE(!access.IsEdge() || verdict.IsNeeded()) << access.function << ": " << access.on;
  }
}

// A result, and no fault of core: core keeps these orders.
TEST(Weakening, NamesTheOrdersThatAreStrongerThanNeeded) {
  std::vector<std::string> stronger;
  for (const OrderVerdict& verdict : Explored().Verdicts()) {
    if (verdict.IsNeeded() || verdict.weakened != "relaxed") continue;
    const Access& access = AccessOf(verdict.at);
    stronger.push_back(std::string(access.function) + " " + std::string(access.operation));
  }
  EXPECT_THAT(stronger, ElementsAre("Lock::EnterSlowly load", "Lock::StepBack fetch_sub",
                                    "PlainEntry::Unpublish store", "PackedWord::Publish store",
                                    "PackedWord::Unpublish store", "PackedWord::Occupant load",
                                    "Colours::AddCluster fetch_add", "DropStrong load"));
}

// The lock's last edge is the one that most protocols rely on.
TEST(Weakening, ShowsWhatLeaveRelaxedLosesInEachProtocolThatReliesOnIt) {
  std::vector<std::string> lost;
  for (const WeakenedRow& row : Explored().rows) {
    if (row.at == At::kLeaves && row.refuted) lost.emplace_back(row.protocol);
  }
  EXPECT_THAT(lost, ::testing::IsSupersetOf(
                        {"lock", "barrier list", "gathered range", "hand-over", "listening"}));
}

TEST(Protocols, AreBrokenByASourceThatLeavesRelaxed) {
  const std::vector<SourceFile> files = Edited("core/base/lock.cc", "void Lock::Leave",
                                               "memory_order_release", "memory_order_relaxed");
  EXPECT_THAT(DifferencesFrom(files),
              ElementsAre(HasSubstr("Lock::Leave: word_.fetch_sub is relaxed, and in the table of "
                                    "accesses release")));
  const std::vector<ProtocolRow> rows = ExploreProtocols(OrdersIn(files));
  EXPECT_FALSE(rows.front().holds);
  EXPECT_THAT(rows.front().witness, HasSubstr("which nothing orders"));
}

// A weak reference must not answer an object that is given up: not even if the reader looks at its
// flags when they are cleared already, and at its serial when that is not yet retired.
TEST(Protocols, AreBrokenByASourceThatClearsTheFlagsBeforeTheSerial) {
  const std::vector<SourceFile> files =
      Edited("core/population/population.cc", "void Population::GiveUp",
             "  EntryOf(object).serial.store(0, std::memory_order_relaxed);\n"
             "  EntryOf(object).flags.Vacate();\n",
             "  EntryOf(object).flags.Vacate();\n"
             "  EntryOf(object).serial.store(0, std::memory_order_relaxed);\n");
  EXPECT_THAT(DifferencesFrom(files), ElementsAre(HasSubstr("Population::GiveUp")));
  std::vector<std::string> broken;
  for (const ProtocolRow& row : ExploreProtocols(OrdersIn(files))) {
    if (!row.holds) broken.push_back(row.wrong);
  }
  EXPECT_THAT(broken, Contains("an object is answered that was given up"));
}

}  // namespace
}  // namespace model::orders
