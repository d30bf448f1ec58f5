// Run as a process of its own: node embedding.mjs <directory>
// An app that embeds the store, and measures how long its event loop blocks. Sends { origin, token } over IPC, and
// answers 'start' and 'stop' with the longest delay between the two.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'

const RESOLUTION = 1
const store = await openAssetStore({ directory: process.argv[2] })
const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, createNodeHandler(store))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { token } = await store.keys.create({ name: 'e2e' })
process.send({ origin: `http://127.0.0.1:${server.address().port}`, token })

let delay
process.on('message', async (message) => {
  if (message === 'start') {
    delay = monitorEventLoopDelay({ resolution: RESOLUTION })
    delay.enable()
    process.send({})
  } else if (message === 'stop') {
    delay.disable()
    process.send({ max: delay.max / 1e6, p99: delay.percentile(99) / 1e6 })
  } else {
    server.close()
    server.closeAllConnections()
    await store.close()
    process.disconnect()
  }
})
