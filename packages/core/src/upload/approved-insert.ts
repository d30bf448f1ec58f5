import { raceAbort } from '../async/abortable.ts'
import { externalIdTaken } from '../errors/content-errors.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { Asset } from '../model/asset.ts'
import type { OnDuplicate } from '../model/on-duplicate.ts'
import type { Inserted, InsertRequest } from '../ports/asset-records.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { UploadRequest } from './upload-context.ts'

/** Hidden duplicates that are passed over. Each costs another transaction and another question. */
const MAX_HIDDEN = 64

type Request = Pick<UploadRequest, 'approveReturned' | 'signal'>

/**
 * `AssetRecords.insert`, after `approveReturned` was asked about each asset that would be answered in the place of a file.
 *
 * The transaction decides what is there, and cannot wait for a hook of the app. So it refuses what was not asked about
 * yet, and the insert is made again with the answer. An asset that is not approved does not count as being there. After
 * 64 such assets none counts: all files are stored.
 */
export async function insertApproved(
  { assets }: Pick<MetadataStore, 'assets'>,
  request: Request,
  insert: InsertRequest,
): Promise<Inserted> {
  const { approveReturned } = request
  if (approveReturned === undefined) return assets.insert(insert)
  const shown = new Set<string>()
  const hidden = new Set<string>()
  const approves = async (id: string) => {
    const asset = await assets.get({ id })
    return asset !== null && (await isApproved(request, asset))
  }
  for (;;) {
    const onDuplicate = hidden.size >= MAX_HIDDEN ? 'store' : insert.onDuplicate
    try {
      return await assets.insert({ ...insert, ...answerable(onDuplicate, shown, hidden) })
    } catch (error) {
      if (isStowageError(error, 'external_id_taken')) {
        const { id, index } = error.context
        if (id === null || (await approves(id))) throw error
        throw externalIdTaken(index ?? 0, null)
      }
      if (!isStowageError(error, 'duplicate') || error.context.id === null) throw error
      const { id } = error.context
      const isShown = await approves(id)
      if (isShown && onDuplicate === 'refuse') throw error
      const asked = isShown ? shown : hidden
      asked.add(id)
    }
  }
}

function answerable(
  onDuplicate: OnDuplicate | undefined,
  shown: ReadonlySet<string>,
  hidden: ReadonlySet<string>,
): Partial<InsertRequest> {
  if (onDuplicate === undefined || onDuplicate === 'store') return { onDuplicate: 'store' }
  return { onDuplicate, shownDuplicates: [...shown], hiddenDuplicates: [...hidden] }
}

/**
 * Whether the uploader may learn of an asset that is there already. The hook is the app's: it may never answer, and what
 * it returns is not ours.
 */
export async function isApproved(
  { approveReturned, signal }: Request,
  asset: Asset,
): Promise<boolean> {
  if (approveReturned === undefined) return true
  const answer: unknown = await raceAbort(Promise.resolve(approveReturned(asset)), signal)
  return answer === true
}
