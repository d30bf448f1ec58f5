import type { Asset, UploadInput } from '@stowage/core'
import { ticketInvalid } from '../auth/upload-ticket.ts'
import { readBody } from '../body/read-body.ts'
import type { ApiError } from '../errors/api-error.ts'
import { idempotencyKeyOf } from '../http/headers/idempotency-key.ts'
import { onDuplicateOf } from '../http/headers/on-duplicate.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { duplicateRights } from './duplicates.ts'

/** The files in the bytes of a request, and the answer to an error about them. */
export type UploadSourceOf = (bytes: ReturnType<typeof readBody>) => {
  readonly files: AsyncIterable<UploadInput>
  readonly explain: (error: unknown) => ApiError
}

/**
 * Stores the files of a request, all or none, in their order. 200 when it stored none of them, because all existed;
 * otherwise 201. `overhead`: bytes that the body may have besides its files.
 */
export async function storeFiles(
  context: RequestContext,
  open: UploadSourceOf,
  overhead: number,
): Promise<{ readonly assets: readonly Asset[]; readonly status: 200 | 201 }> {
  const { request, store, principal, ticket, limits, uploads } = context
  const { headers, signal } = request
  const idempotencyKey = idempotencyKeyOf(headers['idempotency-key'])
  const onDuplicate = onDuplicateOf(headers['stowage-on-duplicate'])
  return uploads.run(principal ?? ticket, async () => {
    const { files, explain } = open(readBody(request, { limit: limits.requestSize, limits }))
    const duplicates = duplicateRights(context)
    let returned = 0
    try {
      const assets = await store.uploadMany(files, {
        signal,
        // So what does not fit the ticket or the quota is refused before we ask for its bytes.
        estimatedBytes: Math.max(0, Number(headers['content-length'] ?? 0) - overhead),
        ...(principal && { principal }),
        ...(ticket && { ticket }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        ...(onDuplicate !== undefined && { onDuplicate }),
        ...duplicates.options,
        onReturned: () => {
          returned += 1
        },
      })
      return { assets, status: returned === assets.length ? 200 : 201 }
    } catch (error) {
      const refusal = explain(await duplicates.explain(error))
      throw ticket !== null && isRevoked(refusal) ? ticketInvalid() : refusal
    }
  })
}

/** Whether the ticket, or the key that made it, was revoked while its upload ran. */
function isRevoked({ problems: [first] }: ApiError): boolean {
  return first.code === 'unauthenticated'
}
