@testable import AlertSDK

extension SchedulerState {
  /// What must be true after every step, whatever happened; needs no model.
  func brokenInvariant() -> String? {
    var placed = 0
    var counted = 0
    if queues.count != levels.count { return "\(levels.count) levels have queues for \(queues.count)" }
    for (level, waiting) in zip(levels, queues) {
      for (queue, phase) in [(waiting.alerts, Entry.Phase.queued), (waiting.turns, .queued), (waiting.asides, .aside)] {
        var count = 0
        var priority = Int.max
        for line in queue.lines {
          if line.priority >= priority { return "lines out of order" }
          priority = line.priority
          var (slot, previous, order) = (line.first, Slot.none, UInt64(0))
          while slot != .none {
            let entry = self[slot]
            if entry.previous != previous { return "a queue's links do not agree" }
            guard entry.phase == phase, entry.turn == level.turn, entry.priority == line.priority else {
              return "#\(entry.number) is misplaced"
            }
            if entry.order <= order { return "#\(entry.number) is out of order" }
            (previous, order, slot) = (slot, entry.order, entry.next)
            count += 1
          }
          if previous != line.last { return "a line's end is not its last" }
        }
        if count != queue.count { return "a queue of \(count) says \(queue.count)" }
        placed += count
      }
      if level.run != nil, level.presentation != nil || level.candidate != nil { return "a turn shares its place" }
    }
    for level in levels.dropLast() where level.run == nil { return "a queue inside has no turn" }
    if levels.last?.run != nil { return "a turn has no queue" }
    var known = 0
    var queued = 0
    for index in 0..<entries.count {
      let entry = entries[index]
      if entry.phase != .free { known += 1 }
      if entry.phase == .queued || entry.phase == .aside { queued += 1 }
      if entry.traits.contains(.counted), entry.phase != .free { counted += 1 }
      if entry.phase == .ending || entry.phase == .free, entry.key != KeyTable.none {
        return "#\(entry.number) has ended and keeps its key"
      }
    }
    if queued != placed { return "\(queued) say they wait, \(placed) are in queues" }
    if known != live || known + freeSlots.count != entries.count { return "slots: \(known) taken, \(live) live, \(freeSlots.count) free" }
    if counted != countedForCapacity { return "\(counted) are counted, the sum says \(countedForCapacity)" }
    if deadlines.count > 4 * live + 64 + 8 { return "\(deadlines.count) deadlines for \(live) alerts" }
    return nil
  }

  /// What must be true when everything has ended.
  func brokenRest() -> String? {
    var copy = self
    if live != 0 { return "\(live) are left" }
    if levels.count != 1 || !isEmpty(0) { return "a queue is not empty" }
    if !decided.isEmpty { return "a decided outcome is left behind" }
    if statistics.live != 0 { return "\(statistics.live) handles have no outcome" }
    if !besides.isEmpty || countedForCapacity != 0 { return "something is left behind" }
    if ["a", "b", "c"].contains(where: { keys.first($0) != nil }) { return "a key is left behind" }
    if copy.nextDeadline() != .never { return "an idle center has a deadline" }
    return nil
  }
}
