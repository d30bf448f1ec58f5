import { abortSignal, callback, flag, integer, oneOf, text } from '../options/checks.ts'
import { type KnownOptions, knownOptions } from '../options/known-options.ts'
import { OWN_OPTIONS } from '../own-data/own-data.ts'
import type {
  AppendOptions,
  CreateUploadOptions,
  ListUploadsOptions,
  PresignPartsOptions,
  ResumeUploadOptions,
  UploaderOptions,
} from './uploads.ts'

/** The longest page of uploads. */
const MAX_PAGE = 1000
const HOUR = 3_600_000
/** Milliseconds. */
const MAX_WAIT = 600_000

/** Seconds; S3 signs for no longer. */
const MAX_PRESIGNED = 604_800

const UPLOADER = { signal: abortSignal, ticket: true } as const
const WAIT = { waitMs: integer(0, MAX_WAIT) } as const

/** The calls of `AssetStore.uploads`. */
export interface UploadCalls {
  readonly createUpload: KnownOptions<CreateUploadOptions>
  readonly getUpload: KnownOptions<UploaderOptions>
  readonly listUploads: KnownOptions<ListUploadsOptions>
  readonly appendUpload: KnownOptions<AppendOptions>
  readonly resumeUpload: KnownOptions<ResumeUploadOptions>
  readonly presignUploadParts: KnownOptions<PresignPartsOptions>
  readonly listUploadParts: KnownOptions<UploaderOptions>
  readonly completeUpload: KnownOptions<ResumeUploadOptions>
  readonly removeUpload: KnownOptions<UploaderOptions>
}

/** The options of each. */
export const UPLOAD_CALLS: UploadCalls = {
  createUpload: knownOptions<CreateUploadOptions>('uploads.create', {
    ...UPLOADER,
    ...OWN_OPTIONS,
    principal: true,
    name: text,
    size: true,
    kind: oneOf('whole', 'partial', 'final'),
    partials: true,
    direct: true,
    folderId: true,
    externalId: true,
    pending: true,
    onDuplicate: true,
    duplicatesOf: true,
    sha256: true,
    lifetimeMs: integer(HOUR, 168 * HOUR),
    note: true,
  }),
  getUpload: knownOptions<UploaderOptions>('uploads.get', UPLOADER),
  listUploads: knownOptions<ListUploadsOptions>('uploads.list', {
    signal: abortSignal,
    after: true,
    limit: integer(1, MAX_PAGE),
  }),
  appendUpload: knownOptions<AppendOptions>(
    'uploads.append',
    {
      ...UPLOADER,
      ...WAIT,
      offset: true,
      source: true,
      size: integer(0),
      isLast: flag,
      digest: true,
      sha256: true,
      onProgress: callback,
    },
    { sample: '{ offset: 0, source }' },
  ),
  resumeUpload: knownOptions<ResumeUploadOptions>('uploads.resume', { ...UPLOADER, ...WAIT }),
  presignUploadParts: knownOptions<PresignPartsOptions>(
    'uploads.presignParts',
    { ...UPLOADER, numbers: true, expiresIn: integer(1, MAX_PRESIGNED) },
    { sample: '{ numbers: [1] }' },
  ),
  listUploadParts: knownOptions<UploaderOptions>('uploads.parts', UPLOADER),
  completeUpload: knownOptions<ResumeUploadOptions>('uploads.complete', { ...UPLOADER, ...WAIT }),
  removeUpload: knownOptions<UploaderOptions>('uploads.remove', UPLOADER),
}
