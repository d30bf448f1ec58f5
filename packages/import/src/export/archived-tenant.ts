import type { Asset, AssetStore } from '@stowage/core'
import type { TenantReader } from '@stowage/core/internal'
import { exportedAttachments } from './exported-attachments.ts'
import { exportedFolders } from './exported-folders.ts'
import type { TarEntry } from './write-tar.ts'

/**
 * The form of the archive: `stowage.json`, `folders.jsonl`, `assets/<id>.json` and `.file` of each asset,
 * `attachments/<number>.jsonl`, then `end.json` with the counts. `folders/<number>.jsonl` comes before an asset that lies in
 * folders made meanwhile; the last line of a folder counts. `counted` says that `end.json` is there: archives of
 * earlier releases have none. Who reads it passes over entries that he does not know.
 */
const VERSION = 1

interface Tally {
  /** What the archive has so far. */
  readonly progress: { readonly assets: number; readonly bytes: number }
  /** Called when an asset of this size is in the archive. */
  readonly count: (size: number) => void
}

/** What the archive of a tenant holds, in its order. Each entry is written before the next is made. */
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
  // The oldest first: imported one after the other, they have the same order in lists.
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
    // Its content may have been replaced since, and it moved: the archive has the folders of before.
    const asset = { ...opened.asset, folderId }
    const { id, size } = asset
    try {
      yield textEntry(`assets/${id}.json`, jsonLine(recordOf(asset)))
      yield { name: `assets/${id}.file`, size, content: opened.bytes }
    } finally {
      opened.discard()
    }
    last = Math.max(last, asset.seq)
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

/** All but what only this store knows: its insertion number, its blobs, and what it made of the file. */
function recordOf(asset: Asset): object {
  const { tenant: _tenant, seq: _seq, blobKey: _blob, variants: _made, ...record } = asset
  const { failedVariants: _failed, ...rest } = record
  return rest
}
