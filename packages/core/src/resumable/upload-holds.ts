import { setTimeout as pause } from 'node:timers/promises'
import { raceAbort } from '../async/abortable.ts'
import { LinkedAbort } from '../async/linked-abort.ts'
import type { Piece } from '../blobs/piece-store.ts'
import { uploadLocked } from '../errors/upload-errors.ts'
import type { UploadRecord } from './resumable-upload.ts'
import type { PiecedUpload, UploadHold, UploadRecords } from './upload-records.ts'

/** Milliseconds after which another process may take over what this one does not renew. */
export const UPLOAD_LEASE = 10_000
/** Milliseconds between renewals, each of which tells what others ask for. */
const RENEW_EVERY = 1000
/** Milliseconds that a request waits for the one before it to let go. */
const MAX_WAIT = 5000
/** Milliseconds between two questions whether another process has let go. */
const ASK_EVERY = 200

/** A request's place at an upload, from when it asks until it lets go. */
class Slot {
  readonly controller: AbortController = new AbortController()
  readonly ended: Promise<void>
  end: () => void = () => {}

  constructor() {
    this.ended = new Promise((resolve) => (this.end = resolve))
  }
}

/** An upload that this process may write to. */
export class HeldUpload {
  /** As it was when it was held, or advanced last. */
  upload: UploadRecord
  pieces: readonly Piece[]
  /** Whether nobody can stop it any more: it is about to become an asset. */
  isFinishing = false
  /** When its lease was asked for; milliseconds of a clock that does not jump. */
  askedAt: number
  readonly slot: Slot

  constructor({ upload, pieces }: PiecedUpload, slot: Slot, askedAt: number) {
    this.upload = upload
    this.pieces = pieces
    this.slot = slot
    this.askedAt = askedAt
  }

  get hold(): UploadHold {
    const { id, fence } = this.upload
    return { id, fence }
  }

  /** Aborts when a newer request wants the upload, and when this process has lost it. */
  get signal(): AbortSignal {
    return this.slot.controller.signal
  }
}

interface UploadHoldsOptions {
  readonly records: Pick<UploadRecords, 'hold' | 'renew' | 'release'>
  readonly onError: (error: unknown) => void
}

/** Who writes: the newest request of this process, while no other process holds the upload. */
export class UploadHolds {
  readonly #options: UploadHoldsOptions
  /** The newest request for each upload. */
  readonly #slots = new Map<string, Slot>()
  readonly #held = new Set<HeldUpload>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: UploadHoldsOptions) {
    this.#options = options
  }

  /** Stops the request that holds it, then holds it. `upload_not_found`; `upload_locked` after 5 seconds. */
  async take(
    { tenant, id }: { readonly tenant: string; readonly id: string },
    signal: AbortSignal,
  ): Promise<HeldUpload> {
    const slot = new Slot()
    const before = this.#slots.get(id)
    this.#slots.set(id, slot)
    const abort = new LinkedAbort(signal, slot.controller.signal)
    const timer = setTimeout(() => abort.abort(uploadLocked()), MAX_WAIT)
    try {
      abort.signal.throwIfAborted()
      if (before !== undefined) {
        before.controller.abort(uploadLocked())
        await raceAbort(before.ended, abort.signal)
      }
      return await this.#hold({ tenant, id }, slot, abort.signal)
    } catch (error) {
      this.#leave(id, slot)
      throw abort.signal.aborted ? abort.signal.reason : error
    } finally {
      clearTimeout(timer)
      abort.unlink()
    }
  }

  async #hold(
    of: { readonly tenant: string; readonly id: string },
    slot: Slot,
    signal: AbortSignal,
  ): Promise<HeldUpload> {
    for (;;) {
      const askedAt = performance.now()
      const found = await this.#options.records.hold({ ...of, lease: UPLOAD_LEASE })
      if (found === null) {
        await pause(ASK_EVERY, undefined, { signal })
        continue
      }
      const held = new HeldUpload(found, slot, askedAt)
      if (signal.aborted) {
        await this.#giveBack(held)
        throw signal.reason
      }
      this.#held.add(held)
      this.#timer ??= setInterval(() => this.#renewOrRest(), RENEW_EVERY).unref()
      return held
    }
  }

  /** Lets go. Never rejects: a lease that is not given back ends by itself. */
  async release(held: HeldUpload): Promise<void> {
    this.#held.delete(held)
    await this.#giveBack(held)
    this.#leave(held.upload.id, held.slot)
  }

  async #giveBack({ hold }: HeldUpload): Promise<void> {
    await this.#options.records.release({ holds: [hold] }).catch(this.#options.onError)
  }

  #leave(id: string, slot: Slot): void {
    if (this.#slots.get(id) === slot) this.#slots.delete(id)
    slot.end()
  }

  #renewOrRest(): void {
    if (this.#held.size > 0) {
      this.#renew().catch(this.#options.onError)
      return
    }
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #renew(): Promise<void> {
    const askedAt = performance.now()
    const all = [...this.#held]
    for (const each of all) if (askedAt - each.askedAt >= UPLOAD_LEASE) stop(each)
    const holds = all.map(({ hold }) => hold)
    const { held, asked } = await this.#options.records.renew({ holds, lease: UPLOAD_LEASE })
    const [ours, wanted] = [new Set(held), new Set(asked)]
    for (const each of all) {
      const { id } = each.upload
      if (ours.has(id)) each.askedAt = askedAt
      if (!ours.has(id) || (wanted.has(id) && !each.isFinishing)) stop(each)
    }
  }
}

function stop({ slot }: HeldUpload): void {
  slot.controller.abort(uploadLocked())
}
