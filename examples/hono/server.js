// A media asset service within a Hono app: routes of the app's own, and the assets below /media.
//
//   node server.js                   serves; makes a key on the first start
//   node server.js --new-key <name>  makes another key, also while the service runs
//
// PORT (3000), HOST (127.0.0.1), STOWAGE_DIRECTORY (./media), STOWAGE_BASE_URL (default: taken from the request)
import { once } from 'node:events'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import { openAssetStore } from '@stowage/core'
import { createFetchHandler } from '@stowage/fetch'
import { stopServer, watchConnections } from '@stowage/node'
import { sharpVariants } from '@stowage/sharp'
import { Hono } from 'hono'

const {
  PORT = '3000',
  HOST = '127.0.0.1',
  STOWAGE_DIRECTORY = './media',
  STOWAGE_BASE_URL,
} = process.env

const store = await openAssetStore({ directory: STOWAGE_DIRECTORY, variants: sharpVariants() })

if (process.argv[2] === '--new-key') {
  const { token } = await store.keys.create({ name: process.argv[3] ?? 'unnamed' })
  console.log(`key: ${token}`)
  await store.close()
} else {
  await start()
}

async function start() {
  const media = createFetchHandler(store, {
    path: '/media',
    ...(STOWAGE_BASE_URL && { baseUrl: STOWAGE_BASE_URL }),
  })
  const app = new Hono()
  app.all('/media/*', (c) => media(c.req.raw))
  app.get('/health', async (c) => c.json({ assets: (await store.list({ perPage: 1 })).total }))

  // A large upload may take longer than Node's five minutes; the handler drops clients that stall.
  const serverOptions = { requestTimeout: 0, headersTimeout: 60_000 }
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions })
  watchConnections(server)
  try {
    server.listen(Number(PORT), HOST)
    await once(server, 'listening')
  } catch (error) {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${PORT} is in use. Set PORT to another one.`
        : error.message,
    )
    await store.close()
    process.exitCode = 1
    return
  }

  // A second signal ends the process at once.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  const url = `http://${HOST}:${server.address().port}/media/api/v1/assets`
  console.log(`Assets at ${url}, files in ${STOWAGE_DIRECTORY}`)
  const shown = showKey(url)
  await shown

  async function stop() {
    console.log('Finishing what is under way')
    await shown
    await stopServer(server)
    await store.close()
  }
}

async function showKey(url) {
  if ((await store.keys.list()).length > 0) {
    console.log(
      'A key exists; it was shown when it was made. For another: node server.js --new-key <name>',
    )
    return
  }
  const { token } = await store.keys.create({ name: 'first' })
  const file = relative('.', fileURLToPath(import.meta.url))
  console.log(`key: ${token}`)
  console.log('It is shown only now. Try it:')
  console.log(`curl -H 'Authorization: Bearer ${token}' -F 'file=@${file}' ${url}`)
}
