import MPVBackend
import PlayerPlugins

PluginProcess.run(MPVBackend.provider)
