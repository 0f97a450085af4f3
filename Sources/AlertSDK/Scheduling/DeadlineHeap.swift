/// The deadlines of waiting alerts, earliest first; what has become void is passed over when it comes up (S16).
struct DeadlineHeap {
  struct Deadline {
    var time: Nanoseconds
    var slot: Slot
    var number: UInt64
  }
  private var heap: [Deadline]

  init(_ deadlines: [Deadline] = []) {
    heap = deadlines
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
  }

  var count: Int { heap.count }
  var first: Deadline? { heap.first }

  mutating func add(_ time: Nanoseconds, slot: Slot, number: UInt64) {
    heap.append(Deadline(time: time, slot: slot, number: number))
    siftUp(from: heap.count - 1)
  }

  mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown(from: 0)
  }

  /// In no order.
  var all: [Deadline] { heap }

  /// Equal times go by number, so that nothing depends on the shape of the heap.
  private func precedes(_ a: Int, _ b: Int) -> Bool {
    heap[a].time != heap[b].time ? heap[a].time < heap[b].time : heap[a].number < heap[b].number
  }

  private mutating func siftUp(from start: Int) {
    var child = start
    while child > 0, precedes(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && precedes(child, least) { least = child }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
