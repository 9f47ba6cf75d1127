import CMPV
import MPVBackend
import PlayerPlugins

// Before any thread, since arenas that are there stay.
ytplay_give_memory_back()
MPVBackend.ownsProcess()
PluginProcess.run(MPVBackend.provider)
