import { isStowageError } from '@stowage/core'
import type { AppendedUpload, AppendOptions } from '@stowage/core/types'
import { assertContentLength, readBody } from '../../body/read-body.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import type { RequestDigest } from '../headers/digests.ts'

/** Which bytes a request has. */
export interface SentBytes
  extends Pick<AppendOptions, 'offset' | 'size' | 'isLast' | 'sha256' | 'onProgress'> {
  readonly digest: RequestDigest | undefined
}

/**
 * Appends the body of a request to an upload. What came of a body that is cut is kept. Throws 413 `body_too_large` at
 * once for more bytes than a request may have, and what `uploads.append` rejects with.
 */
export async function sendBytes(
  context: RequestContext,
  id: string,
  { digest, ...sent }: SentBytes,
): Promise<AppendedUpload> {
  const { request, limits, store, principal, ticket, uploads } = context
  assertContentLength(request.headers['content-length'], limits.requestSize)
  return uploads.run(principal ?? ticket, async () => {
    const source = readBody(request, { limit: limits.requestSize, limits, keepsArrived: true })
    try {
      return await store.uploads.append(id, {
        // Without the signal: the body itself fails when the client leaves, after what came of it.
        ...(ticket && { ticket }),
        ...sent,
        source,
        ...(digest !== undefined && {
          digest: { algorithm: digest.algorithm, value: digest.value },
        }),
      })
    } catch (error) {
      // What the body ended with, such as a silent client.
      throw isStowageError(error, 'source_failed') && error.cause !== undefined
        ? error.cause
        : error
    } finally {
      await source.return()
    }
  })
}
