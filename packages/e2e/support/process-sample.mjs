// What this process holds. Needs --expose-gc. Linux.
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const lowest = {}

/** Waits until this process has no connection, at most 10 seconds. */
export async function connectionsGone() {
  for (const until = Date.now() + 10_000; Date.now() < until; await sleep(20)) {
    if (!process.getActiveResourcesInfo().includes('TCPSocketWrap')) return
  }
}

/** Bytes of memory; open files; what keeps the event loop busy, such as timers and sockets. */
export async function sampleProcess() {
  // What finalizers free is gone with the second one.
  for (let time = 0; time < 2; time += 1) {
    globalThis.gc()
    await sleep(1)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return {
    rss,
    heap: heapUsed + external,
    files: await least('files', () => readdirSync('/proc/self/fd').length),
    resources: await least('resources', () => process.getActiveResourcesInfo().length),
  }
}

/**
 * The lowest of many counts. A sweep or a background write may hold something for a moment; a leak is there each
 * time. Stops early once the count is as low as it ever was.
 */
async function least(what, count) {
  let value = count()
  for (let time = 0; time < 50 && !(time >= 10 && value <= lowest[what]); time += 1) {
    await sleep(10)
    value = Math.min(value, count())
  }
  lowest[what] = Math.min(value, lowest[what] ?? value)
  return value
}
