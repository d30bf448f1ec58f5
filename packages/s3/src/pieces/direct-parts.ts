import {
  ListPartsCommand,
  type ListPartsCommandOutput,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { assertInteger, invalidArgument } from '@stowage/core/internal'
import {
  type DirectPieces,
  type PiecedFile,
  piecesLost,
  type StoredPart,
} from '@stowage/core/ports'
import { isMissing, translateErrors } from '../bucket/s3-errors.ts'
import { assertDirect, type DirectFile, directText, placeOf, readDirect } from './direct-layout.ts'
import { layoutText } from './part-layout.ts'
import type { PieceBucket } from './piece-bucket.ts'
import { partPiece } from './piece-refs.ts'

/** Seconds that S3 lets a URL be valid: 7 days. */
const MAX_EXPIRES_IN = 604_800

/** Parts of a multipart upload of the blob itself, which clients put by presigned URLs. */
export function createDirectPieces(bucket: PieceBucket): DirectPieces {
  return {
    begin: ({ blobKey, size, partSize = Number(layoutText(size)), signal }) =>
      translateErrors(
        bucket.bucket,
        async () => {
          assertDirect({ size, partSize })
          return directText({ size, partSize, uploadId: await bucket.begin(blobKey, signal) })
        },
        signal,
      ),

    layoutOf(storage) {
      const direct = readDirect(storage)
      return direct && { partSize: direct.partSize, parts: direct.parts }
    },

    presignParts: (file, { numbers, expiresIn }) =>
      translateErrors(bucket.bucket, async () => {
        assertInteger('expiresIn', expiresIn, 1, MAX_EXPIRES_IN)
        const direct = directOf(file)
        const places = numbers.map((number) => ({ number, ...placeOf(direct, number) }))
        return Promise.all(
          places.map(async (place) => ({
            ...place,
            url: await signPart(bucket, direct, place, expiresIn),
          })),
        )
      }),

    listParts: (file, { signal } = {}) =>
      translateErrors(bucket.bucket, () => storedParts(bucket, directOf(file), signal), signal),
  }
}

type DirectUpload = DirectFile & { readonly blobKey: string }

function directOf({ storage, blobKey }: PiecedFile): DirectUpload {
  const direct = readDirect(storage)
  if (direct !== null && blobKey !== null) return { ...direct, blobKey }
  throw invalidArgument('file', 'The parts of this file are not put to the bucket by its client.')
}

/** The length is signed, because S3 would take any other. */
async function signPart(
  { client, bucket: Bucket, names }: PieceBucket,
  { blobKey, uploadId: UploadId }: DirectUpload,
  { number: PartNumber, size: ContentLength }: { readonly number: number; readonly size: number },
  expiresIn: number,
): Promise<string> {
  const Key = names.blob(blobKey)
  const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, ContentLength })
  withoutChecksum(command)
  return getSignedUrl(client, command, { expiresIn })
}

/** A client of the app may add the checksum of the body, which is that of no bytes here. */
function withoutChecksum(command: UploadPartCommand): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      for (const name of Object.keys(headers)) {
        if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete headers[name]
      }
      return next(args)
    },
    { step: 'build', name: 'withoutChecksum', priority: 'low' },
  )
}

async function storedParts(
  { client, bucket: Bucket, names }: PieceBucket,
  direct: DirectUpload,
  signal: AbortSignal | undefined,
): Promise<readonly StoredPart[]> {
  const { blobKey, uploadId } = direct
  const at = { Bucket, Key: names.blob(blobKey), UploadId: uploadId }
  const stored: StoredPart[] = []
  let marker: string | undefined
  do {
    const command = new ListPartsCommand({ ...at, PartNumberMarker: marker })
    const page: ListPartsCommandOutput = await client
      .send(command, signal && { abortSignal: signal })
      .catch((error) => {
        throw isMissing(error) ? piecesLost(error) : error
      })
    for (const { PartNumber: number = 0, Size, ETag: etag = '' } of page.Parts ?? []) {
      if (number < 1 || number > direct.parts || !/^\S{1,150}$/.test(etag)) continue
      const place = placeOf(direct, number)
      if (Size === place.size) {
        stored.push({ number, ...partPiece(place, { number, etag, uploadId }) })
      }
    }
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (marker !== undefined)
  return stored
}
