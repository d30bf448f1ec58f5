import { createHash, type Hash, hash as hashOnce } from 'node:crypto'
import { Readable } from 'node:stream'
import { StowageError } from '../errors/stowage-error.ts'
import type { ByteRange, StagedFile, Staging, StagingFile } from '../ports/staging.ts'
import { ChunkGatherer } from './chunk-gatherer.ts'
import { chunksOf, type UploadSource } from './source.ts'

/** Up to this many bytes an upload is held in memory; above it goes to staging. 256 KiB. */
export const MEMORY_LIMIT: number = 256 * 1024

export interface IntakeOptions {
  readonly staging: Staging
  /** Largest file in bytes; one byte more is `file_too_large`. */
  readonly limit: number
  readonly signal?: AbortSignal | undefined
}

/** A `StagedFile` of ours, and the way to be rid of it. */
export interface IntakeFile extends StagedFile {
  /** Removes what staging holds of it. Never rejects. */
  discard(): Promise<void>
}

/** Takes in a source in one pass and constant memory: counts, hashes, and keeps the bytes in memory or staging. */
export async function takeIn(source: UploadSource, options: IntakeOptions): Promise<IntakeFile> {
  options.signal?.throwIfAborted()
  if (source instanceof Uint8Array) {
    if (source.byteLength > options.limit) throw tooLarge(options.limit)
    return fileInMemory(source)
  }
  // A size that is known beforehand spares the reading.
  if (source instanceof Blob && source.size > options.limit) throw tooLarge(options.limit)
  return takeInChunks(chunksOf(source, options.signal), options)
}

async function takeInChunks(
  chunks: AsyncIterable<Uint8Array>,
  { staging, limit }: IntakeOptions,
): Promise<IntakeFile> {
  let size = 0
  const gathered = new ChunkGatherer()
  let file: StagingFile | undefined
  let hash: Hash | undefined
  let writing: Promise<void> | undefined

  // One write at a time runs while the next chunks are gathered.
  const flush = async () => {
    await writing
    file ??= await staging.create()
    hash ??= createHash('sha256')
    const chunks = gathered.take()
    writing = file.write(chunks)
    for (const chunk of chunks) hash.update(chunk)
    writing.catch(() => {})
  }

  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > limit) throw tooLarge(limit)
      gathered.add(chunk)
      if (gathered.size > MEMORY_LIMIT) await flush()
    }
    if (file === undefined || hash === undefined) return fileInMemory(joined(gathered.take()))
    if (gathered.size > 0) await flush()
    await writing
    return intakeFile(size, hash.digest('hex'), file)
  } catch (error) {
    await writing?.catch(() => {})
    await file?.discard()
    throw error
  }
}

/** Hashed at once: an object that takes chunks costs more than the hashing of a small file. */
function fileInMemory(bytes: Uint8Array): IntakeFile {
  return intakeFile(bytes.byteLength, hashOnce('sha256', bytes, 'hex'), bytes)
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
}

function intakeFile(size: number, sha256: string, content: Uint8Array | StagingFile): IntakeFile {
  if (content instanceof Uint8Array) {
    return {
      size,
      sha256,
      content,
      read: async ({ start, end }) => content.subarray(start, end),
      stream: ({ start, end }: ByteRange = { start: 0, end: size }) =>
        Readable.from([content.subarray(start, end)], { objectMode: false }),
      discard: nothingToDiscard,
    }
  }
  return {
    size,
    sha256,
    content,
    read: ({ start, end }) => content.read({ start, end: Math.min(end, size) }),
    stream: (range = { start: 0, end: size }) => content.stream(range),
    discard: () => content.discard(),
  }
}

/** Outside, so that whoever keeps it does not keep the bytes. */
async function nothingToDiscard(): Promise<void> {}

function tooLarge(limit: number): StowageError {
  return new StowageError('file_too_large', `The file is larger than ${limit} bytes.`, {
    context: { limit },
  })
}
