import type { Asset, AssetCollection, UploadTicket } from '../generated/openapi.ts'
import type { CallOptions, ClientOptions } from '../request/client-options.ts'
import { connect } from '../request/connection.ts'
import { pause, type Waiting } from '../request/retry.ts'
import type { NamedFile } from '../upload/form-body.ts'
import { upload } from '../upload/upload.ts'
import type { Client } from './client.ts'

/** A client of the service at `baseUrl`. Holds nothing open. Throws a `TypeError` for a `baseUrl` that cannot be one. */
export function createClient(options: ClientOptions): Client {
  return createClientWith(options, { wait: pause, random: Math.random })
}

/** The same, with a clock and chance of tests. */
export function createClientWith(options: ClientOptions, waiting: Waiting): Client {
  const connection = connect(options, waiting)

  async function change(
    [method, path]: readonly [string, string],
    ids: string | readonly string[],
    call?: CallOptions,
  ): Promise<void> {
    const asset_ids = typeof ids === 'string' ? [ids] : ids
    await connection.json({ method, path, ...jsonOf({ asset_ids }) }, call)
  }

  const client: Client = {
    async upload(file, { name, ...rest } = {}) {
      const files = [named(name === undefined ? file : { file, name })]
      const route = { path: '/assets', field: 'file' }
      return (await upload<{ data: Asset }>(connection, route, files, rest)).data
    },
    async uploadMany(files, rest = {}) {
      const route = { path: '/assets/bulk-upload', field: 'files[]' }
      const given = Array.from(files, named)
      return (await upload<{ data: Asset[] }>(connection, route, given, rest)).data
    },
    async createUploadTicket(attributes = {}, call) {
      const body = jsonOf({ data: { type: 'upload-tickets', attributes } })
      const request = { method: 'POST', path: '/upload-tickets', ...body }
      return (await connection.json<{ data: UploadTicket }>(request, call)).data
    },
    list: (query, call) =>
      connection.json({ method: 'GET', path: '/assets', headers: {}, query }, call),
    async *assets(query = {}, call) {
      let before = new Set<string>()
      for (let page = query.page ?? 1; ; page += 1) {
        const found: AssetCollection = await client.list({ per_page: 100, ...query, page }, call)
        // An upload meanwhile moves assets to the next page, which were given already.
        for (const asset of found.data) if (!before.has(asset.id)) yield asset
        if (found.links.next === null) return
        before = new Set(found.data.map(({ id }) => id))
      }
    },
    async get(id, query, call) {
      const request = { method: 'GET', path: assetPath(id), headers: {}, query }
      return (await connection.json<{ data: Asset }>(request, call)).data
    },
    async update(id, attributes, call) {
      const body = jsonOf({ data: { type: 'assets', id, attributes } })
      const request = { method: 'PATCH', path: assetPath(id), ...body }
      return (await connection.json<{ data: Asset }>(request, call)).data
    },
    trash: (ids, call) => change(['POST', '/assets/bulk-trash'], ids, call),
    restore: (ids, call) => change(['POST', '/assets/bulk-restore'], ids, call),
    purge: (ids, call) => change(['DELETE', '/assets/bulk-permanent'], ids, call),
    content(publicFileId, { download = false, headers = {}, signal, retries, ...query } = {}) {
      const path = `/files/${encodeURIComponent(publicFileId)}/${download ? 'download' : 'content'}`
      return connection.response({ method: 'GET', path, headers, query }, { signal, retries })
    },
  }
  return client
}

function assetPath(id: string): string {
  return `/assets/${encodeURIComponent(id)}`
}

function jsonOf(document: object) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(document) }
}

function named(given: Blob | NamedFile): NamedFile {
  const file = 'file' in Object(given) ? (given as NamedFile).file : (given as Blob)
  if (!isBlob(file)) {
    throw new TypeError(
      'Each file must be a File or Blob, or { file, name }. In Node, openAsBlob(path) of node:fs gives one.',
    )
  }
  return { file, name: nameOf(given) }
}

/** By what it has, because pages in frames and test environments have classes of their own. */
function isBlob(value: unknown): boolean {
  return typeof (Object(value) as { readonly size?: unknown }).size === 'number'
}

/** A part without a name would be text. */
function nameOf(given: object): string {
  return (given as { readonly name?: string }).name || 'untitled'
}
