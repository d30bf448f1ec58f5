import { assertInteger } from '../arguments/assert-integer.ts'
import { mustBe } from '../arguments/must-be.ts'
import type { DirectPieces, PieceStore, PresignedPart } from '../blobs/piece-store.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { uploadFinished } from '../errors/upload-errors.ts'
import type { UploadRecord } from './resumable-upload.ts'
import type { NewUpload } from './upload-records.ts'
import { type ResumableContext, requirePieces } from './upload-work.ts'
import type {
  CreateUploadOptions,
  DirectUpload,
  PresignPartsOptions,
  UploadParts,
} from './uploads.ts'

/** Seconds that URLs of parts are valid. */
const DEFAULT_EXPIRES_IN = 900
/** URLs of one call. */
const MAX_NUMBERS = 50

/** What a new upload says of its parts; `null`: it is not direct. `invalid_argument` where it cannot be. */
export function requireDirect(
  pieces: PieceStore,
  { direct, kind = 'whole', size = null }: CreateUploadOptions,
): DirectUpload | null {
  if (direct === undefined) return null
  if (typeof direct !== 'object' || direct === null) {
    throw mustBe('direct', '{} or { partSize }', direct)
  }
  const unknown = Object.keys(direct).find((name) => name !== 'partSize')
  if (unknown !== undefined) throw mustBe('direct', '{} or { partSize }', direct)
  if (direct.partSize !== undefined) assertInteger('direct.partSize', direct.partSize, 1)
  if (pieces.direct === undefined) {
    throw invalidArgument(
      'direct',
      'Clients cannot put files to this blob store: only S3 lets them. Send the bytes to the store.',
    )
  }
  if (kind !== 'whole') throw invalidArgument('direct', 'Only a whole upload can be direct.')
  if (size === null) throw invalidArgument('size', 'A direct upload needs the size of its file.')
  return direct
}

/** Begins the file of a new upload. Resolves to what its record keeps. */
export async function begin(
  pieces: PieceStore,
  {
    blobKey,
    size,
    direct,
    signal,
  }: {
    readonly blobKey: string | null
    readonly size: number | null
    readonly direct: DirectUpload | null
    readonly signal: AbortSignal
  },
): Promise<string> {
  if (direct === null || pieces.direct === undefined || blobKey === null || size === null) {
    return pieces.begin({ blobKey, size })
  }
  return pieces.direct.begin({ ...direct, blobKey, size, signal })
}

/** Stores the record. When it is refused, nothing is left of a file that was begun in the blob store. */
export async function createRecord(
  core: ResumableContext,
  record: NewUpload,
): Promise<UploadRecord> {
  try {
    return await core.metadata.uploads.create(record)
  } catch (error) {
    const { storage, blobKey } = record
    const pieces = requirePieces(core)
    if (pieces.direct?.layoutOf(storage)) {
      await pieces.discard({ storage, blobKey, pieces: [] }).catch(core.onError)
    }
    throw error
  }
}

/** Where the parts of the upload are put. `invalid_argument` for one that is not direct. */
export function directOf(core: ResumableContext, { storage }: UploadRecord): DirectPieces {
  const { direct } = requirePieces(core)
  if (direct?.layoutOf(storage)) return direct
  throw invalidArgument('id', 'This upload is not direct: send its bytes with append.')
}

/** The same options; `invalid_argument` for wrong numbers. */
export function requireNumbers(options: PresignPartsOptions): PresignPartsOptions {
  const { numbers } = options
  if (!Array.isArray(numbers) || numbers.length < 1 || numbers.length > MAX_NUMBERS) {
    throw mustBe('numbers', `1 to ${MAX_NUMBERS} numbers of parts`, numbers)
  }
  numbers.forEach((number, index) => void assertInteger(`numbers[${index}]`, number, 1))
  return options
}

export async function presignParts(
  core: ResumableContext,
  record: UploadRecord,
  { numbers, expiresIn = DEFAULT_EXPIRES_IN }: PresignPartsOptions,
): Promise<readonly PresignedPart[]> {
  return receiving(core, record).presignParts(fileOfRecord(record), { numbers, expiresIn })
}

export async function partsOf(
  core: ResumableContext,
  record: UploadRecord,
  signal: AbortSignal | undefined,
): Promise<UploadParts> {
  const direct = receiving(core, record)
  const layout = direct.layoutOf(record.storage)
  const parts = await direct.listParts(fileOfRecord(record), signal && { signal })
  const stored = parts.map(({ number, start, size }) => ({ number, start, size }))
  return { partSize: layout?.partSize ?? 0, parts: layout?.parts ?? 0, stored }
}

function receiving(core: ResumableContext, record: UploadRecord): DirectPieces {
  const direct = directOf(core, record)
  if (record.state !== 'receiving') throw uploadFinished()
  return direct
}

function fileOfRecord({ storage, blobKey }: UploadRecord) {
  return { storage, blobKey, pieces: [] }
}
