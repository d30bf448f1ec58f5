import type { FolderRecords } from '@stowage/core/internal'
import type { Calls } from '../connection/calls.ts'
import { folderUsage, getFolder, listFolders } from '../folders/folder-reads.ts'
import { performedWrites } from './performed-writes.ts'

/** `MetadataStore.folders` */
export function createFolderRecords({ read, write }: Calls): FolderRecords {
  return {
    ...performedWrites('folders', { write }),
    get: (request) => read((sql) => getFolder(sql, request)),
    list: (query) => read((sql) => listFolders(sql, query)),
    usage: (request) => read((sql) => folderUsage(sql, request)),
  }
}
