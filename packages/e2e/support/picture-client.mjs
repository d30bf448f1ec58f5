import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('picture-server.mjs', import.meta.url))

/** A process that serves the store in `directory` with these variants, and what its client can ask. */
export async function startPictureServer(directory, variants = {}) {
  const server = fork(SERVER, [directory, JSON.stringify(variants)])
  const [{ origin, token }] = await once(server, 'message')
  return {
    ...pictureClient(origin, token),
    /** Names of the variants that its processor was asked for. */
    async made() {
      const answer = once(server, 'message')
      server.send('made')
      return (await answer)[0]
    },
    async kill() {
      const exit = once(server, 'exit')
      server.kill('SIGKILL')
      await exit
    },
    /** Resolves once it was killed, while it stored the next variant. */
    async killWhileStoring() {
      const exit = once(server, 'exit')
      server.send('die')
      await exit
    },
    async stop() {
      server.disconnect()
      await once(server, 'exit')
    },
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
