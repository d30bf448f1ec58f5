/**
 * For writing a blob store or a variant processor: the ports, blob keys, byte ranges, errors.
 *
 * @module
 */

export type { FileFacts } from '@stowage/analysis'
export type { Turn } from './async/turn.ts'
export { isBlobKey, newBlobKey, requireBlobKey } from './blobs/blob-key.ts'
export type { BlobStore, PresignOptions } from './blobs/blob-store.ts'
export { INLINE_READ_LIMIT, resolveRange } from './blobs/byte-range.ts'
export type {
  DirectLayout,
  DirectPieces,
  Piece,
  PiecedFile,
  PieceStore,
  PieceWorkOptions,
  PieceWriter,
  PresignedPart,
  StoredPart,
} from './blobs/piece-store.ts'
export { blobExists, blobNotFound, piecesLost } from './errors/blob-errors.ts'
export type { ErrorContexts, NoContext } from './errors/error-contexts.ts'
export type { StowageErrorOf, StowageErrorOptions } from './errors/stowage-error.ts'
export type { PicturePreview } from './pictures/picture-preview.ts'
export type { PictureFormat, PictureSet } from './pictures/picture-set.ts'
export type { MetadataStore } from './ports/metadata-store.ts'
export type { OpenRecordsOptions, RecordsLocation } from './ports/records-location.ts'
export type { StagedUpload } from './staging/staged-upload.ts'
export type { Staging, StagingFile } from './staging/staging.ts'
export type { Clock, Micros } from './time/timestamp.ts'
export type {
  CopiedVariant,
  MadeVariant,
  VariantPlan,
  VariantProcessor,
  VariantResult,
  VariantSource,
  VariantTiming,
} from './variants/variant-processor.ts'
export type { WhenMade } from './variants/when-made.ts'
