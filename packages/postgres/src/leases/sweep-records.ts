import type { SweepRecords } from '@stowage/core/ports'
import type { Calls } from '../metadata/calls.ts'
import { pruneExpired } from './prune.ts'
import { recordSweep } from './sweeps.ts'

/** `MetadataStore.sweeps` */
export function createSweepRecords({ write }: Calls): SweepRecords {
  return {
    record: (request) => write((sql) => recordSweep(sql, request)),
    pruneExpired: (request) => write((sql) => pruneExpired(sql, request)),
  }
}
