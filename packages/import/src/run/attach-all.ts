import { type Asset, type AssetStore, isStowageError, type OwnerField } from '@stowage/core'
import type { ImportAttachment } from '../entries/entry.ts'
import { type ImportFailure, reasonOf } from './failures.ts'
import { retrying } from './retrying.ts'

/** Assets that one call attaches. */
const MAX_BATCH = 1000

interface Context {
  readonly signal: AbortSignal | undefined
  /** Called for each attachment that cannot be made. */
  readonly fail: (failure: ImportFailure) => void
}

/** What the next call attaches. */
interface Batch {
  readonly owner: OwnerField
  readonly key: string
  readonly ids: Set<string>
}

/**
 * Attaches files to their records in the order of the attachments: consecutive ones of a field in one call. What is
 * attached stays where it is. A file in the trash is passed over, and one that is not there fails alone.
 */
export async function attachAll(
  store: AssetStore,
  attachments: AsyncIterable<ImportAttachment>,
  { signal, fail }: Context,
): Promise<void> {
  let batch: Batch = { owner: { type: '', id: '' }, key: '', ids: new Set() }

  async function flush({ owner, ids }: Batch): Promise<void> {
    if (ids.size === 0) return
    const options = signal === undefined ? {} : { signal }
    try {
      await retrying(() => store.owners.attach([...ids], owner, options), signal)
    } catch (error) {
      if (!isStowageError(error, 'asset_not_found', 'too_many_attachments', 'invalid_argument'))
        throw error
      fail({ label: labelOf(owner), reason: reasonOf(error), error })
    }
  }

  for await (const attachment of attachments) {
    signal?.throwIfAborted()
    const { owner } = attachment
    const key = JSON.stringify([owner.type, owner.id, owner.field ?? ''])
    if (batch.key !== key || batch.ids.size >= MAX_BATCH) {
      await flush(batch)
      batch = { owner, key, ids: new Set() }
    }
    const asset = await retrying(() => find(store, attachment), signal)
    if (asset === null) fail(missing(attachment))
    else if (asset.trashedAt === null) batch.ids.add(asset.id)
  }
  await flush(batch)
}

/** `null` when it is not there. */
async function find(store: AssetStore, attachment: ImportAttachment): Promise<Asset | null> {
  try {
    return 'id' in attachment
      ? await store.get(attachment.id, { trashed: 'include' })
      : await store.getByExternalId(attachment.externalId, { trashed: 'include' })
  } catch (error) {
    if (isStowageError(error, 'asset_not_found')) return null
    throw error
  }
}

function missing(attachment: ImportAttachment): ImportFailure {
  const file = 'id' in attachment ? attachment.id : attachment.externalId
  const reason = `has no file ${file}: it is not in the store`
  return { label: labelOf(attachment.owner), reason }
}

function labelOf({ type, id, field = '' }: OwnerField): string {
  return [type, id, field].filter((part) => part !== '').join(' ')
}
