import { seededChoices } from '@stowage/testing/seeds'
import { createApiClient } from '../client/api-client.mjs'
import { createConnections } from '../client/connections.mjs'
import { createApiView } from '../ledger/api-view.mjs'
import { createJournal } from '../ledger/journal.mjs'
import { createLedger } from '../ledger/ledger.mjs'
import { reachVerdict, sentencesOf } from '../ledger/verdict.mjs'
import { createChanges } from '../load/changes.mjs'
import { createFiles } from '../load/files.mjs'
import { createReads } from '../load/reads.mjs'
import { createShelf } from '../load/shelf.mjs'
import { createUpload } from '../load/upload.mjs'

/** A client of one server after the other on the same store, and its ledger. A full volume refuses any change. */
export function createClient(label) {
  const ledger = createLedger()
  const random = seededChoices(1)
  const journal = createJournal(ledger.hear, { refusals: ['insufficient_storage'] })
  const shelf = createShelf(random)
  let connections
  const send = (route, options) => connections.send(route, options)
  const client = createApiClient({ send })
  const world = { client, journal, random, shelf, most: 1 }
  const upload = createUpload(world)
  const { trash, purge } = createChanges(world)
  const { readWhole } = createReads(world)
  const files = createFiles({ random, label, binary: 0.5 })

  return {
    ledger,
    shelf,
    api: client,
    connect({ origin, token }) {
      connections?.close()
      connections = createConnections([origin], token)
    },
    /** Resolves to its outcome. */
    async upload(size) {
      const { outcome } = await upload([files.newFile(size)])
      return outcome
    },
    trash,
    purge,
    /** Reads everything that was taken, byte for byte. */
    async readAll() {
      for (const { record, trashed } of ledger.assets.values()) {
        if (!trashed) await journal.act({ verb: 'read' }, () => readWhole(record))
      }
    },
    /** What can be seen is exactly what was taken. Resolves to the verdict. */
    verdict: () => reachVerdict(ledger, createApiView(client)),
    async compare() {
      return sentencesOf(await this.verdict())
    },
    close: () => connections.close(),
  }
}
