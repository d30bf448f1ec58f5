// Run as a process of its own: node server.mjs <directory of blobs> <directory of the database>
// Serves a store over HTTP. Sends { origin, token } or { failed } over IPC. The message `later` lets time pass and
// sweeps, `erase` erases the tenant with its key, `close` ends it. `token` is `null` where a new store has no room for a key.
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import { systemClock } from '@stowage/core/internal'
import { sqlite } from '@stowage/core/sqlite'
import { createNodeHandler } from '@stowage/node'
import { textVariants } from '../text-variants.mjs'

const GRACE = 60_000
const [blobs, database, known] = process.argv.slice(2)
const now = systemClock()
let ahead = 0
const errors = new Set()
const onError = (error) => errors.add(error.code ?? error.message)

try {
  await serve()
} catch (error) {
  // It may listen, and sweep, already.
  process.send({ failed: error.code ?? error.stack }, () => process.exit())
}

/** `null` where the volume has no room for a key. */
async function newToken(store) {
  try {
    const { token } = await store.keys.create({ name: 'e2e' })
    return token
  } catch (error) {
    if (error.code === 'insufficient_storage') return null
    throw error
  }
}

async function serve() {
  const clock = () => now() + ahead * 1000
  const store = await openAssetStore({
    records: sqlite({ file: path.join(database, 'stowage.db') }),
    files: disk({ directory: blobs }),
    variants: { processor: textVariants(), when: 'upload' },
    advanced: { graceMs: GRACE, sweepEveryMs: 1000, clock },
    onError,
  })
  const handler = createNodeHandler(store, { onError })
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, handler)
  handler.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const token = known ?? (await newToken(store))
  process.send({ origin: `http://127.0.0.1:${server.address().port}`, token })

  process.on('message', async (message) => {
    if (message === 'later') {
      for (let time = 0; time < 3; time += 1) {
        ahead += 6 * GRACE
        await store.admin.sweep()
      }
      process.send({})
      return
    }
    if (message === 'erase') {
      const erased = store.admin.tenants.erase('default', { confirm: 'default' })
      process.send(await erased.catch((error) => ({ failed: error.code ?? error.message })))
      return
    }
    server.close()
    server.closeAllConnections()
    const problem = await store.close().then(
      () => null,
      (error) => error.code ?? error.message,
    )
    process.send({ errors: [...errors], problem }, () => process.disconnect())
  })
}
