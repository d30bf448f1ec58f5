import { seededChoices } from '@stowage/testing/seeds'

/** A clock that jumps from event to event. Times in seconds. */
export function createClock() {
  const heap = []
  let now = 0
  let count = 0

  const before = (one, other) =>
    one.time < other.time || (one.time === other.time && one.order < other.order)

  function push(event) {
    let at = heap.push(event) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!before(event, heap[parent])) break
      heap[at] = heap[parent]
      at = parent
    }
    heap[at] = event
  }

  function pop() {
    const first = heap[0]
    const last = heap.pop()
    if (heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && before(heap[child + 1], heap[child])) child += 1
      if (!before(heap[child], last)) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = last
    return first
  }

  return {
    now: () => now,
    /** Calls `act` this many seconds from now. */
    after(delay, act) {
      count += 1
      push({ time: now + delay, order: count, act })
    },
    run(until) {
      while (heap.length > 0 && heap[0].time <= until) {
        const { time, act } = pop()
        now = time
        act()
      }
      now = until
    },
  }
}

/** First in, first out, without moving the waiting items. */
export function createQueue() {
  let items = []
  let head = 0
  return {
    size: () => items.length - head,
    push: (item) => items.push(item),
    shift() {
      const item = items[head]
      items[head] = undefined
      head += 1
      if (head > 1024 && head * 2 > items.length) {
        items = items.slice(head)
        head = 0
      }
      return item
    },
  }
}

/** This many servers with one queue. */
export function createStation(clock, servers) {
  const waiting = createQueue()
  let busy = 0
  let busyTime = 0

  function begin({ time, done }) {
    busy += 1
    busyTime += time
    clock.after(time, () => {
      busy -= 1
      if (waiting.size() > 0) begin(waiting.shift())
      done()
    })
  }

  return {
    serve(time, done) {
      if (busy < servers) begin({ time, done })
      else waiting.push({ time, done })
    },
    /** Server seconds given out so far. */
    busyTime: () => busyTime,
  }
}

/** Random times, the same for the same seed. */
export function createRandom(seed) {
  const { next, below } = seededChoices(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    below,
    exponential: (mean) => -mean * Math.log(1 - next()),
    /** Lognormal, defined by its median and its 99th percentile. */
    tailed: ({ median, p99 }) => median * Math.exp((Math.log(p99 / median) / 2.3263) * normal()),
  }
}
