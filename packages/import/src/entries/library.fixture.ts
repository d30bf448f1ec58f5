import type { AssetStore, AssetStoreOptions } from '@stowage/core'
import { createAssetStore, findDriver, openerOf } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { onTestFinished } from 'vitest'
import type { ImportSource } from './entry.ts'

/** A store in memory; closed after the test. */
export function memoryStore(policy: Pick<AssetStoreOptions, 'scan' | 'limits'> = {}): AssetStore {
  const ports = { metadata: createMemoryMetadata(), blobs: createMemoryBlobs() }
  const store = createAssetStore({ ...ports, ...policy })
  onTestFinished(() => store.close())
  return store
}

/** Makes an SQLite database by these statements. */
export async function makeDatabase(file: string, sql: string): Promise<void> {
  const client = openerOf(await findDriver('auto'))(file)
  client.exec(sql)
  client.close()
}

/** What a source gives: the items without their sources, and why the others were refused. */
export async function entriesOf(source: ImportSource): Promise<readonly unknown[]> {
  const entries: unknown[] = []
  for await (const entry of source) {
    if (!('item' in entry)) entries.push(entry)
    else {
      const { source: _, ...item } = entry.item
      entries.push({ ...entry, item })
    }
  }
  return entries
}

/** Each asset of a store as its path, by path. */
export async function treeOf(store: AssetStore): Promise<readonly string[]> {
  const paths: string[] = []
  for await (const { name, folderId } of store.matching({}).iterate()) {
    const folder = folderId === null ? [] : (await store.folders.get(folderId)).path
    paths.push([...folder, name].join('/'))
  }
  return paths.sort()
}
