import type { Asset, AssetCursorCollection, Folder, Usage } from '../generated/openapi.ts'
import type { CallOptions, ClientOptions } from '../request/client-options.ts'
import { connect } from '../request/connection.ts'
import { pause, type Waiting } from '../request/retry.ts'
import { type NamedFile, randomHex } from '../upload/form-body.ts'
import { upload } from '../upload/upload.ts'
import type { CopyOptions, UrlUploadOptions } from '../upload/upload-options.ts'
import type { AssetSelection, Client } from './client.ts'

type StoreOptions = Pick<CopyOptions, 'idempotencyKey' | 'query' | keyof CallOptions> &
  Pick<UrlUploadOptions, 'onDuplicate'>

/** A client of the service at `baseUrl`. Holds nothing open. Throws a `TypeError` for a `baseUrl` that cannot be one. */
export function createClient(options: ClientOptions): Client {
  return createClientWith(options, { wait: pause, random: Math.random })
}

/** The same, with a clock and chance of tests. */
export function createClientWith(options: ClientOptions, waiting: Waiting): Client {
  const connection = connect(options, waiting)

  async function change(
    [method, path]: readonly [string, string],
    which: AssetSelection,
    others: object,
    call?: CallOptions,
  ): Promise<void> {
    await connection.json({ method, path, ...jsonOf({ ...selected(which), ...others }) }, call)
  }

  function get<Document>(path: string, query?: object, call?: CallOptions): Promise<Document> {
    return connection.json({ method: 'GET', path, headers: {}, query }, call)
  }

  async function send<Resource>(
    [method, path]: readonly [string, string],
    data: object,
    call?: CallOptions,
    ifMatch?: string,
  ): Promise<Resource> {
    const { headers, body } = jsonOf({ data })
    const condition: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch }
    const request = { method, path, headers: { ...headers, ...condition }, body }
    return (await connection.json<{ data: Resource }>(request, call)).data
  }

  /** Makes the service store what it fetches itself. As an upload, with one Idempotency-Key for all attempts. */
  async function store(
    path: string,
    document: object,
    { idempotencyKey = randomHex(), onDuplicate, query, ...call }: StoreOptions,
  ): Promise<Asset> {
    const { headers, body } = jsonOf(document)
    const said = {
      'idempotency-key': `"${idempotencyKey}"`,
      ...(onDuplicate !== undefined && { 'stowage-on-duplicate': onDuplicate }),
    }
    const request = { method: 'POST', path, query, headers: { ...headers, ...said }, body }
    return (await connection.json<{ data: Asset }>(request, call)).data
  }

  return {
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
    uploadFromUrl: (url, { name, folder_id, ...others } = {}) =>
      store('/assets/from-url', { url: String(url), name, folder_id }, others),
    createUploadTicket: (attributes = {}, call) =>
      send(['POST', '/upload-tickets'], { type: 'upload-tickets', attributes }, call),
    list: (query?: object, call?: CallOptions) => get<never>('/assets', query, call),
    async *assets({ per_page = 100, ...query } = {}, call) {
      let after: string | undefined
      do {
        const page = { ...query, 'page[size]': per_page, 'page[after]': after }
        const { data, links } = await get<AssetCursorCollection>('/assets', page, call)
        yield* data
        after = cursorOf(links.next)
      } while (after !== undefined)
    },
    get: async (id, query, call) =>
      (await get<{ data: Asset }>(pathOf('assets', id), query, call)).data,
    async update(id, { title, alt, tags, metadata, ...attributes }, { ifMatch, ...call } = {}) {
      const meta = { title, alt, tags, metadata }
      const data = { type: 'assets', id, attributes, meta }
      return send<Asset>(['PATCH', pathOf('assets', id)], data, call, ifMatch)
    },
    async replaceContent(id, file, { ifMatch, ...rest } = {}) {
      const path = `${pathOf('assets', id)}/content`
      const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch }
      const route = { method: 'PUT', path, field: 'file', headers } as const
      return (await upload<{ data: Asset }>(connection, route, [named(file)], rest)).data
    },
    copy: (id, { name, folder_id, ...others } = {}) =>
      store(`${pathOf('assets', id)}/copy`, { name, folder_id }, others),
    trash: (ids, call) => change(['POST', '/assets/bulk-trash'], ids, {}, call),
    restore: (ids, call) => change(['POST', '/assets/bulk-restore'], ids, {}, call),
    purge: (ids, call) => change(['DELETE', '/assets/bulk-permanent'], ids, {}, call),
    move: (ids, folder_id, call) => change(['POST', '/assets/bulk-move'], ids, { folder_id }, call),
    tag: (ids, changes, call) => change(['POST', '/assets/bulk-tag'], ids, changes, call),
    mark: (ids, is_favourite, call) =>
      change(['POST', '/assets/bulk-favourite'], ids, { is_favourite }, call),
    async usage({ signal, retries, ...query } = {}) {
      return (await get<{ data: Usage }>('/usage', query, { signal, retries })).data
    },
    folders: {
      list: (query, call) => get('/folders', query, call),
      get: async (id, query, call) =>
        (await get<{ data: Folder }>(pathOf('folders', id), query, call)).data,
      create: (attributes, call) =>
        send(['POST', '/folders'], { type: 'folders', attributes }, call),
      update: (id, attributes, { ifMatch, ...call } = {}) =>
        send(['PATCH', pathOf('folders', id)], { type: 'folders', id, attributes }, call, ifMatch),
      delete: (id, query, call) =>
        connection.json(
          { method: 'DELETE', path: pathOf('folders', id), headers: {}, query },
          call,
        ),
    },
    keys: {
      list: (query, call) => get('/keys', query, call),
      create: (attributes, { signal, retries = 0 } = {}) =>
        send(['POST', '/keys'], { type: 'api-keys', attributes }, { signal, retries }),
      revoke: (id, call) =>
        connection.json({ method: 'DELETE', path: pathOf('keys', id), headers: {} }, call),
    },
    content(publicFileId, { download = false, headers = {}, signal, retries, ...query } = {}) {
      const path = `/files/${encodeURIComponent(publicFileId)}/${download ? 'download' : 'content'}`
      return connection.response({ method: 'GET', path, headers, query }, { signal, retries })
    },
  }
}

function pathOf(resources: 'assets' | 'folders' | 'keys', id: string): string {
  return `/${resources}/${encodeURIComponent(id)}`
}

function selected(which: AssetSelection): object {
  if (typeof which === 'string') return { asset_ids: [which] }
  return 'expected' in which ? which : { asset_ids: which }
}

/** What `page[after]` of a link says. */
function cursorOf(link: string | null): string | undefined {
  return link === null ? undefined : (new URL(link).searchParams.get('page[after]') ?? undefined)
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
