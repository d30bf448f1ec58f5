import type { SweepRecords } from '@stowage/core/ports'
import type { Calls } from '../connection/calls.ts'
import { pruneExpired } from '../leases/prune.ts'
import { recordSweep } from '../leases/sweeps.ts'

/** `MetadataStore.sweeps` */
export function createSweepRecords({ write }: Calls): SweepRecords {
  return {
    record: (request) => write((sql) => recordSweep(sql, request)),
    pruneExpired: (request) => write((sql) => pruneExpired(sql, request)),
  }
}
