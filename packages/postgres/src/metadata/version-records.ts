import type { VersionRecords } from '@stowage/core/ports'
import { replaceContent, restoreVersion } from '../assets/replace-content.ts'
import { noted } from '../audit/audit-writes.ts'
import type { Calls } from '../connection/calls.ts'
import { pruneVersions } from '../versions/forget-versions.ts'
import { getVersion, listAllVersions, listVersions } from '../versions/version-reads.ts'

/** `MetadataStore.versions` */
export function createVersionRecords({ read, write }: Calls): VersionRecords {
  return {
    replace: (request) =>
      write(noted('replaceContent', request, (sql) => replaceContent(sql, request))),
    restore: (request) =>
      write(noted('restoreVersion', request, (sql) => restoreVersion(sql, request))),
    list: (assetId) => read((sql) => listVersions(sql, assetId)),
    get: (id) => read((sql) => getVersion(sql, id)),
    listAll: (query) => read((sql) => listAllVersions(sql, query)),
    prune: (which) => write((sql) => pruneVersions(sql, which)),
  }
}
