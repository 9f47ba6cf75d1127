// An endless row of films, as the front page of a streaming service has it: the film in view plays, its neighbours
// are ready, and at its end the next one slides in. `Carousel`, or `Carousel --backend iframe films.plist`.
import ExampleSupport
import PlayerKit
import PlayerLists

let example = Example()
let films = await example.list(
  orElse: """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
      <array>
        <string>M7lc1UVf-VE</string>
        <string>dQw4w9WgXcQ</string>
        <string>9bZkp7q19f0</string>
      </array>
    </plist>
    """)

var options = PlayerFeed.Options()
options.axis = .horizontal
options.wraps = true
options.advancesOnEnd = true
let carousel = PlayerFeed(
  sources: films.sources, registry: example.registry, feed: options, backend: example.backend)

// Where a person can close the window it goes on for ever; on the mock, once around and one further.
var pagesLeft = example.number("pages") ?? (example.isMock ? films.entries.count + 1 : .max)
let events = carousel.events
try carousel.settle(on: 0)
var isShown = false
loop: for await event in events {
  switch event {
  case .pageChanged: isShown = false
  case .player(.statusChanged(.playing, _), let page) where !isShown:
    isShown = true
    print("film \(page + 1) of \(films.entries.count) plays")
  case .player(.statusChanged(.ended, _), _):
    pagesLeft -= 1
    if pagesLeft == 0 { break loop }
  case .player(.failed(let error, willRestart: false), let page):
    print("film \(page + 1) can't be played: \(error.message)")
  case .finished, .closed: break loop
  default: break
  }
}
await carousel.shutDown()
