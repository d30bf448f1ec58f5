import type { ApiKeyRecords } from '@stowage/core/ports'
import type { Calls } from '../connection/calls.ts'
import { createKey, getKey, listKeys, updateKey } from '../keys/key-records.ts'

/** `MetadataStore.apiKeys` */
export function createApiKeyRecords({ read, write }: Calls): ApiKeyRecords {
  return {
    create: (key) => write((sql) => createKey(sql, key)),
    get: (id) => read((sql) => getKey(sql, id)),
    list: (tenant) => read((sql) => listKeys(sql, tenant)),
    update: (request) => write((sql) => updateKey(sql, request)),
  }
}
