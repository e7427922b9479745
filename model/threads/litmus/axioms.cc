// model/threads/litmus/axioms.cc -- makes every execution of a tiny program, and checks the axioms.

#include "model/threads/litmus/axioms.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace model::threads {

namespace {

constexpr std::size_t kMaxEventsHere = 24;
constexpr std::string_view kNames = "wxyz";

// A relation between events.
class Pairs {
 public:
  void Add(std::size_t from, std::size_t to) { rows_[from] |= 1u << to; }
  bool Has(std::size_t from, std::size_t to) const { return (rows_[from] >> to & 1u) != 0; }

  Pairs operator|(const Pairs& other) const {
    Pairs sum = *this;
    for (std::size_t i = 0; i < kMaxEventsHere; ++i) sum.rows_[i] |= other.rows_[i];
    return sum;
  }
  // One after the other.
  Pairs operator*(const Pairs& other) const {
    Pairs product;
    for (std::size_t i = 0; i < kMaxEventsHere; ++i) {
      for (std::size_t j = 0; j < kMaxEventsHere; ++j) {
        if (Has(i, j)) product.rows_[i] |= other.rows_[j];
      }
    }
    return product;
  }
  Pairs Closed() const {
    Pairs closed = *this;
    for (std::size_t via = 0; via < kMaxEventsHere; ++via) {
      for (std::size_t i = 0; i < kMaxEventsHere; ++i) {
        if (closed.Has(i, via)) closed.rows_[i] |= closed.rows_[via];
      }
    }
    return closed;
  }
  Pairs Reversed() const {
    return Filtered([&](std::size_t from, std::size_t to) { return Has(to, from); }, true);
  }
  bool HasLoop() const {
    for (std::size_t i = 0; i < kMaxEventsHere; ++i) {
      if (Has(i, i)) return true;
    }
    return false;
  }
  bool HasCircle() const { return Closed().HasLoop(); }
  // The pairs that satisfy a condition; of all pairs, or of those in the relation.
  template <typename Condition>
  Pairs Filtered(Condition&& condition, bool of_all = false) const {
    Pairs some;
    for (std::size_t i = 0; i < kMaxEventsHere; ++i) {
      for (std::size_t j = 0; j < kMaxEventsHere; ++j) {
        if ((of_all || Has(i, j)) && condition(i, j)) some.Add(i, j);
      }
    }
    return some;
  }
  static Pairs Same() {
    Pairs same;
    for (std::size_t i = 0; i < kMaxEventsHere; ++i) same.Add(i, i);
    return same;
  }

 private:
  std::array<std::uint32_t, kMaxEventsHere> rows_ = {};
};

struct Event {
  const Statement* statement = nullptr;  // none: the first value of a location
  std::size_t thread = 0;
  Location where = 0;
  Order order = Order::kRelaxed;
  bool reads = false;
  bool writes = false;
  bool fence = false;
  bool plain = false;
  bool equal = false;  // of a compare-exchange: it succeeds
  bool IsSequential() const { return order == Order::kSequential; }
};

class Executions {
 public:
  explicit Executions(const Litmus& litmus) {
    std::size_t locations = 0;
    for (const auto& thread : litmus) {
      for (const Statement& statement : thread) {
        locations = std::max<std::size_t>(locations, statement.where + 1u);
      }
    }
    for (std::size_t where = 0; where < locations; ++where) {
      events_.push_back({.where = static_cast<Location>(where), .writes = true});
    }
    firsts_ = locations;
    for (std::size_t thread = 0; thread < litmus.size(); ++thread) {
      for (const Statement& statement : litmus[thread]) {
        events_.push_back(EventOf(statement, thread));
      }
    }
    if (events_.size() > kMaxEventsHere) throw std::length_error("too many events");
    for (std::size_t i = 0; i < events_.size(); ++i) {
      for (std::size_t j = firsts_; j < events_.size(); ++j) {
        if (i < firsts_ || (i < j && events_[i].thread == events_[j].thread)) sequenced_.Add(i, j);
      }
    }
  }

  AxiomaticAnswer Run() {
    ChooseSuccess(firsts_);
    return std::move(answer_);
  }

 private:
  using Kind = Statement::Kind;

  static Event EventOf(const Statement& statement, std::size_t thread) {
    return {.statement = &statement,
            .thread = thread,
            .where = statement.where,
            .order = statement.order,
            .reads = Reads(statement.kind),
            .writes = Writes(statement.kind),
            .fence = statement.kind == Kind::kFence,
            .plain = statement.kind == Kind::kReadPlainly || statement.kind == Kind::kWritePlainly};
  }

  // Whether each compare-exchange succeeds.
  void ChooseSuccess(std::size_t at) {
    if (at == events_.size()) return ChooseReads(firsts_);
    Event& event = events_[at];
    if (event.fence || event.statement->kind != Kind::kCompareExchange) {
      return ChooseSuccess(at + 1);
    }
    for (const bool equal : {false, true}) {
      event.equal = event.writes = equal;
      event.order = equal ? event.statement->order : event.statement->failure;
      ChooseSuccess(at + 1);
    }
  }

  // Which write each read reads.
  void ChooseReads(std::size_t at) {
    if (at == events_.size()) {
      if (Circular() || !Evaluate()) return;
      return ChooseOrder(0);
    }
    if (!events_[at].reads) return ChooseReads(at + 1);
    for (std::size_t write = 0; write < events_.size(); ++write) {
      if (write == at || !events_[write].writes || events_[write].where != events_[at].where) {
        continue;
      }
      source_[at] = write;
      ChooseReads(at + 1);
    }
  }

  bool Circular() {
    reads_from_ = Pairs();
    for (std::size_t i = firsts_; i < events_.size(); ++i) {
      if (events_[i].reads) reads_from_.Add(source_[i], i);
    }
    return (sequenced_ | reads_from_).HasCircle();
  }

  // The values read and written; false if they do not fit the choices.
  bool Evaluate() {
    std::array<bool, kMaxEventsHere> known = {};
    std::fill_n(known.begin(), firsts_, true);
    std::fill_n(written_.begin(), firsts_, Value{0});
    for (std::size_t pass = 0; pass < events_.size(); ++pass) {
      for (std::size_t i = firsts_; i < events_.size(); ++i) {
        const Event& event = events_[i];
        if (known[i] || event.fence || (event.reads && !known[source_[i]])) continue;
        known[i] = true;
        if (event.reads) read_[i] = written_[source_[i]];
        written_[i] = event.statement->value;
        if (event.statement->kind == Kind::kAdd) {
          written_[i] = static_cast<Value>(read_[i] + event.statement->value);
        }
        if (event.statement->kind != Kind::kCompareExchange) continue;
        const bool same = read_[i] == event.statement->expected;
        if (event.equal ? !same : same && !event.statement->weak) return false;
      }
    }
    return true;
  }

  // In which order the writes to each location stand.
  void ChooseOrder(std::size_t where) {
    if (where == firsts_) return Check();
    std::vector<std::size_t>& order = orders_[where];
    order.clear();
    for (std::size_t i = firsts_; i < events_.size(); ++i) {
      if (events_[i].writes && events_[i].where == where) order.push_back(i);
    }
    do {
      bool atomic = true;
      std::size_t before = where;  // the first value
      for (const std::size_t write : order) {
        atomic = atomic && (!events_[write].reads || source_[write] == before);
        before = write;
      }
      if (atomic) ChooseOrder(where + 1);
    } while (std::next_permutation(order.begin(), order.end()));
  }

  void Check() {
    ++answer_.executions;
    modified_ = Pairs();
    for (std::size_t where = 0; where < firsts_; ++where) {
      const auto& order = orders_[where];
      for (std::size_t i = 0; i < order.size(); ++i) {
        modified_.Add(where, order[i]);
        for (std::size_t j = i + 1; j < order.size(); ++j) modified_.Add(order[i], order[j]);
      }
    }
    read_before_ = (reads_from_.Reversed() * modified_).Filtered([](std::size_t i, std::size_t j) {
      return i != j;
    });
    coherence_ = (reads_from_ | modified_ | read_before_).Closed();
    const Pairs synchronizes = Synchronizes();
    happens_ = (sequenced_ | synchronizes).Closed();
    if (happens_.HasLoop() || (happens_ * coherence_).HasLoop() || coherence_.HasLoop()) return;
    if (!Rc11().HasCircle()) answer_.rc11.insert(OutcomeOf());
    if (TotalOrderAsks(synchronizes).HasCircle()) return;
    answer_.outcomes.insert(OutcomeOf());
    answer_.races = answer_.races || Races();
  }

  Pairs Synchronizes() const {
    Pairs pairs;
    for (std::size_t write = firsts_; write < events_.size(); ++write) {
      if (!events_[write].writes) continue;
      for (std::size_t read = firsts_; read < events_.size(); ++read) {
        if (!events_[read].reads || !InReleaseSequence(write, source_[read])) continue;
        for (std::size_t from = firsts_; from < events_.size(); ++from) {
          for (std::size_t to = firsts_; to < events_.size(); ++to) {
            if (Sends(from, write) && Receives(to, read)) pairs.Add(from, to);
          }
        }
      }
    }
    return pairs;
  }
  // C++20: the head, and the read-modify-writes that follow it without a gap.
  bool InReleaseSequence(std::size_t head, std::size_t write) const {
    while (write != head && write >= firsts_ && events_[write].reads) write = source_[write];
    return write == head;
  }
  bool Sends(std::size_t event, std::size_t write) const {
    if (events_[write].plain || !Releases(events_[event].order)) return false;
    return event == write || (events_[event].fence && sequenced_.Has(event, write));
  }
  bool Receives(std::size_t event, std::size_t read) const {
    if (events_[read].plain || !Acquires(events_[event].order)) return false;
    return event == read || (events_[event].fence && sequenced_.Has(read, event));
  }

  Pairs FencesOnly() const {
    return Pairs::Same().Filtered([&](std::size_t i, std::size_t) {
      return i < events_.size() && events_[i].fence && events_[i].IsSequential();
    });
  }
  Pairs AccessesOnly() const {
    return Pairs::Same().Filtered([&](std::size_t i, std::size_t) {
      return i < events_.size() && !events_[i].fence && events_[i].IsSequential();
    });
  }

  // What the order S must keep: [atomics.order] 4.
  Pairs TotalOrderAsks(const Pairs& synchronizes) const {
    const Pairs fences = FencesOnly(), accesses = AccessesOnly();
    const Pairs strongly =
        (sequenced_ | accesses * synchronizes * accesses | sequenced_ * happens_ * sequenced_)
            .Closed();
    const Pairs first = accesses | fences * happens_;
    const Pairs last = accesses | happens_ * fences;
    const Pairs all = accesses | fences;
    return all * strongly * all | first * coherence_ * last;
  }

  // RC11's psc.
  Pairs Rc11() const {
    const Pairs fences = FencesOnly(), accesses = AccessesOnly(), same = Pairs::Same();
    const auto of_one_location = [&](std::size_t i, std::size_t j) {
      return i < events_.size() && j < events_.size() && !events_[i].fence && !events_[j].fence &&
             events_[i].where == events_[j].where;
    };
    const Pairs elsewhere =
        sequenced_.Filtered([&](std::size_t i, std::size_t j) { return !of_one_location(i, j); });
    const Pairs scb = sequenced_ | elsewhere * happens_ * elsewhere |
                      happens_.Filtered(of_one_location) | modified_ | read_before_;
    const Pairs base =
        (accesses | fences * (happens_ | same)) * scb * (accesses | (happens_ | same) * fences);
    return base | fences * (happens_ | happens_ * coherence_ * happens_) * fences;
  }

  bool Races() const {
    for (std::size_t i = firsts_; i < events_.size(); ++i) {
      for (std::size_t j = i + 1; j < events_.size(); ++j) {
        const Event &one = events_[i], &other = events_[j];
        if (one.fence || other.fence || one.where != other.where) continue;
        if (one.thread == other.thread || !(one.writes || other.writes)) continue;
        if (!(one.plain || other.plain)) continue;
        if (!happens_.Has(i, j) && !happens_.Has(j, i)) return true;
      }
    }
    return false;
  }

  Outcome OutcomeOf() const {
    Outcome outcome;
    for (std::size_t i = firsts_; i < events_.size(); ++i) {
      if (events_[i].reads) outcome[events_[i].statement->name] = read_[i];
    }
    for (std::size_t where = 0; where < firsts_; ++where) {
      const std::size_t last = orders_[where].empty() ? where : orders_[where].back();
      outcome[kNames[where]] = written_[last];
    }
    return outcome;
  }

  std::vector<Event> events_;
  std::size_t firsts_ = 0;  // the number of first values, which stand first
  Pairs sequenced_, reads_from_, modified_, read_before_, coherence_, happens_;
  std::array<std::size_t, kMaxEventsHere> source_ = {};
  std::array<Value, kMaxEventsHere> read_ = {}, written_ = {};
  std::array<std::vector<std::size_t>, kMaxLocations> orders_;
  AxiomaticAnswer answer_;
};

}  // namespace

AxiomaticAnswer Enumerate(const Litmus& litmus) { return Executions(litmus).Run(); }

}  // namespace model::threads
