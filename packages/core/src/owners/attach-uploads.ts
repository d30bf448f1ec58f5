import type { Asset } from '../assets/asset.ts'
import { distinctIds } from '../assets/distinct-ids.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { AssetStore } from '../store/asset-store.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { newUuid } from '../time/new-uuid.ts'

/** What `attachUploads` needs of its view for the files of a form. */
export type UploadingStore = Pick<AssetStore, 'for'>

interface FormUploads {
  /** Ids and files, in their order. */
  readonly values: readonly (string | Blob)[]
  readonly user: string
  readonly signal: AbortSignal | undefined
}

/**
 * Uploads the files among the values, as pending uploads of the user, then attaches all values by their ids. When that
 * is refused, it purges what it uploaded. `attach` gets each id once.
 */
export async function attachWithFiles<T>(
  { limits, uploads: { onDuplicate } }: Pick<StoreCore, 'limits' | 'uploads'>,
  store: UploadingStore,
  { values, user, signal }: FormUploads,
  attach: (ids: readonly string[]) => Promise<T>,
): Promise<T> {
  const files = values.flatMap((value) => (typeof value === 'string' ? [] : { source: value }))
  // Checks the ids, and how many there will be, before a byte is received.
  const expected = values.map((value) => (typeof value === 'string' ? value : newUuid()))
  const distinct = distinctIds(expected, limits.idsPerRequest)
  if (files.length === 0) return attach(distinct)
  const uploader = store.for({ scope: { createdBy: user } })
  const returned = new Set<number>()
  const uploads = await uploader.uploadMany(files, {
    pending: true,
    // A form that is sent once more attaches the same file.
    onDuplicate: onDuplicate === 'refuse' ? 'return' : onDuplicate,
    onReturned: (_, index) => void returned.add(index),
    ...(signal !== undefined && { signal }),
  })
  const next = uploads.values()
  const idOf = (value: string | Blob) =>
    typeof value === 'string' ? value : (next.next().value as Asset).id
  try {
    return await attach(distinctIds(values.map(idOf), limits.idsPerRequest))
  } catch (error) {
    // Then they may be attached. A sweep purges those that are not.
    if (isStowageError(error, 'outcome_unknown')) throw error
    const fresh = uploads.filter((_, index) => !returned.has(index)).map(({ id }) => id)
    const undo = uploader.trash(fresh).then(() => uploader.purge(fresh))
    // The sweep purges them, too.
    await undo.catch(() => {})
    throw error
  }
}
