// Run as a process of its own: node --expose-gc server.mjs <place> <port of the receiver>
// Serves one store and sends its webhooks. Sends { origin, tokens } over IPC. Answers `sample` with what the process
// holds, `upload` once a file is stored, and ends at `close`.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createNodeHandler } from '@stowage/node'
import { connectionsGone, sampleProcess } from '../process-sample.mjs'
import { HOST, openPlace } from '../webhooks/places.mjs'

/** Each may have 4 streams. */
const KEYS = 4

const [placeText, port] = process.argv.slice(2)
const store = await openPlace(JSON.parse(placeText), 0)
const handler = createNodeHandler(store, { baseUrl: 'https://media.example.com' })
const server = createServer({ requestTimeout: 0 }, (req, res) =>
  handler(req, res, () => res.writeHead(404).end()),
)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const tokens = []
for (let n = 0; n < KEYS; n += 1) tokens.push((await store.keys.create({ name: `${n}` })).token)
for (const path of ['keeps', 'closes', 'talks']) {
  await store.webhooks.create({ url: `http://${HOST}:${port}/${path}`, types: ['asset.created'] })
}
process.send({ origin: `http://127.0.0.1:${server.address().port}`, tokens })

let count = 0
process.on('message', async (message) => {
  if (message === 'close') {
    server.close()
    server.closeAllConnections()
    await store.close()
    process.disconnect()
  } else if (message === 'upload') {
    count += 1
    await store.upload(Buffer.from(`file ${count}`), { name: 'a.txt' })
    process.send('stored')
  } else {
    if (message === 'quiet') await connectionsGone()
    process.send(await sampleProcess())
  }
})
