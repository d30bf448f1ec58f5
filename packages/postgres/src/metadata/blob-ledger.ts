import type { BlobLedger } from '@stowage/core/ports'
import { claim, filterOrphans, recordDeletions, reserve } from '../blobs/blob-keys.ts'
import type { Calls } from '../connection/calls.ts'

/** `MetadataStore.blobs` */
export function createBlobLedger({ read, write }: Calls): BlobLedger {
  return {
    reserve: (keys, { lifetime }) => write((sql) => reserve(sql, keys, lifetime)),
    claim: (which) => write((sql) => claim(sql, which)),
    recordDeletions: (request) => write((sql) => recordDeletions(sql, request)),
    filterOrphans: (keys) => read((sql) => filterOrphans(sql, keys)),
  }
}
