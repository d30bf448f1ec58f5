import type { Readable } from 'node:stream'
import type { ByteRange } from '../../blobs/byte-range.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import { translateErrors } from '../../errors/system-errors.ts'
import type { StagingFile } from '../../staging/staging.ts'
import type { FileSystem } from '../io/file-system.ts'
import { OpenFile } from '../io/open-file.ts'
import { writeAll } from '../io/write-all.ts'
import { RestingDescriptor, type RestingDescriptorOptions } from './resting-descriptor.ts'

interface FilesystemStagingFileOptions extends RestingDescriptorOptions {
  readonly onDiscard: () => void
  /** Bytes of a file that is whole already. Default: it is new, and empty. */
  readonly whole?: number
}

/**
 * A file in staging that becomes a blob by a second name (a hard link). The blob store adds that name;
 * `discard` removes the first one, except that of a file that was whole when it was opened: others may still need it.
 * Nothing is copied, and a crash in between loses nothing.
 */
export class FilesystemStagingFile implements StagingFile {
  readonly #fileSystem: FileSystem
  readonly #descriptor: RestingDescriptor
  readonly #file: OpenFile
  readonly path: string
  readonly #onDiscard: () => void
  readonly #isOurs: boolean
  #size: number
  #sealed: boolean

  constructor({ onDiscard, whole, ...open }: FilesystemStagingFileOptions) {
    const { fileSystem, path } = open
    this.#fileSystem = fileSystem
    this.#descriptor = new RestingDescriptor(open)
    this.#file = new OpenFile(fileSystem, this.#descriptor)
    this.path = path
    this.#onDiscard = onDiscard
    this.#isOurs = whole === undefined
    this.#sealed = whole !== undefined
    this.#size = whole ?? 0
  }

  async write(chunks: readonly Uint8Array[]): Promise<void> {
    if (this.#sealed) throw new StowageError('closed', 'A file that was put takes no more bytes.')
    const position = this.#size
    await translateErrors(() => {
      return this.#descriptor.write((fd) => writeAll(this.#fileSystem, fd, chunks, position))
    })
    for (const { byteLength } of chunks) this.#size += byteLength
  }

  read(range: ByteRange): Promise<Uint8Array> {
    return translateErrors(() => this.#file.read(this.#clipped(range)))
  }

  stream(range: ByteRange): Readable {
    return this.#file.stream(this.#clipped(range))
  }

  /** Makes the bytes durable. From then on `write` rejects with `closed`. */
  seal(): Promise<void> {
    this.#sealed = true
    return this.#descriptor.sync()
  }

  /**
   * Gives the file a second name and closes it until the next read: most files are not read again. Rejects as
   * `link` does.
   */
  async linkTo(path: string): Promise<void> {
    await this.#fileSystem.link(this.path, path)
    await this.#descriptor.pause()
  }

  #clipped({ start, end }: ByteRange): ByteRange {
    return { start, end: Math.min(end, this.#size) }
  }

  async discard(): Promise<void> {
    // The sweep removes later what fails here.
    await this.#file.close().catch(() => {})
    if (this.#isOurs) await this.#fileSystem.unlink(this.path).catch(() => {})
    this.#onDiscard()
  }
}
