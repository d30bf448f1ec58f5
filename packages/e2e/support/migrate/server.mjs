// Run as a process of its own: node server.mjs <places> <moving | new>. Serves the store while it moves, or from
// the new place alone. Sends { origin } over IPC; `close` ends it.
import { createServer } from 'node:http'
import { openAssetStore } from '@stowage/core'
import { moving } from '@stowage/migrate'
import { createNodeHandler } from '@stowage/node'
import { newPlace, oldPlace } from './places.mjs'

const [text, mode] = process.argv.slice(2)
const places = JSON.parse(text)
const to = newPlace(places)
const errors = []
const store = await openAssetStore({
  ...(mode === 'new' ? to : moving({ from: oldPlace(places), to })),
  advanced: { graceMs: 60_000, sweepEveryMs: 2000 },
  onError: (error) => errors.push(String(error.stack)),
})
const handler = createNodeHandler(store, { onError: (error) => errors.push(String(error.stack)) })
const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, handler)
server.listen(0, '127.0.0.1', () => {
  process.send({ origin: `http://127.0.0.1:${server.address().port}` })
})
process.on('message', async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await store.close()
  process.send({ errors }, () => process.disconnect())
})
