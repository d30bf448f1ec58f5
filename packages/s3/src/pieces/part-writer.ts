import { StowageError } from '@stowage/core'
import { piecesToMerge, type SemaphoreOptions, sizeOfPieces } from '@stowage/core/internal'
import type { Piece, PiecedFile, PieceWriter, Staging, StagingFile } from '@stowage/core/ports'
import { translateErrors } from '../bucket/s3-errors.ts'
import type { PartLayout } from './part-layout.ts'
import type { PieceBucket } from './piece-bucket.ts'
import { newTail, partPiece, readRef } from './piece-refs.ts'

/** Parts of one writer that are sent while it gathers the next. */
const AHEAD = 2

interface PartWriterOptions {
  readonly bucket: PieceBucket
  readonly staging: Pick<Staging, 'create'>
  readonly layout: PartLayout
  readonly blobKey: string
  readonly file: PiecedFile
  readonly turn: SemaphoreOptions['turn']
  /** Removes objects. Their names are whole. */
  readonly remove: (names: readonly string[]) => Promise<unknown>
}

/** Bytes on the local disk that are not a part yet. */
interface Gathered {
  readonly file: StagingFile
  /** The first of them, in the upload. */
  readonly start: number
  size: number
}

/**
 * Gathers parts on the local disk and sends each once it is whole. What is left at a sync becomes a tail: an object of
 * its own, which the part replaces later.
 */
export class PartWriter implements PieceWriter {
  readonly #options: PartWriterOptions
  readonly #ended = new AbortController()
  #offset: number
  #synced: number
  /** Tails of the part that the next byte belongs to: what was there, and what this writer has put. */
  #tails: readonly Piece[]
  #gathered: Gathered | undefined
  /** Parts on their way or sent, that no sync has given. */
  #parts: Promise<Piece>[] = []
  #uploadId: Promise<string> | undefined
  #replaced: string[] = []
  #running: Promise<unknown> = Promise.resolve()
  #hasFailed = false
  #closing: Promise<void> | undefined

  constructor(options: PartWriterOptions) {
    this.#options = options
    const { pieces } = options.file
    this.#offset = sizeOfPieces(pieces)
    this.#synced = this.#offset
    this.#tails = pieces.filter((piece) => readRef(piece).kind === 'tail')
    const known = pieces.map(readRef).find((ref) => ref.kind === 'part')
    if (known !== undefined) this.#uploadId = Promise.resolve(known.uploadId)
  }

  write(chunks: readonly Uint8Array[]): Promise<void> {
    return this.#run(async () => {
      let rest = chunks.filter(({ byteLength }) => byteLength > 0)
      while (rest.length > 0) {
        const { start, size, number } = this.#options.layout.partAt(this.#offset)
        const [fitting, others] = split(rest, start + size - this.#offset)
        await this.#gather(fitting)
        rest = others
        if (this.#offset === start + size) await this.#sendPart({ start, size, number })
      }
    })
  }

  sync(): ReturnType<PieceWriter['sync']> {
    return this.#run(async () => {
      if (this.#offset === this.#synced) return { offset: this.#offset, pieces: [] }
      const parts = await Promise.all(this.#parts)
      this.#parts = []
      const tail = await this.#putTail()
      this.#synced = this.#offset
      return { offset: this.#offset, pieces: tail === null ? parts : [...parts, tail] }
    })
  }

  async confirm(): Promise<void> {
    const names = this.#replaced
    this.#replaced = []
    if (names.length > 0) await this.#options.remove(names).catch(() => {})
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#ended.abort(closed())
    await this.#running
    await Promise.allSettled(this.#parts)
    await this.#gathered?.file.discard()
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing !== undefined || this.#hasFailed) throw closed()
    const { bucket } = this.#options.bucket
    const running = translateErrors(bucket, work, this.#ended.signal)
    this.#running = running.catch(() => {
      this.#hasFailed = true
    })
    return running
  }

  async #gather(chunks: readonly Uint8Array[]): Promise<void> {
    const { staging, turn } = this.#options
    this.#gathered ??= {
      file: await staging.create(turn === undefined ? {} : { turn }),
      start: this.#offset,
      size: 0,
    }
    await this.#gathered.file.write(chunks)
    for (const { byteLength } of chunks) {
      this.#gathered.size += byteLength
      this.#offset += byteLength
    }
  }

  /** Sends the part that has become whole. Waits when enough of them are on their way. */
  async #sendPart(at: { start: number; size: number; number: number }): Promise<void> {
    const { bucket, blobKey } = this.#options
    const signal = this.#ended.signal
    const gathered = this.#gathered
    const tails = this.#tails
    this.#gathered = undefined
    this.#tails = []
    this.#replaced.push(...tails.map((tail) => this.#nameOf(tail)))
    const send = async () => {
      try {
        this.#uploadId ??= bucket.begin(blobKey, signal)
        const uploadId = await this.#uploadId
        const { number } = at
        const chunks = () => this.#chunks(tails, gathered, at.start)
        const body = { size: at.size, chunks }
        const etag = await bucket.sendPart(blobKey, { number, uploadId }, body, this.#turn)
        return partPiece(at, { number, uploadId, etag })
      } finally {
        await gathered?.file.discard()
      }
    }
    const sending = send()
    sending.catch(() => {})
    this.#parts.push(sending)
    await this.#parts.at(-1 - AHEAD)
  }

  async #putTail(): Promise<Piece | null> {
    const { bucket, blobKey } = this.#options
    const gathered = this.#gathered
    if (gathered === undefined || this.#offset === this.#synced) return null
    const merged = piecesToMerge(this.#tails)
    const kept = this.#tails.slice(0, this.#tails.length - merged.length)
    const last = kept.at(-1)
    const start = merged[0]?.start ?? (last === undefined ? gathered.start : last.start + last.size)
    const { piece, name } = newTail({ start, size: this.#offset - start })
    const body = { size: piece.size, chunks: () => this.#chunks(merged, gathered, start) }
    await bucket.put({ Key: bucket.names.tail(blobKey, name) }, body, this.#turn)
    this.#replaced.push(...merged.map((tail) => this.#nameOf(tail)))
    this.#tails = [...kept, piece]
    return piece
  }

  get #turn(): SemaphoreOptions {
    return { turn: this.#options.turn, signal: this.#ended.signal }
  }

  #nameOf(tail: Piece): string {
    const ref = readRef(tail)
    return this.#options.bucket.names.tail(
      this.#options.blobKey,
      ref.kind === 'tail' ? ref.name : '',
    )
  }

  /** The bytes from `start` on: those that are here from the disk, the earlier ones from their tails. */
  async *#chunks(
    tails: readonly Piece[],
    gathered: Gathered | undefined,
    start: number,
  ): AsyncGenerator<Uint8Array> {
    const { bucket, blobKey } = this.#options
    const local = gathered?.start ?? Number.POSITIVE_INFINITY
    for (const tail of tails) {
      const ref = readRef(tail)
      const end = Math.min(tail.start + tail.size, local)
      if (ref.kind !== 'tail' || end <= tail.start) continue
      const window = { start: 0, end: end - tail.start }
      yield* bucket.tail(blobKey, ref.name, window, this.#ended.signal)
    }
    if (gathered === undefined) return
    const window = { start: Math.max(0, start - gathered.start), end: gathered.size }
    yield* gathered.file.stream(window)
  }
}

/** The first `size` bytes of the chunks, and the rest. */
function split(chunks: readonly Uint8Array[], size: number): readonly [Uint8Array[], Uint8Array[]] {
  const first: Uint8Array[] = []
  let left = size
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.byteLength > left) {
      if (left > 0) first.push(chunk.subarray(0, left))
      return [first, [chunk.subarray(left), ...chunks.slice(index + 1)]]
    }
    first.push(chunk)
    left -= chunk.byteLength
  }
  return [first, []]
}

function closed(): StowageError {
  return new StowageError('closed', 'The file was closed.')
}
