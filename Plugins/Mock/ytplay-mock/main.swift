import MockBackend
import PlayerPlugins

PluginProcess.run(MockBackend.provider)
