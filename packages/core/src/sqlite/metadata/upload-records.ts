import type { UploadRecords } from '../../resumable/upload-records.ts'
import type { Clock } from '../../time/timestamp.ts'
import type { Reader } from '../connection/reader.ts'
import {
  filterUnknownUploads,
  getUpload,
  listDueUploads,
  listUploads,
  uploadPieces,
} from '../resumable/upload-reads.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.uploads` */
export function createUploadRecords(
  reader: Reader,
  writer: Pick<Writer, 'write'>,
  clock: Clock,
): UploadRecords {
  return {
    ...forwardedWrites('uploads', writer),
    get: (query) => reader.readOne((sql) => getUpload(sql, query)),
    list: (query) => reader.read((sql) => listUploads(sql, query)),
    pieces: (query) => reader.readOne((sql) => uploadPieces(sql, query)),
    listDue: ({ limit }) => reader.readOne((sql) => listDueUploads(sql, clock(), limit)),
    filterUnknown: (names) => reader.read((sql) => filterUnknownUploads(sql, names)),
  }
}
