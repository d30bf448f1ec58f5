// Run as a process of its own: node picture-server.mjs <directory> <variants as JSON>
// Serves the store in that directory, with these variants. Over IPC it sends { origin, token }, and answers
// 'made' with the names of the variants that its processor was asked for. After 'die' it kills itself milliseconds
// after the next variant is made, while that variant is being stored.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'
import { sharpVariants } from '@stowage/sharp'

/** Milliseconds that storing a variant takes, about. */
const STORING = 10
const [directory, recipes] = process.argv.slice(2)
const processor = sharpVariants({ variants: JSON.parse(recipes) })
const asked = []
let isDoomed = false
const variants = {
  ...processor,
  async make(source, names, options) {
    asked.push(...names)
    const result = await processor.make(source, names, options)
    if (isDoomed) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Math.random() * STORING)
    return result
  },
}

// Each thumbnail comes with its upload, however busy the machine is.
const options = { processor: variants, waitMs: 600_000 }
const store = await openAssetStore({
  directory,
  variants: options,
  advanced: { sweepEveryMs: false },
})
const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, createNodeHandler(store))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { token } = await store.keys.create({ name: 'pictures' })
process.send({ origin: `http://127.0.0.1:${server.address().port}`, token })

process.on('message', (message) => {
  if (message === 'made') process.send(asked)
  else isDoomed = true
})
process.once('disconnect', async () => {
  server.close()
  server.closeAllConnections()
  await store.close()
})
