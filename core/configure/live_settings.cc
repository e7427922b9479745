#include "core/configure/live_settings.h"

namespace gc {
inline namespace GC_BUILD {

LiveSettings::LiveSettings(Configuration& configuration, Program program, const Parts& parts)
    : configuration_(configuration), program_(program), parts_(parts) {
  if (parts_.scheduler != nullptr) parts_.scheduler->Keep(KeepFlagsOf(program));
  Apply();
  configuration_.AddListener(Listening());
}

LiveSettings::~LiveSettings() { configuration_.RemoveListener(Listening()); }

Configuration::Listener LiveSettings::Listening() {
  return {.changed = [](void* self) { static_cast<LiveSettings*>(self)->Apply(); },
          .context = this};
}

void LiveSettings::Apply() {
  const Settings& settings = configuration_.values();
  HeapOptions options;
  SetChangeable(settings, program_, options);
  parts_.heap.Change(options);
  if (parts_.scheduler != nullptr) parts_.scheduler->Configure(settings);
  if (parts_.inspector != nullptr) parts_.inspector->Configure(settings);
}

}  // namespace GC_BUILD
}  // namespace gc
