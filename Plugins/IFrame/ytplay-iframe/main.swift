import IFrameBackend
import IFramePage
import PlayerPlugins
import WebView

// Before anything starts a thread, prints or reads.
PluginProcess.start(IFrameBackend.provider(endpoints: .fromEnvironment()))
WebToolkit.keepBusFromPages()
WebToolkit.run()
