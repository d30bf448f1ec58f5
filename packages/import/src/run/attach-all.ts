import { type Asset, type AssetStore, isStowageError, type OwnerField } from '@stowage/core'
import type { ImportAttachment } from '../entries/entry.ts'
import { type ImportFailure, reasonOf } from './failures.ts'
import { retrying } from './retrying.ts'

/** The most assets that one call attaches, unless the store takes fewer ids. */
const MAX_BATCH = 1000

interface Context {
  readonly signal: AbortSignal | undefined
  /** Called for each attachment that cannot be made. */
  readonly fail: (failure: ImportFailure) => void
}

/** The assets that the next call attaches. */
interface Batch {
  readonly owner: OwnerField
  readonly key: string
  /** By the id of the asset. */
  readonly files: Map<string, ImportAttachment>
}

/**
 * Attaches files to their records in the order of the attachments; consecutive ones of a field go in one call. Existing
 * attachments keep their position. It skips a file in the trash; a missing file fails alone.
 */
export async function attachAll(
  store: AssetStore,
  attachments: AsyncIterable<ImportAttachment>,
  { signal, fail }: Context,
): Promise<void> {
  const size = Math.min(MAX_BATCH, store.view.limits.idsPerRequest)
  let batch: Batch = { owner: { type: '', id: '' }, key: '', files: new Map() }

  async function flush(full: Batch): Promise<void> {
    const { owner, files } = full
    if (files.size === 0) return
    const options = signal === undefined ? {} : { signal }
    try {
      await retrying(() => store.owners.add([...files.keys()], owner, options), signal)
    } catch (error) {
      if (await dropGone(full, error)) return flush(full)
      if (!isStowageError(error, 'asset_not_found', 'too_many_attachments', 'invalid_argument'))
        throw error
      fail({ label: labelOf(owner), reason: reasonOf(error), error })
    }
  }

  /** Removes files that were deleted since they were looked up. `false` when the error names none of the batch. */
  async function dropGone({ files }: Batch, error: unknown): Promise<boolean> {
    if (!isStowageError(error, 'asset_not_found')) return false
    const before = files.size
    for (const id of error.context.ids ?? []) {
      const attachment = files.get(id)
      if (attachment === undefined) continue
      files.delete(id)
      const asset = await retrying(() => find(store, attachment), signal)
      if (asset?.trashedAt == null) fail({ ...missing(attachment), error })
    }
    return files.size < before
  }

  for await (const attachment of attachments) {
    signal?.throwIfAborted()
    const { owner } = attachment
    const key = JSON.stringify([owner.type, owner.id, owner.field ?? ''])
    if (batch.key !== key || batch.files.size >= size) {
      await flush(batch)
      batch = { owner, key, files: new Map() }
    }
    const asset = await retrying(() => find(store, attachment), signal)
    if (asset === null) fail(missing(attachment))
    else if (asset.trashedAt === null) batch.files.set(asset.id, attachment)
  }
  await flush(batch)
}

/** `null` when it does not exist. */
async function find(store: AssetStore, attachment: ImportAttachment): Promise<Asset | null> {
  try {
    return 'id' in attachment
      ? await store.get(attachment.id, { trashed: 'include' })
      : await store.get({ externalId: attachment.externalId }, { trashed: 'include' })
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
