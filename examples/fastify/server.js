// A media asset service within a Fastify app: routes of the app's own, and the assets below /media.
//
//   node server.js                   serves; makes a key on the first start
//   node server.js --new-key <name>  makes another key, also while the service runs
//
// PORT (3000), HOST (127.0.0.1), STOWAGE_DIRECTORY (./media), STOWAGE_BASE_URL (default: taken from the request)
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import rateLimit from '@fastify/rate-limit'
import { openAssetStore } from '@stowage/core'
import { createFastifyPlugin, stopServer } from '@stowage/fastify'
import { sharpVariants } from '@stowage/sharp'
import fastify from 'fastify'

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
  await serve()
}

async function serve() {
  const app = fastify({ logger: { level: 'warn' } })
  // Fastify itself waits for ever for connections over which no request came.
  app.addHook('preClose', () => stopServer(app.server))
  // The server is closed before this runs: what was under way has its answer by then.
  app.addHook('onClose', () => store.close())
  // Of each address; far more than a person needs, far less than a search for a key.
  await app.register(rateLimit, { max: 1000, timeWindow: '1 minute' })
  app.get('/health', async () => ({ assets: (await store.list({ perPage: 1 })).total }))
  const options = STOWAGE_BASE_URL ? { baseUrl: STOWAGE_BASE_URL } : {}
  app.register(createFastifyPlugin(store, options), { prefix: '/media' })

  try {
    await app.listen({ port: Number(PORT), host: HOST })
  } catch (error) {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${PORT} is in use. Set PORT to another one.`
        : error.message,
    )
    await app.close()
    process.exitCode = 1
    return
  }

  // A second signal ends the process at once.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  const url = `http://${HOST}:${app.server.address().port}/media/api/v1/assets`
  console.log(`Assets at ${url}, files in ${STOWAGE_DIRECTORY}`)
  const shown = showKey(url)
  await shown

  async function stop() {
    console.log('Finishing what is under way')
    await shown
    await app.close()
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
