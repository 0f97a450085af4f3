/// Live keys as small numbers, so that an alert carries four bytes instead of a string (S35); a key is forgotten with its last alert.
struct KeyTable {
  typealias Index = Int32
  static let none: Index = -1

  private struct Row {
    var key: String
    var first: Slot
    var last: Slot
  }
  private var indices: [String: Index] = [:]
  private var rows: [Row] = []
  private var free: [Index] = []

  /// The oldest live alert with the key.
  func first(_ key: String) -> Slot? { indices[key].map { rows[Int($0)].first } }

  mutating func add(_ slot: Slot, key: String, in entries: inout ChunkedArray<Entry>) {
    guard let index = indices[key] else {
      let row = Row(key: key, first: slot, last: slot)
      let index: Index
      if let reused = free.popLast() {
        index = reused
        rows[Int(index)] = row
      } else {
        index = Index(rows.count)
        rows.append(row)
      }
      indices[key] = index
      entries[Int(slot)].key = index
      return
    }
    let last = rows[Int(index)].last
    entries[Int(last)].nextSameKey = slot
    entries[Int(slot)].previousSameKey = last
    entries[Int(slot)].key = index
    rows[Int(index)].last = slot
  }

  mutating func remove(_ slot: Slot, in entries: inout ChunkedArray<Entry>) {
    guard entries[Int(slot)].key != KeyTable.none else { return }
    let entry = entries[Int(slot)]
    let (index, next, previous) = (Int(entry.key), entry.nextSameKey, entry.previousSameKey)
    if next == .none { rows[index].last = previous } else { entries[Int(next)].previousSameKey = previous }
    if previous == .none { rows[index].first = next } else { entries[Int(previous)].nextSameKey = next }
    entries[Int(slot)].key = KeyTable.none
    entries[Int(slot)].nextSameKey = .none
    entries[Int(slot)].previousSameKey = .none
    if next == .none, previous == .none {
      indices[rows[index].key] = nil
      rows[index].key = ""
      free.append(entry.key)
    }
  }
}
