import type { Connection } from '../request/connection.ts'
import { type NamedFile, randomHex } from '../upload/form-body.ts'
import type { UploadFields, UploadOptions } from '../upload/upload-options.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { TransportJob, UploadTransport } from './transport.ts'
import { type SavedUpload, savedFrom, savedText, type UploadMemory } from './upload-memory.ts'
import type { FieldsOfFile, UploaderOptions, UploadItem } from './uploader.ts'

/** What a run brings along. */
export interface Run
  extends Pick<TransportJob, 'connection' | 'pieceBytes' | 'onDuplicate' | 'query' | 'signal'> {
  readonly ticket: UploaderOptions['ticket']
  readonly memory: UploadMemory | null
  /** Fingerprints of files that are being sent: an equal one must not go on with the same upload. */
  readonly inUse: Set<string>
  sent(bytes: number): void
}

/** One file of an uploader, with what its runs leave to the next. */
export class QueuedUpload {
  readonly id: string
  readonly #fields: FieldsOfFile
  readonly #idempotencyKey: UploadOptions['idempotencyKey'] & string = randomHex()
  #found: UploadFields | undefined
  #ticket: string | undefined
  #saved: SavedUpload | null = null
  #connection: Connection | undefined
  #memory: UploadMemory | null = null
  #key: string | undefined
  #isRecalled = false
  item: UploadItem
  control: AbortController | undefined
  /** The end of its last run, which may come some time after it was paused or cancelled. */
  ended: Promise<void> = Promise.resolve()

  constructor(id: string, { file, name }: NamedFile, fields: FieldsOfFile) {
    this.id = id
    this.#fields = fields
    this.item = {
      id,
      file,
      name,
      size: file.size,
      sent: 0,
      status: 'waiting',
      isStalled: false,
      asset: null,
      error: null,
    }
  }

  /** Finds out what is not known yet. Rejects with what the app's functions, or reading the file, reject with. */
  async prepare({ connection, ticket, memory, inUse, sent, ...run }: Run): Promise<TransportJob> {
    const { file, name } = this.item
    const { signal } = run
    this.#connection = connection
    // What the service has of it was begun with the fields of then.
    if (this.#saved === null) this.#found = await this.#fieldsNow(signal)
    const fields = this.#found ?? {}
    signal.throwIfAborted()
    if (memory !== null && !this.#isRecalled) await this.#recall(memory, connection, inUse)
    signal.throwIfAborted()
    this.#ticket ??= this.#saved?.ticket
    this.#ticket ??= typeof ticket === 'function' ? await ticket(file) : ticket
    signal.throwIfAborted()
    const upload = this
    return {
      ...run,
      connection,
      file,
      name,
      fields,
      idempotencyKey: this.#idempotencyKey,
      get ticket() {
        return upload.#ticket
      },
      get saved() {
        return upload.#saved
      },
      save: (saved) => this.#save(saved),
      sent,
      kept: () => {},
    }
  }

  /** Deletes what the service has of it. */
  async discard(ways: readonly UploadTransport[], inUse: Set<string>): Promise<void> {
    const saved = this.#saved
    await this.#save(null)
    this.release(inUse)
    const connection = this.#connection
    if (connection === undefined) return
    for (const way of ways) await way.discard({ connection, saved, ticket: this.#ticket })
  }

  /** Lets an equal file have the memory of this one. */
  release(inUse: Set<string>): void {
    if (this.#key !== undefined) inUse.delete(this.#key)
    this.#key = undefined
    this.#isRecalled = false
  }

  #fieldsNow(signal: AbortSignal): UploadFields | Promise<UploadFields> {
    return typeof this.#fields === 'function' ? this.#fields(signal) : this.#fields
  }

  async #recall(memory: UploadMemory, { root }: Connection, inUse: Set<string>): Promise<void> {
    const { file, name } = this.item
    this.#isRecalled = true
    const key = await fingerprintOf(file, [root, name, this.#found])
    if (inUse.has(key)) return
    inUse.add(key)
    this.#key = key
    this.#memory = memory
    try {
      this.#saved ??= savedFrom(await memory.get(key))
    } catch {
      // Then it begins anew.
    }
  }

  async #save(saved: SavedUpload | null): Promise<void> {
    this.#saved = saved
    if (this.#key === undefined || this.#memory === null) return
    try {
      if (saved === null) await this.#memory.delete(this.#key)
      else await this.#memory.set(this.#key, savedText(saved))
    } catch {
      // A full or forbidden storage: it goes on until the page is closed.
    }
  }
}
