import { once } from 'node:events'
import { createServer } from 'node:http'
import { openAssetStore } from '@stowage/core'
import { gallery } from '@stowage/gallery'
import { createNodeHandler } from '@stowage/node'
import { sharpVariants } from '@stowage/sharp'
import { webhooks } from '@stowage/webhooks'
import { startReceiver } from './receiver.mjs'

export const ALL = ['read', 'write', 'delete', 'manage']

/**
 * A store with its page below `/media`, as an app mounts it. `signIn()` gives the address that a person
 * opens. `receiver`: where webhooks may go.
 */
export async function startService(directory, { page = {}, authenticate, ...options } = {}) {
  const receiver = await startReceiver()
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${server.address().port}`
  const store = await openAssetStore({
    directory,
    variants: sharpVariants({
      variants: { thumbnail: { timing: 'on-demand', width: 300, height: 300, quality: 84 } },
    }),
    limits: { fileSize: 16 * 1024 ** 2 },
    signing: { secrets: ['a secret of the check, long enough to sign with'] },
    trash: { retentionDays: 30 },
    webhooks: webhooks(receiver.rules),
    ...options,
  })
  const handler = createNodeHandler(store, {
    path: '/media',
    baseUrl: `${origin}/media`,
    page: gallery({ trashRetentionDays: 30, ...page }),
    // Whoever an app has signed in by a cookie, besides those with a key.
    ...(authenticate && { authenticate: (request) => authenticate(request, store) }),
  })
  server.on('request', handler)
  handler.attach(server)
  return {
    store,
    receiver,
    origin,
    url: `${origin}/media/`,
    async signIn({ permissions = ALL, search = '' } = {}) {
      const { token } = await store.keys.create({ name: 'gallery', permissions })
      return `${origin}/media/${search}#key=${token}`
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await store.close()
      receiver.stop()
    },
  }
}
