import type { ErasureRecords } from '../../ports/erasure-records.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.erasures` */
export function createErasureRecords(writer: Pick<Writer, 'write' | 'scrub'>): ErasureRecords {
  return {
    begin: (tenant) => writer.write('beginErasure', tenant),
    step: (request) => writer.write('eraseStep', request),
    end: (tenant) => writer.write('endErasure', tenant),
    scrub: () => writer.scrub(),
  }
}
