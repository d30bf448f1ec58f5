import { startProcess } from './faults/process.mjs'

/** A process that serves the store in `directory` with these variants, and what its client can ask. */
export async function startPictureServer(directory, variants = {}) {
  const server = startProcess('picture-server.mjs', [directory, JSON.stringify(variants)])
  const { origin, token } = await server.says()
  return {
    ...pictureClient(origin, token),
    /** Names of the variants that its processor was asked for. */
    made: () => server.ask('made'),
    kill: () => server.kill(),
    /** Resolves once it was killed, while it stored the next variant. */
    async killWhileStoring() {
      server.tell('die')
      await server.exited
    },
    stop: () => server.leave(),
  }
}

/** Calls of a server with a key. */
export function pictureClient(origin, token) {
  const root = `${origin}/api/v1`

  /** Any request; `path` below `/api/v1`, or a whole URL. */
  async function ask(path, { method = 'GET', headers = {}, body } = {}) {
    const response = await fetch(path.startsWith('http') ? path : root + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    })
    const content = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, content }
  }

  async function json(path, options) {
    const { status, content } = await ask(path, options)
    if (status >= 300) throw new Error(`${status} ${content}`)
    return content.length > 0 ? JSON.parse(content).data : undefined
  }

  return {
    ask,
    /** The asset that becomes of the file. */
    upload(content, name) {
      const body = new FormData()
      body.set('file', new Blob([content]), name)
      return json('/assets', { method: 'POST', body })
    },
    asset: (id) => json(`/assets/${id}`),
    /** `bulk-trash`, `bulk-restore` or, with DELETE, `bulk-permanent`. */
    change: (path, ids, method = 'POST') =>
      json(`/assets/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ asset_ids: ids }),
      }),
    /** A variant of the asset: by `content`, or by `download`. */
    variant: ({ attributes }, name, { route = 'content', ...options } = {}) =>
      ask(`/files/${attributes.public_file_id}/${route}?variant=${name}`, options),
  }
}
