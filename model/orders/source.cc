// model/orders/source.cc -- finds accesses by their names.

#include "model/orders/source.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/orders/code.h"

namespace model::orders {

namespace {

constexpr std::array<std::string_view, 10> kOperations = {"load",
                                                          "store",
                                                          "exchange",
                                                          "fetch_add",
                                                          "fetch_sub",
                                                          "fetch_or",
                                                          "fetch_and",
                                                          "fetch_xor",
                                                          "compare_exchange_weak",
                                                          "compare_exchange_strong"};

// Behind the bracket that closes the one at `open`.
std::size_t Behind(std::string_view code, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < code.size(); ++at) {
    depth += code[at] == '(' ? 1 : code[at] == ')' ? -1 : 0;
    if (depth == 0) return at + 1;
  }
  return code.size();
}

// Where the expression begins that ends before `end`: words, members, calls and indices.
std::size_t ExpressionBefore(std::string_view code, std::size_t end) {
  std::size_t begin = end;
  int depth = 0;
  while (begin > 0) {
    const char c = code[begin - 1];
    const bool arrow = c == '>' && begin > 1 && code[begin - 2] == '-';
    const bool closes = c == ')' || c == ']';
    const bool opens = c == '(' || c == '[';
    if (depth == 0 && !closes && !arrow && !IsWord(c) && c != '.' && c != ':') break;
    depth += closes ? 1 : opens ? -1 : 0;
    begin -= arrow ? 2 : 1;
  }
  return begin;
}

std::vector<std::memory_order> OrdersIn(std::string_view arguments) {
  constexpr std::pair<std::string_view, std::memory_order> kOrders[] = {
      {"relaxed", std::memory_order_relaxed}, {"consume", std::memory_order_consume},
      {"acquire", std::memory_order_acquire}, {"release", std::memory_order_release},
      {"acq_rel", std::memory_order_acq_rel}, {"seq_cst", std::memory_order_seq_cst}};
  constexpr std::string_view kPrefix = "memory_order";
  std::vector<std::memory_order> orders;
  for (std::size_t at = arguments.find(kPrefix); at != arguments.npos;
       at = arguments.find(kPrefix, at + 1)) {
    std::string_view rest = arguments.substr(at + kPrefix.size());
    rest.remove_prefix(std::min(rest.find_first_not_of("_:"), rest.size()));
    for (const auto& [word, order] : kOrders) {
      if (rest.starts_with(word)) orders.push_back(order);
    }
  }
  return orders;
}

// The order that C++ gives to a comparison that fails, if only one order is named.
std::memory_order FailureOf(std::memory_order order) {
  if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
  return order == std::memory_order_release ? std::memory_order_relaxed : order;
}

std::size_t LineOf(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + at, '\n'));
}

// The innermost function around a place.
std::string FunctionAt(const std::vector<Function>& functions, std::size_t at) {
  std::string name;
  for (const Function& function : functions) {
    if (function.begin <= at && at < function.end) name = function.name;
  }
  return name;
}

// Where the first argument list after `at` is, and which operation is called; none if it is none.
struct Call {
  std::string_view operation;
  std::size_t on_end = 0;  // where the expression ends that it is done on
  std::size_t open = 0;    // the bracket of its arguments
};
std::optional<Call> CallAt(std::string_view code, std::size_t at) {
  const bool member = code[at] == '.' || code.substr(at).starts_with("->");
  const bool begins = at == 0 || !IsWord(code[at - 1]);
  const std::size_t name = member ? at + (code[at] == '.' ? 1 : 2) : at;
  std::size_t end = name;
  while (end < code.size() && IsWord(code[end])) ++end;
  std::size_t open = end;
  while (open < code.size() && IsBlank(code[open])) ++open;
  if (open == code.size() || code[open] != '(') return std::nullopt;
  const std::string_view word = code.substr(name, end - name);
  const bool known = member ? std::ranges::find(kOperations, word) != kOperations.end()
                            : begins && word.starts_with("atomic_") && word != "atomic_ref";
  if (!known) return std::nullopt;
  return Call{word, at, open};
}

// Whether the parts of `words` between "..." follow each other in the code.
bool HasInOrder(std::string_view code, std::string_view words) {
  constexpr std::string_view kBetween = "...";
  while (true) {
    const std::size_t end = std::min(words.find(kBetween), words.size());
    const std::string part = WithoutBlanks(words.substr(0, end));
    const std::size_t at = code.find(part);
    if (at == code.npos) return false;
    code.remove_prefix(at + part.size());
    if (end == words.size()) return true;
    words.remove_prefix(end + kBetween.size());
  }
}

}  // namespace

std::vector<FoundAccess> AccessesIn(const SourceFile& file) {
  const std::string code = CodeOf(file.text);
  const std::vector<Function> functions = FunctionsIn(code);
  std::vector<FoundAccess> found;
  for (std::size_t at = 0; at < code.size(); ++at) {
    const std::optional<Call> call = CallAt(code, at);
    if (!call) continue;
    const std::size_t end = Behind(code, call->open);
    const std::vector<std::memory_order> orders =
        OrdersIn(std::string_view(code).substr(call->open, end - call->open));
    const std::size_t begin = ExpressionBefore(code, call->on_end);
    FoundAccess access{
        .file = file.path,
        .line = LineOf(code, at),
        .function = FunctionAt(functions, at),
        .on = WithoutBlanks(std::string_view(code).substr(begin, call->on_end - begin)),
        .operation = std::string(call->operation),
        .failure = std::nullopt};
    if (!orders.empty()) access.order = orders.front();
    if (call->operation.starts_with("compare")) {
      access.failure = orders.size() > 1 ? orders[1] : FailureOf(access.order);
    }
    found.push_back(std::move(access));
  }
  return found;
}

bool FunctionHas(const SourceFile& file, std::string_view function, std::string_view words) {
  const std::string code = CodeOf(file.text);
  for (const Function& each : FunctionsIn(code)) {
    if (each.name != function) continue;
    if (HasInOrder(WithoutBlanks(std::string_view(code).substr(each.begin, each.end - each.begin)),
                   words)) {
      return true;
    }
  }
  return false;
}

namespace {

// The names that end in "_" and are declared as atomics.
std::vector<std::string> AtomicsIn(std::string_view code) {
  constexpr std::string_view kDeclared = "std::atomic<";
  std::vector<std::string> names;
  for (std::size_t at = code.find(kDeclared); at != code.npos; at = code.find(kDeclared, at + 1)) {
    std::size_t end = at + kDeclared.size();
    for (int depth = 1; end < code.size() && depth > 0; ++end) {
      depth += code[end] == '<' ? 1 : code[end] == '>' ? -1 : 0;
    }
    while (end < code.size() && IsBlank(code[end])) ++end;
    const std::size_t begin = end;
    while (end < code.size() && IsWord(code[end])) ++end;
    std::string name(code.substr(begin, end - begin));
    if (name.ends_with('_')) names.push_back(std::move(name));
  }
  return names;
}

std::string_view StemOf(std::string_view path) { return path.substr(0, path.rfind('.')); }

// The places at which the name stands and neither an operation nor its first value follows.
void FindOperators(const SourceFile& file, std::string_view name, std::vector<std::string>& into) {
  const std::string code = CodeOf(file.text);
  for (std::size_t at = code.find(name); at != code.npos; at = code.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at > 0 && IsWord(code[at - 1])) || IsWord(code[end])) continue;
    const bool stepped =
        at > 1 && (code[at - 1] == '+' || code[at - 1] == '-') && code[at - 2] == code[at - 1];
    const char next = code[std::min(code.find_first_not_of(" \n", end), code.size() - 1)];
    const bool declared = code.substr(0, at).ends_with("> ");
    if (!stepped && (declared || next == '.' || next == '{' || next == '(')) continue;
    into.push_back(file.path + ":" + std::to_string(LineOf(code, at)) + ": " + std::string(name));
  }
}

}  // namespace

std::vector<std::string> OperatorsOnAtomics(const std::vector<SourceFile>& files) {
  std::vector<std::string> found;
  for (const SourceFile& declares : files) {
    for (const std::string& name : AtomicsIn(CodeOf(declares.text))) {
      for (const SourceFile& uses : files) {
        if (StemOf(uses.path) == StemOf(declares.path)) FindOperators(uses, name, found);
      }
    }
  }
  return found;
}

bool Ships(std::string_view path) {
  constexpr std::string_view kOthers[] = {"core/testing/", "core/bench/", "core/examples/"};
  return path.starts_with("core/") && !path.ends_with("_test.cc") &&
         std::ranges::none_of(kOthers,
                              [&](std::string_view other) { return path.starts_with(other); });
}

}  // namespace model::orders
