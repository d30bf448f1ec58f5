import type { FolderRecords } from '@stowage/core/ports'
import { deleteFolder } from '../assets/folder-deletion.ts'
import { noted } from '../audit/audit-writes.ts'
import type { Calls } from '../connection/calls.ts'
import { folderUsage, getFolder, listFolders } from '../folders/folder-reads.ts'
import { createFolder, updateFolder } from '../folders/folder-writes.ts'

/** `MetadataStore.folders` */
export function createFolderRecords({ read, write }: Calls): FolderRecords {
  return {
    create: (folder) => write(noted('createFolder', folder, (sql) => createFolder(sql, folder))),
    get: (request) => read((sql) => getFolder(sql, request)),
    list: (query) => read((sql) => listFolders(sql, query)),
    usage: (request) => read((sql) => folderUsage(sql, request)),
    update: (request) => write(noted('updateFolder', request, (sql) => updateFolder(sql, request))),
    delete: (request) => write(noted('deleteFolder', request, (sql) => deleteFolder(sql, request))),
  }
}
