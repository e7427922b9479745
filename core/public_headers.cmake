# core/public_headers.cmake -- what users of tricolour::core may include.
#
# These are installed, with every header of core that they include in turn; nothing else is. The
# consumer test compiles each of them alone.
cmake_policy(VERSION 3.25)
set(core_public_headers
    core/gc.h
    # What gc.h includes, for those who want less of it.
    core/heap/factory.h
    core/heap/heap.h
    core/object/class.h
    core/object/header.h
    core/object/schema.h
    core/pointer/container.h
    core/pointer/lazy_ptr.h
    core/pointer/local.h
    core/pointer/object_ptr.h
    core/pointer/pin.h
    core/pointer/referencer.h
    core/pointer/scope_guard.h
    core/pointer/soft_ptr.h
    core/pointer/strong_ptr.h
    core/pointer/validity.h
    core/pointer/weak_ptr.h
    core/configure/live_settings.h
    core/schedule/configuration.h
    core/schedule/scheduler.h
    core/schedule/start_up.h
    # The names of the rules, a resolver of names that a game may replace, and visits of objects by
    # class, outer and flags.
    core/rules.h
    core/heap/name_resolver.h
    core/heap/selection.h
    # Worlds, levels and actors, and the loading of assets.
    core/world/actor.h
    core/world/departures.h
    core/world/level.h
    core/world/loader.h
    core/world/worlds.h
    # Classes described by annotations or macros, found and used by name.
    core/reflect/access.h
    core/reflect/annotations.h
    core/reflect/call.h
    core/reflect/cast.h
    core/reflect/editing/duplicate.h
    core/reflect/editing/reload.h
    core/reflect/editing/replace_references.h
    core/reflect/layout.h
    core/reflect/raw_property.h
    core/reflect/reflected.h
    core/reflect/registry.h
    core/reflect/saving/saving.h
    # What can be seen from outside.
    core/inspect/report/class_counts.h
    core/inspect/report/cleared_slots.h
    core/inspect/report/cluster_report.h
    core/inspect/report/cycle_history.h
    core/inspect/report/garbage_holders.h
    core/inspect/report/graph_history.h
    core/inspect/report/inspector.h
    core/inspect/report/leaks.h
    core/inspect/report/statistics.h
    core/inspect/search/named_search.h
    core/inspect/search/reference_search.h
    core/inspect/verify/disregard_check.h
    core/inspect/verify/fingerprint.h
    core/inspect/verify/snapshot.h
    core/inspect/verify/unlisted.h
    core/inspect/verify/verification.h
    core/inspect/verify/verifier.h)

# Sets `out` to the headers of core that `headers` include, and these in turn; paths from `root`.
function(core_with_included out root headers)
  set(found)
  while(headers)
    list(POP_FRONT headers header)
    if(NOT header IN_LIST found)
      list(APPEND found ${header})
      file(STRINGS ${root}/${header} lines REGEX "^#include \"core/.*\"")
      foreach(line IN LISTS lines)
        string(REGEX REPLACE "^#include \"(.*)\".*" "\\1" included "${line}")
        list(APPEND headers ${included})
      endforeach()
    endif()
  endwhile()
  set(${out} ${found} PARENT_SCOPE)
endfunction()
