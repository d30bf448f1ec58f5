// Run as a process of its own: node instance.mjs <places> <name> <port>. One instance of the cluster: sends `ready` over
// IPC, then the errors that no client sees in full. `close` ends it.
import { createServer } from 'node:http'
import { openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'
import { GRACE, placeOf } from './places.mjs'

const [text, name, port] = process.argv.slice(2)
const reportFrom = (where) => (error) =>
  process.send({ where, code: error.code ?? 'none', error: String(error.stack ?? error) })

let store
try {
  store = await openAssetStore({
    ...placeOf(JSON.parse(text), name),
    advanced: { graceMs: GRACE, sweepEveryMs: 2000 },
    onError: reportFrom('behind'),
  })
} catch (error) {
  // Like an app whose database is away: it exits, and its supervisor starts it again.
  reportFrom('start')(error)
  process.exit(1)
}
const handler = createNodeHandler(store, { onError: reportFrom('request') })
const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, handler)
handler.attach(server)
server.listen(Number(port), '127.0.0.1', () => process.send('ready'))

process.on('message', async () => {
  server.close()
  server.closeIdleConnections()
  await store.close()
  process.disconnect()
})
process.on('disconnect', () => process.exit())
