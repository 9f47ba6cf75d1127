import PlayerKit
