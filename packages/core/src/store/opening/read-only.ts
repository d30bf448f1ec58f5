import { StowageError } from '../../errors/stowage-error.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import { callMethod, makeRoles } from '../../ports/port-views.ts'
import type { Transfer } from '../../ports/transfer.ts'

/** The same records, read-only: every write is refused as `unavailable`. */
export function readOnlyMetadata(metadata: MetadataStore): MetadataStore {
  const roles = makeRoles((method) =>
    method.verb === null ? (...given) => callMethod(metadata, method, given) : refuse,
  )
  return Object.assign(roles, { close: () => metadata.close() })
}

/** The same transfer, read-only: it reports the state of the database, and every write is refused as `unavailable`. */
export function readOnlyTransfer({ source, target }: Transfer): Transfer {
  return {
    source: {
      state: () => source.state(),
      recordedBytes: () => source.recordedBytes(),
      entries: (query) => source.entries(query),
      changes: (query) => source.changes(query),
      record: refuse,
      pauseWrites: refuse,
      resumeWrites: refuse,
      handOver: refuse,
      stop: refuse,
    },
    target: {
      progress: () => target.progress(),
      isEmpty: () => target.isEmpty(),
      receive: refuse,
    },
  }
}

async function refuse(): Promise<never> {
  throw storeReadOnly()
}

/** `unavailable` */
export function storeReadOnly(): StowageError {
  return new StowageError('unavailable', 'The asset store takes no changes while it is read-only.')
}
