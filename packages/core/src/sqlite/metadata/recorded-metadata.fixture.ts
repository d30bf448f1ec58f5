import { storeClosed } from '../../errors/metadata-errors.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import { refusingUndefined } from '../../ports/refuse-undefined.ts'
import type { MigratableMetadata } from '../../ports/transfer.ts'
import type { Clock } from '../../time/timestamp.ts'
import { listAudit } from '../audit/audit-reads.ts'
import { createReader } from '../connection/reader.ts'
import type { SqliteClient } from '../driver/client.ts'
import { scrub } from '../erasure/scrub.ts'
import { findAssets } from '../finding/find-assets.ts'
import { ListTotals } from '../finding/list-totals.ts'
import { createBatchRunner } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { fromPlainError } from '../writer/plain-error.ts'
import type { Writer } from '../writer/writer.ts'
import { createRoles } from './roles.ts'
import { createTransfer } from './transfer.ts'

/**
 * The records of a database, read and written by this one connection in this thread, as the threads of a store do it.
 * `record` hears of each statement before it is prepared.
 */
export function recordedMetadata(
  database: SqliteClient,
  clock: Clock,
  record: (text: string) => void,
): MigratableMetadata {
  const client: SqliteClient = {
    exec: (text) => database.exec(text),
    close: () => {},
    prepare(text) {
      record(text)
      return database.prepare(text)
    },
  }
  const reader = createReader({ current: () => client, close: () => {} }, 0)
  const runBatch = createBatchRunner(client)
  let open = true
  const write = async (verb: string, request: unknown): Promise<unknown> => {
    if (!open) throw storeClosed()
    const [outcome] = runBatch([{ verb, request } as Operation], clock())
    if (outcome === undefined || 'error' in outcome) throw fromPlainError(outcome?.error as never)
    return structuredClone(outcome.value)
  }
  const writer = { write, scrub: async () => scrub(client) } as unknown as Writer
  const totals = new ListTotals()
  const finder = {
    find: (query: Parameters<MetadataStore['assets']['list']>[0]) =>
      reader.read((sql) => findAssets(sql, query, totals)),
    findAudit: (query: Parameters<MetadataStore['audit']['list']>[0]) =>
      reader.read((sql) => listAudit(sql, query)),
    close: async () => {},
  }
  return refusingUndefined<MigratableMetadata>({
    ...createRoles({ reader, writer, finder, clock }),
    transfer: createTransfer(reader, writer),
    async close() {
      open = false
      reader.close()
    },
  })
}
