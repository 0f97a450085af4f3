/// Alerts in the order in which they go: one FIFO per priority, threaded through the entries (S2, S3).
///
/// Taking the best one looks at the heads only: O(1) in the alerts, O(p) in the priorities that are waiting. Two alerts of one
/// priority never change places as time passes, and with aging the heads stand for their lines.
struct AlertQueue {
  struct Line {
    let priority: Int
    var first: Slot
    var last: Slot
  }
  /// Highest priority first; none is empty.
  private(set) var lines: [Line] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Puts an alert in its place by `order`, found from both ends at once: new ones go last and interrupted ones first.
  mutating func insert(_ slot: Slot, in entries: inout ChunkedArray<Entry>) {
    count += 1
    let (priority, order) = (entries[Int(slot)].priority, entries[Int(slot)].order)
    let index = lines.firstIndex { $0.priority <= priority } ?? lines.count
    guard index < lines.count, lines[index].priority == priority else {
      lines.insert(Line(priority: priority, first: slot, last: slot), at: index)
      return
    }
    var before = lines[index].last
    var after = lines[index].first
    while true {
      if entries[Int(before)].order < order {
        after = entries[Int(before)].next
        break
      }
      if entries[Int(after)].order > order {
        before = entries[Int(after)].previous
        break
      }
      before = entries[Int(before)].previous
      after = entries[Int(after)].next
    }
    entries.with(Int(slot)) { ($0.previous, $0.next) = (before, after) }
    if before == .none { lines[index].first = slot } else { entries[Int(before)].next = slot }
    if after == .none { lines[index].last = slot } else { entries[Int(after)].previous = slot }
  }

  mutating func remove(_ slot: Slot, in entries: inout ChunkedArray<Entry>) {
    count -= 1
    let (priority, next, previous) = (entries[Int(slot)].priority, entries[Int(slot)].next, entries[Int(slot)].previous)
    guard let index = lines.firstIndex(where: { $0.priority == priority }) else { return }
    if next == .none { lines[index].last = previous } else { entries[Int(next)].previous = previous }
    if previous == .none { lines[index].first = next } else { entries[Int(previous)].next = next }
    entries.with(Int(slot)) { ($0.next, $0.previous) = (.none, .none) }
    if next == .none, previous == .none { lines.remove(at: index) }
  }

  /// The one that goes first among those of at least that priority.
  func first(atLeast floor: Int, aging: Nanoseconds?, in entries: ChunkedArray<Entry>) -> Slot? {
    guard let aging else { return lines.first.flatMap { $0.priority >= floor ? $0.first : nil } }
    var best: Slot?
    for line in lines where line.priority >= floor {
      if best.map({ entries[Int(line.first)].goesBefore(entries[Int($0)], aging: aging) }) ?? true { best = line.first }
    }
    return best
  }

  /// All of them, by priority and place.
  func forEach(in entries: ChunkedArray<Entry>, _ body: (Slot) -> Void) {
    for line in lines {
      var slot = line.first
      while slot != .none {
        let next = entries[Int(slot)].next
        body(slot)
        slot = next
      }
    }
  }

  /// All of them, as a list that stays true while the queue changes.
  func slots(in entries: ChunkedArray<Entry>) -> [Slot] {
    var all: [Slot] = []
    all.reserveCapacity(count)
    forEach(in: entries) { all.append($0) }
    return all
  }
}

extension Entry {
  /// S2, and S3 where `aging` is given: one priority step of 250 is worth that much waiting.
  func goesBefore(_ other: Entry, aging: Nanoseconds?) -> Bool {
    if let aging, aging > 0 {
      let (mine, theirs) = (agingKey(aging), other.agingKey(aging))
      if mine != theirs { return mine < theirs }
    }
    return priority != other.priority ? priority > other.priority : order < other.order
  }

  private func agingKey(_ aging: Nanoseconds) -> Int128 { 250 * Int128(arrival) - Int128(priority) * Int128(aging) }
}
