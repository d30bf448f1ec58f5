import { constants } from 'node:fs'
import type { Resting, Semaphore, SemaphoreOptions } from '../../async/semaphore.ts'
import { type Descriptor, fileClosed } from '../io/descriptor.ts'
import type { FileSystem } from '../io/file-system.ts'

export interface RestingDescriptorOptions {
  readonly fileSystem: FileSystem
  /** Open for reading and writing. Holds a place of `places`. */
  readonly fd: number
  /** The path by which it is reopened. */
  readonly path: string
  readonly places: Semaphore
  /** The turn in which it waits for a place when it is reopened. */
  readonly turn?: SemaphoreOptions['turn'] | undefined
}

/**
 * A descriptor that is closed while it is unused and others need its place. The next use reopens it by its
 * path. It is synced before it is closed: the system may forget a failed write once the file is closed, and a
 * later sync would not report it.
 */
export class RestingDescriptor implements Descriptor, Resting {
  readonly #fileSystem: FileSystem
  readonly #path: string
  readonly #places: Semaphore
  readonly #turn: SemaphoreOptions['turn']
  /** Set while it has a place or waits for one. */
  #fd: Promise<number> | undefined
  /** Written bytes could not be synced. This failure is permanent. */
  #failure: { readonly error: unknown } | undefined
  /** Settles when the descriptor is closed until its next use. */
  #resting: Promise<void> = Promise.resolve()
  #users = 0
  #whenUnused: (() => void) | undefined
  #closing: Promise<void> | undefined
  #isDirty = false

  constructor({ fileSystem, fd, path, places, turn }: RestingDescriptorOptions) {
    this.#fileSystem = fileSystem
    this.#path = path
    this.#places = places
    this.#turn = turn
    this.#fd = Promise.resolve(fd)
    places.rest(this)
  }

  async use<Result>(work: (fd: number) => Promise<Result>): Promise<Result> {
    if (this.#closing !== undefined) throw fileClosed()
    this.#users += 1
    this.#places.resume(this)
    try {
      this.#fd ??= this.#reopen()
      return await work(await this.#fd)
    } finally {
      this.#users -= 1
      if (this.#users === 0) this.#unused()
    }
  }

  /** As `use`, for work that writes. */
  async write(work: (fd: number) => Promise<void>): Promise<void> {
    this.#isDirty = true
    await this.use(work)
  }

  /** Makes the written bytes durable. */
  async sync(): Promise<void> {
    await this.use((fd) => this.#fileSystem.sync(fd))
    this.#isDirty = false
  }

  /** Closes the descriptor until it is used again. */
  async pause(): Promise<void> {
    if (!this.#places.resume(this)) return
    await this.makeRoom()
    this.#places.give(this.#turn)
  }

  makeRoom(): Promise<void> {
    const open = this.#fd
    this.#fd = undefined
    this.#resting = open === undefined ? Promise.resolve() : this.#closeFor(open)
    return this.#resting
  }

  async #closeFor(open: Promise<number>): Promise<void> {
    const fd = await open
    try {
      if (this.#isDirty) await this.#fileSystem.sync(fd)
      this.#isDirty = false
    } catch (error) {
      this.#failure = { error }
    }
    await this.#fileSystem.close(fd).catch(() => {})
  }

  async #reopen(): Promise<number> {
    try {
      await this.#resting
      if (this.#failure !== undefined) throw this.#failure.error
      await this.#places.take({ turn: this.#turn })
      return await this.#openWithPlace()
    } catch (error) {
      this.#fd = undefined
      throw error
    }
  }

  async #openWithPlace(): Promise<number> {
    try {
      return await this.#fileSystem.open(this.#path, constants.O_RDWR)
    } catch (error) {
      this.#places.give(this.#turn)
      throw error
    }
  }

  #unused(): void {
    if (this.#closing !== undefined) this.#whenUnused?.()
    else if (this.#fd !== undefined) this.#places.rest(this)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    if (this.#users > 0) await new Promise<void>((resolve) => (this.#whenUnused = resolve))
    this.#places.resume(this)
    await this.#resting
    const open = this.#fd
    this.#fd = undefined
    if (open === undefined) return
    try {
      await this.#fileSystem.close(await open)
    } finally {
      this.#places.give(this.#turn)
    }
  }
}
