import type { SemaphoreOptions } from '../../async/semaphore.ts'
import { piecesToMerge, sizeOfPieces } from '../../blobs/piece-rules.ts'
import type { Piece, PiecedFile, PieceWriter } from '../../blobs/piece-store.ts'
import { translateErrors } from '../../errors/system-errors.ts'
import { fileClosed } from '../io/descriptor.ts'
import { writeAll } from '../io/write-all.ts'
import type { RestingDescriptor } from '../staging/resting-descriptor.ts'
import type { PieceFolder } from './piece-folder.ts'
import { chunksOfPieces } from './read-pieces.ts'

/** A segment that is open for writing. */
interface OpenSegment {
  readonly descriptor: RestingDescriptor
  readonly ref: string
  /** Whether its name may not be durable yet. */
  isNew: boolean
}

/** Writes to one segment: the last one of the record, if only this process wrote to it, else a new one. */
export class SegmentWriter implements PieceWriter {
  readonly #folder: PieceFolder
  readonly #file: PiecedFile
  readonly #turn: SemaphoreOptions['turn']
  #segment: OpenSegment | undefined
  /** Where in the file the segment begins, how many bytes it has, and how many of them are durable. */
  #start: number
  #size = 0
  #synced = 0
  /** The pieces whose bytes the segment has too. */
  #merged: readonly Piece[] = []
  /** What runs, for `close` to wait for. */
  #running: Promise<unknown> = Promise.resolve()
  #hasFailed = false
  #closing: Promise<void> | undefined

  constructor(folder: PieceFolder, file: PiecedFile, turn: SemaphoreOptions['turn']) {
    this.#folder = folder
    this.#file = file
    this.#turn = turn
    this.#start = sizeOfPieces(file.pieces)
    folder.countWriter(file.storage, 1)
  }

  write(chunks: readonly Uint8Array[]): Promise<void> {
    return this.#run(async () => {
      const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
      if (bytes === 0) return
      this.#segment ??= await this.#open()
      await this.#append(this.#segment, chunks)
    })
  }

  sync(): ReturnType<PieceWriter['sync']> {
    return this.#run(async () => {
      const start = this.#start
      const offset = start + this.#size
      if (this.#segment === undefined || this.#size === this.#synced) return { offset, pieces: [] }
      const { descriptor, ref } = this.#segment
      const size = this.#size
      await descriptor.sync()
      if (this.#segment.isNew) {
        await this.#folder.directories.sync(this.#folder.directoryOf(this.#file.storage))
        this.#segment.isNew = false
      }
      this.#synced = size
      return { offset, pieces: [{ start, size, ref }] }
    })
  }

  async confirm(): Promise<void> {
    const merged = this.#merged
    this.#merged = []
    for (const { ref } of merged) {
      const path = this.#folder.pathOf(this.#file.storage, ref)
      this.#folder.takeIdle(path)
      await this.#folder.fileSystem.unlink(path).catch(() => {})
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#running
    await this.#segment?.descriptor.close().catch(() => {
      this.#hasFailed = true
    })
    this.#folder.countWriter(this.#file.storage, -1)
    if (this.#segment === undefined || this.#hasFailed || this.#size > this.#synced) return
    this.#folder.addIdle(this.#folder.pathOf(this.#file.storage, this.#segment.ref))
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing !== undefined || this.#hasFailed) throw fileClosed()
    const running = translateErrors(work)
    this.#running = running.catch(() => {
      this.#hasFailed = true
    })
    return running
  }

  async #append({ descriptor }: OpenSegment, chunks: readonly Uint8Array[]): Promise<void> {
    const { fileSystem } = this.#folder
    await descriptor.write((fd) => writeAll(fileSystem, fd, chunks, this.#size))
    for (const { byteLength } of chunks) this.#size += byteLength
  }

  async #open(): Promise<OpenSegment> {
    const { storage, pieces } = this.#file
    const last = pieces.at(-1)
    if (last !== undefined && this.#folder.takeIdle(this.#folder.pathOf(storage, last.ref))) {
      const { descriptor, size } = await this.#folder.open(storage, last, this.#turn)
      if (size === last.size) {
        this.#start = last.start
        this.#size = size
        this.#synced = size
        return { descriptor, ref: last.ref, isNew: false }
      }
      // It has more than the record knows of.
      await descriptor.close()
    }
    return this.#openNew()
  }

  async #openNew(): Promise<OpenSegment> {
    const { storage, pieces } = this.#file
    const ref = this.#folder.newSegment()
    const path = this.#folder.pathOf(storage, ref)
    const descriptor = await this.#folder.create(path, storage, this.#turn)
    const segment = { descriptor, ref, isNew: true }
    try {
      const merged = piecesToMerge(pieces)
      const [first] = merged
      if (first === undefined) return segment
      const range = { start: first.start, end: this.#start }
      for await (const chunk of chunksOfPieces(this.#folder, this.#file, range, this.#turn)) {
        await this.#append(segment, [chunk])
      }
      this.#start = first.start
      this.#merged = merged
      return segment
    } catch (error) {
      await descriptor.close().catch(() => {})
      await this.#folder.fileSystem.unlink(path).catch(() => {})
      await this.#folder.directories.prune(this.#folder.directoryOf(storage))
      throw error
    }
  }
}
