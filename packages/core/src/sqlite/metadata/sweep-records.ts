import type { SweepRecords } from '../../maintenance/sweep-records.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.sweeps` */
export function createSweepRecords(writer: Pick<Writer, 'write'>): SweepRecords {
  return forwardedWrites('sweeps', writer)
}
