import type { ErasureRecords } from '@stowage/core/ports'
import type { Calls } from '../connection/calls.ts'
import { beginErasure, endErasure, eraseStep, scrub } from '../erasure/erasure.ts'

/** `MetadataStore.erasures` */
export function createErasureRecords({ call, database, write }: Calls): ErasureRecords {
  return {
    begin: (tenant) => write((sql) => beginErasure(sql, tenant)),
    step: (request) => write((sql) => eraseStep(sql, request)),
    end: (tenant) => write((sql) => endErasure(sql, tenant)),
    scrub: () => call(() => scrub(database)),
  }
}
