/**
 * What the tests of this project share besides the suites. Not for apps: it may change with any release.
 *
 * @module
 */

export { type BlobDirectory, createBlobDirectory } from './blob-store/blob-directory.ts'
export { assertCode, stagedInChunks, unusedBlobKey } from './blob-store/fixtures.ts'
export { decoratedMetadata } from './fault-injection/decorated-metadata.ts'
export { decorated } from './fault-injection/faulty-call.ts'
export { heavyBodies, plainBody } from './heavy-texts/heavy-bodies.ts'
export { apiFixtureOf, createApiFixture, UPLOAD_HEADERS, uploadForm } from './http/api-fixture.ts'
export { assertFound } from './metadata-store/finding/find-oracle.ts'
export { randomAsset, randomQuery } from './metadata-store/finding/find-random.ts'
export { HOUR, listed } from './metadata-store/fixture.ts'
export { folderIn, newFolder } from './metadata-store/folders/folder-fixture.ts'
export {
  type FillTree,
  type FolderTree,
  folderTree,
  TREE_SHAPES,
  TREE_SIZES,
} from './metadata-store/folders/folder-tree.ts'
export { locatedTiff, photoOf } from './store/photo.ts'
export { isLinear, relativeCost } from './time/cpu-time.ts'
export { allEntries } from './transfer/fixture.ts'
