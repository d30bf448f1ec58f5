import { ClientError } from './client-error.mjs'
import { multipart } from './multipart.mjs'

/**
 * The verbs of a store over HTTP. Each resolves to what was acknowledged and rejects with a `ClientError`. `send` is of
 * some connections, `mount` the path below which the API is. `createStoreClient` has the same verbs.
 */
export function createApiClient({ send, mount = '' }) {
  const assets = `${mount}/api/v1/assets`

  async function ask(route, options, expected) {
    const answer = await send(route, options)
    if (answer.status !== expected) {
      throw new ClientError(`${options.method ?? 'GET'} ${route}`, answer)
    }
    return answer
  }

  async function change(verb, method, ids) {
    await ask(`${assets}/${verb}`, json(method, { asset_ids: ids }), 204)
  }

  return {
    /** Any request below the API's root, whatever it is answered. */
    request: (route, options) => send(`${mount}/api/v1${route}`, options),
    /** Any request below the API's root; rejects when it is answered another status. */
    ask: (route, options, expected) => ask(`${mount}/api/v1${route}`, options, expected),

    /** All files in one request. */
    async upload(files, { idempotencyKey } = {}) {
      const isOne = files.length === 1
      const route = isOne ? assets : `${assets}/bulk-upload`
      const form = multipart(isOne ? 'file' : 'files[]', files)
      const headers = {
        ...form.headers,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      }
      const { bytes } = await ask(`${route}?with_meta=1`, { ...form, headers }, 201)
      return [JSON.parse(bytes).data].flat().map(assetOf)
    },

    async list({ page, perPage, trashed = false }) {
      const filter = trashed ? '&filter[trashed]=only' : ''
      const query = `page=${page}&per_page=${perPage}&with_meta=1${filter}`
      const { data, meta } = JSON.parse((await ask(`${assets}?${query}`, {}, 200)).bytes)
      return { assets: data.map(assetOf), total: meta.total, lastPage: meta.last_page }
    },

    async get(id) {
      return assetOf(JSON.parse((await ask(`${assets}/${id}?with_meta=1`, {}, 200)).bytes).data)
    },

    /** The bytes of the original or of a variant; of the original those from `start` up to `end`. */
    async read({ route }, { variant, start, end, pace } = {}) {
      const isPart = start !== undefined
      const headers = isPart ? { range: `bytes=${start}-${end - 1}` } : {}
      const query = variant === undefined ? '' : `?variant=${variant}`
      const { bytes } = await ask(`${route}${query}`, { headers, pace }, isPart ? 206 : 200)
      return { bytes }
    },

    /** Begins to read and breaks the connection off. */
    async glance({ route }) {
      await ask(route, { breakOff: { received: true } }, 200)
    },

    /** Names of those that can be fetched. */
    variantsOf: ({ hasThumbnail }) => (hasThumbnail ? ['thumbnail'] : []),

    async update(id, { name, isFavourite }) {
      const attributes = { name, is_favourite: isFavourite }
      const body = { data: { type: 'assets', id, attributes } }
      const route = `${assets}/${id}?with_meta=1`
      return assetOf(JSON.parse((await ask(route, json('PATCH', body), 200)).bytes).data)
    },

    trash: (ids) => change('bulk-trash', 'POST', ids),
    restore: (ids) => change('bulk-restore', 'POST', ids),
    purge: (ids) => change('bulk-permanent', 'DELETE', ids),
  }
}

/** A request with a JSON body. */
function json(method, value) {
  return {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  }
}

/** What the API returns of an asset, by the names of the record. */
function assetOf({ id, attributes, meta }) {
  return {
    id,
    publicFileId: attributes.public_file_id,
    name: attributes.name,
    type: attributes.type,
    mimeType: attributes.mime_type,
    extension: attributes.extension,
    size: attributes.size,
    sha256: meta.sha256,
    width: attributes.width,
    height: attributes.height,
    durationSeconds: attributes.duration_seconds,
    status: attributes.status,
    folderId: attributes.folder_id,
    // The answer to an upload has `null`.
    isFavourite: attributes.is_favourite ?? false,
    createdBy: meta.created_by,
    createdAt: attributes.created_at,
    updatedAt: attributes.updated_at,
    trashedAt: meta.trashed_at,
    route: new URL(attributes.url).pathname,
    hasThumbnail: attributes.thumbnail_url !== null,
  }
}
