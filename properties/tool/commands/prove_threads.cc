#include "properties/tool/commands/prove_threads.h"

#include <algorithm>
#include <vector>

#include "model/orders/check.h"
#include "model/orders/weakening.h"
#include "model/threads/table.h"
#include "properties/matrix/core_sources.h"
#include "properties/report/order_text.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/commands/prove_markers.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/screen.h"

namespace tool {

namespace {

using model::orders::OrderTable;
using model::orders::OrderVerdict;
using model::threads::FaultRow;
using model::threads::SoundRow;
using properties::Style;

int SayVerdict(bool holds, bool as_tabled, bool witnessed, const Style& style) {
  if (!holds) {
    Print("{}: a protocol breaks its promise\n", style.Bad("DISAGREE"));
    return kExitDisagree;
  }
  if (!as_tabled) {
    Print("{}: core's accesses are not those of the table\n", style.Bad("DISAGREE"));
    return kExitDisagree;
  }
  if (!witnessed) {
    Print("{}: a broken rule is not noticed\n", style.Bad("BROKEN BASELINE"));
    return kExitBaseline;
  }
  Print("{}: every interleaving keeps its promise, and every broken rule has its witness\n",
        style.Good("AGREE"));
  return kExitAgree;
}

}  // namespace

int ProveThreads(bool drawn, bool deep) {
  const Style style = ScreenStyle();
  const auto& files = properties::CoreSources();
  const properties::OrderSources sources{model::orders::CountAccesses(files),
                                         model::orders::DifferencesFrom(files)};
  const OrderTable orders = model::orders::ExploreOrders(model::orders::OrdersIn(files));
  Print("{}\n", OrderText(orders, sources, drawn, style));
  const std::vector<SoundRow> sound = model::threads::SoundTable();
  const std::vector<FaultRow> faults = model::threads::Table();
  Print("{}", TableText(sound, faults));
  for (const FaultRow& row : faults) {
    if (drawn) Print("\n{}/{}, {}:\n{}", row.rule_name, row.variant, row.machine, row.witness);
  }
  const Markers markers = ProveMarkers(drawn, deep);
  const std::vector<OrderVerdict> verdicts = orders.Verdicts();
  const bool decided = std::ranges::all_of(verdicts, [](const OrderVerdict& verdict) {
    return verdict.IsNeeded() || verdict.exhausted;
  });
  const bool witnessed =
      decided && markers.witnessed &&
      std::ranges::all_of(faults, [](const FaultRow& row) { return row.witness_length > 0; });
  const bool holds =
      orders.Holds() && markers.holds && std::ranges::all_of(sound, &SoundRow::Holds);
  return SayVerdict(holds, sources.differences.empty(), witnessed, style);
}

}  // namespace tool
