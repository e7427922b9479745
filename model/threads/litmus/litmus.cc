// model/threads/litmus/litmus.cc -- reads a tiny program, and runs it in every way.

#include "model/threads/litmus/litmus.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <stdexcept>

#include "model/threads/search.h"

namespace model::threads {

namespace {

constexpr std::string_view kLocationNames = "wxyz";
constexpr Register kSeen = 0;
constexpr Register kWhether = 1;

constexpr std::pair<std::string_view, Order> kOrders[] = {{"acq", Order::kAcquire},
                                                          {"rel", Order::kRelease},
                                                          {"ar", Order::kAcquireRelease},
                                                          {"sc", Order::kSequential}};

bool IsLocation(char name) { return kLocationNames.find(name) != std::string_view::npos; }

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Litmus Read() {
    Litmus litmus(1);
    while (true) {
      litmus.back().push_back(ReadStatement());
      if (at_ == text_.size()) return litmus;
      if (Takes("|")) {
        litmus.emplace_back();
      } else {
        Expect(";");
      }
    }
  }

 private:
  using Kind = Statement::Kind;

  Statement ReadStatement() {
    Statement statement;
    if (Takes("F")) {
      statement.kind = Kind::kFence;
    } else {
      const char left = Letter();
      const bool plain = Takes(":");
      Expect("=");
      if (IsLocation(left)) {
        statement = {.kind = plain ? Kind::kWritePlainly : Kind::kStore, .where = Where(left)};
        statement.value = Number();
      } else {
        ReadRight(statement, plain);
        statement.name = left;
      }
    }
    statement.order = ReadOrder();
    statement.failure = ReadOrder();
    return statement;
  }

  void ReadRight(Statement& statement, bool plain) {
    constexpr std::pair<std::string_view, Kind> kCalls[] = {{"add(", Kind::kAdd},
                                                            {"xchg(", Kind::kExchange},
                                                            {"cas(", Kind::kCompareExchange},
                                                            {"wcas(", Kind::kCompareExchange}};
    for (const auto& [word, kind] : kCalls) {
      if (!Takes(word)) continue;
      statement.kind = kind;
      statement.weak = word == "wcas(";
      statement.where = Where(Letter());
      Expect(",");
      if (kind == Kind::kCompareExchange) {
        statement.expected = Number();
        Expect(",");
      }
      statement.value = Number();
      return Expect(")");
    }
    statement.kind = plain ? Kind::kReadPlainly : Kind::kLoad;
    statement.where = Where(Letter());
  }

  Order ReadOrder() {
    if (!Takes(".")) return Order::kRelaxed;
    for (const auto& [word, order] : kOrders) {
      if (Takes(word)) return order;
    }
    Fail("an order");
  }

  bool Takes(std::string_view word) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return true;
  }
  void Expect(std::string_view word) {
    if (!Takes(word)) Fail(word);
  }
  char Letter() {
    if (at_ == text_.size() || text_[at_] < 'a' || text_[at_] > 'z') Fail("a name");
    return text_[at_++];
  }
  Value Number() {
    if (at_ == text_.size() || text_[at_] < '0' || text_[at_] > '9') Fail("a digit");
    return static_cast<Value>(text_[at_++] - '0');
  }
  Location Where(char name) {
    if (!IsLocation(name)) Fail("a location");
    return static_cast<Location>(kLocationNames.find(name));
  }
  [[noreturn]] void Fail(std::string_view expected) const {
    throw std::invalid_argument(
        fmt::format("in \"{}\", column {}: {} was expected", text_, at_ + 1, expected));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string TextOf(Order order) {
  for (const auto& [word, each] : kOrders) {
    if (each == order) return "." + std::string(word);
  }
  return "";
}

std::string TextOf(const Statement& statement) {
  using Kind = Statement::Kind;
  const char where = kLocationNames[statement.where];
  const std::string order = TextOf(statement.order);
  switch (statement.kind) {
    case Kind::kLoad:
      return fmt::format("{}={}{}", statement.name, where, order);
    case Kind::kStore:
      return fmt::format("{}={}{}", where, statement.value, order);
    case Kind::kAdd:
      return fmt::format("{}=add({},{}){}", statement.name, where, statement.value, order);
    case Kind::kExchange:
      return fmt::format("{}=xchg({},{}){}", statement.name, where, statement.value, order);
    case Kind::kCompareExchange:
      return fmt::format("{}={}cas({},{},{}){}{}", statement.name, statement.weak ? "w" : "", where,
                         statement.expected, statement.value, order, TextOf(statement.failure));
    case Kind::kFence:
      return "F" + order;
    case Kind::kReadPlainly:
      return fmt::format("{}:={}", statement.name, where);
    case Kind::kWritePlainly:
      break;
  }
  return fmt::format("{}:={}", where, statement.value);
}

void Add(Program& program, const Statement& statement) {
  using Kind = Statement::Kind;
  switch (statement.kind) {
    case Kind::kLoad:
      return program.Load(kSeen, statement.where, statement.order);
    case Kind::kStore:
      return program.Store(statement.where, statement.value, statement.order);
    case Kind::kAdd:
    case Kind::kExchange:
      return program.Update(kSeen, statement.where,
                            statement.kind == Kind::kAdd ? Change::kAdd : Change::kExchange,
                            statement.value, statement.order);
    case Kind::kCompareExchange:
      return program.CompareExchange(kWhether, statement.where, statement.value, statement.order,
                                     {.expected = statement.expected,
                                      .failure = statement.failure,
                                      .weak = statement.weak,
                                      .seen = kSeen});
    case Kind::kFence:
      return program.Fence(statement.order);
    case Kind::kReadPlainly:
      return program.ReadPlainly(kSeen, statement.where);
    case Kind::kWritePlainly:
      return program.WritePlainly(statement.where, statement.value);
  }
}

}  // namespace

Litmus LitmusOf(std::string_view text) { return Reader(text).Read(); }

std::string TextOf(const Litmus& litmus) {
  std::string text;
  for (const auto& thread : litmus) {
    if (!text.empty()) text += " | ";
    for (std::size_t i = 0; i < thread.size(); ++i) text += (i > 0 ? "; " : "") + TextOf(thread[i]);
  }
  return text;
}

bool Matches(const Outcome& outcome, std::string_view text) {
  for (std::size_t at = 0; at + 2 < text.size(); at += 4) {
    const auto found = outcome.find(text[at]);
    if (found == outcome.end()) {
      throw std::invalid_argument(fmt::format("no {} is read or written", text[at]));
    }
    if (found->second != text[at + 2] - '0') return false;
  }
  return true;
}

LitmusAnswer Explore(const Litmus& litmus) {
  Machine machine{.name = "litmus"};
  std::string names;  // of what is read, in the order of the ghosts
  std::size_t locations = 0;
  for (const auto& thread : litmus) {
    for (const Statement& statement : thread) {
      locations = std::max<std::size_t>(locations, statement.where + 1u);
    }
  }
  for (std::size_t i = 0; i < locations; ++i) {
    machine.locations.emplace_back(1, kLocationNames[i]);
    machine.initial.push_back(0);
  }
  for (const auto& thread : litmus) {
    Program program(fmt::format("thread {}", machine.threads.size() + 1));
    for (const Statement& statement : thread) {
      Add(program, statement);
      if (!Reads(statement.kind)) continue;
      program.GhostAddRegister(static_cast<Ghost>(names.size()), kSeen, "");
      names.push_back(statement.name);
    }
    machine.threads.push_back(std::move(program));
  }
  LitmusAnswer answer;
  machine.judge = [&](const Scene& scene) {
    if (!scene.ended) return std::string();
    Outcome outcome;
    for (std::size_t i = 0; i < names.size(); ++i) outcome[names[i]] = scene.ghosts[i];
    for (std::size_t i = 0; i < locations; ++i) outcome[kLocationNames[i]] = scene.latest[i];
    answer.outcomes.insert(std::move(outcome));
    return std::string();
  };
  const SearchResult result = Search(machine, MemoryModel::kReleaseAcquire);
  answer.races = result.bad && result.bad->kind == Bad::Kind::kRace;
  answer.exhausted = result.exhausted || answer.races;
  answer.states = result.states;
  return answer;
}

}  // namespace model::threads
