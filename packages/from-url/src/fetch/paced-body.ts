import type { IncomingMessage } from 'node:http'
import { isStowageError } from '@stowage/core'
import type { FetchRules } from '../rules/fetch-rules.ts'
import { urlFailed } from '../rules/url-errors.ts'

/**
 * The bytes of an answer. `url_failed` when they come too slowly, or not all of them. Time that the reader takes does
 * not count. Ends the connection, however it ends.
 */
export async function* pacedBody(
  response: IncomingMessage,
  { minRate, responseTimeout }: Pick<FetchRules, 'minRate' | 'responseTimeout'>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]()
  /** Milliseconds that may still be waited. Bytes earn more, up to that of the beginning. */
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
