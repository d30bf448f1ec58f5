import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type Client, createClient, type ListQuery } from '@stowage/client'
import { refused } from '../exit/cli-error.ts'
import type { ServiceLocation } from '../options/location.ts'
import { answered, object, whole } from './answered.ts'
import { allPages, PER_PAGE } from './answered-pages.ts'
import { type AssetItem, itemOfServer } from './asset-item.ts'
import { folderOfServer } from './folder-item.ts'
import { serverJobs } from './jobs/server-jobs.ts'
import { serverFilter, serverSort } from './server-filter.ts'
import { serverKeys } from './server-keys.ts'
import type { FindQuery, FolderItem, ServerTarget } from './target.ts'
import { usageOfServer } from './usage-facts.ts'

/** Calls a service. Connects to it only at the first call. */
export function openServerTarget(location: ServiceLocation): ServerTarget {
  const client = createClient({
    baseUrl: location.url,
    ...(location.key !== undefined && { token: location.key }),
  })
  const changes = { trash: client.trash, restore: client.restore }
  return {
    kind: 'server',
    name: location.url,
    location,
    client,
    keys: serverKeys(client),
    jobs: serverJobs(client),
    find: (query, signal) => find(client, query, signal),
    async count({ filter, trashed }, signal) {
      const query = { filter: serverFilter(filter), ...trashFilter(trashed), per_page: 1 }
      const { meta } = answered('a page', await client.list(query, { signal }), { meta: object })
      return answered('a page', meta, { total: whole }).total
    },
    get: async (id, signal) => itemOfServer(await client.get(id, { with_meta: '1' }, { signal })),
    async open(asset, variant, signal) {
      const response = await client.content(asset.public_file_id, {
        signal,
        ...(variant !== undefined && { variant }),
      })
      if (response.body === null) throw refused('The service sent no file. Try again.')
      return {
        // The global stream and Node's own stream have different types.
        body: Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
        size: lengthOf(response),
        sha256: variant === undefined ? asset.sha256 : null,
        extension: variant === undefined ? asset.extension : extensionOf(response),
      }
    },
    async storeUrl(url, { folderId: folder_id, name }, { signal }) {
      const query = { with_meta: '1' } as const
      return itemOfServer(await client.uploadFromUrl(url, { folder_id, name, query, signal }))
    },
    trash: (ids, signal) => client.trash(ids, { signal }),
    restore: (ids, signal) => client.restore(ids, { signal }),
    purge: (ids, signal) => client.purge(ids, { signal }),
    async changeMatching(change, filter, expected, { signal }) {
      await changes[change]({ filter: serverFilter(filter), expected }, { signal })
      return expected
    },
    usage: async (signal) => usageOfServer(await client.usage({ signal })),
    folders: (signal, parentId) => foldersOf(client, signal, parentId),
    folder: async (id, signal) =>
      folderOfServer(await client.folders.get(id, { with_meta: '1' }, { signal })),
    close: async () => {},
  }
}

/** The trash comes in pages: a command collects it before it changes any of it. */
async function* find(
  client: Client,
  { filter, trashed, sort }: FindQuery,
  signal: AbortSignal,
): AsyncGenerator<AssetItem> {
  const query = { filter: serverFilter(filter), ...serverSort(sort), with_meta: '1' } as const
  if (trashed === undefined) {
    for await (const asset of client.assets(query, { signal })) yield itemOfServer(asset)
    return
  }
  const inTrash = { ...query, ...trashFilter(trashed), per_page: PER_PAGE }
  const pages = allPages((page) => client.list({ ...inTrash, page }, { signal }))
  for await (const asset of pages) yield itemOfServer(asset)
}

function trashFilter(trashed: FindQuery['trashed']): Pick<ListQuery, 'filter[trashed]'> {
  return trashed === undefined ? {} : { 'filter[trashed]': trashed }
}

async function foldersOf(
  client: Client,
  signal: AbortSignal,
  parentId: string | null | undefined,
): Promise<FolderItem[]> {
  const where = parentId === undefined ? {} : { 'filter[parent_id]': parentId }
  const query = { ...where, per_page: PER_PAGE, with_meta: '1' } as const
  const pages = allPages((page) => client.folders.list({ ...query, page }, { signal }))
  const all: FolderItem[] = []
  for await (const folder of pages) all.push(folderOfServer(folder))
  return all
}

function lengthOf(response: Response): number | null {
  const length = response.headers.get('content-length')
  return length === null ? null : Number(length)
}

/** `image/jpeg` becomes `jpg`; for other types people expect the second half. */
function extensionOf(response: Response): string {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  const subtype = type.trim().split('/')[1] ?? ''
  if (subtype === 'jpeg') return 'jpg'
  return /^[a-z0-9]{1,8}$/.test(subtype) ? subtype : 'bin'
}
