import PlayerPlugins

// `PluginUnderTest [hang]`: a plugin, of which no backend shuts down where `hang` is said.
// `PluginUnderTest pageless`: one whose backend knows no pages.
// `PluginUnderTest host PROGRAM [ARGUMENT…]`: a host that has PROGRAM, whose id is `test`, play without an end.
TestBackend.noteStart()
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "host" {
  TestHost.run(Array(arguments.dropFirst()))
} else if arguments.first == "pageless" {
  PluginProcess.run(TestBackend.pageless)
} else {
  PluginProcess.run(TestBackend.provider(hangsAtShutDown: arguments.contains("hang")))
}
