import type { Asset, AssetStore, AssetStoreOptions, Folder } from '@stowage/core'
import type { FindOptions } from '@stowage/core/types'
import type { LocalLocation } from '../options/location.ts'
import { itemOfStore } from './asset-item.ts'
import { localJobs } from './jobs/local-jobs.ts'
import { localKeys } from './local-keys.ts'
import type { Access } from './locate-store.ts'
import { nameOfLocation } from './name-of-location.ts'
import { openAudited } from './open-audited.ts'
import type { FindQuery, FolderItem, LocalTarget } from './target.ts'

/**
 * Opens the store at a location. When it only reads a store that has moved away, calls `onMoved` with what to say about
 * that.
 */
export async function openLocalTarget(
  location: LocalLocation,
  access: Access,
  onMoved: (words: string) => void,
  options: Partial<AssetStoreOptions> = {},
): Promise<LocalTarget> {
  const { store, close } = await openAudited(location, access, onMoved, options)
  return {
    kind: 'local',
    name: nameOfLocation(location),
    location,
    store,
    keys: localKeys(store),
    jobs: localJobs(store),
    async *find(query, signal) {
      const { filter = {}, ...options } = optionsOf(query)
      for await (const asset of store.matching(filter).iterate({ ...options, signal })) {
        yield itemOfStore(asset)
      }
    },
    async count(query, signal) {
      return (await store.list({ ...optionsOf(query), perPage: 1, signal })).total
    },
    get: async (id, signal) => itemOfStore(await store.get(id, { signal })),
    async open({ id }, variant, signal) {
      const file = await store.read(id, { signal, ...(variant !== undefined && { variant }) })
      const { asset, size, sha256 } = file
      return { body: file.stream(), size, sha256, extension: extensionOf(asset, variant) }
    },
    storeUrl: async (url, where, { fetcher, signal }) =>
      itemOfStore(await store.upload(fetcher(url), { ...where, signal })),
    trash: async (ids, signal) => void (await store.trash(ids, { signal })),
    restore: async (ids, signal) => void (await store.restore(ids, { signal })),
    purge: (ids, signal) => store.purge(ids, { signal }),
    async changeMatching(change, filter, expected, { signal, onProgress }) {
      const options = {
        expected,
        signal,
        onProgress: ({ done }: { readonly done: number }) => onProgress(done),
      }
      return (await store.matching(filter)[change](options)).changed
    },
    async usage(signal) {
      const { assets, bytes, trashedAssets, trashedBytes, byType, quota } = await store.usage({
        signal,
      })
      return {
        assets,
        bytes,
        trashed_assets: trashedAssets,
        trashed_bytes: trashedBytes,
        by_type: byType,
        quota: quota === null ? null : { bytes: quota.bytes ?? null, assets: quota.assets ?? null },
      }
    },
    folders: (signal, parentId) => foldersOf(store, signal, parentId),
    folder: async (id, signal) => itemOfFolder(await store.folders.get(id, { signal })),
    close,
  }
}

function optionsOf({ filter, trashed, sort }: FindQuery): FindOptions {
  return {
    filter,
    trashed: trashed === 'only' ? true : (trashed ?? false),
    ...(sort !== undefined && { sort }),
  }
}

function extensionOf({ extension, variants }: Asset, variant: string | undefined): string {
  if (variant === undefined) return extension
  return variants.find(({ name }) => name === variant)?.extension ?? extension
}

async function foldersOf(
  store: AssetStore,
  signal: AbortSignal,
  parentId: string | null | undefined,
): Promise<FolderItem[]> {
  const all: FolderItem[] = []
  const where = parentId === undefined ? {} : { parentId }
  for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
    const found = await store.folders.list({ ...where, page, signal })
    lastPage = found.lastPage
    all.push(...found.folders.map(itemOfFolder))
  }
  return all
}

function itemOfFolder({ id, name, parentId, path, createdBy }: Folder): FolderItem {
  return { id, name, parent_id: parentId, path, created_by: createdBy }
}
