import type { BlobLedger } from '@stowage/core/internal'
import { hooked } from '../audit/on-write.ts'
import { filterOrphans, reserve } from '../blobs/blob-keys.ts'
import type { Calls } from '../connection/calls.ts'
import { performedWrites } from './performed-writes.ts'

/** `MetadataStore.blobs` */
export function createBlobLedger({ read, write }: Calls): BlobLedger {
  return {
    ...performedWrites('blobs', { write }),
    reserve: (keys, { lifetime }) =>
      write(hooked('reserve', { keys, lifetime }, (sql) => reserve(sql, keys, lifetime))),
    filterOrphans: (keys) => read((sql) => filterOrphans(sql, keys)),
  }
}
