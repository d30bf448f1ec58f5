/**
 * Records and files in memory, for tests.
 *
 * @module
 */
export { createMemoryBlobs } from './memory/blobs.ts'
export {
  createMemoryMetadata,
  type MemoryMetadataOptions,
} from './memory/metadata/create-memory-metadata.ts'
