import CMPV
import MPVBackend
import PlayerPlugins

// Before any thread: glibc would give mpv's many threads arenas of their own, which stay filled in part.
ytplay_limit_arenas()
PluginProcess.run(MPVBackend.provider)
