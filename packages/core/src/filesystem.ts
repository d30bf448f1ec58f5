export {
  createFilesystemBlobs,
  type FilesystemBlobs,
  type FilesystemBlobsOptions,
} from './filesystem/blobs.ts'
export type { FileStat, FileSystem } from './filesystem/file-system.ts'
export { nodeFileSystem } from './filesystem/node-file-system.ts'
