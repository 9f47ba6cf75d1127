import IFrameBackend
import IFramePage
import PlayerPlugins
import WebView

// Before anything starts a thread, prints or reads.
// It may gain privileges: a link opens in the person's own browser, which may be a snap or have a set-user-ID sandbox,
// and Bubblewrap itself has that bit where not everybody may have namespaces. What reads the pages can't gain any:
// Bubblewrap forbids it to the web processes.
PluginProcess.start(IFrameBackend.provider(endpoints: .fromEnvironment()), mayGainPrivileges: true)
WebToolkit.keepBusFromPages()
WebToolkit.run()
