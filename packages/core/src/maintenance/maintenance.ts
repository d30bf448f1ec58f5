import type { BlobStore } from '../blobs/blob-store.ts'
import { createLeases } from '../leases/leases.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Staging } from '../staging/staging.ts'
import type { StoreAdmin } from '../store/store-admin.ts'
import type { Clock } from '../time/timestamp.ts'
import type { Variants } from '../variants/variant-making.ts'
import { fillVariants } from './fill-variants.ts'
import { pauseDeletion } from './pause-deletion.ts'
import { createVerifier } from './verify/verifier.ts'

interface MaintenanceOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  /** Milliseconds. */
  readonly grace: number
  readonly clock: Clock
  readonly variants: Pick<Variants, 'retry' | 'fill'>
  /** Ends running work, which may take too long to wait for. */
  readonly closing: AbortSignal
  readonly onError: (error: unknown) => void
}

/** Work on a whole store, all tenants at once, while it is in use. */
export interface Maintenance
  extends Pick<StoreAdmin, 'verify' | 'fillVariants' | 'pauseDeletion' | 'backup'> {
  /** Releases all leases. */
  close(): Promise<void>
}

// Only a store that can be backed up needs it: it also loads the file system and SQLite code.
const loadBackUp = () => import('./backup/back-up.ts')

export function createMaintenance(options: MaintenanceOptions): Maintenance {
  // Now: what Node cannot load when no descriptor is free, it never loads again.
  if (options.metadata.backup !== undefined) loadBackUp().catch(options.onError)
  const leases = createLeases(options)
  const verify = createVerifier({ ...options, leases })
  return {
    verify: (options = {}) => verify(options),
    fillVariants: (what = {}) => fillVariants(options, what),
    async pauseDeletion({ signal } = {}) {
      signal?.throwIfAborted()
      return pauseDeletion(leases)
    },
    async backup(what) {
      const { backUp } = await loadBackUp()
      return backUp({ ...options, leases }, what)
    },
    close: () => leases.close(),
  }
}
