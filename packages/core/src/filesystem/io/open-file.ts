import { Readable } from 'node:stream'
import type { ByteRange } from '../../blobs/byte-range.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import { toPortError } from '../../errors/system-errors.ts'
import type { Descriptor } from './descriptor.ts'
import type { FileSystem } from './file-system.ts'

/**
 * Bytes that a stream reads at a time and holds for a slow reader. 256 KiB: 64 KiB takes three times as much
 * processor time; 1 MiB saves another third, but each slow client would hold as much.
 */
const CHUNK = 256 * 1024

/**
 * Bytes of a stream's first chunk. Each further chunk doubles, so that a reader holds little more than it has taken.
 */
const FIRST_CHUNK = 64 * 1024

/** An open file that several callers may read at once. It closes after the last of them is done. */
export class OpenFile {
  readonly #fileSystem: FileSystem
  readonly #descriptor: Descriptor

  constructor(fileSystem: FileSystem, descriptor: Descriptor) {
    this.#fileSystem = fileSystem
    this.#descriptor = descriptor
  }

  /** Lends the descriptor until `work` settles. `closed` once `close` was called. */
  use<Result>(work: (fd: number) => Promise<Result>): Promise<Result> {
    return this.#descriptor.use(work)
  }

  /** The bytes of the window: fewer only at the end of the file. */
  async read({ start, end }: ByteRange): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start))
    const filled = await this.use((fd) => fill(this.#fileSystem, fd, bytes, start))
    return bytes.subarray(0, filled)
  }

  /**
   * The window as a stream, which fails when the file ends before the window does. With `closes` the stream owns the
   * file and closes it when it ends or is destroyed. Reading ahead starts only with the second chunk, so a client
   * that opens many files and reads little costs little.
   */
  stream(window: ByteRange, { closes = false }: { closes?: boolean } = {}): Readable {
    let { start } = window
    const { end } = window
    let chunk = FIRST_CHUNK
    let ahead: Promise<Uint8Array | null> | undefined
    const next = async (): Promise<Uint8Array | null> => {
      if (start >= end) return null
      const bytes = await this.read({ start, end: Math.min(start + chunk, end) })
      if (bytes.byteLength === 0) throw cutShort()
      start += bytes.byteLength
      chunk = Math.min(2 * chunk, CHUNK)
      return bytes
    }
    return new Readable({
      highWaterMark: 0,
      read() {
        const isFirst = chunk === FIRST_CHUNK
        const asked = ahead ?? next()
        ahead = undefined
        asked.then(
          (bytes) => {
            if (!isFirst && bytes !== null && !this.destroyed) {
              ahead = next()
              ahead.catch(() => {})
            }
            this.push(bytes)
          },
          (error) => this.destroy(toPortError(error)),
        )
      },
      destroy: (error, done) => {
        const closed = closes ? this.close() : Promise.resolve()
        closed.then(
          () => done(error),
          (failure) => done(error ?? toPortError(failure)),
        )
      },
    })
  }

  /** Waits until the descriptor is not in use, then closes it. Idempotent. */
  close(): Promise<void> {
    return this.#descriptor.close()
  }
}

/** The file has fewer bytes than it had when it was opened. */
export function cutShort(): StowageError {
  return new StowageError('unavailable', 'The file is cut short.')
}

async function fill(
  fileSystem: FileSystem,
  fd: number,
  bytes: Uint8Array,
  position: number,
): Promise<number> {
  let filled = 0
  while (filled < bytes.byteLength) {
    const count = await fileSystem.read(fd, bytes.subarray(filled), position + filled)
    if (count === 0) break
    filled += count
  }
  return filled
}
