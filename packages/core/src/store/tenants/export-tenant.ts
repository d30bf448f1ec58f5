import { type FileHandle, lstat } from 'node:fs/promises'
import { requireOptions } from '../../asset-store/call-options.ts'
import { CALLS } from '../../asset-store/known-options.ts'
import type { ViewedStore } from '../../asset-store/store-view.ts'
import type { ExportProgress, ExportTenantOptions } from '../../asset-store/tenants/export.ts'
import { errorCode } from '../../errors/error-facts.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { requirePath } from '../../errors/require-path.ts'
import type { StowageError } from '../../errors/stowage-error.ts'
import { isPathAtFault, toPortError } from '../../errors/system-errors.ts'
import { writeWhole } from '../../filesystem/io/write-whole.ts'
import type { Asset } from '../../model/assets/asset.ts'
import { requireTenant } from '../../model/tenants/tenant-name.ts'
import { iterateAssets } from '../assets/iterate-assets.ts'
import type { StoreCore } from '../opening/store-core.ts'
import { isTenant } from '../views/is-tenant.ts'
import { exportedAttachments } from './exported-attachments.ts'
import { exportedFolders } from './exported-folders.ts'
import { openOriginal, writeOriginal } from './exported-original.ts'
import { TAR_END, tarHeader, tarPadding } from './tar-header.ts'

/**
 * The form of the archive: `stowage.json`, `folders.jsonl`, `assets/<id>.json` and `.file` of each asset,
 * `attachments/<number>.jsonl`, then `end.json` with the counts. `folders/<number>.jsonl` comes before an asset that lies in
 * folders made meanwhile; the last line of a folder counts. `counted` says that `end.json` is there: archives of
 * earlier releases have none. Who reads it passes over entries that he does not know.
 */
const VERSION = 1

/** `Tenants.export` of one view. */
export async function exportTenant(
  core: StoreCore,
  { scope }: Pick<ViewedStore, 'scope'>,
  tenant: string,
  options: ExportTenantOptions,
): Promise<ExportProgress> {
  const { file, onProgress, signal } = requireOptions(CALLS.exportTenant, options)
  requireTenant(tenant)
  requirePath('file', file)
  if (scope !== null) {
    throw invalidArgument('scope', 'A scoped store exports no tenant. Use the whole store.')
  }
  const { calls } = core
  const watched = rememberThrown(onProgress)
  const write = async (running: AbortSignal) => {
    if (!(await isTenant(core, tenant))) throw noTenant(tenant)
    // At the end it would be found out only after all files were read.
    if (await isTaken(file)) throw fileExists(file)
    return writeNew(file, (target) =>
      writeArchive(core, target, {
        tenant,
        onProgress: (progress) => watched.call(progress),
        signal: running,
      }),
    )
  }
  try {
    return await calls.run(() => calls.untilClosed(signal, write), signal)
  } catch (error) {
    throw watched.thrown === undefined ? error : watched.thrown.error
  }
}

/** What the app's own function throws is an error of the app: it stays as it is. */
function rememberThrown(onProgress: ExportTenantOptions['onProgress']): {
  thrown?: { readonly error: unknown }
  call(progress: ExportProgress): void
} {
  return {
    call(progress) {
      try {
        onProgress?.(progress)
      } catch (error) {
        this.thrown = { error }
        throw error
      }
    },
  }
}

/** `invalid_argument` when there is a file of this name, or none can be made. */
async function writeNew<Result>(
  file: string,
  write: (target: FileHandle) => Promise<Result>,
): Promise<Result> {
  const cannotOpen = (error: unknown) =>
    isPathAtFault(error)
      ? invalidArgument('file', 'The archive cannot be made in this folder.', error)
      : toPortError(error)
  try {
    return await writeWhole(file, write, { cannotOpen })
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw fileExists(file, error)
    // The reason of an abort stays what it is.
    throw toPortError(error)
  }
}

function isTaken(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  )
}

function fileExists(file: string, cause?: unknown): StowageError {
  const message = `There is a file ${file} already. Choose another name, or delete it.`
  return invalidArgument('file', message, cause)
}

function noTenant(tenant: string): StowageError {
  const message = `There is no tenant ${JSON.stringify(tenant)}. tenants.list() names all.`
  return invalidArgument('tenant', message)
}

async function writeArchive(
  core: StoreCore,
  target: FileHandle,
  {
    tenant,
    onProgress,
    signal,
  }: {
    readonly tenant: string
    readonly onProgress: ExportTenantOptions['onProgress']
    readonly signal: AbortSignal
  },
): Promise<ExportProgress> {
  const seconds = core.clock() / 1_000_000
  const add = async (name: string, text: string): Promise<void> => {
    const bytes = Buffer.from(text)
    const { length } = bytes
    await target.appendFile(
      Buffer.concat([tarHeader(name, length, seconds), bytes, tarPadding(length)]),
    )
  }
  await add('stowage.json', `${JSON.stringify({ version: VERSION, tenant, counted: true })}\n`)
  const folders = await exportedFolders(core, tenant)
  await add('folders.jsonl', folders.first)
  let progress: ExportProgress = { assets: 0, bytes: 0 }
  let last = 0
  let made = 0
  // The oldest first: imported one after the other, they have the same order in lists.
  const all = iterateAssets(
    core,
    { tenant, scope: null },
    { trashed: 'with', sort: 'createdAt', signal },
  )
  for await (const found of all) {
    const { folderId, lines } = await folders.complete(found)
    if (lines !== '') {
      made += 1
      await add(`folders/${made}.jsonl`, lines)
    }
    const opened = await openOriginal(core, found, signal)
    if (opened === null) continue
    const { body } = opened
    // Its content may have been replaced since, and it moved: the archive has the folders of before.
    const asset = { ...opened.asset, folderId }
    await add(`assets/${asset.id}.json`, `${JSON.stringify(recordOf(asset))}\n`)
    await target.appendFile(tarHeader(`assets/${asset.id}.file`, asset.size, seconds))
    await writeOriginal(target, body, asset)
    await target.appendFile(tarPadding(asset.size))
    progress = { assets: progress.assets + 1, bytes: progress.bytes + asset.size }
    last = Math.max(last, asset.seq)
    onProgress?.(progress)
  }
  let number = 0
  for await (const lines of exportedAttachments(core, { tenant, last, signal })) {
    number += 1
    await add(`attachments/${number}.jsonl`, lines)
  }
  await add('end.json', `${JSON.stringify(progress)}\n`)
  await target.appendFile(TAR_END)
  return progress
}

/** All but what only this store knows: its insertion number, its blobs, and what it made of the file. */
function recordOf(asset: Asset): object {
  const { tenant: _tenant, seq: _seq, blobKey: _blob, variants: _made, ...record } = asset
  const { failedVariants: _failed, ...rest } = record
  return rest
}
