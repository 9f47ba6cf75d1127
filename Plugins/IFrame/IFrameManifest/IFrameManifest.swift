/// The manifest of the plugin program `ytplay-iframe`, which is among this target's resources: the package manager
/// puts it beside the programs that it builds.
enum IFrameManifest {}
