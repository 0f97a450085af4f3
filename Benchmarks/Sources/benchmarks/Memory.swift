import AlertSDK
import CAllocator

/// Heap per waiting alert beyond the alert's own value, as the allocator counts it.
func memoryPerAlert(_ effort: Effort) async throws -> [Row] {
  guard allocator_bytes_in_use() > 0 else { return [Row(measure: "heap per waiting alert", figure: "not measured: only glibc tells")] }
  let waiting = effort.scaled(100_000)
  let plain = await heapPerAlert(waiting, own: MemoryLayout<TwoWords>.size) { TwoWords(number: $0) }
  let keyed = await heapPerAlert(waiting, own: MemoryLayout<Keyed>.size) { Keyed(number: $0) }
  return [
    Row(
      measure: "heap per waiting alert, plain", figure: "\(decimal(plain, places: 0)) bytes",
      beside: "its value \(MemoryLayout<TwoWords>.size) bytes",
      target: ("≤ 300 bytes", plain <= 300)),
    Row(
      measure: "heap per waiting alert with key, source and wait limit", figure: "\(decimal(keyed, places: 0)) bytes",
      beside: "its value \(MemoryLayout<Keyed>.size) bytes", target: ("≤ 650 bytes", keyed <= 650)),
  ]
}

private func heapPerAlert<A: AlertPresentable>(_ waiting: Int, own: Int, _ make: (Int) -> A) async -> Double {
  let center = AlertCenter.paused()
  let before = Int(allocator_bytes_in_use())
  for number in 0..<waiting { center.show(alert: make(number)) }
  let used = Int(allocator_bytes_in_use()) - before
  center.withdrawAll()
  await center.drain()  // `didEnd`s of withdrawn alerts run beside the queue
  return Double(used) / Double(waiting) - Double(own)
}
