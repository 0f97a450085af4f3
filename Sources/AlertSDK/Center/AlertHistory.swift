/// The last ended alerts, in a ring that never grows past its limit.
struct AlertHistory: Sendable {
  private let limit: Int
  private var ring: [AlertCenter.Record] = []
  private var next = 0

  init(limit: Int) { self.limit = limit }

  mutating func append(_ record: consuming AlertCenter.Record) {
    guard limit > 0 else { return }
    if ring.count < limit {
      ring.append(record)
    } else {
      ring[next] = record
      next = (next + 1) % limit
    }
  }

  /// Oldest first.
  var records: [AlertCenter.Record] { Array(ring[next...] + ring[..<next]) }
}
