import type { ApiKeyRecords } from '@stowage/core/ports'
import { noted } from '../audit/audit-writes.ts'
import type { Calls } from '../connection/calls.ts'
import { createKey, getKey, listKeys, pageOfKeys, updateKey } from '../keys/key-records.ts'

/** `MetadataStore.apiKeys` */
export function createApiKeyRecords({ read, write, snapshot }: Calls): ApiKeyRecords {
  return {
    create(key, conditions) {
      const request = Object.assign({ key, tenant: key.tenant }, conditions)
      return write(noted('createKey', request, (sql) => createKey(sql, key, conditions)))
    },
    get: (id) => read((sql) => getKey(sql, id)),
    list: (tenant) => read((sql) => listKeys(sql, tenant)),
    page: (query) => snapshot((sql) => pageOfKeys(sql, query)),
    update: (request) => write(noted('updateKey', request, (sql) => updateKey(sql, request))),
  }
}
