import { locationCare } from '@stowage/analysis'
import { requireWord } from '../arguments/require-word.ts'
import type { Asset } from '../assets/asset.ts'
import { isInScope } from '../assets/asset-scope.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { folderTooDeep } from '../errors/folder-errors.ts'
import { importRefusal } from '../errors/import-errors.ts'
import { isStowageError, type StowageError } from '../errors/stowage-error.ts'
import { MAX_FOLDER_DEPTH } from '../folders/folder.ts'
import { makeFolders } from '../folders/make-folders.ts'
import { tenantFolders } from '../folders/tenant-folders.ts'
import { requireOptions } from '../options/call-options.ts'
import { canBeReadAgain, discardSource, guardSource } from '../staging/upload-source.ts'
import { CALLS } from '../store/known-options.ts'
import { storeReadOnly } from '../store/opening/read-only.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { NOTHING_ANNOUNCED } from '../upload/announced-bytes.ts'
import { pendingHoursOf } from '../upload/pending-option.ts'
import { upload } from '../upload/upload.ts'
import { openSource, sha256OfSource, storedHashesOf } from './import-content.ts'
import type { Imported, ImportItem, ImportOptions } from './import-options.ts'
import { type ImportRequest, requireImportItem } from './import-request.ts'

/** `StoreAdmin.import` */
export async function importAsset(
  core: StoreCore,
  view: ViewedStore,
  item: ImportItem,
  options: ImportOptions,
): Promise<Imported> {
  const given = typeof item === 'object' && item !== null ? item.source : undefined
  guardSource(given)
  try {
    const { compare = 'content', signal } = requireOptions(CALLS.import, options)
    requireWord('compare', ['content', 'none'], compare)
    const request = requireImportItem(item, view)
    if (core.readOnly) throw storeReadOnly()
    const work = (running: AbortSignal) => importOnce(core, view, request, compare, running)
    return await core.calls.run(() => core.calls.untilClosed(signal, work), signal)
  } catch (error) {
    discardSource(given)
    throw error
  }
}

async function importOnce(
  core: StoreCore,
  view: ViewedStore,
  request: ImportRequest,
  compare: NonNullable<ImportOptions['compare']>,
  signal: AbortSignal,
  attempt = 1,
): Promise<Imported> {
  const present = await findPresent(core, view, request)
  if (present !== null) {
    const differs = compare === 'content' && (await hasOtherContent(core, present, request, signal))
    if (typeof request.source !== 'function') discardSource(request.source)
    return { asset: present, outcome: 'present', differs }
  }
  const received: string[] = []
  try {
    const asset = await store(core, view, request, signal, (sha256) => {
      received.push(sha256)
    })
    return { asset, outcome: 'stored', differs: false }
  } catch (error) {
    // Another import of the same item was first, and the database took that one.
    if (!isStowageError(error, 'invalid_argument', 'external_id_taken')) throw error
    const other = await findPresent(core, view, request)
    if (other === null) {
      const mayRepeat = attempt === 1 && isTaken(error) && canOpenAgain(request)
      if (mayRepeat && (await isFree(core, view, request))) {
        return importOnce(core, view, request, compare, signal, attempt + 1)
      }
      throw importRefusal(error)
    }
    const isKnown = received.length > 0
    const differs = compare === 'content' && isKnown && !received.includes(other.sha256)
    return { asset: other, outcome: 'present', differs }
  }
}

/** Whether another record had one of the item's ids. */
function isTaken(error: StowageError): boolean {
  if (!isStowageError(error, 'invalid_argument')) return true
  return ['id', 'publicFileId'].includes(error.context.argument)
}

/** The existing asset with the item's id, else the one with its external id. */
async function findPresent(
  { metadata }: StoreCore,
  { tenant, scope }: ViewedStore,
  { facts: { id, externalId } }: ImportRequest,
): Promise<Asset | null> {
  const byId = id === undefined ? null : await metadata.assets.get({ id })
  const found =
    byId ?? (externalId == null ? null : await metadata.assets.get({ tenant, externalId }))
  return found?.tenant === tenant && isInScope(found, scope) ? found : null
}

/** Whether the asset that was in the item's way has been purged since. */
async function isFree(
  { metadata }: StoreCore,
  { tenant }: ViewedStore,
  { facts: { id, publicFileId, externalId } }: ImportRequest,
): Promise<boolean> {
  const { assets } = metadata
  if (id !== undefined && (await assets.get({ id })) !== null) return false
  if (publicFileId !== undefined && (await assets.get({ publicFileId })) !== null) return false
  return externalId == null || (await assets.get({ tenant, externalId })) === null
}

function canOpenAgain({ source }: ImportRequest): boolean {
  return typeof source === 'function' || canBeReadAgain(source)
}

/** Whether the item's file would be stored as other bytes than the asset has. */
async function hasOtherContent(
  { uploads, limits }: StoreCore,
  asset: Asset,
  request: ImportRequest,
  signal: AbortSignal,
): Promise<boolean> {
  const { sha256, name } = asset
  const given = request.input.sha256
  if (given === sha256) return false
  const mayBeCleaned = uploads.location === 'stored' && locationCare(asset) === 'look'
  if (given !== undefined && !mayBeCleaned) return true
  const source = await openSource(request, signal)
  const limit = limits.fileSize
  if (!mayBeCleaned) return (await sha256OfSource(source, { limit, signal })) !== sha256
  return !(await storedHashesOf(source, { uploads, name, limit, signal })).includes(sha256)
}

async function store(
  core: StoreCore,
  { tenant, scope, trace = null }: ViewedStore,
  request: ImportRequest,
  signal: AbortSignal,
  onReceived: (sha256: string) => void,
): Promise<Asset> {
  const { uploads, events } = core
  const { facts, status, folder, input } = request
  if (!('id' in folder)) assertDepth(folder.names)
  // Before the folders: those of a missing file would stay empty.
  const source = await openSource(request, signal)
  const folderId = await folderIdOf(core, tenant, folder).catch((error: unknown) => {
    discardSource(source)
    throw error
  })
  const [uploaded] = await upload(uploads, {
    tenant,
    scope,
    files: [{ source, ...input }],
    principal: undefined,
    ticket: undefined,
    idempotencyKey: undefined,
    folderId,
    own: {},
    pendingHours: pendingHoursOf(request.pending, uploads.pendingHours),
    onDuplicate: 'store',
    duplicatesOf: null,
    announced: NOTHING_ANNOUNCED,
    imported: { facts, status, onReceived },
    trace,
    signal,
  })
  if (uploaded === undefined) throw new Error('The upload gave no asset.')
  const { asset, issues } = uploaded
  if (issues.length > 0) events.emit('analysis', { asset, issues })
  return asset
}

function assertDepth(names: readonly string[]): void {
  if (names.length > MAX_FOLDER_DEPTH) throw folderTooDeep(MAX_FOLDER_DEPTH)
}

async function folderIdOf(
  core: StoreCore,
  tenant: string,
  folder: ImportRequest['folder'],
): Promise<string | null> {
  if ('id' in folder) return folder.id
  const { names, createdBy } = folder
  return makeFolders(tenantFolders(core, { tenant, scope: { createdBy } }), names)
}
