import type { Principal } from '@stowage/core'
import { ApiError } from '../errors/api-error.ts'

const RETRY_AFTER_SECONDS = '1'

/** Counts the uploads that run for each key or ticket, so that none has more than its share of this process. */
export class ConcurrencyLimit {
  readonly #limit: number | null
  readonly #running = new Map<string, number>()

  /** `null`: no limit. */
  constructor(limit: number | null) {
    this.#limit = limit
  }

  /** Runs `upload`, or throws 429 `too_many_requests`. */
  async run<T>(
    caller: Pick<Principal, 'tenant' | 'id'> | null,
    upload: () => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([caller?.tenant, caller?.id])
    const running = this.#running.get(key) ?? 0
    if (this.#limit !== null && running >= this.#limit) throw tooMany(this.#limit)
    this.#running.set(key, running + 1)
    try {
      return await upload()
    } finally {
      const left = (this.#running.get(key) ?? 1) - 1
      if (left === 0) this.#running.delete(key)
      else this.#running.set(key, left)
    }
  }
}

function tooMany(limit: number): ApiError {
  const detail = `At most ${limit} uploads of a key may run at once. Wait for one to end.`
  return new ApiError([{ code: 'too_many_requests', detail, meta: { limit } }], {
    'retry-after': RETRY_AFTER_SECONDS,
  })
}
