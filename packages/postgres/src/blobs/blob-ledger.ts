import type { BlobLedger } from '@stowage/core/ports'
import type { Calls } from '../metadata/calls.ts'
import { claim, filterOrphans, recordDeletions, reserve } from './blob-keys.ts'

/** `MetadataStore.blobs` */
export function createBlobLedger({ read, write }: Calls): BlobLedger {
  return {
    reserve: (keys, { lifetime }) => write((sql) => reserve(sql, keys, lifetime)),
    claim: (which) => write((sql) => claim(sql, which)),
    recordDeletions: (request) => write((sql) => recordDeletions(sql, request)),
    filterOrphans: (keys) => read((sql) => filterOrphans(sql, keys)),
  }
}
