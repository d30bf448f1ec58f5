/**
 * Records and files in memory, for tests.
 *
 * @module
 */
export { createMemoryBlobs } from './memory/blobs.ts'
export { memory } from './memory/memory.ts'
export {
  createMemoryMetadata,
  type MemoryMetadataOptions,
} from './memory/metadata/create-memory-metadata.ts'
