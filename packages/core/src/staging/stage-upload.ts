import { createHash, type Hash } from 'node:crypto'
import { types } from 'node:util'
import type { Turn } from '../async/turn.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { ChunkGatherer } from './chunk-gatherer.ts'
import { openLate } from './late-source.ts'
import { memoryFile } from './memory-file.ts'
import { StagedSource } from './staged-source.ts'
import type { StagedUpload } from './staged-upload.ts'
import type { Staging, StagingFile } from './staging.ts'
import {
  chunksOf,
  isLateSource,
  type LateSource,
  sizeOfSource,
  type UploadSource,
} from './upload-source.ts'

/** An upload of up to this many bytes stays in memory; a larger one goes to staging. 256 KiB. */
export const MEMORY_LIMIT: number = 256 * 1024

export interface StageUploadOptions {
  readonly staging: Pick<Staging, 'create'>
  /** Largest file in bytes; one byte more is `file_too_large`. */
  readonly limit: number
  readonly signal?: AbortSignal | undefined
  /** Whose turn it is, where sources wait to be opened. */
  readonly turn?: Turn | undefined
  /** Called with bytes before they are kept, and awaited. When it throws, the upload fails. */
  readonly onBytes?: ((bytes: number) => Promise<void> | undefined) | undefined
}

/**
 * Reads a source in one pass and constant memory: counts, hashes, and keeps the bytes in memory or staging.
 */
export async function stageUpload(
  source: UploadSource,
  options: StageUploadOptions,
): Promise<StagedUpload> {
  options.signal?.throwIfAborted()
  if (isLateSource(source)) return takeLate(source, options)
  if (source instanceof StagedSource) return takeStaged(source.file, options)
  // When the size is known beforehand, nothing is read of a file that is too large.
  const size = sizeOfSource(source)
  if (size === undefined) {
    return takeInChunks(
      chunksOf(source as AsyncIterable<Uint8Array>, options.signal, options.turn),
      options,
    )
  }
  if (size > options.limit) throw fileTooLarge(options.limit)
  await options.onBytes?.(size)
  if (types.isUint8Array(source)) return memoryFile([source])
  const { staging, limit, signal } = options
  return takeInChunks(chunksOf(source as Blob, signal), { staging, limit })
}

async function takeStaged(file: StagedUpload, options: StageUploadOptions): Promise<StagedUpload> {
  if (file.size > options.limit) throw fileTooLarge(options.limit)
  await options.onBytes?.(file.size)
  return file
}

async function takeLate(source: LateSource, options: StageUploadOptions): Promise<StagedUpload> {
  const { limit, signal = new AbortController().signal } = options
  const { name, bytes } = await openLate(source, { limit, signal })
  const staged = await takeInChunks(chunksOf(bytes, signal), options)
  return name === undefined ? staged : Object.assign(staged, { name })
}

async function takeInChunks(
  chunks: AsyncIterable<Uint8Array>,
  { staging, limit, onBytes }: StageUploadOptions,
): Promise<StagedUpload> {
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
      if (size > limit) throw fileTooLarge(limit)
      const counting = onBytes?.(chunk.byteLength)
      if (counting !== undefined) await counting
      gathered.add(chunk)
      if (gathered.size > MEMORY_LIMIT) await flush()
    }
    if (file === undefined || hash === undefined) return memoryFile(gathered.take())
    if (gathered.size > 0) await flush()
    await writing
    return stagedUpload(size, hash.digest('hex'), file)
  } catch (error) {
    await writing?.catch(() => {})
    await file?.discard()
    throw error
  }
}

/** An upload whose bytes are in a staging file. `discard` is that of the file. */
export function stagedUpload(size: number, sha256: string, content: StagingFile): StagedUpload {
  return {
    size,
    sha256,
    content,
    read: ({ start, end }) => content.read({ start, end: Math.min(end, size) }),
    stream: (range = { start: 0, end: size }) => content.stream(range),
    discard: () => content.discard(),
  }
}

/** `file_too_large`; `limit` in bytes. */
export function fileTooLarge(limit: number): StowageError {
  return new StowageError('file_too_large', `The file is larger than ${limit} bytes.`, {
    context: { limit },
  })
}
