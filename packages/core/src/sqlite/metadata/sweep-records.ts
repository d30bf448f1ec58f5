import type { SweepRecords } from '../../ports/sweep-records.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.sweeps` */
export function createSweepRecords(writer: Pick<Writer, 'write'>): SweepRecords {
  return {
    record: (request) => writer.write('recordSweep', request),
    pruneExpired: (request) => writer.write('pruneExpired', request),
  }
}
