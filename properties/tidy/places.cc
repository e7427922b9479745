// properties/tidy/places.cc -- the table of arrows: which place may include which.

#include <vector>

#include "properties/tidy/arrows.h"

namespace properties::tidy {

const std::vector<Place>& Places() {
  // Within a room, places stand from the bottom to the top.
  static const std::vector<Place> places = {
      {"rules", "", "core/rules.h core/faults.h core/fault_set.h"},
      {"core/base", "rules"},
      {"core/schema", "core/base"},
      {"core/object", "core/base core/schema rules"},
      {"core/assembly", "core/base core/object core/schema"},
      {"core/population", "core/base core/object rules"},
      {"core/memory", "core/base core/object rules"},
      {"core/pointer", "core/base core/object rules"},
      {"core/cluster", "core/base core/object core/population core/memory core/pointer rules"},
      {"core/purge", "core/base core/object core/population core/memory rules"},
      {"core/mark",
       "core/assembly core/base core/object core/population core/cluster core/schema rules"},
      {"core/collect",
       "core/base core/object core/population core/memory core/pointer core/cluster core/purge "
       "core/mark rules"},
      {"core/heap",
       "core/base core/object core/population core/memory core/pointer core/cluster core/purge "
       "core/collect rules"},
      {"core/schedule",
       "core/base core/object core/population core/pointer core/purge core/mark core/collect "
       "core/heap rules"},
      {"gc.h", "core/object core/pointer core/heap core/schedule", "core/gc.h"},
      {"core/inspect/search",
       "core/base core/object core/population core/pointer core/purge core/collect core/heap"},
      {"core/inspect/verify",
       "core/base core/object core/population core/pointer core/cluster core/purge core/collect "
       "core/heap core/inspect/search rules"},
      {"core/inspect/report",
       "core/base core/object core/population core/pointer core/cluster core/purge core/collect "
       "core/heap core/schedule core/inspect/search core/inspect/verify rules"},
      {"core/configure",
       "core/collect core/heap core/schedule core/inspect/report core/inspect/verify"},
      {"core/reflect/tool/model", ""},
      {"core/reflect/tool/read", "core/reflect/tool/model"},
      {"core/reflect/tool/write", "core/reflect/tool/model"},
      {"core/reflect/tool/convert", "core/reflect/tool/model core/reflect/tool/write"},
      {"core/reflect/tool",
       "core/reflect/tool/convert core/reflect/tool/model core/reflect/tool/read "
       "core/reflect/tool/write"},
      {"core/reflect/tool/testing", "core/reflect/tool/model core/reflect/tool/read"},
      {"core/world", "core/base core/pointer core/heap core/schedule core/inspect/report"},
      {"core/reflect", "core/base core/object core/pointer core/heap"},
      {"core/reflect/editing",
       "core/base core/object core/population core/pointer core/collect core/heap core/reflect "
       "rules"},
      {"core/reflect/saving",
       "core/object core/population core/pointer core/collect core/heap core/reflect "
       "core/reflect/editing"},
      {"core/testing",
       "core/base core/object core/population core/memory core/pointer core/cluster core/purge "
       "core/collect core/heap core/schedule core/configure core/inspect/search "
       "core/inspect/verify core/world gc.h rules"},
      {"core/bench",
       "core/assembly core/inspect/search core/inspect/verify core/inspect/report gc.h"},
      {"core/examples",
       "core/pointer core/schedule core/configure core/inspect/report core/world core/reflect "
       "core/reflect/editing gc.h"},

      {"reference/variant", ""},
      {"reference/trace", "reference/variant"},
      {"reference/survey", "reference/trace"},
      {"reference/oracle", "reference/survey reference/trace reference/variant"},
      {"reference/schedule", "reference/trace"},
      {"reference/naming", ""},
      {"reference/worlds", ""},
      {"reference/configuration", ""},
      {"reference/memory", ""},
      {"reference/starting", ""},
      {"reference/crowds", ""},
      {"reference/inspection", ""},
      {"reference/reflecting", ""},

      {"model/machine", "model/assumptions reference/trace reference/oracle rules"},
      {"model/coverage", "model/machine reference/oracle reference/trace"},
      {"model/replay", "model/machine reference/trace reference/oracle rules"},
      {"model/explorer", "model/coverage model/machine model/replay reference/trace rules"},
      {"model/logic", ""},
      {"model/assumptions", ""},
      {"model/system", "model/assumptions model/logic reference/trace rules",
       "model/proof/words.h model/proof/changes.h model/proof/system.h"},
      {"model/claims", "model/logic model/system"},
      {"model/proof",
       "model/assumptions model/logic model/machine model/system model/claims reference/trace "
       "rules"},
      {"model/proof/actions", "model/assumptions model/logic model/system model/proof rules"},
      {"model/bounded",
       "model/logic model/system model/proof model/explorer reference/trace rules"},
      {"model/agreement",
       "model/machine model/explorer model/logic model/system model/proof reference/trace "
       "reference/oracle rules"},
      {"model/purpose", "model/proof reference/oracle"},
      {"model/recheck", "model/logic model/system model/claims model/proof reference/trace rules"},
      {"model/conformance", "model/coverage model/machine reference/trace reference/oracle"},
      {"model/threads/memory", ""},
      {"model/threads", "model/threads/memory"},
      {"model/threads/litmus", "model/threads model/threads/memory"},
      {"model/threads/marker", "model/threads model/threads/memory"},
      {"model/threads/ownership", "model/logic"},
      {"model/orders", "model/threads model/threads/memory"},
      {"model",
       "model/assumptions model/claims model/explorer model/proof model/purpose model/recheck "
       "model/system reference/trace rules"},
      {"model/bench", "model model/bounded model/explorer model/proof model/threads"},

      {"properties/base", "reference/trace rules"},
      {"properties/corpus",
       "properties/base properties/judge reference/oracle reference/trace rules"},
      {"properties/judge", "model/conformance reference/oracle reference/survey reference/trace"},
      {"properties/coverage", "properties/judge reference/oracle reference/trace"},
      {"properties/subjects/core/lanes", ""},
      {"properties/subjects/core",
       "gc.h core/assembly core/base core/object core/population core/collect core/heap "
       "core/inspect/search core/inspect/report core/inspect/verify core/pointer core/reflect "
       "core/schedule properties/base properties/subjects/core/lanes "
       "reference/oracle reference/survey reference/trace reference/variant rules"},
      {"properties/subjects/toy", "properties/base reference/oracle"},
      {"properties/subjects/plugin", "properties/base reference/oracle reference/trace rules"},
      {"properties/subjects/offered", "properties/subjects/plugin reference/oracle"},
      {"properties/subjects/core_plugin",
       "properties/base properties/subjects/core properties/subjects/offered"},
      {"properties/subjects/cppgc", "properties/subjects/plugin"},
      {"properties/subjects/libgc", "properties/subjects/plugin"},
      {"properties/subjects/mruby", "properties/subjects/plugin"},
      {"properties/subjects/pipe", "properties/base reference/oracle reference/trace rules"},
      {"properties/subjects/lua/state", "properties/base reference/trace"},
      {"properties/subjects/lua/things", "properties/subjects/lua/state"},
      {"properties/subjects/lua",
       "properties/subjects/lua/state properties/subjects/lua/things reference/oracle "
       "reference/trace"},
      {"properties/subjects/lua53", "properties/subjects/lua properties/subjects/offered"},
      {"properties/subjects/lua55", "properties/subjects/lua properties/subjects/offered"},
      {"properties/search", "properties/base properties/judge reference/oracle reference/trace"},
      {"properties/search/exhaustive",
       "properties/base properties/search reference/oracle reference/trace rules"},
      {"properties/search/directed",
       "properties/base properties/coverage properties/judge properties/search reference/oracle "
       "reference/trace"},
      {"properties/scarce",
       "properties/base properties/corpus properties/judge properties/search/directed "
       "properties/subjects/core reference/oracle reference/trace reference/variant"},
      {"properties/shrink",
       "properties/base properties/judge properties/search reference/oracle reference/trace"},
      {"properties/explain/seen", "properties/judge reference/oracle reference/trace rules"},
      {"properties/explain",
       "properties/base properties/explain/seen properties/judge reference/oracle reference/trace "
       "rules"},
      {"properties/matrix",
       "properties/base properties/corpus properties/judge properties/subjects/core "
       "properties/search properties/search/exhaustive properties/search/directed "
       "properties/shrink model model/bounded model/explorer model/orders model/proof "
       "model/threads "
       "reference/trace rules"},
      {"properties/counters",
       "properties/corpus properties/judge properties/subjects/core reference/oracle "
       "reference/trace rules"},
      {"properties/report",
       "properties/judge properties/explain properties/matrix model/bounded model/orders "
       "model/threads reference/oracle rules"},
      {"properties/report/formats", "properties/report reference/oracle rules"},
      {"properties/page",
       "properties/judge properties/explain properties/explain/seen properties/page/places "
       "properties/report reference/oracle reference/trace rules"},
      {"properties/page/places", ""},
      {"properties/schedule",
       "gc.h core/base core/collect core/schedule properties/base properties/explain "
       "properties/judge reference/schedule reference/trace"},
      {"properties/naming",
       "gc.h core/collect core/heap core/inspect/verify core/population properties/base "
       "properties/subjects/core reference/naming"},
      {"properties/configuration", "core/schedule properties/base reference/configuration"},
      {"properties/memory",
       "gc.h core/base core/cluster core/collect core/inspect/search core/memory core/object "
       "core/pointer core/population properties/base properties/subjects/core reference/memory"},
      {"properties/crowds",
       "gc.h core/base core/collect core/heap core/inspect/report core/inspect/search "
       "core/inspect/verify core/population core/schedule properties/base "
       "properties/subjects/core reference/crowds"},
      {"properties/starting",
       "gc.h core/cluster core/collect core/configure core/heap core/inspect/report "
       "core/inspect/search core/inspect/verify core/mark core/memory core/object core/purge "
       "core/reflect core/reflect/editing core/schedule core/world properties/base "
       "reference/starting"},
      {"properties/verifying",
       "gc.h core/cluster core/collect core/heap core/inspect/report core/inspect/verify "
       "core/object core/population core/purge core/schedule properties/base "
       "properties/subjects/core"},
      {"properties/pointers",
       "gc.h core/inspect/verify core/pointer properties/base reference/crowds"},
      {"properties/misuse",
       "gc.h core/inspect/report core/memory core/population core/reflect core/reflect/editing "
       "core/reflect/saving core/world properties/base properties/subjects/core"},
      {"properties/inspection",
       "gc.h core/collect core/heap core/inspect/report core/inspect/search core/inspect/verify "
       "core/schedule properties/base reference/inspection"},
      {"properties/reflecting",
       "gc.h core/heap core/inspect/verify core/reflect core/reflect/saving properties/base "
       "properties/subjects/core reference/reflecting"},
      {"properties/reflecting/judging/kin",
       "gc.h core/assembly core/collect core/pointer core/reflect core/reflect/editing "
       "core/reflect/saving core/schema properties/base properties/reflecting "
       "properties/subjects/core reference/reflecting"},
      {"properties/reflecting/judging",
       "core/assembly core/collect core/inspect/search core/reflect core/reflect/editing "
       "core/reflect/saving "
       "properties/base properties/reflecting properties/reflecting/judging/kin "
       "properties/subjects/core reference/reflecting"},
      {"properties/worlds",
       "gc.h core/inspect/report core/inspect/verify core/pointer core/world properties/base "
       "reference/worlds"},
      {"properties/tool/process", "properties/report reference/oracle reference/trace"},
      {"properties/tool/command_line",
       "properties/report properties/report/formats properties/tool/process properties/base "
       "properties/subjects/core properties/subjects/lua properties/subjects/plugin "
       "properties/subjects/pipe properties/search model/threads reference/oracle "
       "reference/trace rules"},
      {"properties/tool/schedule",
       "properties/explain properties/report properties/schedule properties/tool/process "
       "properties/tool/command_line properties/tool/reports reference/schedule reference/trace"},
      {"properties/tool/pages",
       "properties/explain properties/page properties/report properties/search "
       "properties/tool/process reference/trace"},
      {"properties/tool/failures",
       "properties/report/formats properties/judge properties/search properties/shrink "
       "properties/explain properties/explain/seen properties/report properties/page "
       "properties/tool/pages properties/tool/process "
       "properties/tool/command_line properties/tool/schedule reference/schedule reference/trace"},
      {"properties/tool/reports",
       "properties/judge properties/report properties/report/formats properties/tool/process "
       "properties/tool/command_line"},
      {"properties/tool/traces",
       "properties/base properties/judge properties/explain properties/report properties/search "
       "properties/tool/process properties/tool/command_line properties/tool/pages "
       "properties/tool/failures "
       "properties/tool/reports reference/trace"},
      {"properties/tool/soak",
       "properties/explain properties/judge properties/report properties/search/directed "
       "properties/shrink properties/tool/process properties/tool/command_line "
       "properties/tool/failures reference/trace"},
      {"properties/tool/change",
       "properties/search/exhaustive properties/search/directed properties/tool/command_line "
       "properties/tool/rules rules"},
      {"properties/tool/causes",
       "properties/explain properties/report properties/tool/change properties/tool/rules rules"},
      {"properties/tool/rules",
       "properties/base properties/subjects/core properties/explain properties/matrix "
       "properties/report properties/tool/process properties/tool/command_line model/proof "
       "model/threads reference/trace rules"},
      {"properties/tool/verify",
       "properties/base properties/coverage properties/corpus properties/judge properties/search "
       "properties/search/exhaustive properties/search/directed properties/shrink "
       "properties/report properties/tool/process properties/tool/command_line "
       "properties/tool/failures properties/tool/rules properties/matrix model/coverage "
       "model/explorer model/machine model/orders properties/configuration properties/crowds "
       "properties/inspection "
       "properties/memory properties/misuse "
       "properties/naming properties/pointers properties/reflecting properties/scarce "
       "properties/starting "
       "properties/schedule "
       "properties/verifying properties/worlds "
       "properties/tool/schedule properties/tool/reports properties/tool/causes "
       "properties/tool/change properties/report/formats reference/schedule reference/trace"},
      {"properties/tool/commands",
       "properties/base properties/bench/run properties/bench/show properties/judge "
       "properties/search properties/search/exhaustive properties/search/directed "
       "properties/shrink properties/explain properties/explain/seen properties/matrix "
       "properties/report "
       "properties/subjects/plugin properties/tool/process properties/tool/command_line "
       "properties/tool/pages properties/tool/failures properties/tool/rules "
       "properties/tool/verify model "
       "model/bounded model/explorer model/orders model/recheck model/threads "
       "model/threads/litmus model/threads/marker model/threads/ownership reference/trace "
       "properties/tool/schedule properties/tool/reports properties/tool/soak "
       "properties/tool/change properties/tool/traces properties/report/formats "
       "reference/schedule rules"},
      {"properties/tool",
       "properties/tool/process properties/tool/command_line properties/tool/commands"},
      {"properties/suites",
       "properties/base properties/corpus properties/judge properties/subjects/core "
       "properties/search properties/search/directed properties/shrink reference/oracle "
       "reference/trace reference/variant"},
      {"properties/suites/free_running", "gc.h core/base reference/oracle reference/trace"},
      {"properties/bench/graph", ""},
      {"properties/bench/serve", "properties/bench/graph"},
      {"properties/bench/subjects", "gc.h properties/bench/graph properties/bench/serve"},
      {"properties/bench/peers",
       "properties/bench/graph properties/bench/serve properties/bench/subjects"},
      {"properties/bench/run",
       "properties/base properties/bench/graph properties/bench/serve properties/bench/subjects"},
      {"properties/bench/show", "properties/bench/run"},
      {"properties/bench",
       "properties/base properties/subjects/core properties/subjects/toy "
       "properties/search/exhaustive properties/search/directed properties/shrink"},
      {"properties/tidy", "rules"},
      {"properties/breaks", "properties/base properties/tidy properties/tool/process"},
      {"properties/mutate/sites", "properties/tidy"},
      {"properties/mutate/copy",
       "properties/base properties/breaks properties/mutate/sites properties/tidy"},
      {"properties/mutate/trial",
       "properties/base properties/breaks properties/mutate/copy properties/mutate/sites "
       "properties/tidy"},
      {"properties/mutate",
       "properties/base properties/breaks properties/mutate/copy properties/mutate/sites "
       "properties/mutate/trial properties/tidy properties/tool/process"},

      {"fuzz/mutation", "properties/base reference/oracle reference/trace reference/variant"},
      {"fuzz/io", "fuzz/mutation"},
      {"fuzz/foreign",
       "fuzz/mutation properties/base properties/judge properties/search reference/oracle "
       "reference/trace"},
      {"fuzz/targets",
       "core/reflect/tool/testing properties/base properties/corpus properties/judge "
       "properties/reflecting "
       "properties/subjects/core "
       "properties/subjects/toy properties/subjects/lua properties/shrink reference/oracle "
       "reference/trace"},
      {"fuzz/cost", "fuzz/io fuzz/targets properties/subjects/core reference/trace"},
      {"fuzz",
       "core/reflect/tool/testing fuzz/foreign fuzz/mutation fuzz/io fuzz/targets properties/base "
       "properties/corpus "
       "properties/matrix properties/reflecting properties/report properties/shrink "
       "properties/tool/command_line "
       "properties/tool/failures properties/tool/process properties/tool/reports reference/trace"},
  };
  return places;
}

}  // namespace properties::tidy
