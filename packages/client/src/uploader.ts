/**
 * Uploads many files, large ones so that they go on after a lost connection, a pause or a reload. For browsers and Node,
 * without a framework.
 *
 * @module
 */

export { createUploader } from './uploader/create-uploader.ts'
export { localMemory, type UploadMemory } from './uploader/upload-memory.ts'
export type {
  ChosenFile,
  FieldsOfFile,
  Uploader,
  UploaderOptions,
  UploaderService,
  UploaderSnapshot,
  UploadItem,
  UploadStatus,
} from './uploader/uploader.ts'
