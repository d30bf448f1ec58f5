import type { ErasureRecords } from '../../tenants/erasure-records.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.erasures` */
export function createErasureRecords(writer: Pick<Writer, 'write' | 'scrub'>): ErasureRecords {
  return {
    ...forwardedWrites('erasures', writer),
    scrub: () => writer.scrub(),
  }
}
