import type { FolderRecords } from '../../folders/folder-records.ts'
import type { Reader } from '../connection/reader.ts'
import { folderUsage, getFolder, listFolders } from '../folders/folder-reads.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.folders` */
export function createFolderRecords(reader: Reader, writer: Pick<Writer, 'write'>): FolderRecords {
  return {
    ...forwardedWrites('folders', writer),
    get: (request) => reader.read((sql) => getFolder(sql, request)),
    list: (query) => reader.read((sql) => listFolders(sql, query)),
    usage: (request) => reader.read((sql) => folderUsage(sql, request)),
  }
}
