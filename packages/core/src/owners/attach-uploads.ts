import type { Asset } from '../assets/asset.ts'
import type { AssetStore } from '../store/asset-store.ts'

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
 * is refused, what was uploaded is purged.
 */
export async function attachWithFiles<T>(
  store: UploadingStore,
  { values, user, signal }: FormUploads,
  attach: (ids: readonly string[]) => Promise<T>,
): Promise<T> {
  const files = values.flatMap((value) => (typeof value === 'string' ? [] : { source: value }))
  if (files.length === 0) return attach(values as readonly string[])
  const uploader = store.for({ scope: { createdBy: user } })
  const there = new Set<string>()
  const onReturned = ({ id }: Asset) => void there.add(id)
  const options = { pending: true, onReturned, ...(signal !== undefined && { signal }) }
  const uploads = (await uploader.uploadMany(files, options)).map(({ id }) => id)
  const next = uploads.values()
  const ids = values.map((value) => (typeof value === 'string' ? value : (next.next().value ?? '')))
  try {
    return await attach(ids)
  } catch (error) {
    const fresh = uploads.filter((id) => !there.has(id))
    // Otherwise a sweep purges them.
    await uploader
      .trash(fresh)
      .then(() => uploader.purge(fresh))
      .catch(() => {})
    throw error
  }
}
