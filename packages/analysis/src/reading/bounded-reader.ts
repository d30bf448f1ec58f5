import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReadableFile } from './readable-file.ts'

/** How much may be spent on one file. */
export interface ReadingBudget {
  /** Milliseconds from the creation of the reader. */
  readonly maxTimeMs: number
  /** Bytes fetched from the file in all. */
  readonly maxBytes: number
  /** Calls of `read`; bounds walks over very many tiny structures. */
  readonly maxReads: number
  /** Calls of `read` that go to the file. Default: as many as `maxReads`. */
  readonly maxFetches?: number
}

/** The file would cost more than it may; `reason` says which bound was hit. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
  readonly reason: 'time' | 'budget'

  constructor(reason: 'time' | 'budget') {
    super(`analysis ran out of ${reason}`)
    this.reason = reason
  }
}

/** Bytes that one block may unpack to, and all of a file together. */
const MOST_UNPACKED = 2 * 2 ** 20
const MOST_UNPACKED_IN_ALL = 8 * 2 ** 20
const HEAD_BYTES = 16 * 1024
const PAGE_BYTES = 4096
/** Milliseconds of work without a break. */
const LONGEST_TURN = 6
const NOTHING = Buffer.alloc(0)

interface Page {
  readonly start: number
  readonly bytes: Buffer
}

/**
 * The only way in which format code gets bytes. It owns the byte, step and time budget, so no walk can over-read
 * or go on forever. It gives the event loop its turn during long walks over files in memory.
 *
 * Keeps the first 16 KiB and the last two windows fetched, each at least 4 KiB. So small neighbouring reads cost one
 * fetch, even when a table and its targets are read in turn.
 */
export class BoundedReader {
  /** Bytes of the file. */
  readonly size: number
  readonly #file: ReadableFile
  readonly #signal: AbortSignal | undefined
  readonly #deadline: number
  #bytesLeft: number
  #readsLeft: number
  #fetchesLeft: number
  #unpackedLeft = MOST_UNPACKED_IN_ALL
  #turnStarted: number
  #exceeded: BudgetExceeded | undefined
  #head: Buffer | undefined
  #pages: readonly Page[] = []

  constructor(file: ReadableFile, budget: ReadingBudget, signal?: AbortSignal) {
    this.size = file.size
    this.#file = file
    this.#signal = signal
    this.#turnStarted = performance.now()
    this.#deadline = this.#turnStarted + budget.maxTimeMs
    this.#bytesLeft = budget.maxBytes
    this.#readsLeft = budget.maxReads
    this.#fetchesLeft = budget.maxFetches ?? budget.maxReads
  }

  /** The first 16 KiB, or the whole file when it is smaller. */
  async head(): Promise<Buffer> {
    this.#head ??= await this.read(0, HEAD_BYTES)
    return this.#head
  }

  /** The bytes from `start` up to `end`, clipped to the file. Shared: do not write to them. */
  async read(start: number, end: number): Promise<Buffer> {
    const from = clip(start, this.size)
    const to = clip(end, this.size)
    const kept = to <= from ? NOTHING : this.#kept(from, to)
    const fetchEnd = clip(Math.max(to, from + PAGE_BYTES), this.size)
    this.#signal?.throwIfAborted()
    await this.giveTurn()
    this.#spend(kept ? 0 : fetchEnd - from)
    if (kept) return kept
    const bytes = asBuffer(await this.#file.read({ start: from, end: fetchEnd }))
    this.#pages = [{ start: from, bytes }, ...this.#pages.slice(0, 1)]
    return bytes.subarray(0, to - from)
  }

  /**
   * Unpacks a block that was read, by a function of `node:zlib`. Throws a `RangeError` for a damaged block and for one that
   * unpacks to more than 2 MiB, and `BudgetExceeded` when all of them unpack to more than 8 MiB.
   */
  async unpack(
    packed: Buffer,
    work: (packed: Buffer, options: { readonly maxOutputLength: number }) => Buffer,
  ): Promise<Buffer> {
    await this.giveTurn()
    if (this.#unpackedLeft < MOST_UNPACKED) this.#exceeded ??= new BudgetExceeded('budget')
    if (this.#exceeded) throw this.#exceeded
    try {
      const bytes = work(packed, { maxOutputLength: MOST_UNPACKED })
      this.#unpackedLeft -= bytes.length
      return bytes
    } catch {
      throw new RangeError('damaged block')
    }
  }

  /**
   * Gives the event loop its turn when the work since the last one took long. `read` does so by itself; for walks over
   * bytes that were read before.
   */
  async giveTurn(): Promise<void> {
    // Even a parser that swallows our error and reads on must not starve the event loop.
    if (!this.#exceeded && performance.now() - this.#turnStarted <= LONGEST_TURN) return
    await nextTurn()
    this.#turnStarted = performance.now()
  }

  /** Milliseconds until the time is up. */
  get timeLeft(): number {
    return this.#deadline - performance.now()
  }

  #kept(from: number, to: number): Buffer | undefined {
    if (this.#head && to <= this.#head.length) return this.#head.subarray(from, to)
    const page = this.#pages.find(({ start, bytes }) => from >= start && to <= start + bytes.length)
    return page?.bytes.subarray(from - page.start, to - page.start)
  }

  /** Throws when this read is one too many. `bytes` is how many it fetches. */
  #spend(bytes: number): void {
    this.#bytesLeft -= bytes
    this.#readsLeft -= 1
    if (bytes > 0) this.#fetchesLeft -= 1
    const least = Math.min(this.#bytesLeft, this.#readsLeft, this.#fetchesLeft)
    if (performance.now() > this.#deadline) this.#exceeded ??= new BudgetExceeded('time')
    if (least < 0) this.#exceeded ??= new BudgetExceeded('budget')
    if (this.#exceeded) throw this.#exceeded
  }
}

function clip(offset: number, size: number): number {
  if (!(offset >= 0)) throw new RangeError('offset outside of the file')
  return Math.min(offset, size)
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
