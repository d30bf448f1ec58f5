import type { IncomingMessage } from 'node:http'
import { isStowageError } from '@stowage/core'
import type { FetchRules } from '../rules/fetch-rules.ts'
import { urlFailed } from '../rules/url-errors.ts'

/**
 * The bytes of an answer. `url_failed` when they come too slowly, or break off. Time that the reader takes does not
 * count. Closes the connection, however the body ends.
 */
export async function* pacedBody(
  response: IncomingMessage,
  { minRate, responseTimeout }: Pick<FetchRules, 'minRate' | 'responseTimeout'>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]()
  /** Milliseconds left to wait. Bytes earn more, up to `responseTimeout`. */
  let patience = responseTimeout
  try {
    for (;;) {
      const started = performance.now()
      const { done, value } = await within(chunks.next(), minRate === 0 ? null : patience)
      if (done === true) break
      patience -= performance.now() - started
      patience = Math.min(responseTimeout, patience + (value.length * 1000) / minRate)
      yield value
    }
    if (!response.complete) throw urlFailed('incomplete')
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw isStowageError(error) ? error : urlFailed('incomplete', { cause: error })
  } finally {
    response.destroy()
  }
}

async function within<T>(chunk: Promise<T>, milliseconds: number | null): Promise<T> {
  if (milliseconds === null) return chunk
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(urlFailed('timeout')), milliseconds)
  })
  return Promise.race([chunk, late]).finally(() => clearTimeout(timer))
}
