import type { ErasureRecords } from '@stowage/core/internal'
import type { Calls } from '../connection/calls.ts'
import { scrub } from '../erasure/erasure.ts'
import { performedWrites } from './performed-writes.ts'

/** `MetadataStore.erasures` */
export function createErasureRecords({ call, database, write }: Calls): ErasureRecords {
  return {
    ...performedWrites('erasures', { write }),
    scrub: () => call(() => scrub(database)),
  }
}
