// Run as a process of its own: node server.mjs <place>. Serves the store there, and sends { origin, token }.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createNodeHandler } from '@stowage/node'
import { openPlace } from '../folders/places.mjs'
import { textVariants } from '../text-variants.mjs'

const store = await openPlace(JSON.parse(process.argv[2]), {
  variants: { processor: textVariants(), when: 'upload' },
})
const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, createNodeHandler(store))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { token } = await store.keys.create({ name: 'replace' })
process.send({ origin: `http://127.0.0.1:${server.address().port}`, token })

process.once('disconnect', async () => {
  server.close()
  server.closeAllConnections()
  await store.close()
})
