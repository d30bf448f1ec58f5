// `crc32` is no named import: an older Node lacks it, and must still report which Node is needed.
import { createHash, type Hash } from 'node:crypto'
import { types } from 'node:util'
import zlib from 'node:zlib'
import { LinkedAbort } from '../async/linked-abort.ts'
import type { PieceWriter } from '../blobs/piece-store.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import { checksumMismatch, lengthMismatch } from '../errors/upload-errors.ts'
import { ChunkGatherer } from '../staging/chunk-gatherer.ts'
import { openLate } from '../staging/late-source.ts'
import { fileTooLarge } from '../staging/stage-upload.ts'
import { chunksOf, isLateSource, type UploadSource } from '../staging/upload-source.ts'
import { quotaOf } from '../upload/policy/upload-policy.ts'
import { sourceFailure } from '../upload/source-failure.ts'
import type { Quota } from '../usage/quota.ts'
import { finishJob } from './finish-job.ts'
import { joinedPieces } from './upload-changes.ts'
import { type HeldUpload, UPLOAD_LEASE } from './upload-holds.ts'
import {
  fileOf,
  type ResumableContext,
  refuseUpload,
  requirePieces,
  uploadTurn,
} from './upload-work.ts'
import type { AppendDigest } from './uploads.ts'

/** Bytes that are written together. */
const WRITE_SIZE = 256 * 1024
/** Bytes and milliseconds after which what came is made durable, while more comes. */
const SYNC_SIZE = 64 * 1024 * 1024
const SYNC_EVERY = 5000

/** The bytes of one request. */
export interface AppendRequest {
  readonly source: UploadSource
  readonly size: number | undefined
  readonly isLast: boolean
  readonly digest: AppendDigest | undefined
  readonly sha256: string | undefined
  readonly onProgress: ((offset: number) => void) | undefined
  readonly signal: AbortSignal
}

/**
 * Appends bytes to an upload that is held and `receiving`. Whatever ends the source, the bytes that came are durable
 * and recorded before the call ends, unless they had to have a digest. Then `held` has the upload as it is.
 */
export async function appendBytes(
  core: ResumableContext,
  held: HeldUpload,
  request: AppendRequest,
): Promise<void> {
  const { tenant } = held.upload
  const known = knownSize(core, held, request)
  const quota = await quotaOf(core.uploads.policy, tenant, request.signal)
  const appending = new Appending(core, held, { quota, known, digest: request.digest })
  const abort = new LinkedAbort(request.signal, held.signal)
  try {
    const cut = await takeAndRecord(appending, request, abort.signal)
    if (cut !== null) throw cut
  } finally {
    abort.unlink()
    await appending.close()
  }
}

/** As `takeAll`; what came is recorded then. Rejects when bytes cannot be kept. */
async function takeAndRecord(
  appending: Appending,
  request: AppendRequest,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const cut = await appending.takeAll(request, signal)
    if (cut === null) await appending.end(request)
    else if (request.digest === undefined) await appending.record({})
    return cut
  } catch (error) {
    // Bytes that were acknowledged are gone, so this file can never be whole.
    if (isStowageError(error, 'blob_not_found')) await appending.refuse(error)
    throw error
  }
}

/** The size of the upload, if it is known now. `length_mismatch`, `file_too_large`. */
function knownSize(
  { limits }: ResumableContext,
  { upload }: HeldUpload,
  { size }: AppendRequest,
): number | null {
  if (size !== undefined && upload.size !== null && size !== upload.size) {
    throw lengthMismatch(upload.size)
  }
  const known = upload.size ?? size ?? null
  if (known === null) return null
  if (known < upload.offset) throw lengthMismatch(upload.offset)
  if (known > limits.fileSize) throw fileTooLarge(limits.fileSize)
  return known
}

interface AppendTerms {
  readonly quota: Quota | null
  readonly known: number | null
  readonly digest: AppendDigest | undefined
}

class Appending {
  readonly #core: ResumableContext
  readonly #held: HeldUpload
  readonly #terms: AppendTerms
  readonly #gathered = new ChunkGatherer()
  readonly #digest: Digesting | null
  /** Of all bytes of the upload; `null`: this process has not seen them all. */
  readonly #hash: Hash | null
  #writer: PieceWriter | undefined
  #writing: Promise<void> | undefined
  #offset: number
  #syncedAt = performance.now()

  constructor(core: ResumableContext, held: HeldUpload, terms: AppendTerms) {
    const { id, offset } = held.upload
    this.#core = core
    this.#held = held
    this.#terms = terms
    this.#offset = offset
    this.#hash = core.resumable.chains.at(id, offset)
    this.#digest = terms.digest === undefined ? null : digestingOf(terms.digest)
  }

  /** Takes the source to its end. Resolves to what cut it off; `null`: nothing did. Rejects when bytes cannot be kept. */
  async takeAll({ source, onProgress }: AppendRequest, signal: AbortSignal): Promise<unknown> {
    const { known, digest } = this.#terms
    const limit = known ?? this.#core.limits.fileSize
    const chunks = bytesOf(source, limit - this.#offset, signal)[Symbol.asyncIterator]()
    for (;;) {
      let next: IteratorResult<Uint8Array>
      try {
        next = await chunks.next()
      } catch (error) {
        return sourceFailure(error, signal)
      }
      if (next.done) return null
      try {
        if (this.#offset + next.value.byteLength > limit) throw fileTooLarge(limit)
        await this.#take(next.value)
        if (digest === undefined && this.#isSyncDue()) {
          await this.record({})
          onProgress?.(this.#held.upload.offset)
        }
      } catch (error) {
        void chunks.return?.(undefined).catch(() => {})
        throw error
      }
    }
  }

  #isSyncDue(): boolean {
    const unsynced = this.#offset - this.#held.upload.offset
    return unsynced >= SYNC_SIZE || performance.now() - this.#syncedAt >= SYNC_EVERY
  }

  async #take(chunk: Uint8Array): Promise<void> {
    this.#offset += chunk.byteLength
    this.#gathered.add(chunk)
    if (this.#gathered.size >= WRITE_SIZE) await this.#flush()
  }

  /** One write runs while the next chunks are gathered. */
  async #flush(): Promise<void> {
    await this.#writing
    if (this.#gathered.size === 0) return
    const { fence } = this.#held.upload
    const turn = uploadTurn(this.#core, this.#held.upload)
    this.#writer ??= await requirePieces(this.#core).append(fileOf(this.#held), { fence, turn })
    const chunks = this.#gathered.take()
    this.#writing = this.#writer.write(chunks)
    this.#writing.catch(() => {})
    for (const chunk of chunks) {
      this.#hash?.update(chunk)
      this.#digest?.update(chunk)
    }
  }

  /** The source has ended: records all of it. */
  async end({ isLast, sha256 }: AppendRequest): Promise<void> {
    const { known, digest } = this.#terms
    if (isLast && known !== null && known !== this.#offset) throw lengthMismatch(known)
    await this.#flush()
    await this.#writing
    if (digest !== undefined && this.#digest?.value() !== digest.value) throw checksumMismatch()
    const isWhole = this.#offset === (isLast ? this.#offset : known)
    const hash = isWhole ? this.#hash?.copy().digest('hex') : undefined
    if (sha256 !== undefined && hash !== undefined && hash !== sha256) throw otherFile()
    const size = isLast ? this.#offset : known
    await this.record({ size })
  }

  /** Makes durable what came, and records it. */
  async record({ size = this.#terms.known }: { readonly size?: number | null }): Promise<void> {
    await this.#flush()
    await this.#writing
    const { upload } = this.#held
    const { id, tenant, fence, kind } = upload
    const isFull = size !== null && size === this.#offset
    const hasNew = this.#offset > upload.offset || upload.size !== size || isFull
    if (!hasNew) return
    const synced = await this.#writer?.sync()
    const pieces = synced?.pieces ?? []
    this.#held.upload = await this.#core.metadata.uploads.advance({
      tenant,
      id,
      fence,
      to: this.#offset,
      pieces,
      ...(size !== null && { size }),
      lease: UPLOAD_LEASE,
      quota: this.#terms.quota,
      isFull,
      jobs: isFull && kind !== 'partial' ? [finishJob(upload)] : [],
    })
    this.#held.pieces = joinedPieces(this.#held.pieces, pieces)
    this.#syncedAt = performance.now()
    if (this.#hash !== null) this.#core.resumable.chains.keep(id, this.#offset, this.#hash)
    await this.#writer?.confirm()
  }

  /** Ends the upload. `upload_locked` when another holds it: that one has replaced what this one misses. */
  async refuse(error: StowageError): Promise<void> {
    await this.close()
    await refuseUpload(this.#core, this.#held.upload, error)
  }

  async close(): Promise<void> {
    await this.#writing?.catch(() => {})
    await this.#writer?.close()
  }
}

/** The bytes of a source, chunk by chunk, until the signal aborts. */
async function* bytesOf(
  source: UploadSource,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (types.isUint8Array(source)) {
    yield source
    return
  }
  const opened = isLateSource(source) ? (await openLate(source, { limit, signal })).bytes : source
  yield* chunksOf(opened as AsyncIterable<Uint8Array> | Blob, signal)
}

interface Digesting {
  update(chunk: Uint8Array): void
  /** Lower-case hex. */
  value(): string
}

function digestingOf({ algorithm }: AppendDigest): Digesting {
  if (algorithm === 'crc32') {
    let value = 0
    return {
      update(chunk) {
        value = zlib.crc32(chunk, value)
      },
      value: () => value.toString(16).padStart(8, '0'),
    }
  }
  const hash = createHash(algorithm)
  return {
    update: (chunk) => void hash.update(chunk),
    value: () => hash.copy().digest('hex'),
  }
}

function otherFile(): StowageError {
  return new StowageError(
    'digest_mismatch',
    'The bytes do not have the SHA-256 that was announced for the whole file. Send the last of them again, or begin a new upload.',
  )
}
