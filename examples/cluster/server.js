// One instance. PORT (3000), HOST (127.0.0.1), STOWAGE_BASE_URL (default: taken from the request), and those of settings.js
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createNodeHandler, stopServer } from '@stowage/node'
import { openStore } from './settings.js'

const { PORT = '3000', HOST = '127.0.0.1', STOWAGE_BASE_URL } = process.env

const store = await openStore({ onError: (error) => console.error(error) })
const handler = createNodeHandler(store, {
  // nginx says which host and scheme the client has asked for.
  trustProxy: true,
  ...(STOWAGE_BASE_URL && { baseUrl: STOWAGE_BASE_URL }),
  onError: (error) => console.error(error),
})
// Longer than nginx keeps its idle connections, so that it never sends a request to one that is just being closed.
const server = createServer(
  { requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 75_000 },
  handler,
)
handler.attach(server)
server.listen(Number(PORT), HOST)
await once(server, 'listening')
// A second signal ends the process at once.
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
console.log(`listening on ${server.address().port}`)

/** Takes no new connections, and finishes what is under way; nginx asks another instance meanwhile. */
async function stop() {
  await stopServer(server)
  await store.close()
}
