import type { FolderRecords } from '../../ports/folder-records.ts'
import type { Reader } from '../connection/reader.ts'
import { folderUsage, getFolder, listFolders } from '../folders/folder-reads.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.folders` */
export function createFolderRecords(reader: Reader, writer: Pick<Writer, 'write'>): FolderRecords {
  return {
    create: (folder) => writer.write('createFolder', folder),
    get: (request) => reader.read((sql) => getFolder(sql, request)),
    list: (query) => reader.read((sql) => listFolders(sql, query)),
    usage: (request) => reader.read((sql) => folderUsage(sql, request)),
    update: (request) => writer.write('updateFolder', request),
    delete: (request) => writer.write('deleteFolder', request),
  }
}
