import type { Readable } from 'node:stream'
import { StowageError } from '@stowage/core'
import {
  MEMORY_LIMIT,
  memoryFile,
  type SemaphoreOptions,
  stagedUpload,
} from '@stowage/core/internal'
import {
  type BlobStore,
  blobExists,
  type PiecedFile,
  type PieceWorkOptions,
  piecesLost,
  type StagedUpload,
  type StagingFile,
} from '@stowage/core/ports'
import type { ByteRange } from '@stowage/core/types'
import { isTaken, lacksParts } from '../bucket/s3-errors.ts'
import { bytesOf, digestOf, streamOf } from './late-stream.ts'
import type { PartLayout } from './part-layout.ts'
import type { PieceBucket } from './piece-bucket.ts'
import { type PartRef, readRef } from './piece-refs.ts'

interface JoinOptions extends PieceWorkOptions {
  readonly size: number
  readonly sha256: string | null
}

interface JoinContext {
  readonly bucket: PieceBucket
  readonly layout: PartLayout
  readonly read: BlobStore['read']
}

/**
 * Makes the object of the blob: completes the multipart upload, or puts a file that never had a part. When the object is
 * there already, an earlier call made it.
 */
export async function joinParts(
  { bucket, layout, read }: JoinContext,
  file: PiecedFile & { readonly blobKey: string },
  options: JoinOptions,
): Promise<StagedUpload> {
  const { blobKey } = file
  const { signal } = options
  if (!(await isJoined(bucket, blobKey, options))) {
    try {
      await make(bucket, layout, file, options)
    } catch (error) {
      signal?.throwIfAborted()
      // It may be our own: the answer was lost, or another process was as far.
      if (!isTaken(error) && !lacksParts(error)) throw error
      if (!(await isJoined(bucket, blobKey, options))) throw piecesLost(error)
    }
  }
  return adoptedFile(read, blobKey, options)
}

/** Whether the object is there. `blob_exists` for one that is not of this upload. */
async function isJoined(
  bucket: PieceBucket,
  blobKey: string,
  { size, signal }: JoinOptions,
): Promise<boolean> {
  const found = await bucket.find(blobKey, signal)
  if (found === null) return false
  if (!found.isOurs) throw blobExists()
  if (found.size !== size) throw piecesLost()
  return true
}

async function make(
  bucket: PieceBucket,
  layout: PartLayout,
  { blobKey, pieces }: PiecedFile & { readonly blobKey: string },
  { size, sha256, turn, signal }: JoinOptions,
): Promise<void> {
  const waiting: SemaphoreOptions = { turn, signal }
  const refs = pieces.map((piece) => ({ piece, ref: readRef(piece) }))
  const parts = refs.flatMap(({ ref }) => (ref.kind === 'part' ? [ref] : []))
  const tails = refs.filter(({ ref }) => ref.kind === 'tail')
  const start = tails[0]?.piece.start ?? size
  async function* chunks() {
    for (const { piece, ref } of tails) {
      if (ref.kind !== 'tail') continue
      yield* bucket.tail(blobKey, ref.name, { start: 0, end: piece.size }, signal)
    }
  }
  const rest = { size: size - start, chunks }
  const [first] = parts
  if (first === undefined) {
    const object = { Key: bucket.names.blob(blobKey), IfNoneMatch: '*', Metadata: { put: blobKey } }
    await bucket.put(object, rest, { ...waiting, expected: sha256 })
    return
  }
  const last: PartRef[] = []
  if (rest.size > 0) {
    const { number } = layout.partAt(start)
    const part = { number, uploadId: first.uploadId }
    const etag = await bucket.sendPart(blobKey, part, rest, waiting)
    last.push({ kind: 'part', etag, ...part })
  }
  await bucket.complete(blobKey, first.uploadId, [...parts, ...last], signal)
}

/** The blob as a file that was staged: its bytes are read where they are. */
async function adoptedFile(
  read: BlobStore['read'],
  blobKey: string,
  { size, sha256, turn, signal }: JoinOptions,
): Promise<StagedUpload> {
  const waiting = { ...(turn && { turn }), ...(signal && { signal }) }
  if (size <= MEMORY_LIMIT) {
    const file = memoryFile([await bytesOf(await read(blobKey, waiting))])
    if (sha256 !== null && sha256 !== file.sha256) throw piecesLost()
    return Object.assign(file, { blobKey })
  }
  const digest = sha256 ?? (await digestOf(await read(blobKey, waiting)))
  return Object.assign(stagedUpload(size, digest, new AdoptedContent(read, blobKey, size, turn)), {
    blobKey,
  })
}

/** Reads a blob as if it were in staging. */
class AdoptedContent implements StagingFile {
  readonly #open: (range: ByteRange) => Promise<Uint8Array | Readable>

  constructor(
    read: BlobStore['read'],
    blobKey: string,
    size: number,
    turn: PieceWorkOptions['turn'],
  ) {
    this.#open = ({ start, end }) => {
      const range = { start: Math.min(start, size), end: Math.min(end, size) }
      return read(blobKey, { range, ...(turn && { turn }) })
    }
  }

  async write(): Promise<void> {
    throw new StowageError('closed', 'A file that was put takes no more bytes.')
  }

  async read(range: ByteRange): Promise<Uint8Array> {
    return bytesOf(await this.#open(range))
  }

  stream(range: ByteRange): Readable {
    return streamOf(() => this.#open(range))
  }

  async discard(): Promise<void> {}
}
