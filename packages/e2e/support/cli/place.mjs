// A store in a folder, or the same store as a service.
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'

/** Calls `body` with `{ store, where, out }`: `where` are the options that lead a command to the store. */
export async function withPlace(directory, kind, body) {
  const media = path.join(directory, 'media')
  const store = await openAssetStore({ directory: media, advanced: { sweepEveryMs: false } })
  const out = path.join(directory, 'out')
  try {
    if (kind === 'folder') return await body({ store, out, where: ['--directory', media] })
    const { token } = await store.keys.create({
      name: 'check',
      permissions: ['read', 'write', 'delete', 'manage'],
    })
    const handler = createNodeHandler(store)
    const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, handler)
    handler.attach(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      await body({
        store,
        out,
        where: ['--url', `http://127.0.0.1:${server.address().port}`, '--key', token],
      })
    } finally {
      server.close()
      server.closeAllConnections()
    }
  } finally {
    await store.close()
  }
}
