import type { Principal, UploadTicket } from '@stowage/core'
import { ApiError } from '../errors/api-error.ts'

const RETRY_AFTER_SECONDS = '1'
/** Uploads that a ticket may run beyond its files: retries whose first attempt the server still waits for. */
const SPARE = 8

type Caller = Pick<Principal, 'tenant' | 'id'> & Partial<Pick<UploadTicket, 'files'>>

/** Counts the uploads that run for each key or ticket, so that none has more than its share of this process. */
export class ConcurrencyLimit {
  readonly #limit: number | null
  readonly #what: string
  readonly #running = new Map<string, number>()

  /** `null`: no limit. `what` is counted, for its error. */
  constructor(limit: number | null, what = 'uploads of a key or ticket') {
    this.#limit = limit
    this.#what = what
  }

  /**
   * Runs `upload`, or throws 429 `too_many_requests`. A ticket also has a limit of its own: what it allows is counted
   * only when files are stored, and until then each upload may take its bytes on the disk.
   */
  async run<T>(caller: Caller | null, upload: () => Promise<T>): Promise<T> {
    const release = this.take(caller)
    try {
      return await upload()
    } finally {
      release()
    }
  }

  /** Counts one until the returned function is called, once. Throws as `run`. */
  take(caller: Caller | null): () => void {
    const key = JSON.stringify([caller?.tenant, caller?.id])
    const running = this.#running.get(key) ?? 0
    const limit = this.#limitOf(caller)
    if (running >= limit) throw tooMany(limit, this.#what)
    this.#running.set(key, running + 1)
    return () => {
      const left = (this.#running.get(key) ?? 1) - 1
      if (left === 0) this.#running.delete(key)
      else this.#running.set(key, left)
    }
  }

  #limitOf(caller: Caller | null): number {
    const limit = this.#limit ?? Number.POSITIVE_INFINITY
    return caller?.files === undefined ? limit : Math.min(limit, caller.files + SPARE)
  }
}

function tooMany(limit: number, what: string): ApiError {
  const detail = `At most ${limit} ${what} may run at once. Wait for one to end.`
  return new ApiError([{ code: 'too_many_requests', detail, meta: { limit } }], {
    'retry-after': RETRY_AFTER_SECONDS,
  })
}
