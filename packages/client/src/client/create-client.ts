import type { Asset, Folder, Usage, Webhook } from '../generated/openapi.ts'
import type { ChangeOptions } from '../request/change-options.ts'
import type { CallOptions, ClientOptions } from '../request/client-options.ts'
import { connect } from '../request/connection.ts'
import { keepConnection } from '../request/connection-of.ts'
import { pathOf } from '../request/resource-path.ts'
import { pause, type Waiting } from '../request/retry.ts'
import { randomHex } from '../upload/form-body.ts'
import { named } from '../upload/named.ts'
import { upload } from '../upload/upload.ts'
import type { CopyOptions, UrlUploadOptions } from '../upload/upload-options.ts'
import type { AssetSelection, Client } from './client.ts'
import { cursorPage } from './cursor-page.ts'
import { followEvents } from './follow-events.ts'

type StoreOptions = Pick<CopyOptions, 'idempotencyKey' | 'query' | keyof CallOptions> &
  Pick<UrlUploadOptions, 'onDuplicate'>

/**
 * A client of the service at `baseUrl`. Holds nothing open. Throws a `TypeError` for a `baseUrl` that cannot be one.
 */
export function createClient(options: ClientOptions): Client {
  return createClientWith(options, { wait: pause, random: Math.random })
}

/** The same, with the clock and the randomness of a test. */
export function createClientWith(options: ClientOptions, waiting: Waiting): Client {
  const connection = connect(options, waiting)

  async function change(
    [method, path]: readonly [string, string],
    which: AssetSelection,
    others: object,
    call?: CallOptions,
  ): Promise<void> {
    const selection = selected(which)
    // After the change, a filter matches other assets.
    const idempotent = 'asset_ids' in selection
    const request = { method, path, idempotent, ...jsonOf({ ...selection, ...others }) }
    await connection.json(request, call)
  }

  function get<Document>(path: string, query?: object, call?: CallOptions): Promise<Document> {
    return connection.json({ method: 'GET', path, idempotent: true, headers: {}, query }, call)
  }

  /** Each attempt would create another one, or be refused because there is one. */
  async function create<Resource>(
    path: string,
    data: object,
    call?: CallOptions,
  ): Promise<Resource> {
    const request = { method: 'POST', path, idempotent: false, ...jsonOf({ data }) }
    return (await connection.json<{ data: Resource }>(request, call)).data
  }

  async function post<Resource>(
    path: string,
    idempotent: boolean,
    call?: CallOptions,
    document?: object,
  ): Promise<Resource> {
    const content = document === undefined ? { headers: {} } : jsonOf(document)
    const request = { method: 'POST', path, idempotent, ...content }
    return (await connection.json<{ data: Resource }>(request, call)).data
  }

  async function patch<Resource>(
    path: string,
    data: object,
    { ifMatch, ...call }: ChangeOptions,
  ): Promise<Resource> {
    const { headers, body } = jsonOf({ data })
    const { idempotent, condition } = onlyIf(ifMatch)
    const request = {
      method: 'PATCH',
      path,
      idempotent,
      headers: { ...headers, ...condition },
      body,
    }
    return (await connection.json<{ data: Resource }>(request, call)).data
  }

  /** Makes the service store what it fetches itself. Like an upload, with one Idempotency-Key for all attempts. */
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
    const request = {
      method: 'POST',
      path,
      query,
      idempotent: true,
      headers: { ...headers, ...said },
      body,
    }
    return (await connection.json<{ data: Asset }>(request, call)).data
  }

  const client: Client = {
    async upload(file, { name, ...rest } = {}) {
      const files = [named(name === undefined ? file : { file, name })]
      const route = { path: '/assets', field: 'file', idempotent: true }
      return (await upload<{ data: Asset }>(connection, route, files, rest)).data
    },
    async uploadMany(files, rest = {}) {
      const route = { path: '/assets/bulk-upload', field: 'files[]', idempotent: true }
      const given = Array.from(files, named)
      return (await upload<{ data: Asset[] }>(connection, route, given, rest)).data
    },
    uploadFromUrl: (url, { name, folder_id, ...others } = {}) =>
      store('/assets/from-url', { url: String(url), name, folder_id }, others),
    createUploadTicket: (attributes = {}, call) =>
      create('/upload-tickets', { type: 'upload-tickets', attributes }, call),
    list: (query?: object, call?: CallOptions) => get<never>('/assets', query, call),
    async *assets({ per_page = 100, ...query } = {}, call) {
      let after: string | null | undefined
      do {
        const page = { ...query, 'page[size]': per_page, 'page[after]': after ?? undefined }
        const { data, next } = cursorPage(await get<object>('/assets', page, call), after)
        yield* data
        after = next
      } while (after !== null)
    },
    get: async (id, query, call) =>
      (await get<{ data: Asset }>(pathOf('assets', id), query, call)).data,
    async update(id, { title, alt, tags, metadata, focus, ...attributes }, options = {}) {
      const meta = { title, alt, tags, metadata, focus }
      return patch<Asset>(pathOf('assets', id), { type: 'assets', id, attributes, meta }, options)
    },
    async replaceContent(id, file, { ifMatch, ...rest } = {}) {
      const path = `${pathOf('assets', id)}/content`
      const { idempotent, condition } = onlyIf(ifMatch)
      const route = { method: 'PUT', path, field: 'file', idempotent, headers: condition } as const
      return (await upload<{ data: Asset }>(connection, route, [named(file)], rest)).data
    },
    copy: async (id, { name, folder_id, ...others } = {}) =>
      store(`${pathOf('assets', id)}/copy`, { name, folder_id }, others),
    trash: (ids, call) => change(['POST', '/assets/bulk-trash'], ids, {}, call),
    restore: (ids, call) => change(['POST', '/assets/bulk-restore'], ids, {}, call),
    purge: (ids, call) => change(['DELETE', '/assets/bulk-permanent'], ids, {}, call),
    move: (ids, folder_id, call) => change(['POST', '/assets/bulk-move'], ids, { folder_id }, call),
    tag: (ids, changes, call) => change(['POST', '/assets/bulk-tag'], ids, changes, call),
    mark: (ids, is_favourite, call) =>
      change(['POST', '/assets/bulk-favourite'], ids, { is_favourite }, call),
    async usage({ signal, retries, idempotent, ...query } = {}) {
      const call = { signal, retries, idempotent }
      return (await get<{ data: Usage }>('/usage', query, call)).data
    },
    folders: {
      list: (query, call) => get('/folders', query, call),
      get: async (id, query, call) =>
        (await get<{ data: Folder }>(pathOf('folders', id), query, call)).data,
      create: (attributes, call) => create('/folders', { type: 'folders', attributes }, call),
      update: async (id, attributes, options = {}) =>
        patch(pathOf('folders', id), { type: 'folders', id, attributes }, options),
      delete: async (id, query, call) =>
        connection.json(
          // Once it is gone, another attempt is refused.
          { method: 'DELETE', path: pathOf('folders', id), idempotent: false, headers: {}, query },
          call,
        ),
    },
    events: (query, call) => get('/events', query, call),
    followEvents: (query = {}, call) => followEvents(connection, waiting, query, call),
    keys: {
      list: (query, call) => get('/keys', query, call),
      create: (attributes, call) => create('/keys', { type: 'api-keys', attributes }, call),
      revoke: async (id, call) =>
        connection.json(
          { method: 'DELETE', path: pathOf('keys', id), idempotent: true, headers: {} },
          call,
        ),
    },
    jobs: {
      list: (query, call) => get('/jobs', query, call),
      retry: async (id, call) =>
        connection.json(
          { method: 'POST', path: `${pathOf('jobs', id)}/retry`, idempotent: true, headers: {} },
          call,
        ),
      discard: async (id, call) =>
        connection.json(
          // Once it is gone, another attempt is refused.
          { method: 'DELETE', path: pathOf('jobs', id), idempotent: false, headers: {} },
          call,
        ),
    },
    webhooks: {
      list: (query, call) => get('/webhooks', query, call),
      get: async (id, call) =>
        (await get<{ data: Webhook }>(pathOf('webhooks', id), {}, call)).data,
      create: (attributes, call) => create('/webhooks', { type: 'webhooks', attributes }, call),
      update: async (id, attributes, call = {}) =>
        patch(pathOf('webhooks', id), { type: 'webhooks', id, attributes }, call),
      delete: async (id, call) =>
        connection.json(
          { method: 'DELETE', path: pathOf('webhooks', id), idempotent: false, headers: {} },
          call,
        ),
      // Another attempt would give another secret.
      rotate: async (id, call) => post(`${pathOf('webhooks', id)}/rotate`, false, call),
      ping: async (id, call) => post(`${pathOf('webhooks', id)}/ping`, false, call),
      replay: async (id, since, call) =>
        post(`${pathOf('webhooks', id)}/replay`, true, call, {
          data: { type: 'webhook-replays', attributes: { since } },
        }),
      deliveries: async (id, query, call) =>
        get(`${pathOf('webhooks', id)}/deliveries`, query, call),
      retry: async (id, deliveryId, call) =>
        post(`${pathOf('webhooks', id)}${pathOf('deliveries', deliveryId)}/retry`, true, call),
    },
    async content(publicFileId, { download = false, headers = {}, ...rest } = {}) {
      const { signal, retries, idempotent, ...query } = rest
      const path = `${pathOf('files', publicFileId)}/${download ? 'download' : 'content'}`
      const request = { method: 'GET', path, idempotent: true, headers, query }
      return connection.response(request, { signal, retries, idempotent })
    },
  }
  keepConnection(client, connection)
  return client
}

/** After the change, the condition no longer holds. */
function onlyIf(ifMatch: string | undefined) {
  const condition: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch }
  return { idempotent: ifMatch === undefined, condition }
}

function selected(which: AssetSelection): object {
  if (typeof which === 'string') return { asset_ids: [which] }
  return 'expected' in which ? which : { asset_ids: which }
}

function jsonOf(document: object) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(document) }
}
