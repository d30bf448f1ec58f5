import type { Asset, AssetStore } from '@stowage/core'
import { type AssetRecord, seqOf, type TenantReader } from '@stowage/core/internal'
import { exportedAttachments } from './exported-attachments.ts'
import { exportedFolders } from './exported-folders.ts'
import type { TarEntry } from './write-tar.ts'

/**
 * The layout of the archive: `stowage.json`, `folders.jsonl`, `assets/<id>.json` and `.file` for each asset,
 * `attachments/<number>.jsonl`, then `end.json` with the counts. `folders/<number>.jsonl` comes before an asset in
 * folders that were made meanwhile; the last line of a folder counts. `counted` says that there is an `end.json`:
 * archives of earlier releases have none. A reader ignores entries that it does not know.
 */
const VERSION = 1

interface Tally {
  /** The contents of the archive so far. */
  readonly progress: { readonly assets: number; readonly bytes: number }
  /** Called when an asset of this size is in the archive. */
  readonly count: (size: number) => void
}

/** The entries of a tenant's archive, in order. Each entry is written before the next one is made. */
export async function* archivedTenant(
  store: AssetStore,
  { signal, openOriginal }: TenantReader,
  { progress, count }: Tally,
): AsyncGenerator<TarEntry> {
  yield textEntry(
    'stowage.json',
    jsonLine({ version: VERSION, tenant: store.view.tenant, counted: true }),
  )
  const folders = await exportedFolders(store, signal)
  yield textEntry('folders.jsonl', folders.first)
  let last = 0
  let made = 0
  // The oldest first: imported one by one, they keep their order in lists.
  for await (const found of store
    .matching({})
    .iterate({ trashed: 'with', sort: 'createdAt', signal })) {
    const { folderId, lines } = await folders.complete(found)
    if (lines !== '') {
      made += 1
      yield textEntry(`folders/${made}.jsonl`, lines)
    }
    const opened = await openOriginal(found)
    if (opened === null) continue
    // Meanwhile its content may have been replaced, and it may have moved: the archive has the folders from before.
    const asset = { ...opened.asset, folderId }
    const { id, size } = asset
    try {
      yield textEntry(`assets/${id}.json`, jsonLine(recordOf(asset)))
      yield { name: `assets/${id}.file`, size, content: opened.bytes }
    } finally {
      opened.discard()
    }
    last = Math.max(last, seqOf(found))
    count(size)
  }
  let number = 0
  for await (const lines of exportedAttachments(store, { last, signal })) {
    number += 1
    yield textEntry(`attachments/${number}.jsonl`, lines)
  }
  yield textEntry('end.json', jsonLine(progress))
}

function textEntry(name: string, text: string): TarEntry {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, content: [bytes] }
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}

/** The record without what concerns only this store: its insertion number, its blob and its variants. */
function recordOf(asset: Asset): object {
  const { tenant: _tenant, seq: _seq, ...others } = asset as AssetRecord
  const { blobKey: _blob, variants: _made, ...record } = others
  const { failedVariants: _failed, ...rest } = record
  return rest
}
