// Loaded into a server by `--import`: measures how long its event loop blocks. Over IPC it answers
// 'start', and 'stop' with the delays between the two in milliseconds and the resident memory in bytes.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const MEMORY_EVERY = 20
let delay
let peak = 0
let watching

process.on('message', (message) => {
  if (message === 'start') {
    delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    peak = process.memoryUsage.rss()
    watching = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, MEMORY_EVERY)
    process.send({ rss: peak })
  } else if (message === 'stop') {
    delay.disable()
    clearInterval(watching)
    process.send({ p50: ms(50), p99: ms(99), max: delay.max / 1e6, peak })
  }
})
// Without this the channel would keep the server from ending.
process.channel?.unref()

function ms(percentile) {
  return delay.percentile(percentile) / 1e6
}
