import { createHash } from 'node:crypto'
import { isStorableText } from '../arguments/require-text.ts'
import type { Asset } from '../assets/asset.ts'
import { type AssetScope, isInScope } from '../assets/asset-scope.ts'
import type { IdempotencyRecord } from '../assets/insert-request.ts'
import { raceAbort } from '../async/abortable.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { uploadedAndPurged } from '../errors/metadata-errors.ts'
import type { Principal } from '../keys/api-key.ts'
import type { OwnData } from '../own-data/own-data.ts'
import { keptOwnData } from '../own-data/own-data-column.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { UploadRequest } from './upload-context.ts'

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

/** The uploader and the scope in which an idempotency key counts. */
interface IdempotencyOwner {
  /** A principal, or a ticket. */
  readonly uploader:
    | { readonly kind: Principal['kind'] | 'ticket'; readonly id: string }
    | undefined
  readonly scope: AssetScope | null
}

/** The fields that must be the same when an upload is repeated. */
type RepeatableFile = OwnData & Pick<Asset, 'name' | 'sha256' | 'folderId' | 'externalId'>

/**
 * The record by which a repetition of this upload is recognised: the key, which counts only for its uploader and within
 * its scope, and the names, bytes, own data, folders and external ids of the files in order. All is hashed, so that its
 * length is bounded.
 */
export function idempotencyRecord(
  idempotencyKey: string,
  { uploader, scope }: IdempotencyOwner,
  files: readonly RepeatableFile[],
): IdempotencyRecord {
  return {
    key: hashOf([
      uploader?.kind ?? null,
      uploader?.id ?? null,
      idempotencyKey,
      ...(scope === null ? [] : [scope]),
    ]),
    digest: hashOf(
      files.map((file) => [
        file.name,
        file.sha256,
        ...saidOf(file),
        ...(file.folderId === null ? [] : [{ folderId: file.folderId }]),
        ...(file.externalId === null ? [] : [{ externalId: file.externalId }]),
      ]),
    ),
    lifetime: UPLOAD_MEMORY,
  }
}

/** The current assets that an earlier upload stored. `asset_not_found` when one is no longer in the scope. */
export async function replayedAssets(
  metadata: MetadataStore,
  ids: readonly string[],
  request: Pick<UploadRequest, 'scope' | 'onRepeated' | 'signal'>,
): Promise<readonly Asset[]> {
  const assets: Asset[] = []
  for (const id of ids) {
    const asset = await metadata.assets.get({ id })
    if (asset !== null && isInScope(asset, request.scope)) assets.push(asset)
  }
  if (assets.length < ids.length) {
    throw uploadedAndPurged(ids.filter((id) => !assets.some((asset) => asset.id === id)))
  }
  await raceAbort(Promise.resolve(request.onRepeated?.(assets)), request.signal)
  return assets
}

/** Empty for a file without own data. The order of the members of `alt` and `metadata` does not matter. */
function saidOf(file: OwnData): readonly unknown[] {
  const kept = keptOwnData(file)
  return kept === null ? [] : [Object.entries(kept).map(([name, value]) => [name, sorted(value)])]
}

/** Members by their names; a list as it is. */
function sorted(value: OwnData[keyof OwnData]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
