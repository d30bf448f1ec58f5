// Run as a separate process: one instance of an app on PostgreSQL and S3, which counts its statements and requests.
// Over IPC it sends its URL; then it answers each message with what it has used so far.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { S3Client } from '@aws-sdk/client-s3'
import { openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'
import { postgres } from '@stowage/postgres'
import { s3 } from '@stowage/s3'
import pg from 'pg'

const { url, s3: s3Config, bucket, staging, schema, thumbnail } = JSON.parse(process.argv[2])
const counts = { statements: 0, requests: {} }

const pool = new pg.Pool({ connectionString: url, max: 10 })
pool.on('error', () => {})
pool.on('connect', (client) => {
  const query = client.query.bind(client)
  client.query = (...args) => {
    counts.statements += 1
    return query(...args)
  }
})
const client = new S3Client({
  ...s3Config,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
})
client.middlewareStack.add(
  (next, { commandName }) =>
    (args) => {
      const name = commandName.replace(/Command$/, '')
      counts.requests[name] = (counts.requests[name] ?? 0) + 1
      return next(args)
    },
  // Inside the retries, to count what is really sent.
  { step: 'finalizeRequest', priority: 'low', name: 'count' },
)

/** Has the thumbnail ready: another table says what it costs to make one. */
const variants = {
  plans: [{ name: 'thumbnail', timing: 'immediately' }],
  accepts: ({ mimeType, width }) => mimeType === 'image/jpeg' && width !== null,
  async make() {
    const content = randomBytes(thumbnail)
    const facts = { mimeType: 'image/jpeg', extension: 'jpg', width: 300, height: 200 }
    return { made: [{ name: 'thumbnail', content, ...facts }], failed: [] }
  },
}

const store = await openAssetStore({
  records: postgres({ pool, schema }),
  files: s3({ bucket, prefix: `${schema}/`, staging, client }),
  advanced: { sweepEveryMs: false },
  ...(thumbnail > 0 && { variants }),
})
const { token } = await store.keys.create({ name: 'scale' })
const handler = createNodeHandler(store, { delivery: { redirect: {} } })
const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, handler)
handler.attach(server)
server.listen(0, '127.0.0.1')
await once(server, 'listening')

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ ...counts, cpu: (user + system) / 1e6 })
})
process.once('disconnect', async () => {
  server.close()
  server.closeAllConnections()
  await store.close()
  await pool.end()
  process.exit()
})
process.send({ origin: `http://127.0.0.1:${server.address().port}`, token })
