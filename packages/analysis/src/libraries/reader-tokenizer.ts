import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3'
import type { BoundedReader } from '../reading/bounded-reader.ts'

const LARGEST_TOKEN = 4 * 1024 * 1024

/** Lets a tokenizer-based parser read at any position, within the reader's budget. */
export class ReaderTokenizer extends AbstractTokenizer {
  readonly fileInfo: { readonly size: number; readonly mimeType: string }
  readonly #reader: BoundedReader

  constructor(reader: BoundedReader, mimeType: string) {
    super({ maxBufferSize: LARGEST_TOKEN })
    this.fileInfo = { size: reader.size, mimeType }
    this.#reader = reader
  }

  supportsRandomAccess(): boolean {
    return true
  }

  setPosition(position: number): void {
    this.validateLength(position, 'position')
    this.position = position
  }

  async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const start = options?.position ?? this.position
    const count = await this.peekBuffer(target, options)
    this.position = start + count
    return count
  }

  async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(target, options)
    const bytes = await this.#reader.read(position, position + length)
    if (bytes.length < length && !mayBeLess) throw new EndOfStreamError()
    target.set(bytes)
    return bytes.length
  }
}
