// Run as a process of its own: node uploader.mjs <origin> <token> <clients> <files> <seconds>
// Each client uploads that many files in one request, again and again. At the end the process sends its journal over
// IPC, and how often each status came.

import { seededChoices } from '@stowage/testing/seeds'
import { createApiClient } from '../client/api-client.mjs'
import { createConnections } from '../client/connections.mjs'
import { createJournal } from '../ledger/journal.mjs'
import { createFiles } from '../load/files.mjs'
import { createShelf } from '../load/shelf.mjs'
import { createUpload } from '../load/upload.mjs'

/** Larger than what is kept in memory, so that it waits in a file. */
const STAGED = 300 * 1024
const SMALL = 2_000
/** What says no without having stored anything. */
const REFUSALS = ['too_many_requests', 'unavailable', 'insufficient_storage']

const [origin, token, clients, count, seconds] = process.argv.slice(2)
const until = performance.now() + Number(seconds) * 1_000
const random = seededChoices(1)
const lines = []
const journal = createJournal((line) => lines.push(line), { refusals: REFUSALS })
const connections = createConnections([origin], token)
const files = createFiles({ random, label: 'load' })
const client = createApiClient(connections)
const upload = createUpload({ client, journal, shelf: createShelf(random) })

await Promise.all(
  Array.from({ length: Number(clients) }, async () => {
    while (performance.now() < until) {
      const sizes = Array.from({ length: Number(count) }, (_, n) => (n % 10 === 0 ? STAGED : SMALL))
      await upload(sizes.map((size) => files.newFile(size)))
    }
  }),
)
connections.close()
process.send({ lines, statuses: connections.counts.statuses }, () => process.disconnect())
