import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { join } from 'node:path'
import { Semaphore, type SemaphoreOptions } from '../../async/semaphore.ts'
import { isBlobKey } from '../../blobs/blob-key.ts'
import type { Piece } from '../../blobs/piece-store.ts'
import { piecesLost } from '../../errors/blob-errors.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { systemCode } from '../../errors/system-errors.ts'
import type { Directories } from '../io/directories.ts'
import type { FileSystem } from '../io/file-system.ts'
import { FILE_MODE } from '../io/modes.ts'
import { RestingDescriptor, type RestingDescriptorOptions } from '../staging/resting-descriptor.ts'

const SEGMENT = /^[0-9a-f]{32}$/
const CREATE = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR

/** Files that are copied together or hashed at a time; each has up to 1 MiB in memory. */
const JOINS = 4

/** Segments whose writer is remembered. Forgetting one costs a further segment, nothing else. */
const REMEMBERED = 10_000

interface PieceFolderOptions {
  /** The directory that has one directory for each file. */
  readonly root: string
  readonly fileSystem: FileSystem
  readonly directories: Directories
  /** Places for open descriptors. */
  readonly places: Semaphore
}

/**
 * Where the bytes of unfinished files are: a directory for each file, a file in it for each writer, which is called a
 * segment. Only its writer writes to a segment. Once that has closed, the segment may grow by a later writer of this
 * process; nobody knows of the writers of other processes whether they have ended.
 */
export class PieceFolder {
  readonly root: string
  readonly fileSystem: FileSystem
  readonly directories: Directories
  /** Places for joins that read the whole file. */
  readonly joins: Semaphore = new Semaphore(JOINS)
  readonly #places: Semaphore
  /** Segments of this process that nobody writes to, the longest unused first. */
  readonly #idle = new Set<string>()
  /** How many writers of this process each file has. */
  readonly #writers = new Map<string, number>()

  constructor({ root, fileSystem, directories, places }: PieceFolderOptions) {
    this.root = root
    this.fileSystem = fileSystem
    this.directories = directories
    this.#places = places
  }

  /** `invalid_argument` for what no `begin` gave: no path is made of it. */
  directoryOf(storage: string): string {
    if (isBlobKey(storage)) return join(this.root, storage)
    throw invalidArgument('storage', 'The record of this file is not of this store.')
  }

  pathOf(storage: string, ref: string): string {
    if (SEGMENT.test(ref)) return join(this.directoryOf(storage), ref)
    throw invalidArgument('ref', 'The record of this file is not of this store.')
  }

  newSegment(): string {
    return randomBytes(16).toString('hex')
  }

  /** Opens a segment for bytes that a record names. `blob_not_found` when it is gone or too short. */
  async open(
    storage: string,
    { ref, size }: Piece,
    turn: SemaphoreOptions['turn'],
  ): Promise<{ readonly descriptor: RestingDescriptor; readonly size: number }> {
    const path = this.pathOf(storage, ref)
    try {
      const found = await this.fileSystem.stat(path)
      if (!found.isFile() || found.size < size) throw piecesLost()
      const opened = await this.openFile(path, constants.O_RDWR, turn)
      return { descriptor: new RestingDescriptor(opened), size: found.size }
    } catch (error) {
      throw systemCode(error) === 'ENOENT' ? piecesLost(error) : error
    }
  }

  /** Makes a file in the directory of `storage`. */
  create(
    path: string,
    storage: string,
    turn: SemaphoreOptions['turn'],
  ): Promise<RestingDescriptor> {
    const directory = this.directoryOf(storage)
    return this.directories.within(directory, async () => {
      return new RestingDescriptor(await this.openFile(path, CREATE, turn))
    })
  }

  /** Opens a file of this folder with a place of its own. */
  async openFile(
    path: string,
    flags: number,
    turn: SemaphoreOptions['turn'],
  ): Promise<RestingDescriptorOptions> {
    const { fileSystem } = this
    const places = this.#places
    await places.take({ turn })
    try {
      const fd = await fileSystem.open(path, flags, FILE_MODE)
      return { fileSystem, fd, path, places, turn }
    } catch (error) {
      places.give(turn)
      throw error
    }
  }

  /** Whether the segment may grow by the caller, who is then its writer. */
  takeIdle(path: string): boolean {
    return this.#idle.delete(path)
  }

  /** Whether its writer was one of this process, and has ended. */
  isIdle(path: string): boolean {
    return this.#idle.has(path)
  }

  addIdle(path: string): void {
    this.#idle.add(path)
    const [longest] = this.#idle
    if (this.#idle.size > REMEMBERED && longest !== undefined) this.#idle.delete(longest)
  }

  hasWriter(storage: string): boolean {
    return this.#writers.has(storage)
  }

  countWriter(storage: string, by: 1 | -1): void {
    const count = (this.#writers.get(storage) ?? 0) + by
    if (count === 0) this.#writers.delete(storage)
    else this.#writers.set(storage, count)
  }
}
