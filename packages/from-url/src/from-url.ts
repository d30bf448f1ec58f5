import type { LateSource, OpenedSource } from '@stowage/core'
import { checkOptions, LinkedAbort } from '@stowage/core/internal'
import { openUrl, type RemoteFile } from './fetch/open-url.ts'
import { createFetchRules, type FetchRules } from './rules/fetch-rules.ts'
import { type FromUrlRules, RULES } from './rules/from-url-rules.ts'
import { requireUrl } from './rules/require-url.ts'
import { urlFailed } from './rules/url-errors.ts'

/**
 * Uploads a file from its URL. The file is fetched when its turn comes. Its name comes from the answer, else from the
 * URL, unless the upload has a `name`. Safe for URLs from strangers: it connects only to machines on the public
 * internet, over http and https, even after redirects. `rules` can change that.
 *
 * Throws `url_refused` when the URL itself breaks the rules, and `invalid_argument` for wrong rules. The upload rejects
 * with `url_refused` when the URL leads where the rules forbid, and with `url_failed` when no complete file came.
 * `context.reason` says why.
 *
 * @example
 * ```ts
 * import { isStowageError, openAssetStore } from '@stowage/core'
 * import { fromUrl } from '@stowage/from-url'
 *
 * const store = await openAssetStore({ directory: './media' })
 * try {
 *   await store.upload(fromUrl('http://169.254.169.254/latest/meta-data/'))
 * } catch (error) {
 *   if (!isStowageError(error, 'url_refused')) throw error
 *   console.log('refused:', error.context.reason) // address
 * }
 * ```
 */
export function fromUrl(url: string | URL, rules: FromUrlRules = {}): LateSource {
  checkOptions<FromUrlRules>('fromUrl', rules, RULES)
  const address = requireUrl(url)
  const fetchRules = createFetchRules(rules)
  fetchRules.assertUrl(address)
  return { open: (options) => open(address, fetchRules, options) }
}

async function open(
  address: URL,
  rules: FetchRules,
  { limit, signal }: Parameters<LateSource['open']>[0],
): Promise<OpenedSource> {
  const ending = new LinkedAbort(signal)
  const timer = setTimeout(() => ending.abort(urlFailed('timeout')), rules.timeout)
  timer.unref()
  const end = () => {
    clearTimeout(timer)
    ending.unlink()
    // However the upload ended, close the connection.
    ending.abort()
  }
  try {
    const { name, body } = await openUrl(address, rules, {
      maxBytes: limit,
      signal: ending.signal,
    })
    return { name, bytes: endedBy(body, end) }
  } catch (error) {
    end()
    throw error
  }
}

/** The bytes. Calls `end` at their end, at a failure, and when the reader gives them up, even before the first. */
function endedBy(body: RemoteFile['body'], end: () => void): AsyncIterableIterator<Uint8Array> {
  return {
    async next() {
      try {
        const result = await body.next()
        if (result.done) end()
        return result
      } catch (error) {
        end()
        throw error
      }
    },
    async return() {
      end()
      return body.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
