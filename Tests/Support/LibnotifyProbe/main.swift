// One process that shows desktop popups as it is told on stdin, for tests: GLib's bus and libnotify are one per process.
// Says what happened on stdout, one JSON object a line; see Probe.swift for the commands.

let probe = Probe()
probe.say("ready")
while let line = readLine() {
  let words = line.split(separator: " ", maxSplits: 2).map(String.init)
  if words.first == "quit" { break }
  probe.obey(words)
}
