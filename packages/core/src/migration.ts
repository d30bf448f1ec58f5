export {
  type MoveBlobsOptions,
  type MoveProgress,
  type MoveReport,
  moveBlobs,
} from './migration/move-blobs.ts'
export { type BlobMove, movingBlobs } from './migration/moving-blobs.ts'
