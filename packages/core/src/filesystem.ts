/**
 * Files in a folder. `openAssetStore` uses it by default.
 *
 * @module
 */
export {
  type DiskFiles,
  type DiskOptions,
  disk,
} from './filesystem/blobs/blobs.ts'
export type { FileStat, FileSystem } from './filesystem/io/file-system.ts'
export { nodeFileSystem } from './filesystem/io/node-file-system.ts'
