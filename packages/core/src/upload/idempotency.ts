import { createHash } from 'node:crypto'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { isStorableText } from '../errors/require-text.ts'
import { StowageError } from '../errors/stowage-error.ts'
import type { Principal } from '../model/api-key.ts'
import type { Asset } from '../model/asset.ts'
import { type AssetScope, isInScope } from '../model/asset-scope.ts'
import type { IdempotencyRecord } from '../ports/asset-records.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'

/** How long a repeated upload is recognised, in milliseconds: 24 hours. */
const UPLOAD_MEMORY = 24 * 3_600_000
const MAX_LENGTH = 255

/** Throws `invalid_argument` unless the key has 1 to 255 characters. */
export function requireIdempotencyKey(key: string): string {
  if (isStorableText(key) && key.length >= 1 && key.length <= MAX_LENGTH) return key
  throw invalidArgument(
    'idempotencyKey',
    `An idempotency key has 1 to ${MAX_LENGTH} characters. Use a UUID.`,
  )
}

/** To whom an idempotency key means something. */
interface IdempotencyOwner {
  /** A principal, or a ticket. */
  readonly uploader:
    | { readonly kind: Principal['kind'] | 'ticket'; readonly id: string }
    | undefined
  readonly scope: AssetScope | null
}

/**
 * By what this upload is recognised when it comes again: the key, which means something to its uploader only and
 * within its scope only, and the names and bytes of the files in their order. Hashed, so that their length is bounded.
 */
export function idempotencyRecord(
  idempotencyKey: string,
  { uploader, scope }: IdempotencyOwner,
  files: readonly { readonly name: string; readonly sha256: string }[],
): IdempotencyRecord {
  return {
    key: hashOf([
      uploader?.kind ?? null,
      uploader?.id ?? null,
      idempotencyKey,
      ...(scope === null ? [] : [scope]),
    ]),
    digest: hashOf(files.map(({ name, sha256 }) => [name, sha256])),
    lifetime: UPLOAD_MEMORY,
  }
}

/** The assets that an earlier upload stored, as they are now. `asset_not_found` when the scope has one no more. */
export async function replayedAssets(
  metadata: MetadataStore,
  ids: readonly string[],
  scope: AssetScope | null,
): Promise<readonly Asset[]> {
  const found = await Promise.all(ids.map((id) => metadata.assets.get({ id })))
  const assets = found.flatMap((asset) =>
    asset !== null && isInScope(asset, scope) ? [asset] : [],
  )
  if (assets.length === ids.length) return assets
  const purged = ids.filter((id) => !assets.some((asset) => asset.id === id))
  throw new StowageError(
    'asset_not_found',
    'This was uploaded before and has been purged since. To store it again, use a new idempotency key.',
    { context: { ids: purged, repeated: true } },
  )
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
