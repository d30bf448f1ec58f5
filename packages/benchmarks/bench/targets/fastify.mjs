import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { createRows } from './rows.mjs'

/**
 * The fastest typical app: it writes straight to disk and stores a row. No fsync, no SHA-256, no look into the file.
 */
export async function open(directory) {
  const rows = createRows(directory)
  const app = fastify()
  app.register(multipart, { limits: { fileSize: 2 ** 31, files: 1000, parts: 1000 } })

  app.post('/assets', async (request, reply) => {
    const stored = []
    for await (const { file, filename, mimetype } of request.files()) {
      const id = randomUUID()
      const target = createWriteStream(path.join(directory, id))
      await pipeline(file, target)
      const { bytesWritten: size } = target
      const none = { width: null, height: null, sha256: null }
      stored.push({ id, name: filename, mime: mimetype, size, ...none, at: Date.now() })
    }
    rows.insert(stored)
    reply.code(201)
    return { data: stored }
  })
  app.get('/assets/:id', async ({ params }) => ({ data: rows.get(params.id) }))
  app.delete('/assets', async ({ body: { ids } }, reply) => {
    rows.remove(ids)
    await Promise.all(ids.map((id) => unlink(path.join(directory, id))))
    reply.code(204)
  })

  await app.ready()
  return {
    server: app.server,
    facts: { headers: {}, path: '/assets', field: 'file', bulkPath: '/assets', bulkField: 'file' },
    ...rows.calls(directory),
    async clear() {
      for (const name of await readdir(directory)) {
        if (!name.includes('.db')) await unlink(path.join(directory, name))
      }
    },
  }
}
