export { createMemoryBlobs } from './memory/blobs.ts'
export { createMemoryMetadata } from './memory/metadata/create-memory-metadata.ts'
