#include "model/logic/digest.h"

#include <gtest/gtest.h>

#include <string>

#include "model/logic/logic.h"

namespace model {
namespace {

// Each formula is made in a context of its own, as another process would.
std::optional<Digest> DigestOf(const std::function<z3::expr(Logic&)>& make) {
  z3::context context;
  UnboundedLogic logic(context);
  Digests digests(context);
  return digests.Of(make(logic));
}

z3::expr EachIs(Logic& logic, const std::string& relation, Sort sort = Sort::kObject) {
  const Relation is = logic.Symbol(relation, {sort});
  return logic.ForAll(sort, [&](const Term& x) { return is(x); });
}

TEST(DigestOfAFormula, IsTheSameInAnotherContext) {
  const auto one = DigestOf([](Logic& logic) { return EachIs(logic, "white"); });
  const auto other = DigestOf([](Logic& logic) {
    EachIs(logic, "black");  // so that other addresses are given out
    return EachIs(logic, "white");
  });
  ASSERT_TRUE(one);
  EXPECT_EQ(one, other);
}

TEST(DigestOfAFormula, DependsOnNamesAndSortsAndArguments) {
  const auto white = DigestOf([](Logic& logic) { return EachIs(logic, "white"); });
  EXPECT_NE(white, DigestOf([](Logic& logic) { return EachIs(logic, "black"); }));
  EXPECT_NE(white, DigestOf([](Logic& logic) { return EachIs(logic, "white", Sort::kWeak); }));
  EXPECT_NE(white, DigestOf([](Logic& logic) { return !EachIs(logic, "white"); }));
  const auto refers = [](bool turned) {
    return DigestOf([turned](Logic& logic) {
      const Relation to = logic.Symbol("to", {Sort::kObject, Sort::kObject});
      return logic.ForAll(Sort::kObject, [&](const Term& x) {
        return logic.ForAll(Sort::kObject,
                            [&](const Term& y) { return turned ? to(y, x) : to(x, y); });
      });
    });
  };
  ASSERT_TRUE(refers(false));
  EXPECT_NE(refers(false), refers(true));
}

TEST(DigestOfAFormula, DependsOnTheOrderOfWhatIsApplied) {
  const auto implies = [](bool turned) {
    return DigestOf([turned](Logic& logic) {
      const z3::expr a = logic.context().bool_const("a");
      const z3::expr b = logic.context().bool_const("b");
      return turned ? z3::implies(b, a) : z3::implies(a, b);
    });
  };
  EXPECT_NE(implies(false), implies(true));
}

TEST(DigestOfAFormula, IsEmptyForWhatFormulasAboutHeapsDoNotHave) {
  EXPECT_FALSE(DigestOf([](Logic& logic) {
    z3::context& context = logic.context();
    const z3::expr bits = context.bv_const("bits", 8);
    return bits.extract(3, 0) == context.bv_val(1, 4);
  }));
}

}  // namespace
}  // namespace model
