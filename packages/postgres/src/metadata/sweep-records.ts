import type { SweepRecords } from '@stowage/core/internal'
import type { Calls } from '../connection/calls.ts'
import { performedWrites } from './performed-writes.ts'

/** `MetadataStore.sweeps` */
export function createSweepRecords({ write }: Calls): SweepRecords {
  return performedWrites('sweeps', { write })
}
